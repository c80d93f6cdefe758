"""headers.py SOURCE CC CXX FLAG...: every header compiles alone, as C with FLAGs, and those that the CUDA module reads as C++ too,
with no flags but the include directory; its own as C++ only."""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

source, cc, cxx, *flags = sys.argv[1:]
source = pathlib.Path(source)
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def read_by_nvcc():
    """Paths that the .cu files include, however indirectly."""
    found, waiting = set(), sorted(source.glob("kernels/*.cu*"))
    while waiting:
        for name in INCLUDE.findall(waiting.pop().read_text(encoding="utf-8")):
            if name not in found and (source / name).exists():
                found.add(name)
                waiting.append(source / name)
    return {name for name in found if name.endswith(".h")}


def trouble(job):
    """What the compiler says of one header, or nothing."""
    header, command = job
    result = subprocess.run([*command, "-fsyntax-only", f"-I{source}", "-"], input=f'#include "{header}"\n', text=True,
                            stderr=subprocess.PIPE, check=False)
    return f"{header}, {command[0]}:\n{result.stderr}" if result.returncode else ""


headers = sorted(str(path.relative_to(source)) for folder in ("core", "ui", "app")
                 for path in (source / folder).rglob("*.h"))
for_nvcc = sorted(read_by_nvcc())
jobs = [(header, [cc, "-x", "c", "-std=gnu17", *flags]) for header in headers]
jobs += [(header, [cxx, "-x", "c++", "-std=c++17"]) for header in for_nvcc]
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    troubles = [text for text in pool.map(trouble, jobs) if text]
print(f"{len(headers)} headers as C, {len(for_nvcc)} as C++, {len(troubles)} in trouble")
print("\n".join(troubles))
sys.exit(bool(troubles) or not for_nvcc)
