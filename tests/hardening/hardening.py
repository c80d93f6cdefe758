"""hardening.py READELF [--fortified] [--cf] FILE...: what core/cmake/hardening.cmake asks for is in the linked files.
--fortified: they were built with _FORTIFY_SOURCE, --cf: with -fcf-protection."""

import re
import subprocess
import sys

ENDBR64 = b"\xf3\x0f\x1e\xfa"


def readelf(*options):
    return subprocess.run([program, "--wide", *options], check=True, capture_output=True, text=True).stdout


def functions(path):
    """Addresses of our functions by name: the ones that another file can call through a pointer."""
    found = {}
    for fields in map(str.split, readelf("--symbols", path).splitlines()):
        if len(fields) == 8 and fields[3:5] == ["FUNC", "GLOBAL"] and fields[6] != "UND":
            if fields[7] == "main" or fields[7].startswith("ulp_"):
                found[fields[7]] = int(fields[1], 16)
    return found


def without_landing_place(path):
    """Functions that do not begin with endbr64. The note of the whole file says less: the linker leaves it out where the C
    library's own objects have none."""
    segments = [(int(fields[2], 16), int(fields[1], 16), int(fields[4], 16))
                for fields in map(str.split, readelf("--segments", path).splitlines()) if fields[:1] == ["LOAD"]]
    with open(path, "rb") as file:
        content = file.read()
    for name, address in functions(path).items():
        (offset,) = [address - start + at for start, at, size in segments if start <= address < start + size]
        if content[offset:offset + len(ENDBR64)] != ENDBR64:
            yield name


def troubles(path, fortified, cf):
    segments, dynamic = readelf("--segments", path), readelf("--dynamic", path)
    imported = {fields[7].split("@")[0] for fields in map(str.split, readelf("--dyn-syms", path).splitlines())
                if len(fields) >= 8 and fields[6] == "UND"}
    # "GNU_STACK OFFSET VIRTUAL PHYSICAL SIZE SIZE RW ALIGNMENT"
    stack = re.search(r"GNU_STACK(?: +0x\w+){5} +([RWE ]+?) +0x", segments)
    if not re.search(r"Type:\s+DYN", readelf("--file-header", path)):
        yield "is not position independent"
    if "GNU_RELRO" not in segments:
        yield "has no RELRO"
    if not re.search(r"\(BIND_NOW\)|\(FLAGS(_1)?\).*\b(BIND_)?NOW\b", dynamic):
        yield "binds lazily"
    if "TEXTREL" in dynamic:
        yield "has relocations in its code"
    if not stack or "E" in stack.group(1):
        yield "has an executable stack"
    if "RWE" in segments:
        yield "has a segment that is writable and executable"
    if "__stack_chk_fail" not in imported:
        yield "has no stack protector"
    if fortified and not any(re.fullmatch(r"__\w+_chk", name) for name in imported):
        yield "calls no checked function of the C library"
    if cf:
        if not functions(path):
            yield "defines no function to look at"
        for name in without_landing_place(path):
            yield f"{name} does not begin with endbr64"


program, *arguments = sys.argv[1:]
options = [argument for argument in arguments if argument.startswith("--")]
found = [f"{path}: {trouble}" for path in arguments if path not in options
         for trouble in troubles(path, "--fortified" in options, "--cf" in options)]
print("\n".join(found) or "all are hardened")
sys.exit(1 if found else 0)
