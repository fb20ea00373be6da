#!/usr/bin/env bash
# Makes README.md's pictures of the pages of `report` and `review`, man/report.png and man/review.png, from the sample
# library: 1,000 pixels wide and at most 150 KB each. Run it after a change of a page that can be seen.
#
# usage: Tests/Checks/screenshots.sh [PROGRAM SAMPLE]
#
#   PROGRAM SAMPLE  a workphotos and a workphotos-sample that are already built; otherwise those of `make demo`
#
# Needs Chromium, chromedriver and curl; Tests/Checks/setup.sh test installs the first two. Reduces the colours with
# pngquant or ImageMagick, if one of them is there.
set -eu
cd "$(dirname "$0")/../.."

fail() {
    printf 'screenshots: %s\n' "$1" >&2
    exit 1
}

for tool in chromium chromedriver curl; do
    command -v "$tool" >/dev/null || fail "$tool is not installed: Tests/Checks/setup.sh test"
done
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
driver='' server='' session=''
end() {
    if [ -n "$session" ]; then curl -s -X DELETE "$session" >/dev/null || true; fi
    for process in $driver $server; do kill "$process" 2>/dev/null || true; done
    rm -rf "$work"
}
trap end EXIT

# What a program has written once a line of it matches, and only the part in parentheses.
found() {
    for _ in $(seq 300); do
        sed -nE "s/.*$2.*/\1/p" "$1" | grep . && return
        sleep 0.1
    done
    fail "nothing in $(basename "$1") matches $2: $(<"$1")"
}

# Asks the browser by WebDriver.
ask() {
    curl -sS --fail-with-body -H 'Content-Type: application/json' -d "$2" "$session$1" >"$work/answer" ||
        fail "$1: $(<"$work/answer")"
}

# Runs a statement in the page.
run() { ask /execute/sync "{\"script\":\"$1\",\"args\":[]}"; }

# Waits until an expression is true in the page.
await() {
    ask /execute/async "{\"script\":\"const look = () => ($1) ? arguments[0](true) : requestAnimationFrame(look); look()\",\"args\":[]}"
}

# Makes man/NAME.png of what the browser shows.
take() {
    ask /goog/cdp/execute '{"cmd":"Page.captureScreenshot","params":{}}'
    sed -E 's/.*"data":"([^"]*)".*/\1/' "$work/answer" | base64 -d >"$work/$1.png"
    if command -v pngquant >/dev/null; then
        pngquant --force --strip --speed 1 --output "$work/$1.png" 128 "$work/$1.png"
    elif command -v convert >/dev/null; then
        convert "$work/$1.png" -strip -dither None -colors 128 "PNG8:$work/small.png" && mv "$work/small.png" "$work/$1.png"
    fi
    size=$(stat -c %s "$work/$1.png")
    [ "$size" -le 150000 ] || fail "man/$1.png has $size bytes, more than 150,000; install pngquant"
    cp "$work/$1.png" "man/$1.png"
    printf 'man/%s.png: %s bytes\n' "$1" "$size"
}

"$sample" "$work/photos" --photos 300 --seed 1 >/dev/null
: >"$work/config.toml"
own=(--index "$work/index.sqlite" --fences "$work/photos/fences.geojson" --config "$work/config.toml" --quiet)
"$program" scan "$work/photos" "${own[@]}"
"$program" report --all --html "$work/report.html" --title 'Photos of spring' "${own[@]}"

HOME=$work chromedriver --port=0 >"$work/driver" 2>&1 &
driver=$!
session=http://127.0.0.1:$(found "$work/driver" 'on port ([1-9][0-9]*)\.')/session
arguments="\"--headless\",\"--no-sandbox\",\"--hide-scrollbars\",\"--user-data-dir=$work/profile\""
ask '' "{\"capabilities\":{\"alwaysMatch\":{\"goog:chromeOptions\":{\"args\":[$arguments]}}}}"
session=$session/$(found "$work/answer" '"sessionId":"([^"]*)"')
# As wide as the map and the list need to stand side by side, in pixels of which 1,200 are 1,000 of the picture's.
ask /goog/cdp/execute '{"cmd":"Emulation.setDeviceMetricsOverride","params":{"width":1200,"height":1020,"deviceScaleFactor":0.8333333,"mobile":false}}'

ask /url "{\"url\":\"file://$work/report.html\"}"
await "document.getElementById('timeline-help').textContent"
take report

# A place that became no fence yet, and what would follow from it.
"$program" fence remove 'Harbour Office' --yes "${own[@]}"
XDG_CACHE_HOME=$work/cache "$program" review --no-browser --json "${own[@]}" >"$work/review" &
server=$!
ask /url "{\"url\":\"$(found "$work/review" '"address":"([^"]*)"')\"}"
for _ in $(seq 300); do
    # The first page goes on to the page itself, which ends what runs in it.
    (run "return location.pathname === '/' && document.querySelector('#fences .acts button') !== null") 2>/dev/null &&
        grep -q true "$work/answer" && break
    sleep 0.1
done
run "document.querySelector('#fences .acts button:nth-child(3)').click()"
await "document.querySelector('.suggested button')"
run "document.querySelector('.suggested button').click()"
run "const name = document.getElementById('fence-name'); name.value = 'Harbour Office'; name.dispatchEvent(new Event('input'))"
await "document.querySelector('#fences .effect li')"
run "document.activeElement.blur(); document.querySelector('main').scrollIntoView()"
await "[...document.querySelectorAll('.strip img')].slice(0, 12).every((image) => image.naturalWidth > 0)"
take review
