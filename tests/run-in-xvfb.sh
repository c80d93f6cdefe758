#!/bin/sh
# run-in-xvfb.sh COMMAND...: runs a GTK program with an X server of its own, software drawing, no settings of the user.
set -eu

work=$(mktemp -d)
server=
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

Xvfb -displayfd 3 -screen 0 1280x900x24 -dpi 96 -nolisten tcp -noreset -extension GLX 3>"$work/display" 2>"$work/log" &
server=$!
until [ -s "$work/display" ]; do
  if ! kill -0 "$server" 2>/dev/null; then
    echo "run-in-xvfb.sh: Xvfb did not start:" >&2
    cat "$work/log" >&2
    exit 1
  fi
  sleep 0.05
done

export DISPLAY=":$(cat "$work/display")" XDG_CONFIG_HOME="$work"
export GDK_BACKEND=x11 GSK_RENDERER=cairo GDK_DEBUG=gl-disable GSETTINGS_BACKEND=memory
export GTK_A11Y="${GTK_A11Y:-test}" LC_ALL="${LC_ALL:-C.UTF-8}"
"$@"
