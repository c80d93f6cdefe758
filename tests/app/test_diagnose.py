"""Why a result changes: each cause is planted, found, and not taken for another."""

import json
import math
import os
import unittest

from ulp import ULP, Case, is_sanitized, main, run, write_npy

TESTS = os.path.join(os.path.dirname(os.path.dirname(ULP)), "tests")


class Diagnose(Case):
    def diagnose(self, *arguments, status):
        result = run("run", "diagnose", *arguments, "--json", "-")
        self.assertEqual(result.returncode, status, result.stderr)
        tables = [[dict(zip([column["id"] for column in table["columns"]], row)) for row in table["rows"]]
                  for table in json.loads(result.stdout)["tables"]]
        return tables[0], {row["algorithm"]: row for row in tables[1]}, result.stderr

    def object(self, name):
        path = os.path.join(TESTS, f"sum-{name}.so")
        if not os.path.exists(path):
            self.skipTest("the shared objects are not built")
        return path

    def assert_found(self, rows, algorithm, *found):
        self.assertEqual([row["found"] for row in rows if row["algorithm"] == algorithm], list(found))

    def test_not_finite(self):
        path = self.path("a.npy")
        write_npy(path, [1, 2, 3, math.inf, 5, math.nan], "f8")
        rows, causes, said = self.diagnose("--input", path, "--algorithms", "unordered,exact", status=4)
        for algorithm in ("unordered", "exact"):
            self.assertEqual(causes[algorithm]["cause"], "non-finite input")
            self.assertEqual(causes[algorithm]["evidence"], "2 of 6 elements are infinite or NaN, the first is element 3")
            self.assert_found(rows, algorithm, "yes", "not asked", "not asked", "not asked")
        self.assertIn("unordered: non-finite input", said)

    @unittest.skipIf(is_sanitized(), "a sanitizer fills what is allocated with a pattern")
    def test_uninitialised(self):
        rows, causes, said = self.diagnose("--input", "uniform:n=3000", "--algorithms", "exact", "--object",
                                           self.object("uninitialised"), status=4)
        self.assertEqual(causes["sum-uninitialised.so"]["cause"], "uninitialised memory")
        self.assertEqual(causes["exact"]["cause"], "nothing found")
        self.assert_found(rows, "sum-uninitialised.so", "no", "yes", "not asked", "not asked")
        self.assertEqual(said, "ulp: sum-uninitialised.so: uninitialised memory\n")

    def test_race(self):
        rows, causes, _ = self.diagnose("--input", "uniform:n=1000000", "--algorithms", "unordered-elements", "--runs", "60",
                                        status=4)
        self.assertEqual(causes["unordered-elements"]["cause"], "a race")
        self.assert_found(rows, "unordered-elements", "no", "no", "yes", "not asked")

    def test_race_of_an_object(self):
        rows, causes, _ = self.diagnose("--input", "uniform:n=1000000", "--algorithms", "exact", "--runs", "40", "--object",
                                        self.object("races"), status=4)
        self.assertEqual(causes["sum-races.so"]["cause"], "a race")

    def test_reordering(self):
        rows, causes, _ = self.diagnose("--input", "uniform-pm:n=100000", "--algorithms", "seq-fp32,fixed,exact,fixed-point",
                                        "--object", self.object("fp32-pairs"), status=0)
        for algorithm in ("seq-fp32", "fixed", "sum-fp32-pairs.so"):
            self.assertEqual(causes[algorithm]["cause"], "mere reordering")
            self.assert_found(rows, algorithm, "no", "no", "no", "yes")
        for algorithm in ("exact", "fixed-point"):
            self.assertEqual(causes[algorithm]["cause"], "nothing found")
            self.assert_found(rows, algorithm, "no", "no", "no", "no")


if __name__ == "__main__":
    main()
