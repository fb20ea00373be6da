#!/bin/sh
# Measures the page of `review` with all photos of a large library, in Chromium: how long it takes to show them and what
# changes, whether it ever stops while it is moved, and the memory of the server.
#
# usage: Tests/Benchmarks/review.sh [--photos N] [--million] [--program FILE] [--sample FILE]
#
#   --photos N      number of photos in the sample library; 100,000 by default
#   --million       1,000,000 photos, with the targets for so many
#   --program FILE  a workphotos that is already built; otherwise a release build is made
#   --sample FILE   a workphotos-sample that is already built; otherwise a release build is made
#
# Another terminal's mark is counted from the end of its command, everything else from the key or the click. The table
# goes to stdout and to bench-results/. Everything else is removed at the end.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/rows.sh"

photos=100000 start=1 program='' sample=''
while [ $# -gt 0 ]; do
    case $1 in
    --photos) photos=${2:?--photos takes a number}; shift ;;
    --million) photos=1000000 start=4 ;;
    --program) program=$(realpath "${2:?--program takes a file}"); shift ;;
    --sample) sample=$(realpath "${2:?--sample takes a file}"); shift ;;
    *) sed -n '2,13s/^# \{0,1\}//p' "$0" >&2; exit 64 ;;
    esac
    shift
done

cd "$here/../.."

need chromium
need chromedriver chromium-driver
need python3
all_there

. "$here/library.sh"
results=$PWD/bench-results/$stamp.review

say 'looking at the page'
# shellcheck disable=SC2086  # these words are flags
python3 "$here/review.py" "$program" "$work/library" $flags >"$work/measured" || fail 'the page was not measured'

measured() { # NAME
    awk -v name="$1" '$1 == name { print $2 }' "$work/measured"
}

table() {
    printf '\nworkphotos review, %s, %s photos, %s cores, Linux %s, %s\n\n' "$stamp" "$photos" "$(nproc)" "$(uname -r)" \
        "$(chromium --version | cut -d ' ' -f 1,2)"
    printf '  %-20s %12.0f ms\n' 'longest task' "$(measured longest)"
    printf '\nagainst the targets\n'
    row 'review, from the command to the first picture' "$(measured start)" s at-most "$start"
    row 'tasks over 50 ms while it is scrolled and moved' "$(measured tasks)" '' at-most 0
    row 'a mark, until it is durable and shown' "$(measured mark)" ms at-most 50
    row "another terminal's mark, until it is shown" "$(measured other)" ms at-most 1000
    row 'a fence, until it is saved and shown' "$(measured fence)" ms at-most 1000
    row "the server's peak memory" "$(over "$(measured memory)" 1024)" MiB at-most 256
}

table | tee "$results.txt"
