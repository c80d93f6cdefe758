"""Ctrl+C and progress, on a terminal."""

import json
import os
import re
import signal
import subprocess
import threading
import time
import unittest

import ulp
from ulp import ULP, rows_of


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
        terminal.wait_for_progress(10)
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
        terminal.wait_for_progress(10)
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


if __name__ == "__main__":
    ulp.main()
