"""Runs the command line program under test and reads what it writes."""

import csv
import io
import json
import os
import struct
import subprocess
import tempfile
import unittest

ULP = os.environ["ULP"]


def is_sanitized():
    return b"__asan_init" in (data := open(ULP, "rb").read()) or b"__tsan_init" in data


def run(*arguments, program=ULP, **more):
    """The finished process, with text in .stdout and .stderr; never hangs."""
    more.setdefault("stdout", subprocess.PIPE)
    more.setdefault("stderr", subprocess.PIPE)
    return subprocess.run([program, *map(str, arguments)], encoding="utf-8", timeout=300, **more)


def rows_of(text):
    """Rows of a CSV export as dictionaries, without its preamble."""
    lines = [line for line in io.StringIO(text, newline="") if not line.startswith("#")]
    return list(csv.DictReader(lines))


def number(row, column):
    return float.fromhex(row[column + "_hex"])


def fp32(value):
    """Rounded to single precision."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def write_npy(path, values, kind):
    """Version 1.0 of numpy's format; kind is f4 or f8."""
    header = f"{{'descr': '<{kind}', 'fortran_order': False, 'shape': ({len(values)},), }}"
    header = header.ljust(117) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(values)}{'f' if kind == 'f4' else 'd'}", *values))


class Case(unittest.TestCase):
    """Has a folder of its own, and the checks that the suites share."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8", newline="") as file:
            return file.read()

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return self.path(name)

    def good(self, *arguments, status=0, **more):
        result = run(*arguments, **more)
        self.assertEqual(result.returncode, status, result.stderr)
        if status == 0:
            self.assertEqual(result.stderr, "")
        return result

    def bad(self, status, *arguments, mentions=(), **more):
        """Fails with that status and exactly one line on standard error."""
        result = run(*arguments, **more)
        self.assertEqual(result.returncode, status, f"{arguments}: {result.stderr}")
        self.assertRegex(result.stderr, r"\Aulp: [^\n]+\n\Z", arguments)
        for text in mentions:
            self.assertIn(text, result.stderr)
        return result

    def table(self, *arguments, status=0):
        """Rows of `ulp run ...` through --csv -."""
        return rows_of(self.good("run", *arguments, "--csv", "-", status=status).stdout)

    def summary(self, *arguments):
        """The only row of the summary as a dictionary, through --json -."""
        tables = json.loads(run("run", *arguments, "--json", "-").stdout)["tables"]
        (row,) = tables[1]["rows"]
        return dict(zip([column["id"] for column in tables[1]["columns"]], row))


def main():
    unittest.main(verbosity=2)
