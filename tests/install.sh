#!/bin/sh
# install.sh CMAKE BUILD: what cmake --install writes works from where it lies, and finds the CUDA module beside it.
set -eu
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
"$1" --install "$2" --prefix "$tree" >/dev/null
unset ULP_CUDA_MODULE
test "$("$tree/bin/ulp" run sum --input tenths:n=1000003 --algorithms exact --csv - --no-preamble --quiet | tail -n 1 |
  cut -d, -f2)" = 100000.30149012059
if [ -e "$2/bin/ulp-cuda.so" ]; then
  ! "$tree/bin/ulp" list devices | grep -q "not built"
fi
for file in applications/org.ulpscope.Ulpscope.desktop metainfo/org.ulpscope.Ulpscope.metainfo.xml \
  icons/hicolor/scalable/apps/org.ulpscope.Ulpscope.svg; do
  test -s "$tree/share/$file"
done
