"""The commands as the manual shows them: list, bits and the runs with their exports."""

import json
import math
from fractions import Fraction
import struct
import subprocess

import ulp
from ulp import ULP, number, rows_of


class Explain(ulp.Case):
    def test_terms(self):
        self.assertTrue(self.good("explain", "ulp").stdout.startswith("ulp: the gap between neighbouring numbers"))
        self.assertIn("subnormal", self.good("explain").stdout)
        (table,) = json.loads(self.good("explain", "Denormal", "--json").stdout)["tables"]
        self.assertEqual(table["rows"][0][0], "subnormal")
        self.assertTrue(self.good("explain", "tree-fp32").stdout.startswith("tree-fp32: "))

    def test_unknown(self):
        result = ulp.run("explain", "ulpp")
        self.assertEqual(result.returncode, 2)
        self.assertIn("“ulp explain” lists", result.stderr)


class List(ulp.Case):
    def entries(self, kind):
        (table,) = json.loads(self.good("list", kind, "--json").stdout)["tables"]
        ids = [column["id"] for column in table["columns"]]
        return {row[0]: dict(zip(ids, row)) for row in table["rows"]}

    def test_formats(self):
        columns = ["bits", "fields", "bias", "smallest_normal", "smallest_subnormal", "eps", "infinity", "nan"]
        expected = {
            "fp128": ["128", "1/15/112", 16383, "2^-16382", "2^-16494", "2^-112", "yes", "yes"],
            "fp80": ["80", "1/15/64", 16383, "2^-16382", "2^-16445", "2^-63", "yes", "yes"],
            "fp64": ["64", "1/11/52", 1023, "2^-1022", "2^-1074", "2^-52", "yes", "yes"],
            "fp32": ["32", "1/8/23", 127, "2^-126", "2^-149", "2^-23", "yes", "yes"],
            "tf32": ["19 of 32", "1/8/10", 127, "2^-126", "2^-136", "2^-10", "yes", "yes"],
            "bf16": ["16", "1/8/7", 127, "2^-126", "2^-133", "2^-7", "yes", "yes"],
            "fp16": ["16", "1/5/10", 15, "2^-14", "2^-24", "2^-10", "yes", "yes"],
            "e5m2": ["8", "1/5/2", 15, "2^-14", "2^-16", "2^-2", "yes", "3 per sign"],
            "e4m3": ["8", "1/4/3", 7, "2^-6", "2^-9", "2^-3", "no", "0x7f, 0xff only"],
            "e5m2fnuz": ["8", "1/5/2", 16, "2^-15", "2^-17", "2^-2", "no", "0x80 only"],
            "e4m3fnuz": ["8", "1/4/3", 8, "2^-7", "2^-10", "2^-3", "no", "0x80 only"],
            "e3m2": ["6", "1/3/2", 3, "2^-2", "2^-4", "2^-2", "no", "no"],
            "e2m3": ["6", "1/2/3", 1, "2^0", "2^-3", "2^-3", "no", "no"],
            "e2m1": ["4", "1/2/1", 1, "2^0", "2^-1", "2^-1", "no", "no"],
            "e8m0": ["8", "0/8/0", 127, "2^-127", "-", "2^0", "no", "0xff only"],
            "int8-mx": ["8", "-", 6, "-", "2^-6", "2^-6", "no", "no"],
            "posit8": ["8", "-", 0, "2^-24", "-", "2^-3", "no", "0x80 only"],
        }
        found = self.entries("formats")
        self.assertIn("float8_e4m3fn", found["e4m3"]["aliases"].split(", "))
        self.assertEqual(found["e4m3-ieee"]["aliases"], "float8_e4m3")
        for format, values in expected.items():
            self.assertEqual([found[format][column] for column in columns], values, format)
        largest = {"fp64": "1.7976931348623157e308", "fp32": "3.4028234663852886e38",
                   "bf16": "3.3895313892515355e38", "fp16": "65504", "e5m2": "57344", "e4m3": "448"}
        for format, text in largest.items():
            self.assertEqual(found[format]["largest"], text)

    def test_names(self):
        self.assertLessEqual({"uniform", "uniform-pm", "normal", "lognormal", "tenths", "cancel", "cancel-zero", "gensum"},
                             set(self.entries("generators")))
        self.assertEqual(list(self.entries("operations")),
                         ["permute", "sort", "slice", "offset", "scale", "column", "axis"])
        self.assertEqual(list(self.entries("experiments")), ["sum", "error-vs-n", "repeat", "convert", "cost", "audit-levels", "order", "changes", "diagnose",
                                                            "compare", "tolerance", "folds", "verify-conversions", "dot", "squares", "norm", "mean", "variance"])
        algorithms = self.entries("algorithms")
        self.assertLessEqual({"seq-fp32", "kahan", "tree-fp32", "unordered", "fixed", "exact"}, set(algorithms))
        self.assertEqual(algorithms["unordered"]["determinism"], "none")
        self.assertEqual(algorithms["exact"]["determinism"], "order-independent")
        self.assertIn("simulated schedule", algorithms["unordered-sim"]["summary"])
        self.assertEqual(algorithms["unordered-sim"]["devices"], "cpu")

    def test_devices(self):
        devices = self.entries("devices")
        self.assertEqual(devices["cpu"]["usable"], "yes")
        self.assertGreater(devices["cpu"]["processors"], 0)

    def test_text(self):
        for kind in ("formats", "generators", "operations", "algorithms", "experiments", "devices"):
            lines = self.good("list", kind).stdout.splitlines()
            self.assertGreaterEqual(len(lines), 2)
            self.assertEqual([line for line in lines if line != line.rstrip()], [])


