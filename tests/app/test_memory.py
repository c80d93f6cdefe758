"""A host that is short of memory: one line and one exit status, whatever limits it; and threads that cannot be made."""

import csv
import json
import os
import resource
import struct
import subprocess
import unittest

import ulp
from ulp import ULP

SHORT = 5
MIB = 1 << 20


def limited(which, limit):
    return {"preexec_fn": lambda: resource.setrlimit(which, (limit, limit))}


@unittest.skipIf(ulp.is_sanitized(), "a sanitizer takes all of the address space")
class Limits(ulp.Case):
    def test_machine(self):
        self.bad(SHORT, "run", "sum", "--input", "uniform:n=1e12",
                 mentions=["the run needs 3.7 TiB", "may be used here; up to ", " elements fit"])

    def test_address_space(self):
        limit = limited(resource.RLIMIT_AS, 800000 * 1024)
        result = self.bad(SHORT, "run", "convert", "--to", "fp16", "--input", "normal:n=3e8", "--csv", self.path("o"),
                          mentions=["needs 2.8 GiB", " elements fit"], **limit)
        self.assertEqual(os.listdir(self.folder), [])
        most = result.stderr.split("up to ")[1].split()[0]
        self.good("run", "convert", "--to", "fp16", "--input", f"normal:n={most}", "--quiet", **limit)

    def test_data(self):
        self.bad(SHORT, "run", "sum", "--input", "uniform:n=1e8", mentions=["needs 391 MiB"],
                 **limited(resource.RLIMIT_DATA, 300 * MIB))

    def test_table(self):
        """3e6 rows: arrays of 30 MB, a table of 150 MB."""
        arguments = ["run", "convert", "--to", "fp16", "--input", "normal:n=3e6", "--points", "3e6", "--quiet", "--csv", "/dev/null"]
        self.good(*arguments, **limited(resource.RLIMIT_AS, 800000 * 1024))
        self.bad(SHORT, *arguments, mentions=["elements fit"], **limited(resource.RLIMIT_AS, 250 * MIB))

    def test_rows_that_no_input_makes_fit(self):
        result = self.bad(SHORT, "run", "repeat", "--input", "uniform:n=4", "--runs", "100000", "--algorithms", "all",
                          **limited(resource.RLIMIT_AS, 150 * MIB))
        self.assertNotIn("fit", result.stderr)

    def test_file(self):
        """Its elements on the host and again on the device; refused before they are read."""
        path = self.path("x.npy")
        header = "{'descr': '<f4', 'fortran_order': False, 'shape': (100000000,), }".ljust(117) + "\n"
        with open(path, "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode())
            file.truncate(file.tell() + 400000000)
        self.bad(SHORT, "run", "repeat", "--input", path, mentions=["needs 779 MiB"],
                 **limited(resource.RLIMIT_AS, 600 * MIB))

    def test_streamed(self):
        """A file of 300 MB, all zeros but for its last element, under a limit of 300 MiB: it is read in parts."""
        header = "{'descr': '<f4', 'fortran_order': False, 'shape': (75000000,), }".ljust(117) + "\n"
        npy = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode()
        for name, options, head in (("x.npy", "", npy), ("x.raw", ":type=fp32", b"")):
            path = self.path(name)
            with open(path, "wb") as file:
                file.write(head)
                file.truncate(len(head) + 300000000)
                file.seek(len(head) + 4 * 74999999)
                file.write(struct.pack("<f", 1 + 2**-11 + 2**-20))
            result = self.good("run", "convert", "--input", path + options, "--to", "fp16", "--points", "1000", "--json", "-",
                               **limited(resource.RLIMIT_AS, 300 * MIB))
            tables = json.loads(result.stdout)["tables"]
            summary = next(table for table in tables if table["id"] == "convert-summary")
            row = dict(zip([column["id"] for column in summary["columns"]], summary["rows"][0]))
            self.assertEqual((row["elements"], row["exact"], row["rounded"], row["worst_index"]),
                             (75000000, 74999999, 1, 74999999))
            self.assertEqual(row["max_error"], 2**-11 - 2**-20)

    def test_first_of_a_streamed_part(self):
        """The parts are of 2^23 elements; with this seed the first of part 6 is among the points."""
        first, path = 6 << 23, self.path("x.raw")
        with open(path, "wb") as file:
            file.truncate(300000000)
            file.seek(4 * first)
            file.write(struct.pack("<f", 1.5))
        result = self.good("run", "convert", "--input", path + ":type=fp32", "--to", "fp16", "--points", "20000", "--seed", "642",
                           "--csv", "-", "--no-preamble", "--quiet", **limited(resource.RLIMIT_AS, 300 * MIB))
        rows = list(csv.DictReader(result.stdout.splitlines()))
        self.assertEqual(len(rows), 20000)
        self.assertEqual([(row["index"], row["value"]) for row in rows if row["value"] != "0"], [(str(first), "1.5")])

    def test_sums_in_parts(self):
        """A file of 300 MB in 300 MiB: what goes by parts gives the bits that it gives in memory, the rest says why not."""
        path = self.path("x.raw")
        part = b"".join(struct.pack("<f", (1 - 2 * (i & 1)) * (i % 1009) * 2.0 ** (i % 37 - 20)) for i in range(99991))
        with open(path, "wb") as file:
            for _ in range(750):
                file.write(part)
        arguments = ["run", "sum", "--input", path + ":type=fp32", "--reproducible", "--atol", "1e300", "--csv", "-", "--algorithms"]
        by_parts = "exact,exact-fp32,seq-fp32,seq-fp64,seq-mixed,seq-bf16"
        limit = limited(resource.RLIMIT_AS, 300 * MIB)
        self.assertEqual(self.good(*arguments, by_parts, **limit).stdout, self.good(*arguments, by_parts).stdout)
        result = self.bad(SHORT, *arguments, "kahan,fixed", mentions=[
            "kahan (carries more than a sum from one element to the next)", "fixed (has lanes over the whole array)"], **limit)
        self.assertEqual(result.stdout, "")
        with subprocess.Popen([ULP, *arguments, "exact,pairwise,seq-fp64"], stdout=subprocess.PIPE, **limit) as process:
            rows = [line.split(b",")[0] for line in process.stdout if not line.startswith(b"#")]
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual((process.returncode, rows), (0, [b"algorithm", b"exact", b"seq-fp64"]))
        self.assertLess(usage.ru_maxrss * 1024, 120 * MIB)  # parts of 2^21 elements: 8 MB, and 50 of copies

    def test_run_document(self):
        """A run that is larger than memory, and one that never ends; a small one is read."""
        limit = limited(resource.RLIMIT_AS, 300 * MIB)
        self.write("small.json", '{"ulp-run": 1, "experiment": "sum", "parameters": {"input": "tenths:n=10"}}')
        self.good("run", self.path("small.json"), "--quiet", **limit)
        self.write("large.json", "[" + "1," * (10 * MIB) + "1]")
        for path in (self.path("large.json"), "/dev/zero"):
            self.bad(SHORT, "run", path, mentions=[f"{path}: not enough memory for a run of more than "], **limit)

    def test_never_aborts(self):
        """Whatever the limit, from where the program just starts: done, or one line."""
        seen = set()
        for limit in range(40, 240, 20):
            result = ulp.run("run", "convert", "--to", "fp16", "--input", "normal:n=1e6", "--points", "1e6", "--quiet",
                             **limited(resource.RLIMIT_AS, limit * MIB))
            if result.returncode == 127:  # libraries do not even load
                continue
            self.assertIn(result.returncode, (0, SHORT), f"{limit} MiB: {result.stderr}")
            self.assertRegex(result.stderr, r"\A(ulp: [^\n]+\n)?\Z")
            seen.add(result.returncode)
        self.assertEqual(seen, {0, SHORT})


class Threads(ulp.Case):
    def test_none_can_be_made(self):
        """As a user with as many processes as the limit; root has no limit."""
        command = [ULP, "run", "sum", "--input", "uniform:n=1e6", "--algorithms", "exact,kahan", "--csv", "-",
                   "--reproducible"]

        def restrict():
            if os.getuid() == 0:
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)
            resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))

        environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}  # that looks with a process of its own
        result = subprocess.run(command, preexec_fn=restrict, capture_output=True, encoding="utf-8", timeout=300,
                                env=environment)
        if result.returncode in (126, 127):
            self.skipTest("another user cannot start the program here")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(result.stdout, self.good(*command[1:]).stdout)


if __name__ == "__main__":
    ulp.main()
