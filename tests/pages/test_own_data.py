#!/usr/bin/python3
"""From the start of the program to a picture of the user's own column of numbers, through the accessibility bus, in at most
twelve actions. Run in an X server and a session bus of its own; exits 77 where the bus is missing."""

import os
import subprocess
import sys
import tempfile

import test_scenario as bus
from test_scenario import find, until

ACTIONS = 12
ENTRIES = ("text", "entry")
BUTTONS = ("push button", "button")


class Count:
    """What a person does, counted."""

    def __init__(self):
        self.done = 0

    def __call__(self, worked):
        self.done += 1
        assert worked, self.done


def action_of(root, name):
    names = [bus.Atspi.Action.get_action_name(root, i) for i in range(bus.Atspi.Action.get_n_actions(root))]
    return names.index(name)


def desktop_find(roles, name):
    """In any window of the program: a dialog is one of its own."""
    desktop = bus.Atspi.get_desktop(0)
    for i in range(desktop.get_child_count()):
        app = desktop.get_child_at_index(i)
        if app and "ulpscope" in (app.get_name() or "").lower():
            found = find(app, roles, name)
            if found:
                return found
    return None


def scenario(data, picture):
    act = Count()
    root = until("the window", bus.window)
    act(until("the Sum page", lambda: bus.choose_page(root, "Sum")))
    entry = until("the input", lambda: find(root, ENTRIES, "Input Input"))  # its label's name and its own
    act(bus.Atspi.EditableText.set_text_contents(entry, data))
    act(bus.Atspi.Action.do_action(until("Run", lambda: find(root, BUTTONS, "Run")), 0))
    until("the end of the run", lambda: bus.shows(root, "Executed by"))
    until("the exact sum", lambda: bus.shows(root, "0.875"))
    act(bus.Atspi.Action.do_action(root, action_of(root, "page.export-svg")))
    name = until("the name of the file", lambda: desktop_find(ENTRIES, "Name:") or desktop_find(ENTRIES, "Name"))
    act(bus.Atspi.EditableText.set_text_contents(name, picture))
    act(bus.Atspi.Action.do_action(until("Save", lambda: desktop_find(BUTTONS, "_Save Save") or
                                         desktop_find(BUTTONS, "Save")), 0))
    until("the picture", lambda: os.path.exists(picture))
    until("what was written", lambda: bus.shows(root, "Wrote "))
    assert act.done <= ACTIONS, act.done
    return act.done


def main():
    if not os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        print("skipped: no session bus")
        return bus.SKIPPED
    try:
        bus.Atspi.get_desktop(0).get_child_count()
    except bus.GLib.Error as error:
        print("skipped: no accessibility bus:", error.message)
        return bus.SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        data, picture = os.path.join(folder, "mine.csv"), os.path.join(folder, "mine.svg")
        with open(data, "w", encoding="utf-8") as file:
            file.write("measured\n0.5\n0.25\n0.125\n")
        environment = {**os.environ, "GTK_A11Y": "atspi"}
        program = subprocess.Popen([sys.argv[1]], env=environment)
        try:
            print(scenario(data, picture), "actions")
            with open(picture, encoding="utf-8") as file:
                assert "<svg" in file.read()
        finally:
            program.kill()
            program.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
