"""Levels of determinism: audit, cost and order, on the CPU and on a fake device whose libraries have planted faults."""

import json
import math
import os
import signal
import subprocess
import time

from ulp import ULP, Case, main, rows_of, run

FAKE = os.path.join(os.path.dirname(os.path.dirname(ULP)), "tests", "fake-levels.so")
CUB = "cub-not-guaranteed,cub-run-to-run,cub-gpu-to-gpu"


def fake(**settings):
    return {**os.environ, "ULP_CUDA_MODULE": FAKE, **{key: str(value) for key, value in settings.items()}}


def tables_of(text):
    """Rows of each table of a JSON export as dictionaries, and the provenance."""
    document = json.loads(text)
    tables = [[dict(zip([column["id"] for column in table["columns"]], row)) for row in table["rows"]]
              for table in document["tables"]]
    return tables, document["provenance"]


class Levels(Case):
    def setUp(self):
        super().setUp()
        if not os.path.exists(FAKE):
            self.skipTest("the fake modules are not built")

    def audit(self, *arguments, status, **settings):
        result = run("run", "audit-levels", *arguments, "--json", "-", env=fake(**settings))
        self.assertEqual(result.returncode, status, result.stderr)
        return (*tables_of(result.stdout), result.stderr)

    # --- audit ---

    def test_exact_is_right_everywhere(self):
        (_, summary), _, _ = self.audit("--algorithms", "exact,exact-fp32", "--largest", "5000", status=0)
        self.assertEqual({(row["algorithm"], row["elements_format"]) for row in summary},
                         {("exact", "fp32"), ("exact", "fp64"), ("exact-fp32", "fp32"), ("exact-fp32", "fp64")})
        for row in summary:
            self.assertEqual([row[key] for key in ("rounded", "unbounded", "wrong", "refused", "out_of_bounds")], [0] * 5)
            self.assertGreater(row["right"], 100)

    def test_plain_sums_are_rounded_at_most(self):
        (_, summary), _, _ = self.audit("--algorithms", "seq-fp32,pairwise,fixed,strided,unordered,tree-fp64,seq-fp64",
                                        "--largest", "5000", status=0)
        for row in summary:
            self.assertEqual(row["wrong"], 0, row)
            self.assertGreater(row["rounded"] + row["right"], 100)

    def test_kahan_loses_infinities(self):
        """t - s is not a number once t is infinite."""
        (rows, summary), _, said = self.audit("--algorithms", "kahan", "--formats", "fp32", "--largest", "2000", status=4)
        wrong = [row for row in rows if row["verdict"] == "WRONG"]
        self.assertTrue(wrong)
        for row in wrong:
            self.assertIn("infinity", row["input"])
            self.assertEqual(row["result"]["value"], "nan")
        self.assertIn("wrong, not merely rounded, or out of bounds: kahan", said)

    def test_finds_what_was_planted(self):
        for turns in (700, 4097, 17):
            (rows, summary), provenance, said = self.audit(
                "--device", "cuda", "--algorithms", CUB + ",thrust-reduce,exact", "--formats", "fp32", "--largest", "10000",
                status=4, FAKE_WRONG_FROM=turns)
            found = {row["algorithm"]: row for row in summary}
            self.assertEqual(found["cub-run-to-run"]["wrong"], 0)
            self.assertEqual(found["exact"]["wrong"], 0)
            self.assertGreater(found["cub-gpu-to-gpu"]["wrong"], 0)
            self.assertIn(f"from N = {turns} on", found["cub-gpu-to-gpu"]["found"])
            self.assertEqual(found["cub-gpu-to-gpu"]["out_of_bounds"], 0)
            self.assertGreater(found["thrust-reduce"]["out_of_bounds"], 0)
            self.assertEqual(found["thrust-reduce"]["wrong"], 0)
            for row in rows:
                wrong = row["algorithm"] == "cub-gpu-to-gpu" and row["n"] >= turns and float(row["exact"]["value"]) != 0
                if row["algorithm"] == "cub-gpu-to-gpu" and row["input"].startswith("uniform [0, 1)"):
                    self.assertEqual(row["verdict"] == "WRONG", wrong, row)
                broken = row["algorithm"] == "thrust-reduce" and row["n"] % 2 == 1
                self.assertEqual(row["guards"], "" if row["algorithm"] == "exact" else "BROKEN" if broken else "intact")
            self.assertEqual(provenance["cccl"], "9.8.7")
            self.assertRegex(said, "^ulp: [^\n]*cub-gpu-to-gpu, thrust-reduce\n$")

    def test_repeat_judges_by_the_bound(self):
        arguments = ("run", "repeat", "--device", "cuda", "--runs", "3", "--input", "uniform:n=1000", "--algorithms", CUB + ",exact")
        result = run(*arguments, "--json", "-", env=fake(FAKE_WRONG_FROM=1000))
        self.assertEqual(result.returncode, 4)
        self.assertEqual(result.stderr, "ulp: error beyond its bound: wrong, not merely rounded: cub-gpu-to-gpu\n")
        (rows, summary), _ = tables_of(result.stdout)
        for row in rows:
            self.assertEqual(row["verdict"] == "WRONG", row["algorithm"] == "cub-gpu-to-gpu", row)
        self.assertEqual({row["algorithm"] for row in summary if row["verdict"] == "WRONG"}, {"cub-gpu-to-gpu"})
        self.assertEqual(run(*arguments, "--quiet", env=fake(FAKE_WRONG_FROM=1001)).returncode, 0)

    def test_levels_that_refuse(self):
        """A library that is short of memory refuses; the others go on."""
        (rows, summary), provenance, _ = self.audit("--device", "cuda", "--algorithms", "cub-run-to-run,exact", "--formats",
                                                    "fp32", "--largest", "500", status=0, FAKE_MEMORY_AT=50)
        found = {row["algorithm"]: row for row in summary}
        self.assertGreater(found["cub-run-to-run"]["refused"], 50)
        self.assertEqual(found["exact"]["refused"], 0)
        refused = [row for row in rows if row["verdict"] == "refused"]
        self.assertEqual({row["note"] for row in refused}, {"cuda:0: not enough memory on the device in a test"})
        self.assertNotIn("incomplete", provenance)

    # --- what is not there, and what ends a run ---

    def test_absent_libraries(self):
        self.bad(2, "run", "repeat", "--device", "cuda", "--algorithms", "cublas-dot",
                 mentions=["algorithm “cublas-dot”", "cuBLAS is not installed"], env=fake())
        rows = rows_of(self.good("run", "repeat", "--device", "cuda", "--runs", "1", "--algorithms", "all", "--input",
                                 "uniform:n=100", "--csv", "-", env=fake()).stdout)
        labels = {row["algorithm"] for row in rows}
        self.assertIn("cub-run-to-run", labels)
        self.assertNotIn("cublas-dot", labels)
        self.assertNotIn("cub-run-to-run-fp64", labels)  # of another format than the elements'

    RUNS = {
        "repeat": ["--runs", "2", "--input", "uniform:n=100"],
        "audit-levels": ["--largest", "300", "--formats", "fp32"],
        "cost": ["--n", "10:100", "--formats", "fp32", "--rounds", "2"],
        "order": ["--n", "8"],
        "changes": ["--knob", "offset", "--input", "uniform:n=100"],
        "diagnose": ["--input", "uniform:n=100"],
    }

    def test_absent_cccl(self):
        """A level that is named is refused in a line that says why; of all levels the others make the table, which names no CCCL."""
        for experiment, arguments in self.RUNS.items():
            self.bad(2, "run", experiment, "--device", "cuda", *arguments, "--algorithms", "exact,cub-run-to-run",
                     mentions=["algorithm “cub-run-to-run”", "older CCCL"], env=fake(FAKE_NO_CCCL=1))
            if experiment in ("diagnose", "order"):  # of all algorithms these take long
                continue
            result = run("run", experiment, "--device", "cuda", *arguments, "--algorithms", "all", "--csv", "-", "--quiet",
                         env=fake(FAKE_NO_CCCL=1))
            self.assertIn(result.returncode, (0, 4), result.stderr)
            labels = {row["algorithm"] for row in rows_of(result.stdout)}
            self.assertLessEqual({"fixed", "exact"}, labels)
            self.assertEqual([label for label in labels if label.startswith(("cub", "thrust"))], [])
            self.assertNotIn("# cccl", result.stdout)
            self.assertNotIn("# incomplete", result.stdout)

    def test_absent_gpu(self):
        """One line and the status of a device that is not there; nothing is written, as nothing was computed."""
        environment = {**os.environ, "ULP_CUDA_MODULE": os.path.join(os.path.dirname(FAKE), "fake-empty.so")}
        for experiment, arguments in self.RUNS.items():
            path = self.path(experiment + ".csv")
            self.bad(3, "run", experiment, "--device", "cuda", *arguments, "--csv", path, mentions=["ULP_CUDA_MODULE: "],
                     env=environment)
            self.assertFalse(os.path.exists(path))

    def test_lost_in_the_middle(self):
        runs = {
            "audit-levels": ["250", "--largest", "3000", "--formats", "fp32", "--algorithms", CUB],
            "repeat": ["250", "--runs", "200", "--input", "uniform:n=1000", "--algorithms", CUB],
            "cost": ["250", "--n", "10:1000000", "--formats", "fp32", "--algorithms", CUB],
            "order": ["900", "--n", "32", "--algorithms", "fixed,cub-run-to-run,cub-gpu-to-gpu"],
            "changes": ["40", "--knob", "order", "--input", "uniform:n=1000", "--algorithms", CUB],
            "diagnose": ["100", "--input", "uniform:n=1000", "--algorithms", "fixed," + CUB],
        }
        for experiment, (at, *arguments) in runs.items():
            self.bad(3, "run", experiment, "--device", "cuda", *arguments, "--quiet", "--csv", self.path(experiment + ".csv"),
                     mentions=["cuda:0: lost in a test"], env=fake(FAKE_LOST_AT=at))
            text = self.read(experiment + ".csv")
            self.assertIn("# incomplete: cuda:0: lost in a test", text)
            self.assertGreater(len(rows_of(text)), 0, experiment)

    def test_short_of_memory_in_the_middle(self):
        """A sum that its device has no memory for ends a run whose rows belong together; what was there before stays."""
        runs = {
            "repeat": ["100", "--runs", "200", "--input", "uniform:n=1000", "--algorithms", CUB],
            "cost": ["250", "--n", "10:1000000", "--formats", "fp32", "--algorithms", CUB],
            "order": ["900", "--n", "32", "--algorithms", "fixed,cub-run-to-run,cub-gpu-to-gpu"],
            "changes": ["40", "--knob", "order", "--input", "uniform:n=1000", "--algorithms", CUB],
            "diagnose": ["60", "--input", "uniform:n=1000", "--algorithms", "fixed," + CUB],
        }
        for experiment, (at, *arguments) in runs.items():
            self.bad(3, "run", experiment, "--device", "cuda", *arguments, "--quiet", "--csv", self.path(experiment + ".csv"),
                     mentions=["cuda:0: "], env=fake(FAKE_MEMORY_AT=at))
            text = self.read(experiment + ".csv")
            self.assertIn("# incomplete: cuda:0: ", text)
            self.assertGreater(len(rows_of(text)), 0, experiment)

    def test_interrupted(self):
        for experiment, arguments in [("audit-levels", ["--largest", "2^22"]), ("cost", ["--rounds", "10000"]),
                                      ("order", ["--n", "4096", "--repeats", "10000"]),
                                      ("changes", ["--runs", "100000"]), ("diagnose", ["--runs", "100000"])]:
            path = self.path(experiment + ".json")
            process = subprocess.Popen([ULP, "run", experiment, *arguments, "--quiet", "--json", path], stderr=subprocess.PIPE,
                                       encoding="utf-8")
            time.sleep(0.6)
            process.send_signal(signal.SIGINT)
            begun = time.monotonic()
            _, said = process.communicate(timeout=20)
            self.assertEqual(process.returncode, 130, said)
            self.assertLess(time.monotonic() - begun, 5, experiment)
            if os.path.exists(path):
                _, provenance = tables_of(self.read(experiment + ".json"))
                self.assertRegex(provenance["incomplete"], "^(cpu: )?cancelled$")

    # --- cost ---

    def test_cost(self):
        rows = self.table("cost", "--n", "100:1000", "--step", "10", "--rounds", "3", "--algorithms", "fixed,exact,seq-fp64")
        self.assertEqual([(row["algorithm"], row["elements_format"], row["n"]) for row in rows],
                         [(algorithm, format, n) for format in ("fp32", "fp64") for n in ("100", "1000")
                          for algorithm in ("read-limit", "fixed", "exact", "seq-fp64")
                          if (algorithm, format) != ("fixed", "fp64")])
        for row in rows:
            self.assertLessEqual(float(row["seconds_lower"]), float(row["seconds"]))
            self.assertLessEqual(float(row["seconds"]), float(row["seconds_upper"]))
            self.assertGreaterEqual(float(row["call_seconds"]), float(row["overhead_seconds"]))
            expected = {"fixed": "1", "read-limit": row["of_reference"]}.get(row["algorithm"], row["of_reference"])
            self.assertEqual(row["of_reference"], expected)
            if row["algorithm"] == "read-limit":
                self.assertEqual(row["of_read_limit"], "1")
            self.assertEqual(math.isnan(float(row["of_reference"])), row["elements_format"] == "fp64")

    def test_cost_keeps_memory_apart(self):
        result = self.good("run", "cost", "--device", "cuda", "--n", "1000:1000", "--formats", "fp32", "--algorithms",
                           "fixed,cub-run-to-run", "--csv", "-", env=fake())
        rows = {row["algorithm"]: row for row in rows_of(result.stdout)}
        self.assertEqual(float(rows["cub-run-to-run"]["allocation_seconds"]), 1e-6)
        self.assertEqual(float(rows["fixed"]["allocation_seconds"]), 0)
        self.assertEqual(rows["cub-run-to-run"]["of_reference"], "1")

    # --- order ---

    def order(self, *arguments, **more):
        return tables_of(self.good("run", "order", *arguments, "--json", "-", **more).stdout)[0]

    def test_orders_are_those_of_the_plans(self):
        specs = ["seq-fp32", "seq-fp64", "kahan", "pairwise", "pairwise-128", "tree-fp32:block=8", "tree-fp64:block=64",
                 "strided:block=4", "fixed", "fixed:grid=4:block=16"]
        for n in (2, 3, 64, 100, 257):
            nodes, summary = self.order("--n", n, "--algorithms", ",".join(specs))
            self.assertEqual([(row["algorithm"], row["order"], row["plan"]) for row in summary],
                             [(spec, "tree", "yes") for spec in specs])
            self.assertEqual(len(nodes), len(specs) * (2 * n - 1))

    def test_compensated_trees_are_no_trees(self):
        """What merges give on as errors are elements of their own, which M does not swallow."""
        _, (row,) = self.order("--n", "64", "--algorithms", "kahan-tree:grid=3:block=8")
        self.assertEqual((row["order"], row["plan"], row["tree"]), ("other", "", ""))
        self.assertIn("no tree of additions", row["seen"])

    def test_order_of_256(self):
        """The fixed tree of 4 x 16 lanes over 256 elements: chains of 4, then 16, then 4: 3 + 4 + 2 additions."""
        nodes, (row,) = self.order("--n", "256", "--algorithms", "fixed:grid=4:block=16")
        self.assertEqual((row["height"], row["plan"]), (9, "yes"))
        self.assertTrue(row["tree"].startswith("(((((((((0 64) 128) 192) (((8 72) 136) 200))"))
        self.assertEqual(sum(node["size"] == 4 for node in nodes), 64)

    def test_kinds_of_order(self):
        nodes, summary = self.order("--device", "cuda", "--n", "40", "--algorithms",
                                    "cub-run-to-run,cub-not-guaranteed,exact,fixed:grid=4:block=16", env=fake())
        kinds = {row["algorithm"]: row for row in summary}
        self.assertEqual([row["order"] for row in summary], ["tree", "varies", "independent", "tree"])
        self.assertIn("met in sums of", kinds["cub-not-guaranteed"]["seen"])
        self.assertEqual(kinds["fixed:grid=4:block=16"]["same_as"], "cub-run-to-run")
        self.assertEqual({node["algorithm"] for node in nodes}, {"cub-run-to-run", "fixed:grid=4:block=16"})

    def test_first_difference(self):
        _, summary = self.order("--n", "4", "--algorithms", "seq-fp32,pairwise")
        self.assertEqual(summary[1]["difference"], "elements 0 and 2 meet in a sum of 4 here, of 3 there")
        self.assertEqual([row["same_as"] for row in summary], ["seq-fp32", "pairwise"])


if __name__ == "__main__":
    main()
