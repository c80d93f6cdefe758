#!/bin/sh
# window-shots.sh ULPSCOPE DEVICE OUT: starts the window on DEVICE once for each page, runs the page, and leaves a picture of
# the screen in OUT/PAGE.xwd. Needs DISPLAY, xdotool, and either ImageMagick's import or Xvfb's -fbdir file named by XVFB_FB.
# Fails when the window does not live until its picture is taken.
set -eu
program=$1 device=$2 out=$3
mkdir -p "$out"
for page in bits sum error-vs-n repeat convert; do
  "$program" --device "$device" --page "$page" &
  window=$!
  sleep 6
  [ "$page" = bits ] || xdotool key F5
  sleep 6
  xdotool mousemove 1279 899
  sleep 0.3
  kill -0 "$window"
  if [ -n "${XVFB_FB:-}" ]; then
    cp "$XVFB_FB" "$out/$page.xwd"
  else
    import -window root "$out/$page.xwd"
  fi
  kill "$window"
  wait "$window" || true
done
