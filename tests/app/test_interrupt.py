"""Ctrl+C and progress, on a terminal; the other signals that end a run; signals while exports are written."""

import json
import os
import re
import resource
import signal
import subprocess
import threading
import time
import unittest

import ulp
from ulp import ULP, rows_of


for ending in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
    signal.signal(ending, signal.SIG_DFL)  # nohup and a shell's & let the program ignore them


class Terminal:
    """Runs the program with a pseudo-terminal as standard error and keeps what it says there."""

    def __init__(self, *arguments):
        self.text = ""
        try:
            self.master, slave = os.openpty()
        except OSError as error:
            raise unittest.SkipTest(f"no pseudo-terminal here: {error}")
        self.process = subprocess.Popen([ULP, *arguments], stdout=subprocess.PIPE, stderr=slave, encoding="utf-8")
        os.close(slave)
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        try:
            while data := os.read(self.master, 4096):
                self.text += data.decode()
        except OSError:  # the program closed its end
            pass

    def wait_for_progress(self, percent):
        for _ in range(600):
            shown = re.findall(r"(\d+) %", self.text)
            if shown and int(shown[-1]) >= percent:
                return
            time.sleep(0.1)
        raise AssertionError(f"no progress: {self.text!r}")

    def finish(self):
        stdout, _ = self.process.communicate(timeout=120)
        self.reader.join()
        os.close(self.master)
        return stdout


class Interrupt(ulp.Case):
    def test_keeps_what_is_there(self):
        terminal = Terminal("run", "repeat", "--input", "uniform:n=100000", "--runs", "100000", "--csv",
                            self.path("r.csv"), "--json", self.path("r.json"))
        terminal.wait_for_progress(11)  # 10 % is the input
        time.sleep(0.5)
        terminal.process.send_signal(signal.SIGINT)
        text = terminal.finish()
        self.assertEqual(terminal.process.returncode, 130)
        rows = rows_of(self.read("r.csv"))
        self.assertGreater(len(rows), 0)
        self.assertLess(len(rows), 300000)
        self.assertIn("unordered", text)
        reason = json.loads(self.read("r.json"))["provenance"]["incomplete"]
        self.assertIn("cancelled", reason)
        self.assertTrue(f"# incomplete: {reason}" in self.read("r.csv").splitlines())
        self.assertEqual(len(re.findall(r"ulp: [^\r\n]+\r\n", terminal.text)), 1)

    def test_stops_inside_one_sum(self):
        terminal = Terminal("run", "repeat", "--input", "constant:n=2e7", "--algorithms", "kahan", "--runs", "1000")
        terminal.wait_for_progress(11)  # 10 % is the input
        terminal.process.send_signal(signal.SIGINT)
        terminal.finish()
        self.assertEqual(terminal.process.returncode, 130)

    def test_progress_only_on_a_terminal(self):
        arguments = ["run", "repeat", "--input", "uniform:n=100000", "--runs", "300", "--algorithms", "kahan"]
        self.assertEqual(self.good(*arguments).stderr, "")
        terminal = Terminal(*arguments)
        terminal.finish()
        self.assertRegex(terminal.text, r"\d+ %")
        quiet = Terminal(*arguments, "--quiet")
        self.assertEqual(quiet.finish(), "")
        self.assertEqual(quiet.text, "")


