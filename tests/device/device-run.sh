#!/bin/bash
# Everything that needs a GPU, in one run: twins against the CPU, faults, known sums, times of kernels and of whole commands,
# compute-sanitizer. Runs from a folder that collect-libs.sh filled; the results go to $OUT, a short table is printed last;
# fails when a check does.
# Usage: OUT=RESULTS tests/device/device-run.sh [FOLDER [STEP...]], steps: info refuse agree golden bench commands sanitize;
# DEVICE=cuda:0. What goes to data/recordings has a preamble and is named for the device: agreement-, golden-, bench-, watch-
# and commands-NAME.csv.
set -u
command_line="tests/device/device-run.sh $*"
here=$(cd "${1:-$(dirname "$0")/../../.carry}" && pwd)
shift || true
steps=${*:-info refuse agree golden bench commands sanitize}
: "${OUT:?the folder for the results}"
device=${DEVICE:-cuda:0}
with_libs="env LD_LIBRARY_PATH=$here/lib"
export LC_ALL=C.UTF-8 PATH=$PATH:/usr/local/cuda/bin
mkdir -p "$OUT"
summary=$OUT/summary.txt
failures=0
: >"$summary"

say() { printf '%s\n' "$*" | tee -a "$summary"; }
fail() { say "FAIL  $*"; failures=$((failures + 1)); }

# check NAME COMMAND...: its output goes to tests.log; the summary has the verdict, the seconds and what failed.
check() {
  local name=$1 start=$SECONDS log
  shift
  log=$(mktemp)
  if timeout "${LIMIT:-240}" $with_libs "$@" >"$log" 2>&1; then
    say "pass  $name ($((SECONDS - start)) s)"
  else
    fail "$name (status $?, $((SECONDS - start)) s)"
    grep -E '^not ok|^# .*(expected|mismatch)|ERROR|rror:|assertion|\.cu:' "$log" | head -n 12 | tee -a "$summary"
  fi
  { echo "== $name"; grep -vE '^ok|^# (Start|End) of' "$log"; } >>"$OUT/tests.log"
  rm -f "$log"
}

ulp() { $with_libs "$here/bin/ulp" "$@"; }

# What the program says of itself and the device, as the first lines of a recording.
preamble() {
  ulp run sum --input cancel --algorithms exact --device "$device" --quiet --csv - | tr -d '\r' |
    sed -n 's/^# device_name:/# device:/p; /^# \(driver\|toolkit\|cccl\|backend_build\|version\|commit\): /p; s/^# time:/# date:/p'
  echo "# command: $command_line"
}

# record NAME: standard input, with a preamble, becomes NAME-DEVICE.csv.
record() {
  preamble >"$OUT/preamble.txt"
  cat "$OUT/preamble.txt" - >"$OUT/$1-$(sed -n 's/^# device: //p' "$OUT/preamble.txt" | tr 'A-Z ' 'a-z-').csv"
  rm -f "$OUT/preamble.txt"
}

step_info() {
  { uname -sr; nvidia-smi -L; nvidia-smi --query-gpu=driver_version,memory.total --format=csv,noheader
    ulp list devices; preamble; } >"$OUT/device.txt" 2>&1
  tee -a "$summary" <"$OUT/device.txt"
  grep -q "^$device *yes" "$OUT/device.txt" || fail 'no usable GPU'
}

# refuse STATUS ARGUMENTS...: the command ends with that status and one line.
refuse() {
  local expected=$1 said status=0
  shift
  said=$(ulp run sum --quiet "$@" 2>&1 >/dev/null) || status=$?
  if [ "$status" = "$expected" ] && [ "$(wc -l <<<"$said")" = 1 ]; then
    say "pass  refused: $said"
  else
    fail "refused with status $status, expected $expected: $said"
  fi
}

step_refuse() {
  refuse 3 --device cuda:99
  CUDA_VISIBLE_DEVICES='' refuse 3 --device "$device"
  refuse 2 --device "$device" --algorithms unordered-sim
  refuse 3 --device "$device" --input uniform:n=1e12
  check lost "$here/tests/device-test-lost" "$here/bin/ulp-cuda.so"
}

