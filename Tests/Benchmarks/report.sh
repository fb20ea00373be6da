#!/bin/sh
# Measures the page of `report` with all photos of a large library: how long it takes, its memory, and its size.
#
# usage: Tests/Benchmarks/report.sh [--photos N] [--runs N] [--program FILE] [--sample FILE]
#
#   --photos N      number of photos in the sample library; 100,000 by default
#   --runs N        number of runs, of which the median counts; 5 by default
#   --program FILE  a workphotos that is already built; otherwise a release build is made
#   --sample FILE   a workphotos-sample that is already built; otherwise a release build is made
#
# The page has 3,000 pictures. The table goes to stdout and to bench-results/. Everything else is removed at the end.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/rows.sh"

photos=100000 runs=5 program='' sample=''
while [ $# -gt 0 ]; do
    case $1 in
    --photos) photos=${2:?--photos takes a number}; shift ;;
    --runs) runs=${2:?--runs takes a number}; shift ;;
    --program) program=$(realpath "${2:?--program takes a file}"); shift ;;
    --sample) sample=$(realpath "${2:?--sample takes a file}"); shift ;;
    *) sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 64 ;;
    esac
    shift
done

cd "$here/../.."

need /usr/bin/time time
all_there

. "$here/library.sh"
results=$PWD/bench-results/$stamp.report

say 'writing pages'
turn=0
while [ $turn -lt "$runs" ]; do
    turn=$((turn + 1))
    # shellcheck disable=SC2086
    /usr/bin/time -a -f '%e %M %U %S' -o "$work/times" \
        "$program" report --all --html "$work/page.html" --thumbnails 3000 $flags >/dev/null ||
        fail "report ended with status $?"
done

# The median of seconds (column 1), KiB (2) or processor seconds (3).
median() { # COLUMN
    awk -v column="$1" '{ print column == 3 ? $3 + $4 : $column }' "$work/times" | sort -n |
        awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

table() {
    printf '\nworkphotos report, %s, %s photos, %s cores, Linux %s\n\n' "$stamp" "$photos" "$(nproc)" "$(uname -r)"
    printf '  %-20s %12.1f s\n' 'processor time' "$(median 3)"
    printf '\nagainst the targets\n'
    row "report --html --all of $photos" "$(median 1)" s at-most 10
    row 'the same, peak memory' "$(over "$(median 2)" 1024)" MiB at-most 256
    row 'the same, size of the page' "$(over "$(stat -c %s "$work/page.html")" 1000000)" MB at-most 50
}

table | tee "$results.txt"
