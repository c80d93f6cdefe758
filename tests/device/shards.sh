#!/bin/bash
# The tests of a GLib test program shared out among processes, since what a GPU is compared with is computed by the processors.
# Each process has two of its own: more processes with threads for all of them are slower than one.
# Usage: shards.sh PROGRAM ARGUMENTS...; the parts of the file that ULP_AGREEMENT_LOG names are joined. Fails when one does.
set -eu
program=$1
shift
processes=$((($(nproc) + 1) / 2))
mapfile -t paths < <("$program" -l "$@" | grep '^/')
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
workers=()
for ((shard = 0; shard < processes && shard < ${#paths[@]}; shard++)); do
  chosen=()
  for ((i = shard; i < ${#paths[@]}; i += processes)); do
    chosen+=(-p "${paths[i]}")
  done
  ULP_AGREEMENT_LOG=$folder/$shard.csv taskset -c "$((2 * shard))-$((2 * shard + 1))" "$program" "$@" "${chosen[@]}" >"$folder/$shard.tap" 2>&1 &
  workers+=($!)
done
status=0
for worker in "${workers[@]}"; do
  wait "$worker" || status=$?
done
cat "$folder"/*.tap
if [ -n "${ULP_AGREEMENT_LOG:-}" ]; then
  { head -qn 1 "$folder/0.csv"; tail -qn +2 "$folder"/*.csv; } >"$ULP_AGREEMENT_LOG"
fi
echo "# ${#paths[@]} tests in ${#workers[@]} processes"
exit "$status"
