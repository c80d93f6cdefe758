#!/bin/sh
# install.sh CMAKE BUILD: what cmake --install writes works from where it lies, with its own libulp and the CUDA module beside
# it; ulp needs no GTK.
set -eu
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
"$1" --install "$2" --prefix "$tree" >/dev/null
unset ULP_CUDA_MODULE LD_LIBRARY_PATH
ulp=$tree/bin/ulp
fail() {
  echo "$*" >&2
  exit 1
}

test "$("$ulp" run sum --input tenths:n=1000003 --algorithms exact --csv - --no-preamble --quiet | tail -n 1 |
  cut -d, -f2)" = 100000.30149012059
ldd "$ulp" | grep -q "libulp.so.0 => $tree/" || fail "ulp does not use the libulp installed with it"
if ldd "$ulp" | grep -E 'not found|libgtk'; then
  fail "ulp needs what it should not"
fi
if [ -e "$2/bin/ulp-cuda.so" ] && "$ulp" list devices | grep "not built"; then
  fail "the CUDA module is not found"
fi
for file in applications/org.ulpscope.Ulpscope.desktop metainfo/org.ulpscope.Ulpscope.metainfo.xml \
  icons/hicolor/scalable/apps/org.ulpscope.Ulpscope.svg; do
  test -s "$tree/share/$file"
done
