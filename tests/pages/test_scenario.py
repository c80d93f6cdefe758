#!/usr/bin/python3
"""A person who does not see the window: goes to a page, runs it, reads the result; types a value and reads a row. Through
the accessibility bus, on the program itself. Run in an X server and a session bus of its own; exits 77 where the bus is
missing."""

import os
import subprocess
import sys
import time

SKIPPED = 77
LIMIT = 60  # seconds for one effect; a sanitizer's build on a busy machine is slow

try:
    import gi

    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi, GLib
except (ImportError, ValueError) as error:
    print("skipped: no accessibility library:", error)
    sys.exit(SKIPPED)


def until(what, condition):
    """The first true value of `condition`, asked again and again while events arrive."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        while GLib.MainContext.default().iteration(False):
            pass
        try:
            value = condition()
        except GLib.Error:  # a widget that went away while it was asked
            value = None
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"{what}: not within {LIMIT} s")


def walk(node):
    yield node
    for i in range(node.get_child_count()):
        child = node.get_child_at_index(i)
        if child:
            yield from walk(child)


def find(root, roles, name):
    return next((node for node in walk(root) if node.get_name() == name and node.get_role_name() in roles), None)


def texts(root):
    return [node.get_name() for node in walk(root) if node.get_role_name() == "label" and node.get_name()]


def window():
    desktop = Atspi.get_desktop(0)
    for i in range(desktop.get_child_count()):
        app = desktop.get_child_at_index(i)
        if app and "ulpscope" in (app.get_name() or "").lower() and app.get_child_count():
            return app.get_child_at_index(0)
    return None


def shows(root, part):
    return any(part in text for text in texts(root))


def choose_page(root, title):
    sidebar = find(root, ("list", "list box"), "Pages")
    titles = [texts(sidebar.get_child_at_index(i))[0] for i in range(sidebar.get_child_count())]
    return Atspi.Selection.select_child(sidebar, titles.index(title))


def row_of(root, format_id):
    return texts(find(root, ("panel", "grouping", "group"), format_id))


def first_numbers(root, names):
    """Of each row: the first cell of those that scroll sideways, beside the rows that stay in sight."""
    pinned, others = (next(shown for shown in (texts(node) for node in walk(root) if node.get_name() == name) if text in shown)
                      for name, text in (("Rows", names[0]), ("Their other columns", "distinct results")))
    width = min(pinned.index(name) for name in names)
    other_width = len(others) * width // len(pinned)
    return {name: int(others[pinned.index(name) // width * other_width]) for name in names}


def scenario():
    root = until("the window", window)
    until("the Determinism page", lambda: choose_page(root, "Determinism"))
    run = until("the Run button", lambda: find(root, ("push button", "button"), "Run"))
    assert Atspi.Action.do_action(run, 0)
    until("the end of the run", lambda: shows(root, "Executed by"))
    until("the command", lambda: shows(root, "ulp run repeat"))
    labels = until("the summary", lambda: "distinct results" in texts(root) and texts(root))
    end = next(text for text in labels if text.startswith("Executed by"))
    device = end[len("Executed by "):end.rindex(" in ")]
    assert device, end
    numbers = first_numbers(root, ("fixed", "exact", "unordered"))
    assert numbers["fixed"] == 1, numbers
    assert numbers["exact"] == 1, numbers
    assert 1 <= numbers["unordered"] <= 100, numbers

    until("the Bits page", lambda: choose_page(root, "Bits"))
    entry = until("the entry", lambda: find(root, ("text", "entry"), "Value"))
    assert "0x2e66" in row_of(root, "fp16")  # 0.1
    assert Atspi.EditableText.set_text_contents(entry, "65519")
    # Below the middle between the largest fp16, 65504, and the next power of two.
    until("the bits in fp16", lambda: "0x7bff" in row_of(root, "fp16"))
    assert "65504" in row_of(root, "fp16"), row_of(root, "fp16")
    assert "0x477fef00" in row_of(root, "fp32"), row_of(root, "fp32")
    names = [Atspi.Action.get_action_name(root, i) for i in range(Atspi.Action.get_n_actions(root))]
    quit_index = names.index("win.quit")
    try:
        Atspi.Action.do_action(root, quit_index)
    except GLib.Error:  # it is gone before it can answer
        pass
    return device


def main():
    if not os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        print("skipped: no session bus")
        return SKIPPED
    try:
        Atspi.get_desktop(0).get_child_count()  # starts the bus before the program looks for it
    except GLib.Error as error:
        print("skipped: no accessibility bus:", error.message)
        return SKIPPED
    environment = {**os.environ, "GTK_A11Y": "atspi", "G_DEBUG": "fatal-warnings"}
    # GTK 4.8 leaks the list of actions it was reading when one of them ends the program.
    environment["ASAN_OPTIONS"] = environment.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
    program = subprocess.Popen([sys.argv[1]], env=environment)
    try:
        print("executed by", scenario())
        assert program.wait(LIMIT) == 0, program.returncode
    finally:
        if program.poll() is None:
            program.kill()
            program.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
