#!/bin/sh
# Copies what device-run.sh runs, with the shared libraries it needs, from a build folder into another folder, so that it
# runs on a GPU machine that has none of them. Usage: tests/device/collect-libs.sh BUILD [FOLDER]
set -eu
build=${1:?usage: $0 BUILD [FOLDER]}
out=${2:-$(dirname "$0")/../../.carry}
tests="backend-test-agreement backend-test-agreement-convert backend-test-agreement-blocks
  backend-test-device-faults backend-test-device backend-test-transform backend-test-atomics device-test-lost
  device-test-jobs bench-sum bench-pairs bench-watch bench-limits"

cmake --build "$build" --target ulp ulp-cuda $tests
rm -rf "$out"
mkdir -p "$out/bin" "$out/tests" "$out/lib"
cp "$build/bin/ulp" "$build/bin/ulp-cuda.so" "$out/bin/"
for name in $tests; do
  cp "$build/tests/$name" "$out/tests/"
done
cp "$(dirname "$0")/shards.sh" "$out/tests/"

# Everything but the C library itself, which is the machine's own.
(cd "$build" && ldd bin/ulp bin/ulp-cuda.so $(printf 'tests/%s ' $tests)) | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u |
  grep -vE '/(libc|libm|libdl|librt|libpthread|ld-linux[^/]*|libgcc_s|libstdc\+\+)\.so' |
  while read -r library; do cp -L "$library" "$out/lib/"; done

# libulp is ours: no machine has it, so it goes along even where the loader would find it by a path of this one.
for library in "$build"/lib/libulp.so.?; do
  [ ! -e "$library" ] || cp -L "$library" "$out/lib/"
done
strip --strip-debug "$out"/bin/ulp "$out"/tests/*-* "$out"/lib/*

missing=$(cd "$out" && LD_LIBRARY_PATH=$PWD/lib ldd bin/ulp bin/ulp-cuda.so tests/*-* |
  awk -v own="$PWD/lib/" '/not found/ || (/libulp\.so/ && index($3, own) != 1) { print $1 }' | sort -u)
[ -z "$missing" ] || { echo "$0: $out lacks" $missing >&2; exit 1; }
du -sh "$out"
