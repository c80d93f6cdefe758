"""Comparisons: arrays, exported tables, hashes, and recordings shown again."""

import os
import json

from ulp import Case, main, rows_of, write_npy


class Compare(Case):
    def npy(self, name, values, kind="f8"):
        path = self.path(name)
        write_npy(path, values, kind)
        return path

    def compare(self, a, b, *arguments, status=0):
        result = self.good("compare", a, b, *arguments, "--json", "-", status=status)
        tables = json.loads(result.stdout)["tables"]
        columns = [column["id"] for column in tables[1]["columns"]]
        return dict(zip(columns, tables[1]["rows"][0])), tables[0]["rows"], result.stderr

    # --- arrays ---

    def test_equal(self):
        a = self.npy("a.npy", [1.5, float("nan"), float("inf"), -0.0])
        summary, bins, _ = self.compare(a, a)
        self.assertEqual((summary["bits"], summary["different_bits"], summary["outside"], summary["verdict"]),
                         ("equal", 0, 0, "PASS"))
        self.assertEqual(bins, [[0, 4, 1]])

    def test_ulps(self):
        """1 + k 2^-52 is k ulps from 1; 1 - 2^-53 is half an ulp of 1 away, the larger of both ulps."""
        a = self.npy("a.npy", [1 + 2**-52, 1 + 5 * 2**-52, 1 - 2**-53, 2.0, 1.0])
        b = self.npy("b.npy", [1.0, 1.0, 1.0, 2.0, 1 + 2**-51])
        summary, bins, said = self.compare(a, b, status=4)
        self.assertEqual(summary["max_ulps"], 5)
        self.assertEqual((summary["max_index"], summary["different_bits"], summary["outside"]), (1, 4, 4))
        self.assertEqual(bins, [[0, 1, 0.2], [1, 2, 0.4], [2, 1, 0.2], [4, 0, 0], [8, 1, 0.2]])
        self.assertIn("0: 1.0000000000000002 (fp64 0x3ff0000000000001) and 1 (fp64 0x3ff0000000000000)",
                      summary["first"].replace("1.0 (fp64 0x3ff0000000000000)", "1 (fp64 0x3ff0000000000000)"))
        self.assertRegex(said, "^ulp: 4 of 5 elements are outside the tolerance, [^\n]*\n$")

    def test_tolerance(self):
        a, b = self.npy("a.npy", [1.0, 100.5]), self.npy("b.npy", [1.25, 100.0])
        for atol, rtol, outside in [("0.25", "0", 1), ("0.5", "0", 0), ("0", "0.25", 0), ("0", "0.19", 1), ("0.05", "0.16", 0)]:
            summary, _, _ = self.compare(a, b, "--atol", atol, "--rtol", rtol, status=4 if outside else 0)
            self.assertEqual(summary["outside"], outside, (atol, rtol))

    def test_not_finite(self):
        """The same infinity and two NaN agree; all else with one of them is outside any tolerance. +0 is -0, but not its bits."""
        a = self.npy("a.npy", [float("inf"), float("nan"), float("inf"), 1.0, 0.0])
        b = self.npy("b.npy", [float("inf"), float("nan"), float("-inf"), float("nan"), -0.0])
        summary, bins, _ = self.compare(a, b, "--atol", "1e300", status=4)
        self.assertEqual((summary["outside"], summary["different_values"], summary["different_bits"]), (2, 2, 3))
        self.assertEqual(bins, [[0, 3, 0.6], ["inf", 2, 0.4]])

    def test_formats_differ(self):
        a, b = self.npy("a.npy", [0.1, 0.5], "f4"), self.npy("b.npy", [0.1, 0.5])
        summary, _, _ = self.compare(a, b, "--rtol", "1e-7")
        self.assertEqual((summary["bits"], summary["different_bits"], summary["different_values"]), ("different", 2, 1))
        self.assertLess(summary["max_ulps"], 1)  # of fp32, the coarser

    def test_csv_and_generators(self):
        csv = self.write("a.csv", "x\n0.1\n0.1\n")
        summary, _, _ = self.compare(csv, "constant:n=2:value=0.1:format=fp64")
        self.assertEqual(summary["bits"], "equal")

    def test_bad(self):
        a, b = self.npy("a.npy", [1.0]), self.npy("b.npy", [1.0, 2.0])
        self.bad(1, "compare", a, b, mentions=["a has 1 elements and b 2"])
        self.bad(1, "compare", a, self.path("none.npy"), mentions=["none.npy"])
        self.bad(2, "compare", a, mentions=["ulp compare A B"])
        self.bad(2, "compare", a, a, "--nonsense", "1", mentions=["nonsense"])

    # --- tables ---

    def export(self, name, *arguments):
        self.good("run", *arguments, "--quiet", "--json" if name.endswith("json") else "--csv", self.path(name))
        return self.path(name)

    def test_tables(self):
        runs = ["repeat", "--runs", "3", "--input", "uniform:n=1000", "--algorithms", "fixed,exact"]
        a, b = self.export("a.json", *runs), self.export("b.csv", *runs)
        result = self.good("compare", a, b)
        self.assertRegex(result.stdout, r"seconds +6 +\d+ +no")
        c = self.export("c.json", *runs, "--seed", "2")
        result = self.bad(4, "compare", a, c, mentions=["cells differ, first row 0, result: "])
        tables = json.loads(self.good("compare", a, c, "--json", status=4).stdout)["tables"]
        fingerprint = {row[0]: row[1:] for row in tables[1]["rows"]}
        self.assertEqual(fingerprint["seed"], ["no", "1", "2"])
        self.assertEqual(fingerprint["device"], ["yes", "cpu", "cpu"])
        for key in ("device_name", "compiler", "flags", "host", "processor", "version", "commit"):
            self.assertEqual(fingerprint[key][0], "yes", key)
        d = self.export("d.json", "sum", "--input", "cancel", "--algorithms", "exact")
        self.bad(1, "compare", a, d, mentions=["“repeat” and “sum”, expected two of one kind"])
        e = self.export("e.json", *runs[:2], "4", *runs[3:])
        self.bad(1, "compare", a, e, mentions=["6 and 8 rows"])

    # --- hashes ---

    def test_hash_file(self):
        file = self.path("results.sha256")
        run = ["run", "repeat", "--runs", "3", "--input", "uniform:n=1000", "--algorithms", "fixed,exact", "--quiet",
               "--hash-file", file]
        self.good(*run)
        self.assertRegex(self.read("results.sha256"), r"\A[0-9a-f]{64}\n\Z")
        self.good(*run)
        self.bad(4, *run, "--seed", "2", mentions=["the results have changed"])
        self.good(*run)
        self.write("results.sha256", "nonsense")
        self.bad(1, *run, mentions=["found no hash, expected 64 hex digits"])
        self.bad(1, *run[:-1], self.path("no/such/folder/x"), mentions=["folder"])

    # --- recordings ---

    def test_show(self):
        for name in ("a.json", "a.csv"):
            path = self.export(name, "repeat", "--runs", "3", "--input", "uniform:n=1000", "--algorithms", "fixed,exact")
            result = self.good("show", path, "--plot", self.path("a.svg"), "--plot-id", "error-ulps")
            self.assertRegex(result.stdout, r"\Arecorded on [^\n]+\n\n")
            self.assertIn("fixed", result.stdout)
            self.assertIn("recorded on ", self.read("a.svg"))
            again = rows_of(self.good("show", path, "--csv", "-").stdout)
            self.assertEqual(len(again), 6)

    def test_show_refuses(self):
        self.bad(1, "show", self.write("a.json", "{}"), mentions=["a.json"])
        self.bad(1, "show", self.path("none.json"), mentions=[f"ulp: {self.path('none.json')}: No such file or directory"])
        self.bad(1, "show", self.write("b.csv", "x,y\n1,2\n"), mentions=["b.csv"])
        self.bad(2, "show", mentions=["ulp show FILE"])
        path = self.path("c.csv")
        self.good("run", "sum", "--input", "cancel", "--algorithms", "exact", "--quiet", "--reproducible", "--csv", path)
        self.bad(1, "show", path, "--plot", self.path("c.svg"), "--plot-id", "time", mentions=["columns of the plot “time”"])

    def test_over(self):
        """A live run's plot over that of a recording, whose series say so."""
        run = ("repeat", "--runs", "3", "--input", "uniform:n=1000", "--algorithms", "fixed")
        path = self.export("a.json", *run)
        self.good("run", *run, "--seed", "2", "--quiet", "--over", path, "--plot", self.path("a.svg"))
        self.assertIn("over: recorded on ", self.read("a.svg"))
        self.good("show", path, "--quiet", "--over", path, "--plot", self.path("b.svg"))
        self.assertIn("over: recorded on ", self.read("b.svg"))
        other = self.export("sum.json", "sum", "--input", "cancel", "--algorithms", "exact")
        self.bad(1, "run", *run, "--over", other, "--plot", self.path("c.svg"), mentions=["--over: ", "“repeat”"])
        self.bad(1, "run", *run, "--over", self.path("none.json"), "--plot", self.path("c.svg"), mentions=["none.json"])

    def test_shipped(self):
        """Every recording that is shipped opens again, on a machine without its device, and says where it was made."""
        folder = os.path.join(os.path.dirname(__file__), "..", "..", "data", "recordings")
        names = [name for name in sorted(os.listdir(folder)) if name.endswith(".json")]
        self.assertGreaterEqual(len(names), 8)
        for name in names:
            result = self.good("show", os.path.join(folder, name), "--plot", self.path("a.svg"))
            self.assertIn("recorded on NVIDIA", result.stdout.splitlines()[0])


if __name__ == "__main__":
    main()
