"""Every kind of bad input: one exit status, one line on standard error, nothing on standard output."""

import os
import struct

import ulp


def npy(header, data=b"", version=b"\x01\x00"):
    text = header.encode()
    return b"\x93NUMPY" + version + struct.pack("<H", len(text)) + text + data


def header(descr="'<f4'", shape="(4,)", order="False"):
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n"


class BadInput(ulp.Case):
    def refused(self, status, *arguments, mentions=()):
        result = self.bad(status, *arguments, mentions=mentions)
        self.assertEqual(result.stdout, "")
        return result

    def refused_file(self, name, content, *mentions):
        path = self.write(name, content)
        self.refused(1, "run", "sum", "--input", path, mentions=[name, *mentions])

    def test_files_that_are_none(self):
        self.refused(1, "run", "sum", "--input", self.path("missing.npy"), mentions=["missing.npy", "No such file"])
        self.refused(1, "run", "sum", "--input", self.path("missing.csv"), mentions=["missing.csv", "No such file"])
        os.mkdir(self.path("folder.npy"))
        self.refused(1, "run", "sum", "--input", self.path("folder.npy"), mentions=["folder.npy"])
        os.mkdir(self.path("folder.csv"))
        self.refused(1, "run", "sum", "--input", self.path("folder.csv"), mentions=["folder.csv"])
        self.refused(1, "run", "sum", "--input", self.folder + "/", mentions=[self.folder])

    def test_csv(self):
        self.refused_file("empty.csv", "")
        self.refused_file("comment.csv", "# nothing\n\n")
        self.refused_file("ragged.csv", "1,x\n3\n", "row 2, column 1")
        path = self.write("text.csv", "a,b\n1,2\n3,four\n")
        self.refused(2, "run", "sum", "--input", path, mentions=["text.csv", "#1 “a”, #2 “b”", "FILE#COLUMN"])
        self.refused(1, "run", "sum", "--input", path + "#b", mentions=["text.csv", "row 3, column 2", "four"])
        self.refused(2, "run", "sum", "--input", path + "#c", mentions=["text.csv", "“c”", "#1 “a”, #2 “b”"])
        self.refused(2, "run", "sum", "--input", path + ":missing=no", mentions=["text.csv", "missing", "skip"])

    def test_npy(self):
        self.refused_file("empty.npy", b"")
        self.refused_file("object.npy", npy(header(descr="'|O'"), b"\0" * 32), "objects")
        self.refused_file("truncated.npy", npy(header(), b"\0" * 15))
        self.refused_file("long.npy", npy(header(), b"\0" * 17))
        self.refused_file("overflow.npy", npy(header(shape="(4294967296, 4294967296)"), b""))
        self.refused_file("none.npy", npy(header(shape="(0,)"), b""))
        self.refused_file("unterminated.npy", npy("{'descr': '<f4', 'shape': (4,)"))
        self.refused_file("past-the-end.npy", b"\x93NUMPY\x01\x00\xff\xff{}")
        self.refused_file("magic.npy", b"NUMPY" * 20)

    def test_counts(self):
        for n in ("0", "-1", "-5e3", "1.5", "abc", "", "1e99", "nan"):
            self.refused(2, "run", "sum", "--input", f"uniform:n={n}", mentions=["n"])
        self.refused(2, "run", "error-vs-n", "--n", "0:100")
        self.refused(2, "run", "error-vs-n", "--n", "-16:100")
        self.refused(2, "run", "error-vs-n", "--n=100:16")
        self.refused(2, "run", "error-vs-n", "--n", "16")
        self.refused(2, "run", "error-vs-n", "--input", "cancel", mentions=["found FIRST 16", "at most 4"])
        self.refused(2, "run", "repeat", "--runs", "0")
        self.refused(2, "run", "repeat", "--runs", "-3")
        self.refused(2, "run", "repeat", "--runs", "1e6")

    def test_names(self):
        self.refused(2, "run", "sum", "--algorithms", "seq-fp32,unknown", mentions=["unknown", "kahan-tree"])
        self.refused(2, "run", "sum", "--algorithms", "kahan,,exact", mentions=["kahan-tree"])
        self.refused(2, "run", "sum", "--algorithms", "", mentions=["algorithms"])
        self.refused(2, "run", "sum", "--algorithms", "strided:block=1025", mentions=["1025"])
        self.refused(2, "run", "sum", "--algorithms", "strided:colour=3", mentions=["colour"])
        self.refused(2, "run", "sum", "--input", "unknown", mentions=["unknown"])
        self.refused(2, "run", "sum", "--input", "uniform:colour=3", mentions=["colour"])
        self.refused(2, "run", "sum", "--input", "uniform:format=fp16", mentions=["fp16"])
        self.refused(2, "run", "sum", "--seed", "x", mentions=["--seed", "x"])
        self.refused(2, "run", "sum", "--atol", "-1", mentions=["--atol", "-1"])
        self.refused(2, "run", "sum", "--rtol", "inf", mentions=["--rtol"])
        self.refused(2, "run", "convert", "--to", "fp17", mentions=["--to", "fp17", "fp16"])
        self.refused(2, "run", "unknown", mentions=["unknown", "error-vs-n"])
        self.refused(2, "bits", "1", "--format", "fp17", mentions=["--format", "fp17"])
        self.refused(2, "bits", "1", "--format", "", mentions=["--format"])
        self.refused(2, "bits", "1", "--format", "fp16,", mentions=["--format"])
        self.refused(2, "bits", "1", "--format", "e5m113", mentions=["e5m113", "112"])
        self.refused(2, "bits", "1", "--round", "up", mentions=["up"])

    def test_usage(self):
        self.refused(2, mentions=["--help"])
        self.refused(2, "unknown", mentions=["unknown", "--help"])
        self.refused(2, "run")
        self.refused(2, "list")
        self.refused(2, "list", "unknown", mentions=["unknown", "formats"])
        self.refused(2, "list", "formats", "more", mentions=["more"])
        self.refused(2, "bits")
        self.refused(2, "bits", "1", "2", mentions=["2"])
        self.refused(2, "run", "sum", "extra", mentions=["extra"])
        self.refused(2, "run", "sum", "--unknown", "1", mentions=["--unknown", "--help"])
        self.refused(2, "run", "sum", "-x", mentions=["-x"])
        self.refused(2, "run", "sum", "--runs", "5", mentions=["--runs"])  # another experiment's
        self.refused(2, "run", "sum", "--csv", mentions=["--csv"])
        self.refused(2, "run", "sum", "--quiet=1", mentions=["--quiet"])
        self.refused(2, "list", "formats", "--csv", "x", mentions=["--csv"])

    def test_export_names(self):
        self.refused(2, "run", "sum", "--plot", self.path("x.gif"), mentions=["x.gif", ".svg"])
        self.refused(2, "run", "sum", "--plot", "-", mentions=["-"])
        self.refused(2, "run", "sum", "--plot", self.path("x.svg"), "--plot-id", "none", mentions=["none", "time"])
        self.refused(2, "run", "sum", "--plot-id", "time", mentions=["--plot"])
        self.refused(2, "run", "sum", "--csv", "-", "--json", "-", mentions=["standard output"])
        self.refused(2, "run", "sum", "--plot", ".svg", mentions=[".svg"])
        for option in ("--csv", "--json", "--plot"):
            self.refused(2, "run", "sum", option, "", mentions=[option])
        self.assertEqual(os.listdir(self.folder), [])

    def test_reproducible_times(self):
        for experiment in ("sum", "error-vs-n", "repeat"):
            self.refused(2, "run", experiment, "--plot", self.path("x.svg"), "--plot-id", "time", "--reproducible",
                         mentions=["--reproducible", "time"])
        self.assertEqual(os.listdir(self.folder), [])

    def test_control_characters(self):
        for arguments in (["run", "sum", "--\x1b[31mred"], ["bits", "\x1b]0;title\x07"], ["\x9b2J"],
                          ["bits", "1", "--format", "fp16\x7f"], ["run", "sum", "--input", "a\x1bb.csv"]):
            result = ulp.run(*arguments)
            self.assertIn(result.returncode, (1, 2))
            self.assertRegex(result.stderr, r"\\x(1b|9b|7f)|\\u\{9b\}")
            self.assertRegex(result.stderr, r"\Aulp: [^\x00-\x1f\x7f-\x9f]+\n\Z")

    def test_bytes_that_are_no_utf8(self):
        name = os.path.join(os.fsencode(self.folder), b"a\xff.csv")
        with open(name, "wb") as file:
            file.write(b"1\nx\n")
        for status, arguments in (
                (2, ["\udcff"]), (2, ["list", "\udcff"]), (1, ["bits", "\udcff"]), (2, ["bits", "1", "--format", "\udcff"]),
                (2, ["bits", "1", "--round", "\udcff"]), (2, ["run", "\udcff"]), (2, ["run", "sum", "--\udcff"]),
                (2, ["run", "sum", "--seed", "\udcff"]), (2, ["run", "sum", "--input", "\udcff"]),
                (2, ["run", "sum", "--input", "uniform:\udcff=1"]), (2, ["run", "sum", "--input", "uniform:n=\udcff"]),
                (1, ["run", "sum", "--input", "\udcff.csv"]), (1, ["run", "sum", "--input", os.fsdecode(name)]),
                (2, ["run", "sum", "--algorithms", "\udcff"]), (2, ["run", "sum", "--device", "\udcff"]),
                (1, ["run", "./\udcff.json"]), (2, ["run", "sum", "--plot", "\udcff.gif"]),
                (1, ["run", "sum", "--csv", "/nowhere/\udcff"])):
            result = self.refused(status, *arguments)  # standard error is read as strict UTF-8
            self.assertRegex(result.stderr, r"\\xff|\ufffd")

    def test_one_target_for_two(self):
        same = [self.path("x.svg"), os.path.join(self.folder, ".", "x.svg")]
        for first in ("--csv", "--json", "--plot"):
            for second in ("--csv", "--json", "--plot"):
                self.refused(2, "run", "sum", first, same[0], second, same[1], mentions=["x.svg", first])
        self.assertEqual(os.listdir(self.folder), [])
        self.write("x.svg", "precious")
        os.symlink(self.path("x.svg"), self.path("link.csv"))
        self.refused(2, "run", "sum", "--csv", self.path("link.csv"), "--plot", self.path("x.svg"), mentions=["--csv"])
        self.assertEqual(self.read("x.svg"), "precious")

    def test_input_is_not_overwritten(self):
        path = self.write("x.csv", "1,2\n")
        os.symlink(path, self.path("link.csv"))
        for spec in (path, path + ":format=fp32", self.path("link.csv")):
            for target in (path, self.path("link.csv")):
                for option in ("--csv", "--json"):
                    self.refused(2, "run", "sum", "--input", spec, option, target, mentions=[option, "input"])
        self.assertEqual(self.read("x.csv"), "1,2\n")

    def test_before_any_device_or_file(self):
        missing = self.path("missing.npy")
        self.refused(2, "run", "sum", "--device", "cuda:9", "--algorithms", "typo", mentions=["--algorithms", "typo"])
        self.refused(2, "run", "sum", "--device", "cuda:9", "--input", "typo", mentions=["--input", "typo"])
        self.refused(2, "run", "sum", "--input", missing, "--algorithms", "typo", mentions=["typo"])
        self.refused(2, "run", "convert", "--input", missing, "--to", "typo", mentions=["--to", "typo"])
        self.refused(2, "run", "sum", "--input", missing, "--view", "typo", mentions=["--view", "typo", "time"])
        self.refused(2, "run", "sum", "--seed", "9007199254740993", mentions=["9007199254740992"])
        os.mkfifo(self.path("pipe.npy"))  # to open it would block
        self.refused(2, "run", "sum", "--input", self.path("pipe.npy"), "--algorithms", "typo", mentions=["typo"])

    def test_documents(self):
        def refused(text, *mentions):
            self.refused(1, "run", self.write("run.json", text), mentions=["run.json", *mentions])
        refused("", "line")
        refused("[1", "line 1")
        refused("{}", "ulp-run")
        refused('{"ulp-run": 2, "experiment": "sum"}', "version 2")
        refused('{"ulp-run": 1, "experiment": "sun"}', "sun")
        refused('{"ulp-run": 1, "experiment": "sum", "colour": 1}', "colour")
        refused('{"ulp-run": 1, "experiment": "sum", "parameters": {"seed": "x"}}', "seed")
        missing = self.bad(1, "run", self.path("missing.json"), mentions=["missing.json", "No such file"])
        self.assertEqual(missing.stderr.count("missing.json"), 1)
        self.refused(1, "run", "./sum", mentions=["./sum", "No such file"])
        self.refused(1, "run", self.folder + "/", mentions=[self.folder])

    def test_values(self):
        for text in ("", "abc", "1.2.3", "1e", "--", "fp16:0x12345", "0x", "１"):
            arguments = ["bits", text] if text != "--" else ["bits", "--", "--"]
            self.refused(1, *arguments)

    def test_devices(self):
        self.refused(2, "run", "sum", "--device", "gpu", mentions=["gpu"])
        self.refused(2, "run", "sum", "--device", "cuda:x", mentions=["cuda:x"])
        self.refused(3, "run", "sum", "--device", "cuda:99")
        without = dict(os.environ, ULP_CUDA_MODULE="/nowhere/ulp-cuda.so")
        result = self.bad(3, "run", "sum", "--device", "cuda", env=without)
        self.assertEqual(result.stdout, "")

    def test_bad_input_leaves_exports_alone(self):
        path = self.write("out.csv", "precious")
        self.refused(1, "run", "sum", "--input", self.path("missing.npy"), "--csv", path)
        self.assertEqual(self.read("out.csv"), "precious")


if __name__ == "__main__":
    ulp.main()
