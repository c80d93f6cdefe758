#!/usr/bin/env python3
"""Plants the faults of plant-faults.txt one at a time in copies of the sources, and says which ones no test notices.

  plant-faults.py                      plants those that have no result yet, and prints the table
  plant-faults.py --jobs 14            in 14 copies at once
  plant-faults.py --report             prints the table alone
  plant-faults.py --check              only whether every old text still occurs exactly once in its file
  plant-faults.py --device             the kernels' faults, on a machine with a GPU and nvcc
  plant-faults.py --make-modules DIR   builds a module for each of the kernels' faults; needs nvcc, no GPU
  plant-faults.py --modules DIR        runs the suites against these; needs a GPU, no nvcc

A fault is caught when the program no longer builds, or a test fails or runs out of time. First the suites that its entry
names run, and only when all of them pass the tests labelled fast. Results are appended to RESULTS as they come, so that a
run may be stopped at any time and goes on where it was; an entry that changes is run again. The sources of the project are
never touched: each copy is CMake's source folder and is brought up to date at every start. With ccache copies are cheap.
"""

import argparse
import concurrent.futures
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
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TOO_SLOW = "too slow to build"
WITHOUT_FAULT = "without"  # a fault: name of that module


class Fault:
    """One change of one file: `old` becomes `new`; `suites` is a regular expression over the names of tests."""

    def __init__(self, file, suites, old, new):
        self.file, self.suites, self.old, self.new = file, suites, old, new
        self.key = hashlib.sha256("\0".join([file, suites, old, new]).encode()).hexdigest()[:12]
        self.line = 0
        self.why = None  # where no test can notice it: why

    def locate(self, root):
        """Its line in the file; complains unless the old text is there exactly once."""
        text = (root / self.file).read_text() if (root / self.file).exists() else ""
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