class Distance(ulp.Case):
    def test_distance(self):
        """Counted by hand: 2^23 values of fp32 from 1 to 2, 56 of e4m3 from 0 to 1."""
        def rows(*arguments, status=0):
            return rows_of(self.good("distance", *arguments, "--csv", "-", status=status).stdout)
        (row,) = rows("1", "1+2^-52", "--format", "fp64")
        self.assertEqual([row["steps"], row["ulps"], float(row["relative"])], ["1", "+1", 2.0**-52])
        (row,) = rows("1", "2", "--format", "fp32")
        self.assertEqual([row["steps"], row["difference"]], ["8388608", "+1"])
        (row,) = rows("-1", "1", "--format", "e4m3", "--atol", "2")
        self.assertEqual([row["steps"], row["within_atol"], row["within_ulps"]], ["112", "yes", "-"])
        (row,) = rows("nan", "1", "--format", "fp32")
        self.assertEqual([row["steps"], row["ulps"]], ["-", "none"])

    def test_tolerances(self):
        self.good("distance", "1", "1+2^-52", "--format", "fp64", "--ulps", "1", "--rtol", "1e-15")
        result = self.bad(4, "distance", "1", "1+2^-51", "--format", "fp64", "--ulps", "1")
        self.assertIn("no", result.stdout)
        self.good("distance", "inf", "inf", "--format", "fp32", "--atol", "0")
        self.bad(4, "distance", "nan", "nan", "--ulps", "1e9")
        self.bad(2, "distance", "1", mentions=["expected two numbers"])
        self.bad(2, "distance", "1", "2", "--atol", "-1", mentions=["--atol", "-1"])
        self.bad(1, "distance", "1", "2x", mentions=["found “x”"])


