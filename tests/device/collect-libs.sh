#!/bin/sh
# Copies what device-run.sh runs, with the shared libraries it needs, from a build folder into another folder, so that it
# runs on a GPU machine that has none of them. Usage: tests/device/collect-libs.sh BUILD [FOLDER]
set -eu
build=${1:?usage: $0 BUILD [FOLDER]}
out=${2:-$(dirname "$0")/../../.carry}
tests="backend-test-agreement backend-test-agreement-convert backend-test-device-faults backend-test-device device-test-lost
  device-test-jobs bench-sum bench-pairs bench-watch bench-limits"

cmake --build "$build" --target ulp ulp-cuda $tests
rm -rf "$out"
mkdir -p "$out/bin" "$out/tests" "$out/lib"
cp "$build/bin/ulp" "$build/bin/ulp-cuda.so" "$out/bin/"
for name in $tests; do
  cp "$build/tests/$name" "$out/tests/"
done

# Everything but the C library itself, which is the machine's own.
(cd "$build" && ldd bin/ulp bin/ulp-cuda.so $(printf 'tests/%s ' $tests)) | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u |
  grep -vE '/(libc|libm|libdl|librt|libpthread|ld-linux[^/]*|libgcc_s|libstdc\+\+)\.so' |
  while read -r library; do cp -L "$library" "$out/lib/"; done
strip --strip-debug "$out"/bin/ulp "$out"/tests/* "$out"/lib/*
du -sh "$out"