step_agree() {
  local log=$OUT/agreement.csv
  ULP_AGREEMENT_LOG=$log check agreement "$here/tests/shards.sh" "$here/tests/backend-test-agreement" --tap
  check agreement-convert "$here/tests/shards.sh" "$here/tests/backend-test-agreement-convert" --tap
  check agreement-blocks "$here/tests/backend-test-agreement-blocks" --tap
  check faults "$here/tests/backend-test-device-faults" --tap
  check device "$here/tests/backend-test-device" --tap
  check jobs "$here/tests/device-test-jobs" --tap
  check transform "$here/tests/backend-test-transform" --tap
  check atomics "$here/tests/backend-test-atomics" --tap
  ULP_AGREEMENT_HUGE=1 check agreement-huge "$here/tests/backend-test-agreement" --tap -p "/agreement/$device/huge"
  # A twin is any algorithm whose bits the order of arrival cannot change; each row names the device that executed it.
  awk -F, 'NR > 1 { rows++; devices[$(NF - 1)]++; twin = $0 !~ /,none,0x/; twins += twin; bad += twin && $NF != "yes" }
    END { for (d in devices) print "      " devices[d] " rows executed on " d
          print "      " rows " rows, " twins " of twins, " bad + 0 " mismatches of twins" }' "$log" | tee -a "$summary"
  record agreement <"$log"
  rm -f "$log"
}

# Sums with known answers: input, algorithm, result. Each expected value is the result's own value, every bit of it.
golden_sums() {
  cat <<'SUMS'
cancel seq-fp32 1
cancel tree-fp32 2
cancel exact 2
cancel-zero seq-fp32 -1
cancel-zero tree-fp32 0
cancel-zero exact 0
constant:n=1:value=0.125 tree-fp32 0.125
constant:n=256:value=0.125 tree-fp32 32
constant:n=257:value=0.125 tree-fp32 32.125
constant:n=513:value=0.125 tree-fp32 64.125
constant:n=513:value=0.125 seq-fp32 64.125
tenths:n=10 seq-fp32 1.00000011920928955
tenths:n=1000 seq-fp32 99.9990463256835938
tenths:n=1000 tree-fp32 100.00000190734863
tenths:n=1000 exact 100.00000149011612
tenths:n=10000 seq-fp32 999.902893066406250
tenths:n=10000 tree-fp32 1000.0000149011612
tenths:n=10000 exact 1000.0000149011612
tenths:n=1000003 seq-fp32 100958.6484375
tenths:n=1000003 tree-fp32 100000.30149030685
tenths:n=1000003 exact 100000.30149012059
alternating:n=10000000 seq-fp32 5183857754112
alternating:n=10000000 kahan 4999999913984
alternating:n=10000000 seq-fp64 5000000000000.0244
alternating:n=10000000 exact 5000000000005
tenths:n=10000000 seq-fp32 1087937
tenths:n=10000000 kahan 1000000
tenths:n=10000000 pairwise 1000000
tenths:n=10000000 pairwise-128 999999.375
tenths:n=10000000 strided 1000374.125
SUMS
}

step_golden() {
  local table=$OUT/golden.csv bad
  echo 'input,algorithm,expected,result,device,match' >"$table"
  golden_sums | while read -r input algorithm expected; do
    ulp run sum --input "$input" --algorithms "$algorithm" --device "$device" --csv - --no-preamble --quiet \
      2>>"$OUT/tests.log" |
      awk -F, -v input="$input" -v expected="$expected" '
        { sub(/\r$/, "") }
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        NR == 2 { result = $column["result"]
                  printf "%s,%s,%s,%s,%s,%s\n", input, $1, expected, result, $column["device"],
                    result + 0 == expected + 0 ? "yes" : "no" }
        END { if (NR < 2) printf "%s,,%s,,,no\n", input, expected }'
  done >>"$table"
  bad=$(grep -c ',no$' "$table")
  if [ "$bad" = 0 ]; then
    say "pass  golden sums: $(($(wc -l <"$table") - 1)) rows, none wrong"
  else
    fail "golden sums: $bad wrong"
    grep ',no$' "$table" | tee -a "$summary"
  fi
  record golden <"$table"
  rm -f "$table"
}

