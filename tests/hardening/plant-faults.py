#!/usr/bin/env python3
"""Plants the faults of plant-faults.txt one at a time in a copy of the sources, and says which ones no test notices.

  tests/hardening/plant-faults.py            plants those that have no result yet, and prints the table
  tests/hardening/plant-faults.py --report   prints the table alone
  tests/hardening/plant-faults.py --check    only whether every old text still occurs exactly once in its file
  tests/hardening/plant-faults.py --device   the kernels' faults, on a machine with a GPU

A fault is caught when the program no longer builds, or a test fails or runs out of time. First the suites that its entry
names run, and only when all of them pass the tests labelled fast. Results are appended to RESULTS as they come, so that a
run may be stopped at any time and goes on where it was; an entry that changes is run again. The sources of the project are
never touched: the copy is CMake's source folder and is brought up to date at every start.
"""

import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


class Fault:
    """One change of one file: `old` becomes `new`; `suites` is a regular expression over the names of tests."""

    def __init__(self, file, suites, old, new):
        self.file, self.suites, self.old, self.new = file, suites, old, new
        self.key = hashlib.sha256("\0".join([file, suites, old, new]).encode()).hexdigest()[:12]
        self.line = 0
        self.why = None  # where no test can notice it: why

    def locate(self, root):
        """Its line in the file; complains unless the old text is there exactly once."""
        text = (root / self.file).read_text()
        if text.count(self.old) != 1:
            return f"{self.file}: found {text.count(self.old)} times, expected once: {self.old!r}"
        self.line = text[:text.index(self.old)].count("\n") + 1
        return None

    def __str__(self):
        return f"{self.file}:{self.line}  {self.old.strip()}  ->  {self.new.strip() or '(nothing)'}"


def read_faults(path):
    """Lines: "# comment", "@ FILE SUITES" for the faults that follow, "- OLD", "+ NEW", and "= WHY" of one that changes
    nothing anybody could see."""
    faults, file, suites, old = [], None, None, None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        mark, rest = line[0], line[2:].replace("\\n  ", "\n  ")
        if mark == "@":
            file, suites = rest.split(None, 1)
        elif mark == "-":
            old = rest
        elif mark == "+" and old is not None:
            faults.append(Fault(file, suites, old, rest))
            old = None
        elif mark == "=" and faults:
            faults[-1].why = rest
        else:
            sys.exit(f"plant-faults: {path}:{number}: found {line!r}, expected @, -, + or =")
    return faults


class Copy:
    """A copy of the tracked and new files of the project, and its build folder."""

    def __init__(self, folder, cuda, jobs):
        self.folder, self.build, self.cuda, self.jobs = folder, folder / "build/faults", cuda, jobs
        self.update()
        build_type = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", f"-DULP_BUILD_CUDA={'ON' if cuda else 'OFF'}"]
        if shutil.which("ccache"):
            build_type += [f"-DCMAKE_{language}_COMPILER_LAUNCHER=ccache" for language in ("C", "CXX", "CUDA")]
        subprocess.run(["cmake", "-S", folder, "-B", self.build, *build_type], check=True, stdout=subprocess.DEVNULL,
                       env=self.environment())
        self.tests, self.outputs = {}, set()

    def build_all(self):
        """Before this, ctest knows no command of a test."""
        status, said = self.call(["ninja", f"-j{self.jobs}"], 3600)
        if status:
            sys.exit(f"plant-faults: the sources as they are do not build:\n{said[-2000:]}")
        known = subprocess.run(["ninja", "-t", "targets", "all"], cwd=self.build, capture_output=True, text=True).stdout
        self.outputs = {line.split(":")[0] for line in known.splitlines()}
        shown = subprocess.run(["ctest", "--show-only=json-v1"], cwd=self.build, check=True, capture_output=True)
        self.tests = {test["name"]: test for test in json.loads(shown.stdout)["tests"] if "command" in test}

    def environment(self):
        kept = {name: value for name, value in os.environ.items() if name != "ULP_CUDA_MODULE"}
        return {**kept, "CCACHE_BASEDIR": str(self.folder), "CCACHE_NOHASHDIR": "1"}

    def update(self):
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                                check=True, capture_output=True).stdout.decode()
        for name in filter(None, listed.split("\0")):
            source, target = ROOT / name, self.folder / name
            if not source.is_file():
                continue
            if not target.is_file() or source.read_bytes() != target.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)

    def matching(self, suites):
        return [name for name in self.tests if re.search(suites, name)]

    def fast(self):
        def labels(test):
            return next((p["value"] for p in test.get("properties", []) if p["name"] == "LABELS"), [])
        return [name for name, test in self.tests.items() if "fast" in labels(test) and not name.startswith("source/")]

    def targets(self, names):
        """What ninja builds for these tests: every file of the build folder that they name."""
        found = set()
        for name in names:
            test = self.tests[name]
            values = [value for p in test.get("properties", []) if p["name"] == "ENVIRONMENT" for value in p["value"]]
            for word in test["command"] + values:
                match = re.search(r"(?:^|=)" + re.escape(str(self.build)) + r"/([^:;]+)$", word)
                if match and not match.group(1).endswith("missing.so"):
                    found.add(match.group(1))
        return sorted(found & self.outputs) or ["all"]

    def call(self, command, limit):
        """The exit status, 124 past the limit, and what was said; nothing of it is left running."""
        with tempfile.TemporaryFile() as said:
            process = subprocess.Popen(command, cwd=self.build, stdout=said, stderr=subprocess.STDOUT,
                                       env=self.environment(), start_new_session=True)
            try:
                status = process.wait(max(limit, 1))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                status = 124
            said.seek(0)
            return status, said.read().decode(errors="replace")

    def run_tests(self, names, limit, since=0.0):
        """None when all of these pass, else what failed; those alone of which a file has changed since that time."""
        end = time.monotonic() + limit
        status, said = self.call(["ninja", f"-j{self.jobs}", *self.targets(names)], limit)
        if status == 124:
            return "too slow to build"
        if status:
            error = re.search(r"error: .*", said)
            return f"does not build: {error.group() if error else said[-200:]}"
        names = [name for name in names
                 if any(file == "all" or (self.build / file).stat().st_mtime >= since for file in self.targets([name]))]
        if not names:
            return None
        pattern = "^(" + "|".join(map(re.escape, names)) + ")$"
        left = max(int(end - time.monotonic()), 5)
        status, said = self.call(["ctest", f"-j{self.jobs}", "--stop-on-failure", "--timeout", str(left), "-R", pattern],
                                 left + 5)
        if self.cuda and "***Skipped" in said:
            sys.exit("plant-faults: there is no GPU here")
        if status == 0:
            return None
        failed = re.search(r"\d+ - (\S+) \(([^)]+)\)", said)
        return f"{failed.group(1)} ({failed.group(2)})" if failed else "ran out of time" if status == 124 else said[-200:]


