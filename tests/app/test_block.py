"""ulp block, against hand-worked cases of OCP MX 1.0 and of NVFP4."""

import json

import ulp
from ulp import number, rows_of

FORMATS = ["mxfp8-e4m3", "mxfp8-e5m2", "mxfp6-e3m2", "mxfp6-e2m3", "mxfp4", "mxint8", "nvfp4"]


class Block(ulp.Case):
    def elements(self, *arguments):
        return rows_of(self.good("block", *arguments, "--csv", "-").stdout)

    def test_list(self):
        rows = json.loads(self.good("list", "blocks", "--json").stdout)["tables"][0]["rows"]
        self.assertEqual([row[0] for row in rows], FORMATS)
        self.assertEqual([row[5] for row in rows], [8.25, 8.25, 6.25, 6.25, 4.25, 8.25, 4.5])

    def test_text(self):
        lines = self.good("block", "mxfp4", "1", "-2", "3", "0.1", "7", "1/3", "-0").stdout.splitlines()
        self.assertTrue(lines[1].split()[0] == "0" and lines[1].endswith("7f | c2 05 17 08"), lines[1])
        self.assertTrue(lines[7].endswith("flushed") and lines[8].endswith("clipped"), lines)

    def test_values_and_errors(self):
        rows = self.elements("mxfp4", "1", "-2", "3", "0.1", "7", "1/3", "-0")
        self.assertEqual([number(row, "value") for row in rows], [1, -2, 3, 0, 6, 0.5, 0])
        self.assertEqual([row["mark"] for row in rows], ["", "", "", "flushed", "clipped", "", ""])
        self.assertAlmostEqual(number(rows[5], "error"), 1 / 6, places=16)
        self.assertEqual(number(rows[3], "relative_error"), -1)

    def test_scale_rules(self):
        for rule, value in ("floor", 6), ("up", 8), ("ceil", 8), ("nearest", 8), ("even", 8):
            rows = self.elements("mxfp4", "7", "--scale-rule", rule)
            self.assertEqual(number(rows[0], "value"), value, rule)
        self.assertEqual(number(self.elements("mxfp4", "6", "--scale-rule", "up")[0], "value"), 6)

    def test_nvfp4(self):
        rows = self.elements("nvfp4", "0.02392577938735485", "--tensor-scale", "1", "--scale-rule", "own")
        self.assertEqual(len(rows), 1)
        rows = self.elements("nvfp4", "100", "1e-5")
        self.assertAlmostEqual(number(rows[0], "value"), 100, places=5)
        self.assertEqual(rows[1]["mark"], "flushed")

    def test_blocks_of_an_input(self):
        rows = self.elements("mxfp8", "--input", "normal:n=70")
        self.assertEqual([int(row["block"]) for row in rows], [0] * 32 + [1] * 32 + [2] * 6)
        self.assertTrue(all(abs(number(row, "relative_error")) < 1 / 16 or row["mark"] for row in rows
                            if abs(number(row, "value")) > 0.02))

    def test_nan_takes_the_block(self):
        rows = self.elements("mxfp8", "1", "nan")
        self.assertEqual([row["value"] for row in rows], ["nan", "nan"])

    def test_arrays_become_the_same_blocks(self):
        for format in FORMATS:
            for spec in "normal:n=333", "lognormal:n=1003:format=fp64", "spread:n=64":
                blocks = self.elements(format, "--input", spec, "--round", "ru")
                array = self.table("convert", "--to", format, "--input", spec, "--points", 1003, "--round", "ru")
                self.assertEqual([number(row, "value") for row in blocks], [number(row, "converted") for row in array])
                marks = {"clipped": "overflow", "flushed": "to-zero"}
                for block, row in zip(blocks, array):
                    self.assertEqual(marks.get(block["mark"], "-") == row["class"], block["mark"] != "", row)

    def test_targets_side_by_side(self):
        path = self.write("x.csv", "\n".join(["7", "-2", "0.1", "3"] + ["0"] * 28 + ["1", "inf", "2"]))
        tables = json.loads(self.good("run", "convert", "--to", "bf16,e4m3,mxfp4,nvfp4", "--input", path,
                                      "--json", "-").stdout)["tables"]
        ids = [column["id"] for column in tables[1]["columns"]]
        rows = {row[1]: dict(zip(ids, row)) for row in tables[1]["rows"]}
        self.assertEqual(list(rows), ["bf16", "e4m3", "mxfp4", "nvfp4"])
        mxfp4 = rows["mxfp4"]  # 7 is clipped to 6, 0.1 flushed; the second block holds an infinity and is NaN
        self.assertEqual([mxfp4[id] for id in ("exact", "to_zero", "overflowed", "saturated", "infinite", "elements")],
                         [30, 1, 3, 1, 1, 35])
        self.assertEqual((mxfp4["max_error"], mxfp4["worst_index"]), (1, 0))
        self.assertEqual(mxfp4["max_error_ulps"], 0.5)  # 7 under the scale 1: an ulp of e2m1 is 2 there
        rows = json.loads(self.good("run", "convert", "--to", "mxfp4", "--scale-rule", "up", "--input", path,
                                    "--json", "-").stdout)["tables"][1]["rows"]
        self.assertEqual(dict(zip(ids, rows[0]))["saturated"], 0)
        self.assertIn("directly", self.bad(2, "run", "convert", "--to", "mxfp4", "--via", "fp16").stderr)

    def test_refusals(self):
        for arguments, said in (
            ([], "no format"),
            (["mxfp5", "1"], "mxfp8-e4m3, mxfp8-e5m2"),
            (["mxfp4"], "expected numbers"),
            (["mxfp4", "1", "--input", "normal"], "expected numbers"),
            (["mxfp4", "1", "--tensor-scale", "2"], "mxfp4 has none"),
            (["nvfp4", "1", "--tensor-scale", "-2"], "above 0"),
            (["mxfp4", "1", "--scale-rule", "down"], "floor"),
            (["mxfp4", "--input", "normal:n=1e6"], "at most 65536"),
        ):
            self.assertIn(said, self.bad(2, "block", *arguments).stderr)
        self.assertIn("format of blocks", self.bad(2, "bits", "1", "--format", "mxfp4").stderr)


if __name__ == "__main__":
    ulp.main()
