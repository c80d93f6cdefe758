#!/bin/sh
# screenshots.sh ULPSCOPE OUT [WIDTHxHEIGHT]: leaves OUT/PAGE-{light,dark}.png of every page, after a run where the page has
# one, and of the page Bits with other numbers and parts. Needs Xvfb, xdotool and ImageMagick.
set -eu
if [ -z "${IN_XVFB:-}" ]; then
  IN_XVFB=1 exec "$(dirname "$0")/run-in-xvfb.sh" "$0" "$@"
fi

program=$1 out=$2 size=${3:-1280x800}
mkdir -p "$out" "$XDG_CONFIG_HOME/gtk-4.0"
printf '[Settings]\ngtk-cursor-blink=0\ngtk-enable-animations=0\n' >"$XDG_CONFIG_HOME/gtk-4.0/settings.ini"
picture=$XDG_CONFIG_HOME/picture.png

# The window, once nothing moves in it for a second.
settled() {
  last=
  while :; do
    import -window root -crop "$size+0+0" +repage -strip "$picture"
    now=$(cksum <"$picture")
    [ "$now" != "$last" ] || break
    last=$now
    sleep 1
  done
}

keep() {
  settled
  convert "$picture" -strip -dither None -colors 160 -define png:compression-level=9 "$out/$1.png"
}

# shoot PAGE [NAME KEY...]: NAME is that of the pictures; keys are pressed first.
shoot() {
  page=$1 name=${2:-$1}
  shift
  [ $# = 0 ] || shift
  "$program" --page "$page" &
  window=$!
  id=
  while [ -z "$id" ]; do
    kill -0 "$window"
    sleep 0.1
    id=$(xdotool search --onlyvisible --pid "$window" 2>/dev/null | tail -n 1)
  done
  xdotool windowsize "$id" "${size%x*}" "${size#*x}" windowfocus "$id" mousemove 1279 899
  settled
  [ $# = 0 ] || xdotool key --delay 60 "$@"
  [ "$page" != repeat ] || xdotool key Tab Tab space # from the number of runs to unordered-sim: it scatters most
  case $page in bits | two-values) ;; *) xdotool key F5 ;; esac
  keep "$name-light"
  xdotool key ctrl+d
  keep "$name-dark"
  xdotool key ctrl+q
  wait "$window"
}

for page in bits two-values sum error-vs-n repeat convert; do
  shoot "$page"
done
shoot bits bits-nan ctrl+a n a n
shoot bits bits-subnormal ctrl+a 1 e minus 4 0
shoot bits bits-ruler ctrl+a 0 period 1 F4 F4 F4
