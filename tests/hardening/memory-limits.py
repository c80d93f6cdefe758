#!/usr/bin/env python3
"""Random runs of `ulp` near a limit of memory: each runs or is refused (exit 5, one line), none is killed or aborts.

    memory-limits.py ULP [--runs 200] [--limit 300] [--kind group|as|data] [--seed 1]

Draws experiments whose arrays and tables take from 50 % to 150 % of the limit (in MiB), most of them near 90 %, and prints how
many ran, were refused, and ended otherwise; status 1 when one did. `group` makes a control group of either version below the
one that it is in, which takes rights that few places give; without them it says so."""

import argparse
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

MIB = 1 << 20


class Group:
    """A control group for the runs, below this process' own; .enter() is called in the child."""

    def __init__(self, limit):
        self.path = None
        for line in open("/proc/self/mountinfo"):
            before, after = line.rstrip("\n").split(" - ")
            root, place = before.split()[3:5]
            kind, _, options = after.split(" ", 2)
            own = self.own(kind, options, root)
            if own is None:
                continue
            path = f"{place}{own.rstrip('/')}/ulp-memory-limits-{os.getpid()}"
            if self.make(path, "memory.max" if kind == "cgroup2" else "memory.limit_in_bytes", limit):
                self.path = path
                return
        raise OSError("no control group can be made here")

    @staticmethod
    def own(kind, options, root):
        for line in open("/proc/self/cgroup"):
            _, controllers, path = line.rstrip("\n").split(":", 2)
            of_two = kind == "cgroup2" and controllers == ""
            of_one = kind == "cgroup" and "memory" in controllers.split(",") and "memory" in options.split(",")
            if of_two or of_one:
                return path if root == "/" else path.removeprefix(root)
        return None

    @staticmethod
    def make(path, name, limit):
        try:
            os.mkdir(path)
        except OSError:
            return False
        try:
            with open(f"{path}/{name}", "w") as file:
                file.write(str(limit))
            return True
        except OSError:
            os.rmdir(path)
            return False

    def enter(self):
        with open(f"{self.path}/cgroup.procs", "w") as file:
            file.write(str(os.getpid()))

    def close(self):
        for _ in range(100):  # until the last process in it is gone
            try:
                return os.rmdir(self.path)
            except OSError:
                time.sleep(0.1)


class Rlimit:
    def __init__(self, which, limit):
        self.which, self.limit = which, limit

    def enter(self):
        resource.setrlimit(self.which, (self.limit, self.limit))

    def close(self):
        pass


def draw(random, limit, folder):
    """Arguments of a run that takes about `share` of the limit."""
    share = random.gauss(0.9, 0.05) if random.random() < 0.7 else random.uniform(0.5, 1.5)
    size = share * limit
    kind = random.choice(["sum", "sum64", "convert", "points", "repeat", "file", "error-vs-n", "plot"])
    out = os.path.join(folder, "out")
    if kind == "sum":
        return ["sum", "--input", f"uniform:n={int(size / 4)}", "--algorithms",
                random.choice(["exact", "fixed", "kahan", "all"]), "--atol", "1e300"]
    if kind == "sum64":
        return ["sum", "--input", f"normal:n={int(size / 8)}:format=fp64", "--algorithms", "exact,kahan", "--atol", "1e300"]
    if kind == "convert":
        to, width = random.choice([("fp16", 10), ("fp64", 16), ("bf16", 10), ("e15m112", 24)])
        return ["convert", "--input", f"normal:n={int(size / width)}", "--to", to, "--points", "1000"]
    if kind == "points":
        n = int(size / 60)
        return ["convert", "--input", f"normal:n={n}", "--points", min(n, 10000000), "--csv", out]
    if kind == "plot":
        n = int(size / 90)
        return ["convert", "--input", f"normal:n={n}", "--points", min(n, 10000000), "--plot", out + ".png"]
    if kind == "repeat":
        return ["repeat", "--input", f"uniform:n={int(size / 4)}", "--runs", "3", "--json", out]
    if kind == "error-vs-n":
        return ["error-vs-n", "--n", f"16:{int(size / 4)}", "--step", "64", "--algorithms", "kahan,exact"]
    path = os.path.join(folder, "input.npy")
    n = int(size / random.choice([8, 8, 16]))
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({n},), }}".ljust(117) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode())
        file.truncate(file.tell() + 4 * n)
    return ["sum", "--input", path, "--algorithms", "exact,kahan"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ulp")
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--limit", type=int, default=300, help="MiB")
    parser.add_argument("--kind", choices=["group", "as", "data"], default="group")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    limit = options.limit * MIB
    try:
        place = Group(limit) if options.kind == "group" else Rlimit(
            resource.RLIMIT_AS if options.kind == "as" else resource.RLIMIT_DATA, limit)
    except OSError as error:
        print(error)
        return 0
    draws = random.Random(options.seed)
    ran = refused = 0
    others = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            for _ in range(options.runs):
                arguments = ["run", *map(str, draw(draws, limit, folder)), "--quiet"]
                result = subprocess.run([options.ulp, *arguments], preexec_fn=place.enter, capture_output=True,
                                        encoding="utf-8", timeout=600)
                if result.returncode == 0 and result.stderr == "":
                    ran += 1
                elif result.returncode == 5 and re.fullmatch(r"ulp: [^\n]+\n", result.stderr):
                    refused += 1
                else:
                    others.append((arguments, result.returncode, result.stderr))
                    print(f"status {result.returncode}: {' '.join(arguments)}: {result.stderr}", flush=True)
        except KeyboardInterrupt:
            pass
        finally:
            place.close()
    print(f"{options.kind} of {options.limit} MiB, {ran + refused + len(others)} runs: {ran} ran, {refused} refused, {len(others)} ended otherwise")
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main())
