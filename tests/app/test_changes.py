"""What changes the bits: each knob, by algorithms whose answer is known."""

import json
import os
import struct

from ulp import ULP, Case, main, rows_of, run

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
        _, summary = self.changes("order", "--algorithms", "seq-fp32,fixed-point,bins,exact")
        self.assert_changes(summary, seq_fp32="yes", fixed_point="no", bins="no", exact="no")

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

    def test_fma_and_division(self):
        """What elements are made by changes them, and so every sum of them, the exact one, too; each is right for its own."""
        for knob, settings in (("fma", ["-fmad=false", "-fmad=true"]), ("division", ["x / 3", "x (1/3)"])):
            rows, summary = self.changes(knob, "--algorithms", "seq-fp32,exact")
            self.assertEqual(list(dict.fromkeys(row["setting"] for row in rows)), settings)
            self.assertEqual(summary["exact"]["changes"], "yes")
            self.assertEqual({row["verdict"] for row in rows if row["algorithm"] == "exact"}, {"right"})
        self.assertIn("-prec-div=false: cpu: only a GPU has this division", summary["exact"]["left_out"])
        self.assertIn("__fdividef: ", summary["exact"]["left_out"])

    def test_fused_multiply_add(self):
        """0.1f x + 0.3f for x = 1: both roundings of 0.1f + 0.3f are one; for x = 3 the product is rounded, too."""
        path = self.write("x.csv", "3")
        rows, _ = self.changes("fma", "--algorithms", "exact", "--input", path + ":format=fp32", "--runs", "1")
        fraction = lambda x: struct.unpack("f", struct.pack("f", x))[0]
        separate = fraction(fraction(fraction(0.1) * 3) + fraction(0.3))
        fused = fraction(fraction(0.1) * 3 + fraction(0.3))  # exact in fp64: 24 bits times 2, and 25 bits' place
        self.assertEqual([row["result"]["value"] for row in rows], [separate, fused])

    def test_atomics(self):
        """A race changes by itself; what has no atomics does not change; scopes and shared memory are a GPU's."""
        for knob, left_out in (("atomics", ["system-wide", "one block"]), ("subnormals", ["shared memory"])):
            _, summary = self.changes(knob, "--algorithms", "fixed,unordered-elements", "--input", "uniform:n=300000")
            self.assert_changes({"fixed": summary["fixed"]}, fixed="no")
            self.assertEqual(summary["fixed"]["left_out"], "")
            for setting in left_out:
                self.assertIn(setting + ": cpu: atomic additions of a scope, or in shared memory, run on a GPU only",
                              summary["unordered-elements"]["left_out"])

    def test_waiting(self):
        _, summary = self.changes("sync", "--algorithms", "fixed")
        self.assertEqual(summary["fixed"]["left_out"], "queued: needs a GPU: a CPU has no kernels that could be queued")
        self.assertEqual((summary["fixed"]["changes"], summary["fixed"]["settings"]), ("no", 1))

    def test_batch(self):
        """The blocks of a tree are shared by the rows of a batch; a chain and an exact sum have none."""
        rows, summary = self.changes("batch", "--algorithms", "seq-fp32,fixed,exact")
        self.assert_changes(summary, seq_fp32="no", fixed="yes", exact="no")
        self.assertEqual(list(dict.fromkeys(row["setting"] for row in rows)), ["alone", "2 rows", "3 rows", "8 rows"])

    def test_recording(self):
        """Another device's results, from its recording: twins have the same bits; what is not comparable says why."""
        recording = os.path.join(os.path.dirname(__file__), "../../data/recordings/levels-n20-nvidia-h200.json")
        arguments = ["--recording", recording, "--algorithms", "fixed,exact-fp32,exact,seq-fp32", "--runs", "2"]
        rows, summary = self.changes("recording", *arguments, "--input", "uniform:n=2^20")
        self.assert_changes(summary, fixed="no", exact_fp32="no", exact="no", seq_fp32="no")
        self.assertEqual([summary[name]["settings"] for name in ("fixed", "exact", "seq-fp32")], [2, 2, 1])
        self.assertIn("no result of this algorithm", summary["seq-fp32"]["left_out"])
        recorded = {(row["setting"], row["device"]) for row in rows if row["setting"] != "here"}
        self.assertEqual(recorded, {("recorded: NVIDIA H200, CUDA 13.0, CCCL 3.5.0", "NVIDIA H200 (recorded)")})
        _, summary = self.changes("recording", *arguments, "--input", "uniform:n=1000")
        self.assertRegex(summary["fixed"]["left_out"], "^recorded.*: its input is “uniform:n=1048576.*”, here it is “uniform:n=1000")
        _, summary = self.changes("recording", "--algorithms", "fixed")
        self.assertEqual(summary["fixed"]["left_out"], "recorded: no recording is named (recording=FILE)")
        self.bad(1, "run", "changes", "--knob", "recording", "--recording", self.path("none.json"), mentions=["none.json"])

    def test_points(self):
        """x y z x y z ...: three sums of one input, each with an exact sum of its own."""
        path = self.write("points.csv", "\n".join(f"{i}\n{-2 * i}\n{i * i}" for i in range(100)))
        arguments = ["--input", path, "--components", "3", "--algorithms", "seq-fp64,exact"]
        rows, summary = self.changes("order", *arguments)
        right = {"x": 4950, "y": -9900, "z": 328350}
        self.assertEqual(set(summary), {f"{name}, {axis}" for name in ("seq-fp64", "exact") for axis in right})
        for row in rows:
            self.assertEqual((row["exact"]["value"], row["result"]["value"], row["error"]), (right[row["algorithm"][-1]],) * 2 + (0,))
        repeat = rows_of(self.good("run", "repeat", *arguments, "--runs", "2", "--csv", "-").stdout)
        self.assertEqual([(row["algorithm"], row["run"]) for row in repeat[:7]],
                         [(f"{name}, {axis}", "0") for name in ("seq-fp64", "exact") for axis in right] + [("seq-fp64, x", "1")])
        self.assertEqual({row["algorithm"][-1]: float(row["exact"]) for row in repeat}, right)
        for experiment in ("repeat", "changes"):
            self.bad(2, "run", experiment, *arguments[:2], "--components", "4", "--input", "uniform:n=10",
                     mentions=["components: found 10 elements, expected whole points of 4"])

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