def plant(copy, fault, limit):
    """(caught, by what)."""
    path = copy.folder / fault.file
    before = path.read_text()
    names, start = copy.matching(fault.suites), time.time() - 1
    if not names:
        sys.exit(f"plant-faults: no test matches {fault.suites!r}")
    path.write_text(before.replace(fault.old, fault.new))
    try:
        by = copy.run_tests(names, limit)
        if by is None and not fault.file.startswith("kernels/") and not fault.file.startswith("ui/widgets"):
            by = copy.run_tests([name for name in copy.fast() if name not in names], limit, start)
    finally:
        path.write_text(before)
    return by is not None and by != "too slow to build", by or ""


def read_results(path):
    if not path.exists():
        return {}
    return {result["key"]: result for result in map(json.loads, path.read_text().splitlines())}


def report(faults, results):
    planted = [fault for fault in faults if fault.key in results]
    survived = [fault for fault in planted if not results[fault.key]["caught"]]
    for fault in planted:
        result = results[fault.key]
        word = "caught  " if result["caught"] else "the same" if fault.why else "SURVIVED"
        print(f"{word} {result['seconds']:4.0f} s  {fault}  [{fault.why or result['by']}]")
    telling = [fault for fault in planted if not fault.why]
    caught = sum(results[fault.key]["caught"] for fault in telling)
    print(f"\n{len(faults)} faults, {len(planted)} planted, {len(planted) - len(survived)} caught"
          + (f": {100 * (len(planted) - len(survived)) / len(planted):.0f} %" if planted else ""))
    if len(telling) < len(planted):
        print(f"{len(planted) - len(telling)} of those planted are equivalent; of the others {caught} are caught"
              + (f": {100 * caught / len(telling):.0f} %" if telling else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    scratch = pathlib.Path(os.environ.get("ULP_FAULTS", pathlib.Path(tempfile.gettempdir()) / f"ulp-faults-{os.getuid()}"))
    parser.add_argument("--folder", type=pathlib.Path, default=scratch, help=f"of the copy ({scratch})")
    parser.add_argument("--results", type=pathlib.Path, help="(FOLDER/results.jsonl)")
    parser.add_argument("--limit", type=int, default=180, help="seconds for one fault (180)")
    parser.add_argument("--until", help="HH:MM, UTC: no fault is planted after it")
    parser.add_argument("--only", default="", help="regular expression over the files")
    parser.add_argument("--again", action="store_true", help="plant the survivors once more, and nothing else")
    parser.add_argument("--reverse", action="store_true", help="in the other order: two runs meet in the middle")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--device", action="store_true")
    parser.add_argument("--report", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()

    faults = [fault for fault in read_faults(HERE / "plant-faults.txt")
              if fault.file.startswith("kernels/") == options.device and re.search(options.only, fault.file)]
    wrong = {fault: problem for fault in faults if (problem := fault.locate(ROOT))}
    for problem in wrong.values():
        print(f"plant-faults: {problem}", file=sys.stderr)
    faults = [fault for fault in faults if fault not in wrong]
    if options.check:
        print(f"{len(faults)} faults can be planted")
        sys.exit(len(wrong) > 0)
    results_file = options.results or options.folder / "results.jsonl"
    results = read_results(results_file)
    if not options.report:
        copy = Copy(options.folder, options.device, options.jobs)
        print("building", flush=True)
        copy.build_all()
        order = sorted(faults, key=lambda fault: fault.key, reverse=options.reverse)  # a part of a run is a sample of all
        for fault in order:
            results = read_results(results_file)  # another run with its own folder may add to them
            known = results.get(fault.key)
            survived = bool(known) and not known["caught"] and not fault.why
            if (known and not options.again) or (options.again and not survived):
                continue
            if options.until and datetime.datetime.now(datetime.timezone.utc).strftime("%H:%M") >= options.until:
                print("the time is up")
                break
            start = time.monotonic()
            caught, by = plant(copy, fault, options.limit)
            result = {"key": fault.key, "caught": caught, "by": by, "seconds": round(time.monotonic() - start, 1)}
            results[fault.key] = result
            with results_file.open("a") as file:
                file.write(json.dumps(result) + "\n")
            print(f"{'caught  ' if caught else 'SURVIVED'} {result['seconds']:4.0f} s  {fault}  [{by}]", flush=True)
    report(faults, results)


if __name__ == "__main__":
    main()
