#!/bin/sh
# fuzz.sh TARGET CORPUS: libFuzzer from the kept corpus for ULP_FUZZ_SECONDS (5). What it finds stays in the current folder, new
# inputs that reach more code beside the target, in TARGET.found.
set -eu
mkdir -p "$1.found"
exec "$1" -max_total_time="${ULP_FUZZ_SECONDS:-5}" -timeout=10 -rss_limit_mb=1500 -max_len=4096 -print_final_stats=1 \
  -artifact_prefix="$1.crash-" "$1.found" "$2"
