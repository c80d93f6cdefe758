"""Sums and conversions whose right answers are known: published values, and exact fractions made here."""

import math
import random
import struct
from fractions import Fraction

import ulp
from ulp import fp32, number


def results(rows):
    return {row["algorithm"]: number(row, "result") for row in rows}


class Sums(ulp.Case):
    """Each case: input, and the result of algorithms, given with enough digits to name one value."""

    CASES = [
        ("cancel", {"seq-fp32": 1, "tree-fp32": 2, "exact": 2, "exact-fp32": 2}),
        ("cancel-zero", {"seq-fp32": -1, "tree-fp32": 0, "exact": 0}),
        ("constant:value=0.125:n=1", {"seq-fp32": 0.125, "tree-fp32": 0.125, "exact": 0.125}),
        ("constant:value=0.125:n=256", {"seq-fp32": 32, "tree-fp32": 32, "exact": 32}),
        ("constant:value=0.125:n=257", {"seq-fp32": 32.125, "tree-fp32": 32.125, "exact": 32.125}),
        ("constant:value=0.125:n=513", {"seq-fp32": 64.125, "tree-fp32": 64.125, "exact": 64.125}),
        ("tenths:n=10", {"seq-fp32": 1.00000011920928955}),
        ("tenths:n=1000", {"seq-fp32": 99.9990463256836, "tree-fp32": 100.00000190734863,
                           "exact": 100.000001490116119}),
        ("tenths:n=10000", {"seq-fp32": 999.9028930664062, "tree-fp32": 1000.0000149011612,
                            "exact": 1000.0000149011612}),
        ("tenths:n=1000003", {"seq-fp32": 100958.6484375, "tree-fp32": 100000.30149030685,
                              "exact": 100000.30149012059}),
        ("tenths:n=1e7", {"seq-fp32": 1087937, "kahan": 1000000, "pairwise": 1000000, "pairwise-128": 999999.375,
                          "strided": 1000374.12}),
        ("alternating:n=1e7", {"seq-fp32": 5.18385775e12, "kahan": 4.99999991e12, "seq-fp64": 5000000000000.0244,
                               "exact": 5000000000004.99999998737}),
    ]
    FP64 = {"tree-fp32", "seq-fp64", "exact"}

    def test_known_sums(self):
        for spec, expected in self.CASES:
            with self.subTest(spec):
                rows = self.table("sum", "--input", spec, "--algorithms", ",".join(expected), "--atol", "1e9",
                                  "--rtol", "1")
                found = results(rows)
                for algorithm, value in expected.items():
                    self.assertEqual(found[algorithm], value if algorithm in self.FP64 else fp32(value), algorithm)

    def test_exact_digits(self):
        for n in (1000003, 12345):
            tenth = Fraction(fp32(0.1))
            digits = self.summary("sum", "--input", f"tenths:n={n}", "--algorithms", "exact")["exact_decimal"]
            self.assertEqual(Fraction(digits), n * tenth)
            self.assertRegex(digits, r"\A\d+\.\d{20,}\Z")


