#!/bin/sh
# test-usage.sh ULPSCOPE: one clear line and the right exit code for what is typed wrong, without a display.
set -u
program=$1
unset DISPLAY WAYLAND_DISPLAY
faults=0

# expect CODE TEXT ARGUMENT...: the code, and one line on standard error that holds the text.
expect() {
  code=$1 text=$2
  shift 2
  said=$("$program" "$@" 2>&1 >/dev/null </dev/null)
  found=$?
  lines=$(printf '%s\n' "$said" | wc -l)
  case $said in
  "ulpscope: "*"$text"*) ;;
  *) lines=0 ;;
  esac
  if [ "$found" -ne "$code" ] || [ "$lines" -ne 1 ]; then
    echo "ulpscope $*: exit code $found, expected $code and one line with “$text”; it said: $said"
    faults=$((faults + 1))
  fi
}

expect 2 "--no-such-option" --no-such-option
expect 2 "--page" --page
expect 2 "“file.csv”" file.csv
expect 2 '\xff' "$(printf 'file\377.csv')"
expect 2 '\x1b' "$(printf 'red\033[31m')"
expect 2 "byte sequence" --page "$(printf 'x\377')"
expect 1 "no display"
"$program" --version | grep -q '^ulpscope [0-9]' || faults=$((faults + 1))
"$program" --help | grep -q -- '--device' || faults=$((faults + 1))
exit "$faults"
