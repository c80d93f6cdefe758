"""Help, made from the declared parameters; an experiment added by one file and one line is in all of it."""

import os

import ulp
from ulp import rows_of

PROBE = os.environ["ULP_PROBE"]


class Help(ulp.Case):
    def test_everything_has_help(self):
        for arguments in ([], ["list"], ["bits"], ["explain"], ["block"], ["run"], ["run", "sum"], ["run", "error-vs-n"], ["run", "repeat"],
                          ["run", "convert"]):
            for option in ("--help", "-h"):
                text = self.good(*arguments, option).stdout
                self.assertTrue(text.startswith("Usage: ulp"), arguments)
                self.assertFalse([line for line in text.splitlines() if len(line) > 101])

    def test_says_when_the_status_is_4(self):
        text = " ".join(self.good("--help").stdout.split())
        self.assertIn("4 a selected algorithm is outside the tolerance, the sum of the input is not finite, or what was compared differs,", text)

    def test_help_wins_over_bad_values(self):
        self.good("run", "sum", "--seed", "x", "--help")

    def test_options_are_the_parameters(self):
        common = ["device", "hash", "view", "csv", "json", "plot", "plot-id", "over", "plot-size", "plot-dpi",
                  "plot-font-size", "plot-theme", "plot-text", "no-preamble", "reproducible",
                  "hash-file", "quiet",
                  "help"]
        expected = {
            "sum": ["input", "algorithms", "atol", "rtol", "seed"],
            "error-vs-n": ["n", "spacing", "step", "points", "algorithms", "input", "seed", "seeds", "lambda"],
            "folds": ["input", "accumulators", "rounds", "seed"],
            "tolerance": ["input", "algorithms", "seed", "seeds", "margin", "lambda"],
            "repeat": ["runs", "algorithms", "input", "components", "seed"],
            "cost": ["n", "step", "algorithms", "formats", "rounds", "reference"],
            "audit-levels": ["algorithms", "formats", "largest"],
            "order": ["n", "algorithms", "repeats", "object", "patience"],
            "changes": ["knob", "runs", "recording", "algorithms", "input", "components", "seed"],
            "diagnose": ["input", "algorithms", "object", "runs", "patience", "seed"],
            "compare": ["a", "b", "atol", "rtol", "seed"],
            "verify-conversions": ["from", "to", "rounds", "profiles", "every", "seed"],
            "convert": ["from", "to", "round", "via", "profile", "random-bits", "scale-rule", "scale", "points", "input", "seed"],
        }
        own_exports = {"order": ["dot"]}
        for experiment, options in expected.items():
            text = self.good("run", experiment, "--help").stdout
            found = [line.split()[0][2:] for line in text.splitlines() if line.startswith("  --")]
            behind = common.index("json") + 1
            self.assertEqual(found, options + common[:behind] + own_exports.get(experiment, []) + common[behind:])
        text = " ".join(self.good("run", "convert", "--help").stdout.split())
        self.assertIn("(default bf16,e4m3,e2m1)", text)
        for last in "posit32", "nvfp4":  # of --from, and of --to
            self.assertIn(f", {last}, another name of one such as half, or a layout such as e5m7", text)
        for format in ("fp64", "bf16", "e4m3"):
            self.assertEqual(text.count(f", {format},"), 2, format)  # --from and --to
        self.assertRegex(self.good("run", "repeat", "--help").stdout, r"\[1 to 100000\s+runs\]\s+\(default\s+100\)")
        self.assertRegex(self.good("run", "sum", "--help").stdout, r"\[0\s+or\s+more\]\s+\(default\s+auto\)")

    def test_lists_experiments(self):
        text = self.good("run", "--help").stdout
        for experiment in ("sum", "error-vs-n", "repeat", "convert"):
            self.assertIn(f"\n  {experiment} ", text)
        self.assertNotIn("probe", text)