def project_files():
    """Names of the tracked and new files; in a folder that is no repository all but what was built."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            capture_output=True) if shutil.which("git") and (ROOT / ".git").exists() else None
    if listed and listed.returncode == 0:
        return [name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]
    return [str(path.relative_to(ROOT)) for path in ROOT.rglob("*")
            if path.is_file() and not str(path.relative_to(ROOT)).startswith((".", "build"))]


class Copy:
    """A copy of the files of the project, and its build folder; `cores` are for building and testing."""

    def __init__(self, folder, options, cores):
        self.folder, self.build, self.cores = folder, folder / "build/faults", cores
        self.cuda, self.modules = options.device or options.make_modules, options.modules
        self.update()
        settings = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", f"-DULP_BUILD_CUDA={'ON' if self.cuda else 'OFF'}"]
        settings += [f"-D{setting}" for setting in options.cmake]
        if shutil.which("ccache"):
            settings += [f"-DCMAKE_{language}_COMPILER_LAUNCHER=ccache" for language in ("C", "CXX", "CUDA")]
        done = subprocess.run(["cmake", "-S", folder, "-B", self.build, *settings], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env=self.environment())
        if done.returncode:
            sys.exit(f"plant-faults: the sources as they are cannot be configured:\n{done.stdout.decode()[-2000:]}")
        self.tests, self.outputs = {}, set()

    def build_all(self):
        """Before this, ctest knows no command of a test."""
        status, said = self.call(["ninja", f"-j{self.cores}"], 3600)
        if status:
            sys.exit(f"plant-faults: the sources as they are do not build:\n{said[-2000:]}")
        known = subprocess.run(["ninja", "-t", "targets", "all"], cwd=self.build, capture_output=True, text=True).stdout
        self.outputs = {line.split(":")[0] for line in known.splitlines()}
        shown = subprocess.run(["ctest", "--show-only=json-v1"], cwd=self.build, check=True, capture_output=True)
        self.tests = {test["name"]: test for test in json.loads(shown.stdout)["tests"] if "command" in test}

    def environment(self, module=None):
        kept = {name: value for name, value in os.environ.items() if name != "ULP_CUDA_MODULE"}
        if module:
            kept["ULP_CUDA_MODULE"] = str(module)
        return {**kept, "CCACHE_BASEDIR": str(self.folder), "CCACHE_NOHASHDIR": "1"}

    def update(self):
        for name in project_files():
            source, target = ROOT / name, self.folder / name
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

    def call(self, command, limit, module=None):
        """The exit status, 124 past the limit, and what was said; nothing of it is left running."""
        with tempfile.TemporaryFile() as said:
            process = subprocess.Popen(command, cwd=self.build, stdout=said, stderr=subprocess.STDOUT,
                                       env=self.environment(module), start_new_session=True)
            try:
                status = process.wait(max(limit, 1))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                status = 124
            said.seek(0)
            return status, said.read().decode(errors="replace")

    def build_for(self, names, limit):
        """None, or what failed."""
        status, said = self.call(["ninja", f"-j{self.cores}", *self.targets(names)], limit)
        if status == 124:
            return TOO_SLOW
        if status:
            error = re.search(r"error: .*", said)
            return f"does not build: {error.group() if error else said[-200:]}"
        return None

    def changed(self, names, since):
        """Those of which a file is newer than that."""
        return [name for name in names
                if any(file == "all" or (self.build / file).stat().st_mtime >= since for file in self.targets([name]))]

    def run_tests(self, names, limit, module=None):
        """None when all of these pass, else what failed."""
        pattern = "^(" + "|".join(map(re.escape, names)) + ")$"
        command = ["ctest", f"-j{1 if module else self.cores}", "--stop-on-failure", "--timeout", str(max(int(limit), 5))]
        status, said = self.call([*command, "-R", pattern], limit + 5, module)
        if (self.cuda or module) and "***Skipped" in said:
            sys.exit("plant-faults: there is no GPU here, or no module that it can use")
        if status == 0:
            return None
        failed = re.search(r"\d+ - (\S+) \(([^)]+)\)", said)
        return f"{failed.group(1)} ({failed.group(2)})" if failed else "ran out of time" if status == 124 else said[-200:]

    def leave_out_failing(self, names, module=None):
        """Of these tests, what fails without a fault would catch them all."""
        pattern = "^(" + "|".join(map(re.escape, names)) + ")$"
        _, said = self.call(["ctest", f"-j{self.cores}", "--timeout", "120", "-R", pattern], 600, module)
        for name in re.findall(r"\d+ - (\S+) \((?!Skipped|Disabled)", said):
            print(f"left out, as it fails without a fault: {name}", flush=True)
            self.tests.pop(name, None)

    def make_module(self, path):
        """What failed, or None: the stripped module as it is built now."""
        status, said = self.call(["ninja", f"-j{self.cores}", "bin/ulp-cuda.so"], 3600)
        if status == 0:
            shutil.copy(self.build / "bin/ulp-cuda.so", path)
            subprocess.run(["strip", "--strip-unneeded", path], check=True)
        return f"does not build: {said[-200:]}" if status else None


class Planted:
    """While it lasts, the fault is in the copy."""

    def __init__(self, copy, fault):
        self.path, self.fault = copy.folder / fault.file, fault

    def __enter__(self):
        self.before = self.path.read_text()
        self.path.write_text(self.before.replace(self.fault.old, self.fault.new))

    def __exit__(self, *_):
        self.path.write_text(self.before)


def notice(copy, fault, limit):
    """What notices the fault; None: nothing."""
    names, start = copy.matching(fault.suites), time.time() - 1
    if not names:
        sys.exit(f"plant-faults: no test matches {fault.suites!r}")
    if copy.modules:
        return copy.run_tests(names, limit, copy.modules / f"{fault.key}.so")
    with Planted(copy, fault):
        end = time.monotonic() + limit
        by = copy.build_for(names, limit) or copy.run_tests(names, end - time.monotonic())
        if by is not None or fault.file.startswith(("kernels/", "ui/widgets/")):
            return by
        others = [name for name in copy.fast() if name not in names]
        by = copy.build_for(others, limit)
        others = [] if by else copy.changed(others, start)
        return copy.run_tests(others, limit) if others else by


def make_modules(copy, faults, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for fault in faults:
        with Planted(copy, fault):
            said = copy.make_module(folder / f"{fault.key}.so")
        print(f"{fault.key}  {fault}  {said or ''}", flush=True)
    copy.make_module(folder / f"{WITHOUT_FAULT}.so")


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


def plant_all(faults, options, results_file):
    """Plants them in as many copies as there are jobs; each result is appended as it comes."""
    lock, left, end = threading.Lock(), list(reversed(faults)), time.monotonic() + 60 * options.minutes
    cores = max(1, options.cores // options.jobs)

    def take():
        with lock:
            if time.monotonic() > end:
                left.clear()
            return left.pop() if left else None

    def work(copy):
        while fault := take():
            start = time.monotonic()
            by = notice(copy, fault, options.limit)
            caught, seconds = by not in (None, TOO_SLOW), round(time.monotonic() - start, 1)
            with lock, results_file.open("a") as file:
                file.write(json.dumps({"key": fault.key, "caught": caught, "by": by or "", "seconds": seconds}) + "\n")
            print(f"{'caught  ' if caught else 'SURVIVED'} {seconds:4.0f} s  {fault}  [{by or ''}]", flush=True)

    def another(number):
        copy = Copy(options.folder / f"copy-{number}", options, cores)
        copy.build_all()
        copy.tests = {name: copy.tests[name] for name in first.tests}
        work(copy)

    print("building", flush=True)
    first = Copy(options.folder, options, options.cores)  # fills the compiler's cache
    first.build_all()
    used = set(first.matching("|".join({fault.suites for fault in faults}))) | set(first.fast() if not options.modules else [])
    first.leave_out_failing(used, options.modules and options.modules / f"{WITHOUT_FAULT}.so")
    first.cores = cores
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        running = [pool.submit(work, first)]
        running += [pool.submit(another, number) for number in range(1, options.jobs)]
        for each in running:
            each.result()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    scratch = pathlib.Path(os.environ.get("ULP_FAULTS", pathlib.Path(tempfile.gettempdir()) / f"ulp-faults-{os.getuid()}"))
    parser.add_argument("--folder", type=pathlib.Path, default=scratch, help=f"of the copies ({scratch})")
    parser.add_argument("--results", type=pathlib.Path, help="(FOLDER/results.jsonl)")
    parser.add_argument("--limit", type=int, default=180, help="seconds for one fault (180)")
    parser.add_argument("--minutes", type=float, default=1e9, help="no fault is planted after so many")
    parser.add_argument("--only", default="", help="regular expression over the files")
    parser.add_argument("--again", action="store_true", help="plant the survivors once more, and nothing else")
    parser.add_argument("--jobs", type=int, default=1, help="copies (1)")
    parser.add_argument("--cores", type=int, default=os.cpu_count(), help="for all copies (all)")
    parser.add_argument("--cmake", action="append", default=[], help="NAME=VALUE: a setting of the build")
    parser.add_argument("--device", action="store_true")
    parser.add_argument("--make-modules", type=pathlib.Path)
    parser.add_argument("--modules", type=pathlib.Path)
    parser.add_argument("--report", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()

    kernels = bool(options.device or options.make_modules or options.modules)
    faults = [fault for fault in read_faults(HERE / "plant-faults.txt")
              if (options.check or fault.file.startswith("kernels/") == kernels) and re.search(options.only, fault.file)]
    wrong = {fault: problem for fault in faults if (problem := fault.locate(ROOT))}
    for problem in wrong.values():
        print(f"plant-faults: {problem}", file=sys.stderr)
    faults = [fault for fault in faults if fault not in wrong]
    if options.check:
        print(f"{len(faults)} faults can be planted")
        sys.exit(len(wrong) > 0)
    if options.make_modules:
        make_modules(Copy(options.folder, options, options.cores), faults, options.make_modules)
        return
    results_file = options.results or options.folder / "results.jsonl"
    known = read_results(results_file)
    if not options.report:
        options.folder.mkdir(parents=True, exist_ok=True)
        survived = {key for key, result in known.items() if not result["caught"]}
        chosen = [fault for fault in faults
                  if (fault.key in survived and not fault.why if options.again else fault.key not in known)]
        chosen.sort(key=lambda fault: fault.key)  # a part of a run is a sample of all
        if chosen:
            plant_all(chosen, options, results_file)
    report(faults, read_results(results_file))


if __name__ == "__main__":
    main()