class Files(ulp.Case):
    """Random files: every column against exact fractions."""

    def check(self, values, kind, ulp_of_result):
        ulp.write_npy(self.path("x.npy"), values, kind)
        exact = sum(map(Fraction, values))
        rows = self.table("sum", "--input", self.path("x.npy"), "--rtol", "1e-6", "--atol", "0", "--algorithms",
                          "seq-fp32,kahan,tree-fp64,exact", status=4 if kind == "f8" else 0)
        for row in rows:
            result = Fraction(number(row, "result"))
            error = result - exact
            self.assertEqual(number(row, "exact"), float(exact))
            self.assertEqual(number(row, "error"), float(error))
            self.assertEqual(number(row, "error_ulps"), float(error / ulp_of_result[row["algorithm"]]))
            self.assertEqual(number(row, "relative_error"), float(abs(error) / abs(exact)))
            self.assertEqual(row["verdict"], "PASS" if abs(error) <= Fraction(1e-6) * abs(exact) else "FAIL")
        digits = self.summary("sum", "--input", self.path("x.npy"))["exact_decimal"]
        self.assertEqual(Fraction(digits), exact)

    def test_fp32(self):
        generator = random.Random(1)
        values = [fp32(generator.uniform(0, 1)) for _ in range(3000)]  # about 1500, binade 1024 to 2048
        single, double = Fraction(1, 2**13), Fraction(1, 2**42)
        self.check(values, "f4", {"seq-fp32": single, "kahan": single, "tree-fp64": double, "exact": double})

    def test_fp64(self):
        generator = random.Random(2)
        values = [generator.uniform(-1, 1) for _ in range(2000)]
        exact = sum(map(Fraction, values))
        exponent = math.frexp(float(exact))[1]
        single, double = Fraction(2) ** (exponent - 24), Fraction(2) ** (exponent - 53)
        ulp.write_npy(self.path("y.npy"), values, "f8")
        rows = self.table("sum", "--input", self.path("y.npy"), "--rtol", "1", "--algorithms", "seq-fp32,exact")
        self.assertEqual(number(rows[1], "result"), float(exact))
        for row, unit in zip(rows, (single, double)):
            error = Fraction(number(row, "result")) - exact
            self.assertEqual(number(row, "error_ulps"), float(error / unit))

    def test_sequential_in_fp32(self):
        generator = random.Random(3)
        values = [fp32(generator.gauss(0, 1)) for _ in range(1000)]
        total = 0.0
        for value in values:
            total = fp32(total + value)  # the fp64 sum of two fp32 values rounds innocuously to fp32
        ulp.write_npy(self.path("x.npy"), values, "f4")
        rows = self.table("sum", "--input", self.path("x.npy"), "--rtol", "1", "--algorithms", "seq-fp32")
        self.assertEqual(number(rows[0], "result"), total)

    def test_prefixes(self):
        generator = random.Random(4)
        values = [fp32(generator.uniform(-1, 1)) for _ in range(100)]
        ulp.write_npy(self.path("x.npy"), values, "f4")
        rows = self.table("error-vs-n", "--input", self.path("x.npy"), "--n", "16:4096", "--algorithms", "exact")
        self.assertEqual([int(row["n"]) for row in rows], [16, 32, 64, 100])
        for row in rows:
            exact = sum(map(Fraction, values[:int(row["n"])]))
            self.assertEqual(number(row, "result"), float(exact))
            self.assertEqual(number(row, "error"), float(Fraction(float(exact)) - exact))

    def test_csv_input(self):
        path = self.write("x.csv", "1e8\n1\n-1e8\n1\n")
        rows = self.table("sum", "--input", path, "--algorithms", "seq-fp64,exact")
        self.assertEqual([number(row, "result") for row in rows], [2, 2])

    def test_csv_column(self):
        """A column beside others is summed alone, and what was taken is written down."""
        path = self.write("x.csv", "time;signal\ns;V\n0;0,5\n1;0,25\n2;-4\n")
        for column, total in (("#signal", -3.25), ("#2", -3.25), ("#time", 3), ("#*", -0.25)):
            rows = self.table("sum", "--input", path + column, "--algorithms", "exact", "--rtol", "1")
            self.assertEqual([number(row, "result") for row in rows], [total])
        output = self.good("run", "sum", "--input", path + "#2", "--algorithms", "exact", "--csv", "-").stdout
        self.assertIn("x.csv#2, fp64 [3], column 2 “signal” of 2, second row taken as units, decimal comma", output)

    def test_integers_and_halves(self):
        """npy files of other element types through format=fp64; the shape is written down."""
        for kind, code, values in (("i8", "q", [2**62, 1 - 2**62, 2]), ("u2", "H", [65535, 1, 0]), ("f2", "e", [0.5, -2, 65504])):
            header = f"{{'descr': '<{kind}', 'fortran_order': False, 'shape': (3L, 1L), }}\n".encode()
            self.write("x.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header +
                       struct.pack("<3" + code, *values))
            rounded = [Fraction(float(value)) for value in values]
            for suffix in (":format=fp64", "") if kind != "i8" else (":format=fp64",):
                rows = self.table("sum", "--input", self.path("x.npy") + suffix, "--algorithms", "exact")
                self.assertEqual([number(row, "result") for row in rows], [float(sum(rounded))])
            output = self.good("run", "sum", "--input", self.path("x.npy") + ":format=fp64", "--algorithms", "exact", "--csv",
                               "-").stdout
            self.assertIn("x.npy:format=fp64, fp64 [3, 1]", output)
            if kind == "i8":
                self.bad(2, "run", "sum", "--input", self.path("x.npy"), mentions=["int64", ":format=fp64"])


