"""includes.py SOURCE [NM LIBRARY...]: who includes whom. app -> ui -> core <- kernels; in core what core/CMakeLists.txt lets a
module link; in ui pages -> widgets -> picture -> plot. No two files include each other, however indirectly, and of the object files in
the static libraries no two call each other."""

import pathlib
import re
import subprocess
import sys

source = pathlib.Path(sys.argv[1])
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)

# Folder: the folders it may include, its own aside. Those of core come from its modules.
USES = {
    "kernels": {"core/base", "core/number", "core/array", "core/exact", "core/input", "core/sum", "core/job", "core/backend"},
    "ui/plot": {"core/base", "core/number", "core/table"},
    "ui/picture": {"core", "ui/plot"},
    "ui/widgets": {"core", "ui/plot", "ui/picture"},
    "ui/pages": {"core", "ui/plot", "ui/picture", "ui/widgets"},
    "app": {"core", "ui"},
}
troubles = []


def module_uses():
    """Folder of each module to the folders of those it links, directly or not."""
    text = (source / "core/CMakeLists.txt").read_text(encoding="utf-8")
    direct = {f"core/{name}": {f"core/{used}" for used in re.findall(r"\bulp_(\w+)", rest)}
              for name, rest in re.findall(r"^ulp_module\((\w+)([^)]*)\)", text, re.MULTILINE)}
    return {module: reachable(direct, module) for module in direct}


def reachable(edges, start):
    found, waiting = set(), [start]
    while waiting:
        for node in edges.get(waiting.pop(), ()):
            if node not in found:
                found.add(node)
                waiting.append(node)
    return found


def cycles(edges):
    """Sets of nodes that reach each other."""
    reach = {node: reachable(edges, node) for node in edges}
    return {frozenset(other for other in reach[node] if node in reach.get(other, ())) for node in edges
            if node in reach[node]}


def folder_of(path):
    parts = pathlib.PurePath(path).parts[:-1]
    return "/".join(parts[:2])


def check_order():
    uses = {**USES, **module_uses()}
    included = {}
    for top in ("core", "kernels", "ui", "app"):
        for path in sorted((source / top).rglob("*")):
            if path.suffix not in (".c", ".h", ".cu", ".cuh", ".def"):
                continue
            name = str(path.relative_to(source))
            folder = folder_of(name)
            for target in INCLUDE.findall(path.read_text(encoding="utf-8")):
                if not (source / target).exists():  # written by the build, or beside the file: the next check
                    if (path.parent / target).exists():
                        troubles.append(f'{name} includes "{target}", not named from the top of the sources')
                    continue
                goal = folder_of(target)
                if goal != folder and not {goal, goal.split("/")[0]} & uses.get(folder, set()):
                    troubles.append(f"{name} includes {target}, which {folder} may not use")
                if not target.endswith(".def"):  # a list may name what includes it
                    included.setdefault(name, set()).add(target)
    # A source and its header are one; a header without a source of its own stands for itself.
    sources = {name[:-2] for name in included if name.endswith(".c")}
    pairs = {}
    for name, targets in included.items():
        stem = name[:-2]
        if stem in sources:
            pairs.setdefault(stem, set()).update({target[:-2] for target in targets if target[:-2] in sources} - {stem})
    for cycle in cycles(included) | cycles(pairs):
        troubles.append("include each other: " + ", ".join(sorted(cycle)))


def check_calls(nm, libraries):
    """A file that is replaced or tested alone must not be needed by what it calls."""
    defined, needed = {}, {}
    for library in libraries:
        for line in subprocess.run([nm, "-A", "-g", library], capture_output=True, text=True, check=True).stdout.splitlines():
            place, _, symbol = line.rpartition(":")
            member = pathlib.PurePath(library).stem + "/" + place.rpartition(":")[2].split(".")[0]
            *_, kind, name = symbol.split()
            if kind == "U":
                needed.setdefault(member, set()).add(name)
            else:
                defined[name] = member
    edges = {member: {defined[name] for name in names if name in defined} - {member}
             for member, names in needed.items()}
    for cycle in cycles(edges):
        troubles.append("call each other: " + ", ".join(sorted(cycle)))


check_order()
if len(sys.argv) > 2:
    check_calls(sys.argv[2], sys.argv[3:])
print("\n".join(troubles))
sys.exit(bool(troubles))