class AddedExperiment(ulp.Case):
    def probe(self, *arguments):
        return self.good(*arguments, program=PROBE).stdout

    def test_is_found_everywhere(self):
        self.assertIn("\nprobe ", self.probe("list", "experiments"))
        self.assertIn("\n  probe ", self.probe("run", "--help"))
        text = self.probe("run", "probe", "--help")
        self.assertIn("--levels COUNT", text)
        self.assertIn("how many numbers are squared", text)
        self.assertIn("(default 3)", text)

    def test_runs(self):
        rows = rows_of(self.probe("run", "probe", "--levels", "5", "--csv", "-"))
        self.assertEqual([float(row["square"]) for row in rows], [0, 1, 4, 9, 16])
        self.probe("run", "probe", "--plot", self.path("probe.svg"))
        self.bad(2, "run", "probe", "--levels", "0", program=PROBE, mentions=["--levels"])
        self.bad(2, "run", "prob", program=PROBE, mentions=["probe"])

    def test_reduction(self):
        (row,) = rows_of(self.probe("run", "census", "--input", "uniform:n=1048576", "--csv", "-"))
        exact = rows_of(self.good("run", "sum", "--input", "uniform:n=1048576", "--algorithms", "exact", "--csv", "-").stdout)
        self.assertEqual([row["elements"], row["zeros"]], ["1048576", "0"])
        self.assertEqual(row["sum_hex"], exact[0]["exact_hex"])
        self.assertTrue(0 < float(row["smallest"]) < 1e-5 and 0.99999 < float(row["largest"]) < 1, row)
        (row,) = rows_of(self.probe("run", "census", "--input", "alternating:n=1048576:large=3:small=0", "--csv", "-"))
        self.assertEqual([row["elements"], row["zeros"], row["largest_at"]], ["1048576", "524288", "0"])
        self.assertEqual([float(row[key]) for key in ("smallest", "largest", "sum")], [0, 3, 3 * 524288])

    def pairs(self, *arguments):
        text = self.probe("run", "pair", *arguments, "--csv", "-")
        return text, [(float(row["first"]), float(row["second"]), float(row["product"])) for row in rows_of(text)]

    def test_two_inputs(self):
        self.assertIn("--second-input INPUT", self.probe("run", "pair", "--help"))
        path = self.write("b.csv", "3\n0.5\n")
        text, rows = self.pairs("--input", "constant:n=3:value=0x1.8p0", "--second-input", path)
        self.assertEqual(rows, [(1.5, 3, 4.5), (1.5, 0.5, 0.75)])
        self.assertIn("# input: constant:n=3:format=fp32:value=0x1.8p0, seed 1\n", text)
        self.assertIn(f"# second_input: {path}", text)
        self.assertIn("# second_input_sha256: ", text)
        self.assertNotIn("# input_sha256: ", text)
        self.bad(2, "run", "pair", "--second-input", "typo", program=PROBE, mentions=["--second-input", "typo"])
        self.bad(2, "run", "pair", "--second-input", path, "--csv", path, program=PROBE, mentions=["--csv", "input"])
        self.bad(1, "run", "pair", "--second-input", self.path("no.npy"), program=PROBE, mentions=["no.npy"])

    def test_two_inputs_have_two_streams(self):
        text, rows = self.pairs("--input", "uniform:n=64", "--second-input", "uniform:n=64", "--seed", "5")
        self.assertEqual(len(rows), 64)
        self.assertFalse([row for row in rows if row[0] == row[1]])  # by chance: one of 64 in 2^24
        _, alone = self.pairs("--input", "uniform:n=64", "--second-input", "tenths:n=64", "--seed", "5")
        self.assertEqual([row[0] for row in rows], [row[0] for row in alone])
        self.assertIn("# input: uniform:n=64:format=fp32, seed 5\n", text)
        self.assertIn("# second_input: uniform:n=64:format=fp32, seed 5, stream 1\n", text)

    def test_two_inputs_run_from_a_file(self):
        _, rows = self.pairs("--input", "constant:n=2:value=7", "--json", self.path("pair.json"))
        again = self.probe("run", self.path("pair.json"), "--csv", "-")
        self.assertEqual([float(row["product"]) for row in rows_of(again)], [product for _, _, product in rows])


if __name__ == "__main__":
    ulp.main()
