#!/bin/sh
# The levels of determinism on a GPU: scatter, audit, cost and order, about a minute. Runs from a folder that collect-libs.sh filled;
# what goes to data/recordings is written to $OUT. Usage: OUT=RESULTS tests/device/levels-run.sh [FOLDER]; DEVICE=cuda:0.
set -u
here=$(cd "${1:-$(dirname "$0")/../../.carry}" && pwd)
: "${OUT:?the folder for the results}"
device=${DEVICE:-cuda:0}
export LC_ALL=C.UTF-8 LD_LIBRARY_PATH="$here/lib:/usr/local/cuda/lib64"
ours=unordered,unordered-warps,unordered-compensated,fixed,ordered-tail,last-block,tickets,kahan-tree,fixed-point,bins,exact-fp32,exact
cub=cub-not-guaranteed,cub-run-to-run,cub-gpu-to-gpu,thrust-reduce
cub64=cub-not-guaranteed-fp64,cub-run-to-run-fp64,cub-gpu-to-gpu-fp64,thrust-reduce-fp64
mkdir -p "$OUT"
name=$("$here/bin/ulp" run sum --input cancel --algorithms exact --device "$device" --quiet --csv - | tr -d '\r' |
  sed -n 's/^# device_name: //p' | tr 'A-Z ' 'a-z-')

# record NAME ARGUMENTS...: an audit that finds something ends with 4.
record() {
  file=$OUT/$1-$name.json
  shift
  "$here/bin/ulp" run "$@" --device "$device" --quiet --json "$file"
  status=$?
  [ "$status" = 0 ] || [ "$status" = 4 ] || echo "FAIL ulp run $* (status $status)"
}

record levels-n20 repeat --input uniform:n=2^20 --runs 100 --algorithms $ours,$cub
record levels-n24 repeat --input uniform:n=2^24 --runs 100 --algorithms $ours,$cub
record levels-n28 repeat --input uniform:n=2^28 --runs 100 --algorithms $ours,$cub
record audit-fp32 audit-levels --largest 5000000000 --formats fp32 --algorithms $ours,$cub
record audit-fp64 audit-levels --largest 2300000000 --formats fp64 --algorithms exact,$cub64
record cost-fp32 cost --n 2^10:2^33 --step 2 --formats fp32 --algorithms $ours,$cub
record cost-fp64 cost --n 2^10:2^32 --step 2 --formats fp64 --algorithms exact,$cub64 --reference cub-run-to-run-fp64
record cost-small cost --n 1:2^20 --step 2 --rounds 31 --algorithms tree-fp32,tree-fp64,fixed,last-block,bins,bins:acc=fp64,exact-fp32,exact,cub-run-to-run,cub-run-to-run-fp64
for format in fp32 fp64; do
  record folds-$format folds --input uniform:n=2^28:format=$format --accumulators $format --rounds 25
done
record order-n256 order --n 256 --algorithms fixed:grid=16:block=32,$ours,$cub,$cub64
