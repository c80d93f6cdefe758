#!/bin/sh
# loader-search.sh TESTS LIBRARY_DIR FULL_LIBRARY_DIR: where the loader finds the module when the environment does not name
# it. TESTS holds the program and the fake modules; LIBRARY_DIR is the installed library folder, relative to the prefix.
set -eu
tests=$1 library=$2
unset ULP_CUDA_MODULE
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
mkdir -p "$prefix/bin" "$prefix/tests" "$prefix/$library/ulpscope"
cp "$tests/device-test-loader" "$prefix/bin/"
cp "$tests/device-test-loader" "$prefix/tests/"

finds() { "$prefix/$1/device-test-loader" -p "/loader/$2"; }

[ -e "$3/ulpscope/ulp-cuda.so" ] || finds bin none
cp "$tests/fake-good.so" "$prefix/$library/ulpscope/ulp-cuda.so"
finds bin good
cp "$tests/fake-abi.so" "$prefix/bin/ulp-cuda.so"
finds bin abi   # beside the program comes first
finds tests abi # a test beside the build's bin folder