class Export(ulp.Case):
    """Signals while exports are written."""

    BIG = ["run", "convert", "--to", "fp16", "--input", "normal:n=1000000", "--points", "1000000", "--quiet"]
    RUN = ["run", "sum", "--input", "tenths:n=1000", "--quiet"]
    LONG = ["run", "repeat", "--input", "uniform:n=100000", "--runs", "100000", "--quiet"]

    def start(self, *arguments, within=(), **more):
        process = subprocess.Popen([*within, ULP, *arguments], cwd=self.folder, stderr=subprocess.PIPE, encoding="utf-8", **more)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def names(self):
        return sorted(os.listdir(self.folder))

    def written(self, process):
        """What the file that the program is writing here holds by now, in bytes."""
        folder = f"/proc/{process.pid}/fd"
        for entry in os.listdir(folder):
            try:
                path = os.readlink(f"{folder}/{entry}")
                if path.startswith(self.folder + "/"):
                    return os.stat(f"{folder}/{entry}").st_size
            except OSError:
                pass
        return 0

    def wait_until(self, condition):
        limit = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), limit)
            time.sleep(0.005)

    def test_first_signal_stops_an_export(self):
        for option in ("--csv", "--json"):
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                self.write("out", "old")
                process = self.start(*self.BIG, option, "out")
                self.wait_until(lambda: self.written(process) > 100000)
                process.send_signal(number)
                self.assertEqual(process.wait(timeout=20), 128 + number)
                self.assertRegex(process.stderr.read(), r"\Aulp: [^\n]+\n\Z")
                self.assertEqual(self.read("out"), "old")
                self.assertEqual(self.names(), ["out"])

    def test_nothing_is_left_of_a_killed_export(self):
        self.write("out", "old")
        process = self.start(*self.BIG, "--csv", "out")
        self.wait_until(lambda: self.written(process) > 100000)
        process.kill()
        process.wait()
        self.assertEqual(self.read("out"), "old")
        self.assertEqual(self.names(), ["out"])

    def test_second_signal_removes_a_file_with_a_name(self):
        """Without /proc a temporary file has a name from the start."""
        library = os.path.join(os.path.dirname(ULP), "../lib")  # the loader, too, finds it through /proc
        within = ["unshare", "--mount", "--map-root-user", "sh", "-c",
                  f'mount -t tmpfs none /proc && LD_LIBRARY_PATH="{library}" exec "$0" "$@"']
        try:
            if subprocess.run([*within, "true"], capture_output=True, timeout=60).returncode:
                self.skipTest("/proc cannot be hidden here")
        except OSError as error:
            self.skipTest(str(error))
        self.write("out", "old")
        process = self.start(*self.BIG, "--csv", "out", within=within)
        self.wait_until(lambda: any(os.stat(self.path(name)).st_size > 100000 for name in self.names()))
        process.send_signal(signal.SIGSTOP)
        self.assertEqual(len(self.names()), 2)
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGCONT)
        self.assertIn(process.wait(timeout=20), (128 + signal.SIGTERM, 128 + signal.SIGINT))
        self.assertEqual(self.read("out"), "old")
        self.assertEqual(self.names(), ["out"])

    def test_pipe_without_reader(self):
        os.mkfifo(self.path("pipe"))
        process = self.start(*self.RUN, "--csv", "pipe", "--json", "out")
        time.sleep(0.5)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=20), 130)
        self.assertEqual(self.names(), ["pipe"])

    def test_reader_that_sleeps(self):
        read, write = os.pipe()
        process = self.start(*self.BIG, "--csv", "-", stdout=write)
        os.close(write)
        os.read(read, 1)
        time.sleep(0.5)  # the pipe is full
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=20), 130)
        os.close(read)

    def test_signal_keeps_what_is_there(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGXFSZ):
            process = self.start(*self.LONG, "--csv", "r.csv", "--json", "r.json")
            time.sleep(1.5)
            process.send_signal(number)
            self.assertEqual(process.wait(timeout=60), 128 + number)
            self.assertGreater(len(rows_of(self.read("r.csv"))), 0)
            self.assertEqual(self.names(), ["r.csv", "r.json"])
            os.remove(self.path("r.csv"))

    def test_second_signal_ends_the_program(self):
        os.mkfifo(self.path("pipe"))
        process = self.start(*self.LONG, "--csv", "pipe", "--json", "r.json")
        time.sleep(1.5)
        process.send_signal(signal.SIGTERM)  # stops the run; what is there waits for the pipe's reader
        time.sleep(1)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=20), 128 + signal.SIGTERM)
        self.assertEqual(self.names(), ["pipe"])

    def test_ignored_signals_stay_ignored(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            os.mkfifo(self.path("pipe"))
            process = self.start(*self.RUN, "--csv", "pipe", preexec_fn=lambda: signal.signal(number, signal.SIG_IGN))
            time.sleep(0.5)
            process.send_signal(number)
            process.send_signal(number)
            time.sleep(0.3)
            self.assertIsNone(process.poll())
            with open(self.path("pipe"), encoding="utf-8", newline="") as pipe:
                rows = rows_of(pipe.read())
            self.assertGreater(len(rows), 0)
            self.assertEqual(process.wait(timeout=60), 0)
            os.remove(self.path("pipe"))

    def test_limit_of_a_file(self):
        limit = (1500000, 1500000)
        self.write("big", "old")
        for handler, status in ((signal.SIG_DFL, 128 + signal.SIGXFSZ), (signal.SIG_IGN, 1)):
            def prepare():
                signal.signal(signal.SIGXFSZ, handler)
                resource.setrlimit(resource.RLIMIT_FSIZE, limit)
            process = self.start("run", "convert", "--to", "fp16", "--input", "normal:n=10000", "--points", "10000", "--quiet", "--csv",
                                 "big", "--plot", "small.svg", preexec_fn=prepare, restore_signals=False)
            self.assertEqual(process.wait(timeout=60), status)
            self.assertIn("cannot write big: File too large", process.stderr.read())
            self.assertEqual(self.read("big"), "old")
            self.assertEqual(self.names(), ["big", "small.svg"])
            os.remove(self.path("small.svg"))


if __name__ == "__main__":
    ulp.main()
