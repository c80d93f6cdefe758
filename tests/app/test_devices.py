"""What the command line says of modules, through the fake ones of tests/device."""

import json
import os

from ulp import ULP, Case, main

MODULES = os.path.join(os.path.dirname(os.path.dirname(ULP)), "tests")


class Devices(Case):
    def environment(self, module):
        path = os.path.join(MODULES, f"fake-{module}.so")
        if not os.path.exists(path):
            self.skipTest("the fake modules are not built")
        return {**os.environ, "ULP_CUDA_MODULE": path}

    def rows(self, word, module):
        table = json.loads(self.good("list", word, "--json", env=self.environment(module)).stdout)["tables"][0]
        columns = [column["id"] for column in table["columns"]]
        return [dict(zip(columns, row)) for row in table["rows"]]

    def test_algorithms_name_the_devices_that_run_them(self):
        devices = {row["id"]: row["devices"] for row in self.rows("algorithms", "good")}
        self.assertEqual(devices.pop("unordered-sim"), "cpu")
        libraries = {id for id, on in devices.items() if on == "cuda"}
        self.assertEqual({id.split("-")[0] for id in libraries}, {"cub", "thrust", "cublas"})
        self.assertEqual({devices[id] for id in devices.keys() - libraries}, {"cpu, cuda"})

    def test_absent_libraries_say_why(self):
        devices = {row["id"]: row["devices"] for row in self.rows("algorithms", "empty")}
        self.assertRegex(devices["cub-run-to-run"], "^none: ULP_CUDA_MODULE: ")
        self.bad(2, "run", "sum", "--algorithms", "cub-gpu-to-gpu",
                 mentions=["algorithm “cub-gpu-to-gpu”: cpu: a library's routine runs on a GPU only"])
        self.bad(2, "run", "sum", "--algorithms", "cub-gpu-to-gpu-fp64", mentions=["takes fp64 elements alone"])

    def test_refused_before_anything_is_made(self):
        self.bad(2, "run", "sum", "--device", "cuda", "--algorithms", "exact,unordered-sim", "--input", "uniform:n=1e12",
                 mentions=["unordered-sim", "cuda:0: not on a fake"], env=self.environment("good"))

    def test_named_module_is_told(self):
        cuda = {row["id"]: row["name"] for row in self.rows("devices", "good")}
        self.assertEqual(cuda["cuda:0"], "fake (ULP_CUDA_MODULE)")
        (reason,) = [row["name"] for row in self.rows("devices", "empty") if row["id"] == "cuda"]
        self.assertRegex(reason, "^ULP_CUDA_MODULE: ")
        self.bad(3, "run", "sum", "--device", "cuda", mentions=["ULP_CUDA_MODULE: "], env=self.environment("empty"))
        self.bad(3, "run", "sum", "--device", "cuda", mentions=["expected an absolute path"],
                 env={**os.environ, "ULP_CUDA_MODULE": "fake-good.so"})

    def test_stale_module(self):
        for module, reason in [("job", "size of a job"), ("lists", "lists"), ("abi", "interface 9999")]:
            cuda = [row for row in self.rows("devices", module) if row["id"] == "cuda"]
            self.assertEqual([row["usable"] for row in cuda], ["no"])
            self.assertIn(reason, cuda[0]["name"])


if __name__ == "__main__":
    main()
