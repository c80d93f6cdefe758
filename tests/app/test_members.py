"""ulp list members: what is in a file, and a run on one of its arrays."""

import json
import pathlib

import ulp

RECORDED = pathlib.Path(__file__).parent.parent / "input/recorded"


class Members(ulp.Case):
    def members(self, spec):
        table = json.loads(self.good("list", "members", spec, "--json").stdout)["tables"][0]
        names = [column["id"] for column in table["columns"]]
        return [dict(zip(names, row)) for row in table["rows"]]

    def test_listed(self):
        rows = self.members(RECORDED / "deflated.npz")
        self.assertEqual([row["name"] for row in rows], ["weights", "steps", "half", "zeros", "object"])
        self.assertEqual([row["array"] for row in rows], ["fp32 [2, 3]", "int64 [5]", "fp16 [6]", "fp64 [300]", "-"])
        self.assertIn("pickle", rows[4]["note"])
        self.assertEqual(len(self.members(RECORDED / "types.safetensors")), 18)
        self.assertEqual(self.members(RECORDED / "types.gguf")[4]["note"], "type Q8_0")
        self.assertEqual(self.members(f"{RECORDED / 'float8_e4m3fn.npy'}:type=e4m3")[0]["array"], "e4m3 [6]")
        self.assertEqual([row["name"] for row in self.members(self.write("x.csv", "a,b\n1,2\n"))], ["a", "b", "*"])

    def test_aligned(self):
        """In columns of a terminal: a character takes two, one or, combining, none."""
        names = {"b": 1, "\u91cd\u307f": 4, "\uff42\u00e9": 3, "e\u0301": 1}
        header = json.dumps({name: {"dtype": "F32", "shape": [1], "data_offsets": [4 * i, 4 * i + 4]}
                             for i, name in enumerate(names)}).encode()
        path = self.path("x.safetensors")
        pathlib.Path(path).write_bytes(len(header).to_bytes(8, "little") + header + bytes(4 * len(names)))
        lines = self.good("list", "members", path).stdout.splitlines()
        places = [lines[0].index("array")]
        for name, width in names.items():
            line = next(line for line in lines if f"  {name} " in line)
            places.append(line.index("fp32") - len(name) + width)
        self.assertEqual(places, places[:1] * len(places))

    def test_run(self):
        run = self.good("run", "sum", "--input", f"{RECORDED / 'types.safetensors'}#bfloat16", "--algorithms", "exact")
        self.assertIn("447.115", run.stdout)  # 1 - 2 + 0.10009765625 + 448 - 0 + 0.015625

    def test_refused(self):
        self.bad(2, "list", "members", mentions=["no file"])
        self.bad(1, "list", "members", "x.pt", mentions=["x.pt"])
        self.bad(1, "list", "members", self.write("x.pt", "PK"), mentions=["pickle", "safetensors"])
        self.bad(2, "list", "members", "a.npz", "b.npz", mentions=["b.npz"])
        self.bad(1, "list", "members", self.write("x.npz", "PK"), mentions=["x.npz", "zip"])
        self.bad(2, "list", "members", self.write("x.raw", "1234"), mentions=[":type=FORMAT"])


if __name__ == "__main__":
    ulp.main()