class Bits(ulp.Case):
    def rows(self, *arguments):
        (table,) = json.loads(self.good("bits", "--json", *arguments).stdout)["tables"]
        ids = [column["id"] for column in table["columns"]]
        return {row[0]: dict(zip(ids, row)) for row in table["rows"]}

    def hex(self, format, *arguments):
        return self.rows(*arguments, "--format", format)[format]["hex"]

    def test_json_says_what_was_asked(self):
        result = self.good("bits", "0.1", "--round", "ru", "--json")
        provenance = json.loads(result.stdout)["provenance"]
        self.assertEqual([provenance[key] for key in ("program", "number", "round", "profile")],
                         ["ulpscope", "0.1", "ru", "ieee"])
        self.assertEqual(result.stdout, self.good("bits", "0.1", "--round", "ru", "--json").stdout)

    def test_one_tenth(self):
        rows = self.rows("0.1")
        expected = {"fp64": "0x3fb999999999999a", "fp32": "0x3dcccccd", "tf32": "0x3dccc000", "bf16": "0x3dcd",
                    "fp16": "0x2e66", "e5m2": "0x2e", "e4m3": "0x1d"}
        self.assertEqual({format: row["hex"] for format, row in rows.items()}, expected)
        row = rows["fp16"]
        self.assertEqual(row["fields"], "0 01011 1001100110")
        self.assertEqual(row["exact"], "0.0999755859375")
        self.assertEqual(row["hexfloat"], "0x1.998p-4")
        self.assertEqual(row["class"], "normal")
        self.assertEqual(row["ulp"], "2^-14")
        self.assertEqual(row["error"], float("-2.44140625e-5"))
        self.assertEqual(row["error_ulps"], -0.4)
        self.assertEqual([row["previous"]["bits"], row["next"]["bits"]], ["0x2e65", "0x2e67"])
        self.assertEqual(rows["e4m3"]["exact"], "0.1015625")
        self.assertEqual(rows["tf32"]["fields"], "0 01111011 1001100110")

    def test_rounding_and_overflow(self):
        self.assertEqual(self.hex("fp16", "0.1", "--round", "ru"), "0x2e67")
        self.assertEqual(self.hex("fp16", "0.1", "--round", "rd"), "0x2e66")
        self.assertEqual(self.hex("fp16", "0.1", "--round", "rz"), "0x2e66")
        self.assertEqual(self.hex("fp16", "-0.1", "--round", "rd"), "0xae67")
        self.assertEqual(self.hex("e4m3", "464"), "0x7e")
        self.assertEqual(self.hex("e4m3", "464.0001"), "0x7f")
        self.assertEqual(self.hex("e4m3", "464.0001", "--profile", "saturate"), "0x7e")
        self.assertEqual(self.hex("fp16", "63343.99805"), "0x7bbb")  # one rounding; through fp32 it would be 7bbc

    def test_who_disagrees(self):
        rows = rows_of(self.good("bits", "inf", "--profiles", "--format", "e5m2", "--csv", "-").stdout)
        self.assertEqual([(row["profile"], row["value_bits"]) for row in rows[:2]], [("ieee", "0x7c"), ("saturate", "0x7b")])
        self.assertEqual({row["profile"] for row in rows[1:]}, {"saturate", "ocp-sat", "cuda", "onnx"})
        self.assertIn("e5m2: other profiles store other bits", self.good("bits", "inf", "--format", "e5m2").stdout)
        self.assertNotIn("other profiles", self.good("bits", "0.1").stdout)
        self.assertIn("e4m3: OCP OFP8 1.0 knows no rounding but",
                      self.good("bits", "0.1", "--format", "fp16,e4m3", "--round", "ru").stdout)

    def test_through_other_formats(self):
        rows = rows_of(self.good("bits", "63343.99805", "--via", "fp32", "--format", "fp16", "--csv", "-").stdout)
        self.assertEqual([row["value_bits"] for row in rows], ["0x47777000", "0x7bbc", "0x7bbb"])
        self.assertIn("a tie", rows[1]["note"])
        self.bad(2, "bits", "1", "--via", "fp16:up", mentions=["--via", "rn, rz"])

    def test_stochastic(self):
        seen = {self.hex("e2m1", "0.75", "--round", "sr", "--seed", str(seed)) for seed in range(20)}
        self.assertEqual(seen, {"0x1", "0x2"})
        self.assertEqual(self.hex("e2m1", "0.75", "--round", "sr", "--seed", "3"),
                         self.hex("e2m1", "0.75", "--round", "sr", "--seed", "3"))

    def test_signs_and_words(self):
        for arguments in (["-0.1"], ["--", "-0.1"], ["--format", "fp16", "-0.1"], ["--format=fp16", "--", "-0.1"]):
            self.assertEqual(self.rows(*arguments)["fp16"]["hex"], "0xae66", arguments)
        self.assertEqual(self.hex("fp16", "-inf"), "0xfc00")
        self.assertEqual(self.hex("fp16", "nan"), "0x7e00")
        self.assertEqual(self.hex("fp16", "-0"), "0x8000")
        self.assertEqual(self.hex("fp16", "0x1p-24"), "0x0001")
        self.assertEqual(self.hex("fp32", "fp16:0x3c01"), "0x3f802000")

    def test_values_are_exact_and_short(self):
        text = self.good("bits", "0.1").stdout
        for shown in ("0.10000000149011612 0x3dcccccd", "0.0999755859375 0x2e66", "0.09375 0x2e"):
            self.assertIn(f" {shown} ", text)
        self.assertIn(" 512 0x60 ", self.good("bits", "512", "--format", "e5m2").stdout)

    def test_expressions(self):
        self.assertEqual(self.hex("fp32", "1/3"), "0x3eaaaaab")
        self.assertEqual(self.hex("fp32", "2^-149"), "0x00000001")
        self.assertEqual(self.hex("fp64", "0.1+0.2"), "0x3fd3333333333333")  # rounded once
        self.bad(1, "bits", "2^2^99", mentions=["at character 2, expected a result"])

    def test_steps_and_explanation(self):
        """The same sum computed in fp64: a tie, which goes to the even neighbour."""
        rows = rows_of(self.good("bits", "0.1+0.2", "--steps", "--format", "fp64", "--csv", "-").stdout)
        self.assertEqual([row["operation"] for row in rows], ["0.1", "0.2", "0.1 + 0.2"])
        self.assertEqual([rows[2][column] for column in ("guard", "round", "sticky", "tie", "result_bits", "exceptions")],
                         ["1", "0", "0", "yes", "0x3fd3333333333334", "inexact"])
        rows = rows_of(self.good("bits", "0.1", "--explain", "--format", "fp64", "--csv", "-").stdout)
        steps = {row["step"]: row["value"] for row in rows}
        self.assertEqual(steps["stored exponent"], "-4 + 1023 = 1019 = 01111111011")
        self.assertEqual(steps["read back"], "1019 - 1023 = -4")
        self.assertIn("guard, round, sticky", self.good("bits", "0.1", "--explain").stdout)
        self.assertIn("sticky", self.good("bits", "0.1+0.2", "--steps").stdout)

    def test_alignment(self):
        """0.1 + 0.2 in fp16 by hand: 0x2e66 = 1638 * 2^-14 and 0x3266 = 1638 * 2^-13, together 4914 * 2^-14 = 0b1001100110010 * 2^-14,
        whose 11 digits end with a tie."""
        rows = rows_of(self.good("bits", "0.1+0.2", "--align", "--format", "fp16", "--csv", "-").stdout)
        digits = {row["part"]: row["digits"] for row in rows}
        self.assertEqual(digits["first"].strip(), "110011001|10")
        self.assertEqual(digits["second"].strip(), "1100110011|0")
        self.assertEqual(digits["exact"], "10011001100|10")
        self.assertEqual(digits["stored"], "10011001100|")
        notes = {row["part"]: row["note"] for row in rows}
        self.assertEqual(notes["first"], "shifted right by 1")
        self.assertIn("a tie", notes["exact"])
        self.assertEqual(notes["stored"], "rounded down")
        self.assertEqual(len({len(text.split("|")[0]) for part, text in digits.items() if part != "carries"}), 1)
        self.bad(1, "bits", "0.1", "--align", mentions=["0.1", "expected an operation"])
        self.bad(1, "bits", "1/0", "--align", "--format", "fp32", mentions=["1/0"])

    def test_arithmetic(self):
        """Every operation in every rounding, against exact rationals: neighbours of the exact value on the right side."""
        table = rows_of(self.good("distance", "0.1", "0.3", "--arithmetic", "--format", "fp64", "--csv", "-").stdout)
        a, b = Fraction(0.1), Fraction(0.3)
        exact = {"a + b": a + b, "a - b": a - b, "a * b": a * b, "a / b": a / b, "fma(a, b, c)": a * b + a}
        ways = {"toward zero": lambda e, v: abs(v) <= abs(e), "up, toward +∞": lambda e, v: v >= e,
                "down, toward −∞": lambda e, v: v <= e}
        self.assertEqual({row["operation"] for row in table}, set(exact) | {"sqrt(a)"})
        for row in table:
            if row["operation"] not in exact:
                continue
            wanted, value = exact[row["operation"]], Fraction(number(row, "result"))
            self.assertTrue(ways.get(row["round"], lambda e, v: True)(wanted, value), row)
            ulp = Fraction(2) ** (math.frexp(float(abs(wanted)))[1] - 53)
            self.assertLess(abs(value - wanted), ulp, row)
        third = rows_of(self.good("distance", "2", "3", "--arithmetic", "--third", "4", "--format", "fp32", "--csv", "-").stdout)
        self.assertEqual({row["result"] for row in third if row["operation"].startswith("fma")}, {"10"})
        self.bad(1, "distance", "2", "3", "--arithmetic", "--third", "x", mentions=["--third"])

    def test_plot(self):
        for name, arguments in (("bits", ["0.1"]), ("nan", ["nan"]), ("sum", ["0.1+0.2", "--align", "--format", "fp32"]),
                                ("chance", ["0.1", "--round", "sr"]), ("odd", ["0.1+0.2", "--align", "--round", "sr"])):
            path = self.path(f"{name}.svg")
            self.assertEqual(self.good("bits", *arguments, "--plot", path).stdout, "")
            with open(path, encoding="utf-8") as file:
                text = file.read()
            self.assertIn(f"number: {arguments[0]}\n", text)
            self.assertIn("</svg>", text)
        self.bad(2, "bits", "0.1", "--plot", self.path("bits.gif"), mentions=["--plot", ".svg"])

    def test_ruler(self):
        """A picture with what it was made of; another width is another picture, and the same gives the same bytes."""
        for ending, begin in (("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
            path = self.path(f"ruler.{ending}")
            self.assertEqual(self.good("bits", "0.1", "--format", "fp32,e4m3", "--ruler", path).stdout, "")
            with open(path, "rb") as file:
                first = file.read()
            self.assertTrue(first.startswith(begin))
            self.good("bits", "0.1", "--format", "fp32,e4m3", "--ruler", path)
            with open(path, "rb") as file:
                self.assertEqual(first, file.read(), ending)
            self.good("bits", "0.1", "--format", "fp32,e4m3", "--ruler", path, "--span", "all")
            with open(path, "rb") as file:
                self.assertNotEqual(first, file.read())
        with open(self.path("ruler.svg"), encoding="utf-8") as file:
            text = file.read()
        self.assertIn("number: 0.1\nround: rn", text)
        self.bad(2, "bits", "0.1", "--ruler", self.path("ruler.txt"), mentions=["--ruler", ".svg"])
        for span in ("0", "-1", "some", "nan"):
            self.bad(2, "bits", "0.1", "--span", span, mentions=["--span", span, "all"])

    def test_overflow_is_no_small_error(self):
        row = self.rows("1e400")["fp64"]
        self.assertEqual([row["error"], row["error_ulps"]], ["inf", "inf"])
        row = self.rows("-inf")["e4m3"]
        self.assertEqual([row["error"], row["error_ulps"]], ["nan", "nan"])

    def test_whose_ulp(self):
        result = self.good("bits", "0.1").stdout
        self.assertIn("ulp at stored ", result)
        self.assertIn("error [ulp at exact]", result)
        (table,) = json.loads(self.good("bits", "0.1", "--json").stdout)["tables"]
        meanings = {column["id"]: column["meaning"] for column in table["columns"]}
        self.assertIn("at the stored value", meanings["ulp"])
        self.assertIn("at the exact value typed", meanings["error_ulps"])

    def test_saturated_beyond_fp64(self):
        """The error is finite, though no double: 1e309 less the largest one."""
        row = self.rows("1e309", "--profile", "saturate")["fp64"]
        self.assertEqual([row["error"], row["error_text"], row["error_ulps_text"]],
                         ["-inf", "about -8.20231e+308", "about -4.1097e+16"])
        text = self.good("bits", "1e309", "--profile", "saturate", "--format", "fp64").stdout
        self.assertIn(" about -8.20231e+308 ", text)
        self.assertNotIn("inf ", text.split("\n\n")[1])

    def test_inexact_never_looks_exact(self):
        for number, digits in (("1e-5000", "1e-5000"), ("0x1p-1075", "2.47033e-324"), ("0.5" + 700 * "0" + "1", "1e-702")):
            for sign in ("", "-"):
                about = "about " if number.startswith("0x") else ""
                text = about + ("+" if sign else "-") + digits
                row = self.rows("--", sign + number)["fp64"]
                self.assertEqual(row["error"], float("5e-324" if sign else "-5e-324"), number)
                self.assertEqual(row["error_text"], text)
                self.assertIn(f" {text} ", self.good("bits", "--", sign + number).stdout)
        self.assertEqual(self.rows("0.5")["fp64"]["error_text"], "0 (exact)")

    def test_typed_formats(self):
        scale = "e8m0-noinf-onenan-nosubnormals-unsigned-nozero"
        rows = self.rows("0.1", "--format", f"E15M112, e2m1-noinf-nonan,fp16,{scale},FP16,half")
        self.assertEqual(list(rows), ["fp128", "e2m1", "fp16", "e8m0"])
        self.assertEqual([row["hex"] for row in rows.values()],
                         ["0x3ffb999999999999999999999999999a", "0x0", "0x2e66", "0x7c"])
        self.assertEqual(rows["fp128"]["value"]["bits"], "0x3ffb999999999999999999999999999a")
        self.assertEqual(rows["e2m1"]["fields"], "0 00 0")
        self.assertEqual(rows["e8m0"]["fields"], "01111100")
        self.assertEqual(self.rows("0.1", "--format", "fp16,all").keys() - self.rows("0.1").keys(),
                         {"fp128", "fp80", "e5m2fnuz", "e4m3fnuz", "e3m2", "e2m3", "e2m1", "e8m0", "int8-mx", "posit8", "posit16",
                          "posit32"})
        self.assertEqual(self.rows("E5M7:0x0780", "--format", "e5m7")["e5m7"]["exact"], "1")

    def test_chosen_formats_in_order(self):
        self.assertEqual(list(self.rows("1", "--format", "e4m3,fp64")), ["e4m3", "fp64"])

    def test_text(self):
        text = self.good("bits", "0.1").stdout
        self.assertIn("0 01111011 10011001100110011001101", text)
        self.assertIn("0.1000000000000000055511151231257827021181583404541015625", text)
        for format in ("fp64", "fp32", "tf32", "bf16", "fp16", "e5m2", "e4m3"):
            self.assertIn(f"\n{format}", text)


class Runs(ulp.Case):
    def test_sum_with_tolerances(self):
        result = self.good("run", "sum", "--input", "tenths:n=1000003", "--atol", "1e-4", "--rtol", "1e-7", status=4)
        self.assertIn("seq-fp32", result.stdout)
        self.assertIn("100958.6484375 0x47c52f53", result.stdout)
        self.assertIn("100000.301490120589733123779296875", result.stdout)
        self.assertRegex(result.stderr, r"\Aulp: [^\n]*seq-fp32[^\n]*\n\Z")

    def test_what_rows_share_stands_above_them(self):
        run = ["run", "sum", "--input", "tenths:n=1000", "--algorithms"]
        lines = self.good(*run, "exact,kahan").stdout.splitlines()
        head = next(i for i, line in enumerate(lines) if line.startswith("algorithm "))
        self.assertEqual([line.split(":")[0] for line in lines[:head]], ["exact sum", "verdict", "device"])
        self.assertNotIn("verdict", lines[head])
        single = self.good(*run, "exact").stdout.splitlines()  # of one row nothing is shared
        self.assertTrue(single[0].startswith("algorithm "), single[0])
        self.assertIn("verdict", single[0])

    def test_reason_of_failure(self):
        huge = "constant:value=1.7e308:n=3:format=fp64"  # a finite sum that no result can hold
        result = self.good("run", "sum", "--input", huge, "--algorithms", "exact", status=4)
        self.assertRegex(result.stderr, r"\Aulp: outside the tolerance: exact\n\Z")
        ulp.write_npy(self.path("inf.npy"), [1, float("inf")], "f8")
        result = self.good("run", "sum", "--input", self.path("inf.npy"), "--algorithms", "exact", status=4)
        self.assertRegex(result.stderr, r"\Aulp: the sum of the input is not finite: inf\n\Z")
        for more in (["repeat", "--runs", "2"], ["error-vs-n", "--n", "1:2"]):
            result = self.good("run", *more, "--input", self.path("inf.npy"), "--algorithms", "exact", status=4)
            self.assertRegex(result.stderr, r"\Aulp: the sum of the input is not finite: inf\n\Z")
        self.good("run", "convert", "--input", self.path("inf.npy"))

    def test_errors_of_what_is_not_finite(self):
        def error(*values):
            ulp.write_npy(self.path("x.npy"), values, "f8")
            (row,) = self.table("sum", "--input", self.path("x.npy"), "--algorithms", "seq-fp64", status=4)
            return [row[column] for column in ("error", "error_ulps", "relative_error")]
        self.assertEqual(error(1, float("nan"), float("inf")), ["nan", "nan", "nan"])
        self.assertEqual(error(1.7e308, 1.7e308), ["inf", "inf", "nan"])
        self.assertEqual(error(-1.7e308, -1.7e308), ["-inf", "-inf", "nan"])

    def test_relative_error_beyond_fp64(self):
        ulp.write_npy(self.path("x.npy"), [1.7976931348623157e308, 2.0**969, 2.0**969], "f8")
        (row,) = self.table("sum", "--input", self.path("x.npy"), "--algorithms", "seq-fp64")
        self.assertEqual(number(row, "relative_error"), 2.0**-54)

    def test_whose_ulps(self):
        result = self.good("run", "sum", "--input", "tenths:n=10", "--algorithms", "seq-fp32,exact", "--json", "-")
        columns = {column["id"]: column for column in json.loads(result.stdout)["tables"][0]["columns"]}
        self.assertIn("each result's own format", columns["error_ulps"]["meaning"])
        self.assertIn("not warmed up, without transfers", columns["seconds"]["meaning"])
        self.assertEqual(columns["format"]["title"], "format")
        self.assertEqual(list(columns)[1:3], ["result", "format"])

    def test_sum_of_a_file(self):
        ulp.write_npy(self.path("x.npy"), [0.5, 0.25, 4], "f4")
        self.good("run", "sum", "--input", self.path("x.npy"), "--csv", self.path("out.csv"))
        rows = rows_of(self.read("out.csv"))
        self.assertGreater(len(rows), 10)
        self.assertEqual({number(row, "result") for row in rows}, {4.75})

    def test_error_of_reading(self):
        """What the decimals sum up to stands beside the stored sum: 324.71 + 181.51 - 506.22 is 0 as written."""
        for numbers, options in ((["324.71", "181.51", "-506.22"], ""), (["0.1"] * 7, ":format=fp32"),
                                 (["1e-320", "0x1p-3", "12345678901234567890.5"], "")):
            with open(self.path("x.csv"), "w") as file:
                file.write("\n".join(numbers) + "\n")
            done = self.good("run", "sum", "--input", self.path("x.csv") + options, "--algorithms", "exact", "--json", "-")
            summary = json.loads(done.stdout)["tables"][1]
            facts = dict(zip([column["id"] for column in summary["columns"]], summary["rows"][0]))
            written = sum(Fraction(float.fromhex(n)) if "x" in n else Fraction(n) for n in numbers)
            stored = [float.fromhex(n) if "x" in n else float(n) for n in numbers]
            if options:
                stored = [struct.unpack("f", struct.pack("f", x))[0] for x in stored]
            self.assertEqual(Fraction(facts["decimal_sum"]), written)
            self.assertEqual(float(facts["reading_error"]), float(sum(map(Fraction, stored)) - written))
        changed = self.good("run", "sum", "--input", self.path("x.csv") + "|sort", "--algorithms", "exact")
        self.assertNotIn("decimals", changed.stdout)

    def test_error_vs_n(self):
        self.good("run", "error-vs-n", "--input", "uniform", "--n", "16:16777216", "--algorithms",
                  "seq-fp32,kahan,tree-fp32,exact", "--csv", self.path("e.csv"), "--plot", self.path("e.svg"))
        rows = rows_of(self.read("e.csv"))
        self.assertEqual(len(rows), 21 * 4)
        self.assertEqual(int(rows[-1]["n"]), 16777216)
        self.assertTrue(all(abs(number(row, "error_ulps")) <= 0.5 for row in rows if row["algorithm"] == "exact"))
        self.assertIn("<svg", self.read("e.svg"))

    def test_repeat(self):
        self.good("run", "repeat", "--input", "uniform:n=1000000", "--algorithms", "unordered,fixed,exact", "--runs",
                  "100", "--csv", self.path("r.csv"), "--plot", self.path("r.png"))
        rows = rows_of(self.read("r.csv"))
        self.assertEqual(len(rows), 300)
        for algorithm in ("fixed", "exact"):
            self.assertEqual(len({row["result_bits"] for row in rows if row["algorithm"] == algorithm}), 1)
        with open(self.path("r.png"), "rb") as file:
            self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n")

    def test_convert(self):
        self.good("run", "convert", "--input", "normal:n=1000000", "--to", "fp16", "--csv", self.path("c.csv"))
        self.assertEqual(len(rows_of(self.read("c.csv"))), 20000)

    def test_option_forms(self):
        text = self.good("run", "sum", "--input=tenths:n=10", "--algorithms=exact", "--seed=2", "--csv=-").stdout
        self.assertEqual(len(rows_of(text)), 1)

    def test_preamble(self):
        arguments = ["run", "sum", "--input", "tenths:n=10", "--algorithms", "exact,kahan", "--seed", "9", "--hash", "--csv", "-"]
        text = self.good(*arguments).stdout
        preamble = dict(line[2:].strip().split(": ", 1) for line in text.splitlines() if line.startswith("# "))
        self.assertEqual(preamble["command"],
                         "ulp run sum --input tenths:n=10 --algorithms exact,kahan --seed 9 --hash")
        self.assertEqual(preamble["seed"], "9")
        self.assertEqual(preamble["device"], "cpu")
        self.assertEqual(len(preamble["input_sha256"]), 64)
        self.assertTrue(preamble["time"] and preamble["commit"] and preamble["compiler"])
        bare = self.good(*arguments, "--no-preamble").stdout
        self.assertTrue(bare.startswith("algorithm,"))

    def test_command_in_the_preamble_runs_again(self):
        text = self.good("run", "sum", "--input", "tenths:n=10", "--algorithms", "kahan", "--csv", "-").stdout
        command = next(line for line in text.splitlines() if line.startswith("# command: ulp "))
        again = self.good(*command.split()[3:], "--csv", "-").stdout
        self.assertEqual([row["result_bits"] for row in rows_of(text)], [row["result_bits"] for row in rows_of(again)])

    def test_facts_without_content_are_not_printed(self):
        for large, warned in (("1e6", False), ("1e6:small=-1e6", True)):
            text = self.good("run", "sum", "--input", f"alternating:n=10:large={large}", "--algorithms", "exact").stdout
            self.assertEqual("\nwarning " in text, warned, text)
            self.assertIn("\ncondition number ", text)

    def test_only_files_are_hashed_unasked(self):
        self.assertNotIn("input_sha256", self.good("run", "sum", "--input", "tenths:n=10", "--csv", "-").stdout)
        path = self.write("x.csv", "1\n2\n")
        self.assertIn("# input_sha256: ", self.good("run", "sum", "--input", path, "--csv", "-").stdout)

    def rows_without_times(self, text):
        return [{key: value for key, value in row.items() if not key.startswith("seconds")} for row in rows_of(text)]

    def test_run_from_a_file(self):
        arguments = ["--input", "tenths:n=10", "--algorithms", "kahan,exact", "--seed", "3"]
        text = self.good("run", "sum", *arguments, "--json", self.path("export.json"), "--csv", "-").stdout
        document = {"ulp-run": 1, "experiment": "sum",
                    "parameters": {"input": "tenths:n=10", "algorithms": "kahan,exact", "seed": 3}}
        run = self.write("run.json", json.dumps(document))
        command = next(line for line in text.splitlines() if line.startswith("# command: "))
        for path in (run, self.path("export.json")):
            again = self.good("run", path, "--csv", "-").stdout
            self.assertEqual(self.rows_without_times(again), self.rows_without_times(text))
            self.assertIn(command, again)
            changed = self.good("run", path, "--algorithms", "exact", "--seed=4", "--csv", "-").stdout
            self.assertIn("# command: ulp run sum --input tenths:n=10 --algorithms exact --seed 4", changed)
        self.assertTrue(self.good("run", run, "--help").stdout.startswith("Usage: ulp run sum "))

    def test_view_is_the_plot(self):
        run = self.write("run.json", json.dumps({"ulp-run": 1, "experiment": "sum", "view": {"plots": ["time"]}}))
        small = ["--input", "tenths:n=10", "--algorithms", "exact"]
        for plots in (["run", run], ["run", "sum", "--view", "time"]):
            self.good(*plots, *small, "--plot", self.path("x.svg"))
            shown = self.read("x.svg")
            self.good("run", "sum", *small, "--plot", self.path("x.svg"))
            self.assertNotEqual(shown.count("<use"), self.read("x.svg").count("<use"))
            self.bad(2, *plots, *small, "--plot", self.path("x.svg"), "--reproducible", mentions=["time"])
        self.good("run", run, *small, "--plot", self.path("x.svg"), "--plot-id", "result", "--reproducible")

    def test_quiet(self):
        result = self.good("run", "sum", "--input", "tenths:n=8", "--algorithms", "exact", "--quiet")
        self.assertEqual(result.stdout, "")

    def test_not_finite_input(self):
        path = self.write("x.csv", "1\ninf\n2\n")
        result = self.bad(4, "run", "sum", "--input", path, "--algorithms", "exact", mentions=["not finite", "inf"])
        self.assertIn("FAIL", result.stdout)

    def test_verdict_passes(self):
        self.good("run", "sum", "--input", "constant:n=1000:value=0.5")

    def test_does_not_link_gtk(self):
        libraries = subprocess.run(["ldd", ULP], stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
        self.assertNotIn("gtk", libraries)

    def test_version(self):
        self.assertRegex(self.good("--version").stdout, r"\Aulp \d+\.\d+\.\d+ \(\S+\)\n\Z")


if __name__ == "__main__":
    ulp.main()
