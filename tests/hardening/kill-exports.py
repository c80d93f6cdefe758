"""Kills the program at random moments of a run and its exports, and looks at what is left: for each target the old or a whole
new file, and nothing beside them. The target `kill-exports` runs it on the program that was built:

    kill-exports.py PROGRAM [KILLS [SEED]]

KILLS (1000) for each of SIGKILL, SIGTERM, SIGINT, SIGHUP and SIGXFSZ, in a folder below $KILL_FOLDER or the temporary one;
half of the signals that can be caught are followed by a second one. Two of three are to meet a run before its end. The exit
status is 1 when something is left or torn.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

OLD = b"the old file\n"
NAMES = ("x.csv", "x.json", "x.svg")
RUN = ["run", "convert", "--input", "normal:n=20000", "--points", "20000", "--reproducible", "--quiet"]


def command(program, folder):
    options = zip(("--csv", "--json", "--plot"), NAMES)
    return [program, *RUN, *(word for option, name in options for word in (option, os.path.join(folder, name)))]


def is_whole(name, content):
    """Whether an export is complete: a signal that stops the run lets it write what it has."""
    if name.endswith(".json"):
        try:
            return "tables" in json.loads(content)
        except ValueError:
            return False
    if name.endswith(".svg"):
        return content.endswith(b"</svg>\n")
    lines = content.split(b"\r\n")
    rows = [line for line in lines[:-1] if not line.startswith(b"#")]
    return lines[-1] == b"" and len({row.count(b",") for row in rows}) == 1


def faults(folder):
    """(what is wrong with the folder, how many of its files are new)."""
    found, n_new = [], 0
    for name in set(os.listdir(folder)) | set(NAMES):
        path = os.path.join(folder, name)
        if name not in NAMES:
            found.append(f"left {name}")
        elif not os.path.exists(path):
            found.append(f"lost {name}")
        else:
            with open(path, "rb") as file:
                content = file.read()
            if content != OLD:
                n_new += 1
                if not is_whole(name, content):
                    found.append(f"torn {name}: {len(content)} bytes")
    return found, n_new


def prepare(folder):
    for name in os.listdir(folder):
        os.remove(os.path.join(folder, name))
    for name in NAMES:
        with open(os.path.join(folder, name), "wb") as file:
            file.write(OLD)


def duration(program, folder):
    """Seconds of the whole run, the median of five."""
    durations = []
    for _ in range(5):
        prepare(folder)
        start = time.monotonic()
        subprocess.run(command(program, folder), check=True)
        durations.append(time.monotonic() - start)
        found, n_new = faults(folder)
        assert not found and n_new == len(NAMES), found
    return sorted(durations)[2]


def kill_once(program, folder, number, seconds, chance):
    prepare(folder)
    process = subprocess.Popen(command(program, folder), stderr=subprocess.DEVNULL)
    time.sleep(chance.uniform(0, seconds))
    process.send_signal(number)
    if number != signal.SIGKILL and chance.random() < 0.5:
        time.sleep(chance.uniform(0, 0.02))
        process.send_signal(number)
    status = process.wait()
    time.sleep(0.002)  # the process that gives an export its name may outlive the program
    found, n_new = faults(folder)
    if status not in (0, -number, 128 + number):
        found.append(f"status {status}")
    return found, n_new, status


def main():
    program = os.path.abspath(sys.argv[1])
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    failed = 0
    for number in (signal.SIGINT, signal.SIGHUP):  # nohup and a shell's & let the program ignore them
        signal.signal(number, signal.SIG_DFL)
    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGXFSZ):
        counts = {"old": 0, "some new": 0, "all new": 0}
        wrong = ended = 0
        with tempfile.TemporaryDirectory(dir=os.environ.get("KILL_FOLDER")) as folder:
            seconds = duration(program, folder)
            span = seconds  # of the moments of kills: others load the machine, now more, now less
            for _ in range(kills):
                found, n_new, status = kill_once(program, folder, number, span, chance)
                span *= 1.01 if status else 0.98
                counts["all new" if n_new == len(NAMES) else "some new" if n_new else "old"] += 1
                ended += status != 0
                wrong += bool(found)
                if found:
                    print(f"  {number.name}: {', '.join(found)}", flush=True)
        files = ", ".join(f"{what} {count}" for what, count in counts.items())
        print(f"{number.name}: {kills} kills in runs of {seconds:.2f} s, {ended} ended one, files {files}, wrong {wrong}",
              flush=True)
        failed += wrong + (ended < kills / 4)  # else it is not the exports that were met
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
