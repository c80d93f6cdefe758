"""Where output goes: files, pipes, standard output, full disks, and the same bytes again."""

import json
import os
import re
import subprocess
import threading
import time

import ulp
from ulp import ULP, rows_of

RUN = ["run", "sum", "--input", "tenths:n=1000", "--algorithms", "exact,kahan"]


class Targets(ulp.Case):
    def test_fifo(self):
        fifo, lines = self.path("fifo.csv"), []
        os.mkfifo(fifo)

        def drain():
            with open(fifo, encoding="utf-8", newline="") as file:
                lines.append(file.read())

        reader = threading.Thread(target=drain)
        reader.start()
        self.good(*RUN, "--csv", fifo)
        reader.join(timeout=60)
        self.assertEqual(len(rows_of(lines[0])), 2)
        self.assertEqual(os.listdir(self.folder), ["fifo.csv"])

    def test_devices_are_written_straight(self):
        self.good(*RUN, "--csv", "/dev/null", "--json", "/dev/null")
        self.assertFalse(os.path.isfile("/dev/null"))

    def test_dev_stdout(self):
        with open(self.path("out.csv"), "w", encoding="utf-8") as file:
            self.good(*RUN, "--csv", "/dev/stdout", "--quiet", stdout=file)
        self.assertEqual(len(rows_of(self.read("out.csv"))), 2)

    def test_full_disk(self):
        for option in ("--csv", "--json"):
            self.bad(1, *RUN, option, "/dev/full", mentions=["/dev/full", "No space left"])
        with open("/dev/full", "w", encoding="utf-8") as full:
            for arguments in (RUN, [*RUN, "--csv", "-"], ["list", "formats"], ["bits", "0.1"], ["--help"],
                              ["--version"], ["run", "--help"], ["run", "sum", "--help"]):
                self.bad(1, *arguments, stdout=full, mentions=["No space left"])

    def test_unwritable(self):
        for option, name in (("--csv", "x.csv"), ("--json", "x.json"), ("--plot", "x.svg"), ("--plot", "x.png"),
                             ("--plot", "x.pdf")):
            self.bad(1, *RUN, option, self.path(f"nowhere/{name}"), mentions=[name])
        os.mkdir(self.path("folder.csv"))
        self.bad(1, *RUN, "--csv", self.path("folder.csv"), mentions=["folder.csv"])
        self.assertEqual(os.listdir(self.folder), ["folder.csv"])

    def test_another_user(self):
        """Who is not root may not write everywhere, and needs no more than a folder of his own."""
        other = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
        os.chmod(self.folder, 0o755)
        locked, own = self.path("locked"), self.path("own")
        for folder in (locked, own):
            os.mkdir(folder)
        kept = self.write("locked/out.csv", "old\n")
        if other:
            os.chown(own, 65534, 65534)
            try:
                ulp.run("--version", **other)
            except PermissionError:
                self.skipTest("another user may not run the program here")
        else:
            os.chmod(kept, 0o444)
            os.chmod(locked, 0o555)
        environment = {**os.environ, "HOME": own}
        self.bad(1, *RUN, "--csv", kept, mentions=["Permission denied"], env=environment, **other)
        self.bad(1, *RUN, "--json", os.path.join(locked, "new.json"), mentions=["Permission denied"], env=environment,
                 **other)
        self.assertEqual(os.listdir(locked), ["out.csv"])
        self.assertEqual(self.read("locked/out.csv"), "old\n")
        self.good(*RUN, "--csv", os.path.join(own, "out.csv"), env=environment, **other)
        self.assertEqual(len(rows_of(self.read("own/out.csv"))), 2)
        self.assertEqual(os.listdir(own), ["out.csv"])
        os.chmod(locked, 0o755)

    def test_one_failure_keeps_the_others(self):
        self.bad(1, *RUN, "--csv", self.path("nowhere/x.csv"), "--json", self.path("x.json"))
        self.assertIn('"tables"', self.read("x.json"))

    def test_replaces_files_and_follows_links(self):
        self.write("real.csv", "old")
        os.symlink(self.path("real.csv"), self.path("link.csv"))
        self.good(*RUN, "--csv", self.path("link.csv"))
        self.assertTrue(os.path.islink(self.path("link.csv")))
        self.assertEqual(len(rows_of(self.read("real.csv"))), 2)
        self.assertEqual(sorted(os.listdir(self.folder)), ["link.csv", "real.csv"])

    def test_one_file_by_two_names(self):
        os.mkdir(self.path("d"))
        self.write("old", "old")
        for target, link in (("d", "e"), ("a", "b"), ("old", "to-old"), ("d/missing", "dangling")):
            os.symlink(target, self.path(link))
        os.link(self.path("old"), self.path("hard"))
        before = sorted(os.listdir(self.folder))
        for one, other in (("d/x.csv", "e/x.csv"), ("e/x", "d/../d/x"), ("a", "b"), ("old", "to-old"), ("old", "hard"),
                           ("dangling", "d/missing"), ("dangling", "e/missing"), ("new", "./new")):
            for first, second in ((one, other), (other, one)):
                self.bad(2, *RUN, "--csv", first, "--json", second, cwd=self.folder, mentions=["--json", second, "--csv"])
        self.assertEqual(sorted(os.listdir(self.folder)), before)
        self.assertEqual(self.read("old"), "old")
        self.good(*RUN, "--csv", "d/x", "--json", "x", cwd=self.folder)

    def test_standard_output_by_two_names(self):
        self.bad(2, *RUN, "--csv", "-", "--json", "/dev/stdout", mentions=["/dev/stdout"])
        self.bad(2, *RUN, "--csv", "/proc/self/fd/1", "--json", "-", mentions=["standard output"])
        with open(self.path("out.csv"), "w", encoding="utf-8") as file:
            self.bad(2, *RUN, "--csv", "-", "--json", self.path("out.csv"), stdout=file, mentions=["out.csv"])

    def test_input_by_another_name(self):
        os.mkdir(self.path("d"))
        self.write("d/in.csv", "1\n2\n")
        os.symlink("d/in.csv", self.path("link.csv"))
        os.symlink("d", self.path("e"))
        os.link(self.path("d/in.csv"), self.path("hard.csv"))
        names = ["d/in.csv", "link.csv", "e/in.csv", "hard.csv"]
        for source in names:
            for target in names:
                self.bad(2, "run", "sum", "--input", source, "--csv", target, cwd=self.folder, mentions=[target])
        self.assertEqual(self.read("d/in.csv"), "1\n2\n")

    def test_names_do_nothing_to_a_terminal(self):
        name, shown = "a\n\x1b[31m\x7f\u009b.csv", "a\\n\\x1b[31m\\x7f\\u{9b}.csv"
        self.write(name, "1\n2\n")
        controls = re.compile("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f]")
        run = ["run", "sum", "--algorithms", "exact"]
        text = self.good(*run, "--input", name, cwd=self.folder).stdout
        csv = self.good(*run, "--input", name, "--csv", "-", cwd=self.folder).stdout
        document = self.good(*run, "--input", name, "--json", "-", cwd=self.folder).stdout
        self.assertIn(shown, text)
        for output in (text, csv, document):
            self.assertNotRegex(output, controls)
        self.assertIn(shown, json.loads(document)["provenance"]["input"])
        self.assertIn(name, json.loads(document)["provenance"]["command"])  # which runs again
        missing = "missing" + name
        for arguments in ([*run, "--input", missing], [*run, "--csv", missing + "/x"], [*run, "--csv", name, "--input", name],
                          [*run, "--plot", missing], ["run", missing + "/x.json"], [missing]):
            self.assertNotRegex(self.bad_any(*arguments).stderr[:-1], re.compile("[\x00-\x1f\x7f-\x9f]"))

    def bad_any(self, *arguments):
        result = ulp.run(*arguments, cwd=self.folder)
        self.assertIn(result.returncode, (1, 2))
        self.assertIn("\\n\\x1b[31m\\x7f\\u{9b}", result.stderr)
        return result

    def test_broken_pipe(self):
        read, write = os.pipe()
        os.close(read)
        with os.fdopen(write, "w") as pipe:
            self.bad(1, "list", "formats", stdout=pipe, mentions=["Broken pipe"])

    def test_closed_streams(self):
        command = f'"{ULP}" list formats >&-'
        result = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, encoding="utf-8", timeout=60)
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"\Aulp: [^\n]+\n\Z")
        out = self.path("out.csv")
        command = f'"{ULP}" {" ".join(RUN)} --csv "{out}" >&- 2>&-'
        result = subprocess.run(["sh", "-c", command], timeout=60)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(len(rows_of(self.read("out.csv"))), 2)
        self.assertNotRegex(self.read("out.csv"), r"(?m)^elements\s")  # the text went nowhere near the file

    def test_closed_streams_are_taken(self):
        """No file of the program's own stands where a stream that was closed would be."""
        os.mkfifo(self.path("pipe"))
        command = f'exec "{ULP}" {" ".join(RUN)} --csv "{self.path("pipe")}" <&- >&- 2>&-'
        process = subprocess.Popen(["sh", "-c", command])
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        limit, taken = time.monotonic() + 20, None
        while taken != ["/dev/null"] * 3 and time.monotonic() < limit:
            time.sleep(0.02)
            try:
                taken = [os.readlink(f"/proc/{process.pid}/fd/{stream}") for stream in range(3)]
            except FileNotFoundError:  # they are closed yet
                continue
        self.assertEqual(taken, ["/dev/null"] * 3)

    def test_plots(self):
        starts = {"a.svg": b"<?xml", "b.PDF": b"%PDF", "c.png": b"\x89PNG"}
        arguments = []
        for name in starts:
            arguments += ["--plot", self.path(name)]
        self.good(*RUN, *arguments, "--plot-id", "relative-error", "--plot-id", "time")
        for name, start in starts.items():
            self.assertTrue(self.bytes_of(name).startswith(start), name)

    def test_each_plot_has_its_id(self):
        """The first id is the first picture's, the last one that of all that follow."""
        names = [self.path(f"{k}.svg") for k in range(4)]
        ids = ["relative-error", "result", "time"]
        plots = [word for name in names for word in ("--plot", name)]
        self.good(*RUN, *plots, *(word for plot in ids for word in ("--plot-id", plot)))
        titles = [re.search("<title>(.*)</title>", self.read(name)).group(1) for name in names]
        self.assertEqual(titles, ["Relative error", "Result", "Time", "Time"])

    def bytes_of(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def test_reproducible(self):
        arguments = ["run", "error-vs-n", "--n", "16:1000", "--reproducible"]
        names = ["x.csv", "x.json", "x.svg", "x.pdf", "x.png"]
        contents = []
        for _ in range(2):
            self.good(*arguments, "--csv", self.path("x.csv"), "--json", self.path("x.json"), "--plot",
                      self.path("x.svg"), "--plot", self.path("x.pdf"), "--plot", self.path("x.png"))
            contents.append([self.bytes_of(name) for name in names])
        for name, first, second in zip(names, *contents):
            self.assertEqual(first, second, name)
        self.assertNotIn("seconds", self.read("x.csv"))


if __name__ == "__main__":
    ulp.main()
