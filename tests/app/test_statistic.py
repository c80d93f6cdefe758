"""ulp run dot, squares, norm, mean, variance: every method against the exact value."""

import csv
import json
import math
import struct
from fractions import Fraction

import ulp


class Statistics(ulp.Case):
    def rows(self, *arguments):
        result = self.good("run", *arguments, "--csv", "-", "--no-preamble", "--quiet")
        return {(row["method"], row["arithmetic"]): row for row in csv.DictReader(result.stdout.splitlines())}

    def doubles(self, name, values):
        path = self.path(name + ".raw")
        with open(path, "wb") as file:
            file.write(struct.pack(f"<{len(values)}d", *values))
        return path + ":type=fp64"

    def test_dot(self):
        """Against Python's rationals."""
        x, y = [0.1, 1e17, -3.7, 1e17], [0.3, 7.0, 1e-5, -7.0]
        rows = self.rows("dot", "--input", self.doubles("x", x), "--with", self.doubles("y", y))
        exact = float(sum(Fraction(a) * Fraction(b) for a, b in zip(x, y)))
        self.assertEqual({row["exact"] for row in rows.values()}, {rows["exact", "fp64"]["result"]})
        self.assertEqual(float(rows["exact", "fp64"]["result"]), exact)
        self.assertEqual(float(rows["dot2", "fp64"]["result"]), exact)
        self.assertEqual(float(rows["sequential", "fp64"]["result"]), ((0.1 * 0.3 + 7e17) + -3.7 * 1e-5) - 7e17)
        self.assertEqual(len(rows), 10)
        self.assertTrue(all(float(row["of_bound"]) <= 1 for row in rows.values()))

    def test_one_input(self):
        x = [10000.0, 10001.0, 10002.0]
        path = self.doubles("x", x)
        expected = {"squares": sum(v * v for v in x), "norm": math.sqrt(sum(v * v for v in x)), "mean": 10001, "variance": 1}
        for name, value in expected.items():
            self.assertEqual(float(self.rows(name, "--input", path)["exact", "fp64"]["result"]), value)
        self.assertEqual(float(self.rows("variance", "--input", path, "--methods", "one-pass")["one-pass", "fp32"]["result"]), 0)
        self.assertEqual(float(self.rows("variance", "--input", path, "--ddof", "0")["exact", "fp64"]["result"]), 2 / 3)

    def test_summary(self):
        run = self.good("run", "dot", "--input", "gendot:n=100:cond=1e20:part=x", "--with", "gendot:n=100:cond=1e20:part=y",
                        "--json", "-", "--quiet")
        summary = next(table for table in json.loads(run.stdout)["tables"] if table["id"] == "statistic-summary")
        row = dict(zip([column["id"] for column in summary["columns"]], summary["rows"][0]))
        self.assertGreater(row["condition"], 1e17)
        self.assertEqual(row["elements"], 100)

    def test_refused(self):
        self.bad(1, "run", "dot", "--input", "uniform:n=3", "--with", "uniform:n=4", mentions=["3 elements", "4", "as many"])
        self.bad(1, "run", "variance", "--input", "uniform:n=1", mentions=["--ddof 1"])
        self.write("wide.raw", "0123456789abcdef")
        self.bad(1, "run", "norm", "--input", self.path("wide.raw") + ":type=fp128", mentions=["wide.raw", "fp128"])
        self.bad(2, "run", "mean", "--methods", "median", mentions=["median", "running"])
        self.bad(4, "run", "mean", "--input", self.doubles("x", [1, math.inf, -math.inf]), mentions=["not finite"])


if __name__ == "__main__":
    ulp.main()
