"""What changes the bits: each knob, by algorithms whose answer is known."""

import json
import os

from ulp import ULP, Case, main, run

FAKE = os.path.join(os.path.dirname(os.path.dirname(ULP)), "tests", "fake-levels.so")


class Changes(Case):
    def changes(self, knob, *arguments, **options):
        result = run("run", "changes", "--knob", knob, *arguments, "--json", "-", **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        tables = [[dict(zip([column["id"] for column in table["columns"]], row)) for row in table["rows"]]
                  for table in json.loads(result.stdout)["tables"]]
        return tables[0], {row["algorithm"]: row for row in tables[1]}

    def assert_changes(self, summary, **expected):
        self.assertEqual({name: row["changes"] for name, row in summary.items()},
                         {name.replace("_", "-"): value for name, value in expected.items()})

    def test_order(self):
        """Sequential sums depend on the order; exact ones, and those of integers, do not."""
        _, summary = self.changes("order", "--algorithms", "seq-fp32,fixed-point,exact")
        self.assert_changes(summary, seq_fp32="yes", fixed_point="no", exact="no")

    def test_grid_and_block(self):
        """A chain has neither; a tree's shape is theirs."""
        for knob in ("grid", "block"):
            _, summary = self.changes(knob, "--algorithms", "seq-fp32,strided,exact")
            self.assert_changes(summary, seq_fp32="no", strided="yes", exact="no")

    def test_offset(self):
        """Our own sums do not look at the alignment."""
        _, summary = self.changes("offset", "--algorithms", "seq-fp32,fixed,pairwise,numpy-fp32,exact")
        self.assertEqual({row["changes"] for row in summary.values()}, {"no"})

    def test_slices(self):
        """Whole numbers are exact in any slices; others are rounded once more for each."""
        rows, summary = self.changes("slices", "--algorithms", "seq-fp32,exact-fp32")
        self.assertEqual(summary["seq-fp32"]["changes"], "yes")
        self.assertEqual({row["setting"] for row in rows}, {"the whole", "2 slices", "3 slices", "8 slices", "64 slices"})
        path = self.write("a.csv", "\n".join(str(i % 100) for i in range(10000)))
        _, summary = self.changes("slices", "--algorithms", "seq-fp32,fixed,exact-fp32", "--input", path)
        self.assertEqual({row["changes"] for row in summary.values()}, {"no"})

    def test_load(self):
        _, summary = self.changes("load", "--algorithms", "fixed,exact")
        self.assert_changes(summary, fixed="no", exact="no")

    def test_flush(self):
        """Subnormal numbers are lost where the processor flushes them."""
        rows, summary = self.changes("flush", "--algorithms", "seq-fp32", "--input", "subnormals:n=1000")
        row = summary["seq-fp32"]
        if row["settings"] == 2:
            self.assertEqual(row["changes"], "yes")
            self.assertEqual({row["result"]["value"] for row in rows if row["setting"] == "flushed to zero"}, {0})
        else:
            self.assertIn("flushed to zero: ", row["left_out"])

    def test_race(self):
        _, summary = self.changes("offset", "--algorithms", "unordered-elements", "--input", "uniform:n=1000000", "--runs", "10")
        self.assert_changes(summary, unordered_elements="by itself")

    def test_devices(self):
        _, summary = self.changes("device", "--algorithms", "fixed")
        self.assertEqual(summary["fixed"]["changes"], "no")
        if os.path.exists(FAKE):
            _, summary = self.changes("device", "--algorithms", "fixed", env={**os.environ, "ULP_CUDA_MODULE": FAKE})
            self.assertEqual((summary["fixed"]["changes"], summary["fixed"]["settings"]), ("no", 2))


if __name__ == "__main__":
    main()
