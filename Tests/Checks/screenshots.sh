#!/usr/bin/env bash
# Makes README.md's picture of the page of `report`, man/report.png, from the sample library: 1,000 pixels wide and at
# most 150 KB. Run it after a change of the page that can be seen.
#
# usage: Tests/Checks/screenshots.sh [PROGRAM SAMPLE]
#
#   PROGRAM SAMPLE  a workphotos and a workphotos-sample that are already built; otherwise those of `make demo`
#
# Needs Chromium; Tests/Checks/setup.sh test installs it. Reduces the colours with pngquant or ImageMagick, if one of
# them is there.
set -eu
cd "$(dirname "$0")/../.."

fail() {
    printf 'screenshots: %s\n' "$1" >&2
    exit 1
}

command -v chromium >/dev/null || fail 'Chromium is not installed: Tests/Checks/setup.sh test'
if [ $# = 2 ]; then
    program=$1 sample=$2
elif [ $# = 0 ]; then
    Tests/Checks/build.sh --product workphotos
    Tests/Checks/build.sh --product workphotos-sample
    program=.build-tests/release/workphotos sample=.build-tests/release/workphotos-sample
else
    sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
    exit 64
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$sample" "$work/photos" --photos 300 --seed 1 >/dev/null
: >"$work/config.toml"
own=(--index "$work/index.sqlite" --fences "$work/photos/fences.geojson" --config "$work/config.toml" --quiet)
"$program" scan "$work/photos" "${own[@]}"
"$program" report --all --html "$work/report.html" --title 'Photos of spring' "${own[@]}"

# The page stands in a frame: Chromium changes the window's height when it takes the picture, after the page has drawn.
# The frame is as wide as the map and the list need to stand side by side. All is drawn before the time is over that
# Chromium simulates.
cat >"$work/frame.html" <<'END'
<!DOCTYPE html>
<style>
  body { margin: 0; overflow: hidden }
  iframe { width: 1200px; height: 1020px; border: 0; transform: scale(calc(1000 / 1200)); transform-origin: 0 0 }
</style>
<iframe src="report.html"></iframe>
END
HOME=$work chromium --headless --no-sandbox --hide-scrollbars --user-data-dir="$work/profile" --window-size=1000,850 \
    --virtual-time-budget=5000 --screenshot="$work/report.png" "file://$work/frame.html" 2>"$work/notes" ||
    fail "$(<"$work/notes")"
[ -s "$work/report.png" ] || fail "$(<"$work/notes")"

if command -v pngquant >/dev/null; then
    pngquant --force --strip --speed 1 --output "$work/report.png" 128 "$work/report.png"
elif command -v convert >/dev/null; then
    convert "$work/report.png" -strip -dither None -colors 128 "PNG8:$work/small.png" && mv "$work/small.png" "$work/report.png"
fi
size=$(stat -c %s "$work/report.png")
[ "$size" -le 150000 ] || fail "the picture has $size bytes, more than 150,000; install pngquant"
cp "$work/report.png" man/report.png
printf 'man/report.png: %s bytes\n' "$size"
