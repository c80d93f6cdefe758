"""The order of sums: every plan's tree by probes, a user's shared objects, and the trees as DOT."""

import json
import os
import re
import subprocess
import sys
import time

from ulp import ULP, Case, main, run

OBJECTS = os.path.join(os.path.dirname(os.path.dirname(ULP)), "tests")


def summary_of(text):
    table = json.loads(text)["tables"][1]
    return {row[0]: dict(zip([column["id"] for column in table["columns"]], row)) for row in table["rows"]}


class Order(Case):
    def order(self, *arguments, **options):
        result = run("run", "order", *arguments, "--json", "-", **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return summary_of(result.stdout)

    def object(self, name):
        path = os.path.join(OBJECTS, f"sum-{name}.so")
        if not os.path.exists(path):
            self.skipTest("the shared objects are not built")
        return path

    def refused(self, name, *arguments):
        result = run("run", "order", "--n", "20", "--algorithms", "seq-fp32", "--object", name, *arguments)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        return result.stderr

    def test_every_plan_adds_as_it_is_described(self):
        """Sizes below, at and beyond blocks, warps and leaves, with blocks that are no power of two."""
        shapes = ("warps:grid=2:block=64,warps:grid=3:block=100,warps:block=1024,blocked:leaf=7,tree-fp32:block=48,"
                  "strided:block=48,strided:grid=3:block=5,pairwise-128:acc=bf16,reversed:acc=fp64")
        for n in (3, 7, 8, 33, 129, 256, 300):
            with self.subTest(n=n):
                found = self.order("--n", str(n), "--algorithms", "all," + shapes)
                for label, row in found.items():
                    self.assertNotEqual(row["plan"], "FAIL", label)
                for label in [*shapes.split(","), "numpy-fp32", "numpy-fp64", "seq-fp16", "reversed", "fixed", "warps"]:
                    if "bf16" not in label or n <= 256:
                        self.assertEqual((label, found[label]["order"], found[label]["plan"]), (label, "tree", "yes"))

    def test_formats_that_cannot_count_say_so(self):
        found = self.order("--n", "257", "--algorithms", "seq-bf16,seq-fp16,seq-fp32")
        self.assertEqual(found["seq-bf16"]["order"], "other")
        self.assertEqual(found["seq-bf16"]["seen"], "its format counts up to 256 elements only")
        self.assertEqual(found["seq-fp16"]["order"], "tree")

    def test_shared_objects(self):
        found = self.order("--n", "7", "--algorithms", "reversed", "--object", self.object("fp32-pairs"))
        self.assertEqual(found["sum-fp32-pairs.so"]["tree"], "((((0 1) (2 3)) (4 5)) 6)")
        found = self.order("--n", "7", "--algorithms", "reversed", "--object", self.object("fp64-backwards"))
        self.assertEqual(found["sum-fp64-backwards.so"]["tree"], "(0 (1 (2 (3 (4 (5 6))))))")
        self.assertEqual(found["sum-fp64-backwards.so"]["same_as"], "reversed")

    def test_shared_objects_that_fail(self):
        self.assertRegex(self.refused(self.object("crashes")), r"sum-crashes\.so: crashed: Aborted")
        self.assertRegex(self.refused(self.object("exits")), r"sum-exits\.so: ended the process, with status 7")
        self.assertRegex(self.refused(self.object("nothing")), r"found none of the functions ulp_user_sum_fp32 and")
        self.assertRegex(self.refused(self.object("both")), r"found both of the functions")
        self.assertRegex(self.refused("/nowhere/sum.so"), r"/nowhere/sum\.so: .*cannot open shared object file")
        self.assertRegex(self.refused(__file__), r"test_order\.py: ")
        began = time.monotonic()
        self.assertRegex(self.refused(self.object("hangs"), "--patience", "0.3"), r"sum-hangs\.so: gave no sum within 0.3 s")
        self.assertLess(time.monotonic() - began, 10)

    def test_a_file_names_no_shared_object(self):
        """A run that is opened is data: its code would be run by a double click."""
        path = self.path("run.json")
        target = self.object("fp32-pairs")
        for text in ({"ulp-run": 1, "experiment": "order", "parameters": {"object": target}},
                     {"provenance": {"command": f"ulp run order --object {target}"}}):
            with open(path, "w", encoding="utf-8") as file:
                json.dump(text, file)
            result = run("run", path)
            self.assertEqual(result.returncode, 1)
            self.assertIn("names no shared object", result.stderr)

    def test_stops_at_once(self):
        child = subprocess.Popen([ULP, "run", "order", "--object", self.object("hangs"), "--algorithms", "seq-fp32"],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(0.5)
        child.send_signal(2)
        began = time.monotonic()
        child.communicate(timeout=20)
        self.assertEqual(child.returncode, 130)
        self.assertLess(time.monotonic() - began, 5)

    def test_dot(self):
        path = self.path("tree.dot")
        result = run("run", "order", "--n", "4", "--algorithms", "seq-fp32,exact,pairwise", "--dot", path, "--json",
                     self.path("tree.json"))
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        edges = [re.findall(r"n(\d+) -- n(\d+);", graph) for graph in text.split("graph order {")[1:]]
        self.assertEqual(edges, [[("4", "0"), ("4", "1"), ("5", "2"), ("6", "3"), ("5", "4"), ("6", "5")],
                                 [("4", "0"), ("4", "1"), ("5", "2"), ("5", "3"), ("6", "4"), ("6", "5")]])
        again = run("show", self.path("tree.json"), "--dot", "-")
        self.assertEqual(again.stdout, text)
        self.assertEqual(run("run", "order", "--n", "4", "--dot", path, "--csv", path).returncode, 2)
        self.assertEqual(run("run", "sum", "--dot", path).returncode, 2)

    def test_numpy(self):
        example = os.path.join(OBJECTS, "numpy-sum.so")
        if not os.path.exists(example) or subprocess.run([sys.executable, "-c", "import numpy"], capture_output=True).returncode:
            self.skipTest("NumPy, or Python to embed, is not installed")
        paths = os.pathsep.join(path for path in sys.path if path)
        found = self.order("--n", "300", "--algorithms", "numpy-fp32", "--object", example,
                           env={**os.environ, "PYTHONPATH": paths})
        self.assertEqual(found["numpy-sum.so"]["same_as"], "numpy-fp32")


if __name__ == "__main__":
    main()
