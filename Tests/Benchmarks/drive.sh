#!/bin/sh
# Compares uploads to a Google Drive server on this machine with curl to the same server, in one run.
#
# usage: Tests/Benchmarks/drive.sh [--runs N] [--megabytes N] [--files N]
#
#   --runs N       number of runs, of which the median counts; 3 by default
#   --megabytes N  size of the large file; 1,024 MiB by default
#   --files N      number of files of 4 KiB; 1,000 by default and at most
#
# The server is the tests' own, which keeps only hashes. curl sends the large file with -T to an upload session begun
# for it, and the small ones with --parallel, one request each. The table goes to stdout and, with the raw numbers,
# to bench-results/. Everything else is removed at the end.
set -eu

fail() { printf 'bench: %s\n' "$1" >&2; exit 1; }
say() { printf '%s\n' "$1" >&2; }

runs=3 megabytes=1024 files=1000
while [ $# -gt 0 ]; do
    case $1 in
    --runs) runs=${2:?--runs takes a number}; shift ;;
    --megabytes) megabytes=${2:?--megabytes takes a number}; shift ;;
    --files) files=${2:?--files takes a number}; shift ;;
    *) sed -n '2,12s/^# \{0,1\}//p' "$0" >&2; exit 64 ;;
    esac
    shift
done

here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
. "$here/rows.sh"

missing=
command -v curl >/dev/null 2>&1 || missing="$missing curl"
[ -x /usr/bin/time ] || missing="$missing time"
[ -z "$missing" ] || fail "not installed yet:$missing
Type: sudo apt-get install$missing"

built() { # PRODUCT
    swift build -c release --static-swift-stdlib --product "$1" >&2
    printf '%s/%s' "$(swift build -c release --static-swift-stdlib --show-bin-path)" "$1"
}
calls=$(built workphotos-drive-calls)
fake=$(built workphotos-fakedrive)

place=${TMPDIR:-/tmp}
[ "$(mebibytes_free "$place")" -gt $((megabytes + 1024)) ] || fail "$place is too full.
Type: TMPDIR=DIR $0 with a directory on a larger file system"
work=$(mktemp -d "$place/workphotos-bench.XXXXXX")
server=
trap '[ -z "$server" ] || kill $server 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

stamp=$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p bench-results
results=$PWD/bench-results/$stamp.drive
: >"$results.csv"

mkfifo "$work/input"
"$fake" --hashes-only --checksums sha256 <"$work/input" >"$work/fake.json" 2>"$work/fake.log" &
server=$!
exec 9>"$work/input"
tries=0
until [ -s "$work/fake.json" ]; do
    tries=$((tries + 1))
    [ $tries -lt 100 ] || fail "the server did not start: $(cat "$work/fake.log")"
    sleep 0.1
done
member() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" "$work/fake.json" | head -n 1; }
address=$(member address)
token=$(member accessToken)
upload="$address/upload/drive/v3/files?supportsAllDrives=true&fields=id&uploadType"

head -c $((megabytes * 1048576)) /dev/urandom >"$work/large"
head -c 4096 /dev/urandom >"$work/small"
for number in $(seq "$files"); do
    [ "$number" = 1 ] || printf 'next\n'
    printf 'url = "%s=media"\nrequest = POST\ndata-binary = "@%s"\nheader = "Authorization: Bearer %s"\n' \
        "$upload" "$work/small" "$token"
    printf 'header = "Content-Type: application/octet-stream"\noutput = /dev/null\nfail\nsilent\n'
done >"$work/small.curl"

timed() { # WAY COMMAND...
    key=$1; shift
    /usr/bin/time -f '%e,%M' -o "$work/time" "$@" >/dev/null || fail "$key ended with status $?"
    printf '%s,%s\n' "$key" "$(tail -n 1 "$work/time")" >>"$results.csv"
}

turn=0
while [ $turn -lt "$runs" ]; do
    turn=$((turn + 1))
    say "turn $turn"
    timed about "$calls" about "$address" "$token"
    timed large "$calls" large "$address" "$token" "$work/large"
    session=$(curl -fsS -D - -o /dev/null -X POST -H "Authorization: Bearer $token" -H 'Content-Type: application/json' \
        -H "X-Upload-Content-Length: $((megabytes * 1048576))" -d '{"name":"x"}' "$upload=resumable" |
        sed -n 's/^[Ll]ocation: *\([^[:space:]]*\).*/\1/p')
    timed large-curl curl -fsS -o /dev/null -T "$work/large" -H "Authorization: Bearer $token" "$session"
    timed small "$calls" small "$address" "$token" "$files"
    timed small-curl curl --no-progress-meter --parallel --parallel-max 8 -K "$work/small.curl"
done

median() { # WAY COLUMN
    awk -F , -v key="$1" -v column="$2" '$1 == key { print $column }' "$results.csv" | sort -n |
        awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

table() {
    printf '\nworkphotos uploads to Google Drive, %s, %s cores, Linux %s, %s\n\n' "$stamp" "$(nproc)" "$(uname -r)" \
        "$(curl --version | head -n 1 | cut -d ' ' -f 1,2)"
    for way in about large large-curl small small-curl; do
        printf '  %-24s %9.2f s %8.1f MiB\n' "$way" "$(median $way 2)" "$(over "$(median $way 3)" 1024)"
    done
    printf '\nagainst the targets\n'
    row "$megabytes MiB in one upload, curl -T / workphotos" "$(over "$(median large-curl 2)" "$(median large 2)")" x at-least 0.8
    row "calls a second, $files files of 4 KiB / curl --parallel" \
        "$(awk -v a="$(median small 2)" -v b="$(median small-curl 2)" -v n="$files" \
            'BEGIN { print ((2 * n + 1) / a) / (n / b) }')" x at-least 0.5
    row 'peak memory of the large upload beside one call' \
        "$(awk -v a="$(median large 3)" -v b="$(median about 3)" 'BEGIN { print (a - b) / 1024 }')" MiB at-most 64
    row 'peak memory of the small ones beside one call' \
        "$(awk -v a="$(median small 3)" -v b="$(median about 3)" 'BEGIN { print (a - b) / 1024 }')" MiB at-most 64
}

table | tee "$results.txt"
