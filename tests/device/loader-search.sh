#!/bin/sh
# loader-search.sh BUILD FULL_LIBRARY_DIR: where the loader finds the module when the environment does not name it, and that
# it never looks in the current folder. BUILD is the build tree, with the program that has the loader in itself, ulp with
# libulp, and the fake modules.
set -eu
build=$1 tests=$1/tests
unset ULP_CUDA_MODULE LD_LIBRARY_PATH
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
mkdir -p "$prefix/bin" "$prefix/tests" "$prefix/lib" "$prefix/here/ulpscope"
cp "$tests/device-test-loader" "$prefix/tests/"
cp "$build/bin/ulp" "$prefix/bin/"
cp -P "$build"/lib/libulp.so* "$prefix/lib/"

finds() { "$prefix/tests/device-test-loader" -p "/loader/$1"; }
# says WORDS COMMAND...: what ulp lists of devices.
says() {
  words=$1
  shift
  "$@" list devices | grep -q "$words" || { echo "$*: not “$words”" >&2; "$@" list devices >&2; exit 1; }
}

# In the current folder, wherever a relative name would lead.
cp "$tests/fake-good.so" "$prefix/here/ulp-cuda.so"
cp "$tests/fake-good.so" "$prefix/here/ulpscope/ulp-cuda.so"
cp "$tests/fake-good.so" "$prefix/here/ulp-cuda.so.so"
cd "$prefix/here"
if [ ! -e "$2/ulpscope/ulp-cuda.so" ]; then
  finds none
  says 'not built or not installed' "$prefix/bin/ulp"
  # A libulp without an absolute name, and a program that claims to lie here.
  cp -P "$build"/lib/libulp.so* .
  says 'not built or not installed' env LD_LIBRARY_PATH=. "$prefix/bin/ulp"
  bash -c 'exec -a "$PWD/ulp" "$0" -p /loader/none' "$prefix/tests/device-test-loader"
  # Without /proc, where that can be had; a sanitizer looks for leaks there.
  if unshare --mount --map-root-user sh -c 'mount -t tmpfs none /proc' 2>/dev/null; then
    ASAN_OPTIONS=detect_leaks=0 unshare --mount --map-root-user \
      sh -c 'mount -t tmpfs none /proc && exec "$0" -p /loader/none' "$prefix/tests/device-test-loader"
  fi
fi

mkdir "$prefix/lib/ulpscope"
cp "$tests/fake-good.so" "$prefix/lib/ulpscope/ulp-cuda.so"
says 'cuda:0  yes' "$prefix/bin/ulp" # installed beside libulp
cp "$tests/fake-abi.so" "$prefix/bin/ulp-cuda.so"
says 'interface 9999' "$prefix/bin/ulp" # the build tree's comes first
finds abi
