#!/bin/sh
# check.sh CMAKE BUILD CC FLAG...: example.c, built with the installed libulp as another project would, once with pkg-config
# and once with CMake, gives the right numbers; and every installed header compiles alone with pkg-config's flags.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cmake=$1 build=$2 cc=$3
shift 3
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
"$cmake" --install "$build" --prefix "$tree" >/dev/null
package=$(find "$tree" -name ulp.pc)
library=$(dirname "$(dirname "$package")")
export PKG_CONFIG_PATH="$(dirname "$package")${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"

# The exact sum is a little more than 3.1; 1/3 is the known pattern of each format.
expected='sum 3.1000000000000001, in fp16 0x4233
fp16 0x3555
bf16 0x3eab'
check() {
  found=$("$@")
  [ "$found" = "$expected" ] || { printf '%s gives\n%s\n' "$1" "$found" >&2; exit 1; }
}

# shellcheck disable=SC2046
"$cc" "$@" $(pkg-config --cflags ulp) "$here/example.c" -o "$tree/example" $(pkg-config --libs ulp) "-Wl,-rpath,$library"
check "$tree/example"
"$cmake" -S "$here" -B "$tree/build" -DCMAKE_C_COMPILER="$cc" -DCMAKE_C_FLAGS="$*" -DCMAKE_PREFIX_PATH="$tree" >"$tree/log" &&
  "$cmake" --build "$tree/build" >>"$tree/log" || { cat "$tree/log" >&2; exit 1; }
check "$tree/build/example"

cd "$tree/include/ulp"
for header in $(find . -name '*.h'); do
  # shellcheck disable=SC2046
  echo "#include <${header#./}>" | "$cc" -fsyntax-only $(pkg-config --cflags ulp) -x c - || {
    echo "$header does not compile alone from the installed tree; is it a private header (core/CMakeLists.txt)?" >&2
    exit 1
  }
done

# Nothing but the project's own names leaves the library.
if nm -D --defined-only "$library/libulp.so" | grep -v ' ulp_'; then
  echo 'libulp.so exports what is not its own' >&2
  exit 1
fi