# Sums against the card's read limit, generators against its write limit, conversions against a copy of as many bytes, all
# measured in the same run.
step_bench() {
  local table=$OUT/bench.csv convert=$OUT/convert.csv watch=$OUT/watch.csv
  { echo 'what,input,best_ms,median_ms'
    "$here/tests/bench-limits" && $with_libs "$here/tests/bench-sum" "$device"; } >"$table" 2>>"$OUT/tests.log" || fail bench
  awk -F, '
    { gsub(/"/, "", $1); format = $2; sub(/.* /, "", format) }
    $1 == "read limit" { read[format] = $3 }
    $1 == "write limit" { write[format] = $3 }
    $1 ~ / limit$/ { printf "      %s, %s: %s ms\n", $1, $2, $3; next }
    $1 == "generate" { printf "      %s, %s: %s ms, %.3f of the write limit\n", $1, $2, $3, $3 / write[format]; next }
    $1 ~ /^reduce / { printf "      %s, %s: %s ms, %.1fe9 elements a second\n", $1, $2, $3, 2 ^ 28 / $3 / 1e6; next }
    NR > 1 { printf "      %s, %s: %s ms, %.3f of the read limit\n", $1, $2, $3, $3 / read[format] }' "$table" | tee -a "$summary"
  { echo 'from,to,round,best_ms,median_ms,TB_per_s,of_copy_limit'
    $with_libs "$here/tests/bench-pairs" "$device" 2>>"$OUT/tests.log" |
      awk -F, -v OFS=, 'NR == FNR { if ($1 == "\"copy limit\"" && $2 == "fp64") limit = 2 ^ 32 / $3 / 1e9; next }
        { $7 = sprintf("%.3f", limit / $6); print }' "$table" -; } >"$convert" || fail bench-pairs
  awk -F, 'NR > 1 && $7 > worst[$1 " to " $2] { worst[$1 " to " $2] = $7 }
    END { for (pair in worst) printf "      %s: %.3f of the copy limit at most\n", pair, worst[pair] }' "$convert" | sort |
    tee -a "$summary"
  record convert <"$convert"
  record bench <"$table"
  $with_libs "$here/tests/bench-watch" "$device" >"$watch" 2>>"$OUT/tests.log" || fail bench-watch
  awk -F, 'NR > 1 && $2 > longest { longest = $2; what = $1 }
    END { printf "      the watch waits %.1f ms at most, in %s\n", longest, what }' "$watch" | tee -a "$summary"
  record watch <"$watch"
  rm -f "$table" "$convert" "$watch"
}

# Whole commands, from start to exit: seconds, the best and the median of three.
step_commands() {
  local table=$OUT/commands.csv command run start seconds sorted status
  echo 'command,best_s,median_s' >"$table"
  while read -r command; do
    seconds=
    for run in 1 2 3; do
      start=$EPOCHREALTIME
      # shellcheck disable=SC2086
      timeout 60 $with_libs "$here/bin/ulp" $command --device "$device" --quiet </dev/null >/dev/null 2>>"$OUT/tests.log"
      status=$?
      if [ $status != 0 ] && [ $status != 4 ]; then # 4: a result is outside the tolerance, which is the sum's business
        fail "ulp $command (status $status)"
        continue 2
      fi
      seconds+="$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.3f", b - a }') "
    done
    sorted=$(tr ' ' '\n' <<<"${seconds% }" | sort -n)
    echo "\"ulp $command\",$(sed -n 1p <<<"$sorted"),$(sed -n 2p <<<"$sorted")" >>"$table"
    say "      ulp $command: $(sed -n 1p <<<"$sorted") s, median $(sed -n 2p <<<"$sorted") s"
  done <<'COMMANDS'
run sum --input cancel --algorithms exact
run sum --input uniform:n=2^28 --algorithms unordered,fixed,exact,exact-fp32
run sum --input uniform:n=2^31 --algorithms unordered,fixed,exact,exact-fp32
run sum --input normal:n=2^31 --algorithms unordered,fixed,exact,exact-fp32
run error-vs-n --n 16:2^28
run repeat
run convert --input normal:n=2^28
COMMANDS
  record commands <"$table"
  rm -f "$table"
}

# sanitize TOOL NAME PROGRAM ARGUMENTS...
sanitize() {
  local tool=$1 name=$2 program=$3
  shift 3
  LIMIT=${SANITIZE_LIMIT:-80} ULP_AGREEMENT_QUICK=1 check "$tool $name" \
    compute-sanitizer --tool "$tool" --error-exitcode 9 "$here/tests/$program" --tap "$@"
}

step_sanitize() {
  local tool path=/agreement/$device
  for tool in memcheck initcheck racecheck synccheck; do
    sanitize $tool jobs device-test-jobs -p "/jobs/$device/downloads" -p "/jobs/$device/conversions" \
      -p "/jobs/$device/reduction-specials" -p "/jobs/$device/reduction-long" -p "/jobs/$device/magnitudes"
    sanitize $tool algorithms backend-test-agreement -p "$path/algorithms/normal/fp64" -p "$path/algorithms/bits:nonfinite=1/fp32"
  done
  # The others of the tools look at shared memory and barriers, which these have none of.
  for tool in memcheck initcheck; do
    sanitize $tool conversions backend-test-agreement-convert -p "$path/convert-lengths" -p "$path/convert/fp32"
    sanitize $tool blocks backend-test-agreement-blocks -p "$path/to-blocks/nvfp4" -p "$path/to-blocks/mxfp6-e3m2/fp32" \
      -p "$path/of-blocks/mxfp4"
  done
  sanitize memcheck plans backend-test-agreement -p "$path/plans/normal/fp32" -p "$path/generated/normal"
}

for step in $steps; do
  "step_$step"
done
say "$failures failures"
[ "$failures" = 0 ]