class Conversions(ulp.Case):
    def test_fp16_against_struct(self):
        generator = random.Random(5)
        values = [fp32(generator.gauss(0, 1) * 10 ** generator.uniform(-9, 6)) for _ in range(3000)]
        ulp.write_npy(self.path("x.npy"), values, "f4")
        arguments = ["convert", "--input", self.path("x.npy"), "--to", "fp16", "--points", "3000"]
        counts = {"exact": 0, "rounded": 0, "to-zero": 0, "overflow": 0}
        rows = self.table(*arguments)
        self.assertEqual(len(rows), len(values))
        errors = []
        for index, (row, value) in enumerate(zip(rows, values)):
            self.assertEqual(int(row["index"]), index)
            self.assertEqual(number(row, "value"), value)
            try:
                expected = struct.unpack("<e", struct.pack("<e", value))[0]
            except OverflowError:
                expected = math.copysign(math.inf, value)
            self.assertEqual(number(row, "converted"), expected)
            kind = ("overflow" if math.isinf(expected) else "exact" if expected == value else
                    "to-zero" if expected == 0 else "rounded")
            self.assertEqual(row["class"], kind)
            counts[kind] += 1
            if not math.isinf(expected):
                errors.append(abs(Fraction(expected) - Fraction(value)))
        self.assertTrue(all(counts[kind] for kind in ("rounded", "to-zero", "overflow")))
        summary = self.summary(*arguments)
        self.assertEqual([summary["exact"], summary["rounded"], summary["to_zero"], summary["overflowed"]],
                         list(counts.values()))
        self.assertEqual(summary["elements"], 3000)
        self.assertEqual(summary["max_error"], float(max(errors)))
        self.assertTrue(math.isclose(summary["mean_error"], float(sum(errors) / len(errors)), rel_tol=1e-15))

    def test_double_rounding_is_counted(self):
        values = [1 + 2**-11 + 2**-40, 1.0, 63343.99805, 0.1, -(1 + 2**-11 + 2**-40)]
        ulp.write_npy(self.path("x.npy"), values, "f8")
        arguments = ["convert", "--input", self.path("x.npy"), "--to", "fp16", "--via", "fp32", "--points", "5"]
        self.assertEqual(self.summary(*arguments)["double_rounded"], 3)
        rows = self.table(*arguments)
        self.assertEqual([row["double_rounded"] for row in rows], ["yes", "no", "yes", "no", "yes"])
        self.assertEqual([row["converted_bits"] for row in rows][::2], ["0x3c00", "0x7bbc", "0xbc00"])

    def test_stochastic_rounding_keeps_the_mean(self):
        arguments = ["convert", "--input", "constant:n=100000:value=1.00030517578125:format=fp64", "--to", "fp16"]
        summary = self.summary(*arguments, "--round", "sr", "--points", "10")
        self.assertEqual(self.summary(*arguments, "--points", "10")["bias"], -(1.00030517578125 - 1))
        self.assertLess(abs(summary["bias"]), 5 * 2**-10 * math.sqrt(0.3125 * 0.6875 / 100000))

    def test_all_are_counted_though_few_are_shown(self):
        summary = self.summary("convert", "--to", "fp16", "--input", "normal:n=5000", "--points", "10")
        self.assertEqual(summary["elements"], 5000)
        self.assertEqual(len(self.table("convert", "--to", "fp16", "--input", "normal:n=5000", "--points", "10")), 10)


if __name__ == "__main__":
    ulp.main()
