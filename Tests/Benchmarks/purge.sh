#!/bin/sh
# Compares purges to the trash with hashing and moving the same files by hand, in one run, on one disk.
#
# usage: Tests/Benchmarks/purge.sh [--runs N] [--photos N] [--program FILE]
#
#   --runs N        number of runs of each command, of which the median counts; 5 by default
#   --photos N      number of small and medium photos; 10,000 by default; a fiftieth of that for large ones
#   --program FILE  a workphotos that is already built; otherwise a release build is made
#
# By hand means `sha256sum` of the photos and one `mv` of all of them to another directory. A purge also reads every
# photo and every copy; the table shows how long sha256sum takes for the copies alone. The table goes to stdout and,
# with the raw numbers, to bench-results/. Everything else is removed at the end.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/rows.sh"

runs=5 photos=10000 program=
while [ $# -gt 0 ]; do
    case $1 in
    --runs) runs=${2:?--runs takes a number}; shift ;;
    --photos) photos=${2:?--photos takes a number}; shift ;;
    --program) program=$(realpath "${2:?--program takes a file}"); shift ;;
    *) sed -n '2,12s/^# \{0,1\}//p' "$0" >&2; exit 64 ;;
    esac
    shift
done

cd "$here/../.."
. "$here/photos.sh"

need hyperfine
need /usr/bin/time time
all_there

[ -n "$program" ] || program=$(built workphotos)
sample=$(built workphotos-sample)

place=${TMPDIR:-/tmp}
[ "$(mebibytes_free "$place")" -gt 20480 ] || fail "$place has less than 20 GiB free.
Type: TMPDIR=DIR $0 with a directory on a larger file system"
work=$(mktemp -d "$place/workphotos-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# The trash is on the photos' file system.
export XDG_STATE_HOME="$work/state" XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data"
mkdir -p "$XDG_STATE_HOME" "$XDG_CONFIG_HOME/workphotos" "$XDG_DATA_HOME"
printf '[upload]\nsettle = "0s"\n' >"$XDG_CONFIG_HOME/workphotos/config.toml"
fences_everywhere "$work/fences.geojson"

stamp=$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p bench-results
results=$PWD/bench-results/$stamp.purge

# A library of work photos, all with copies at a destination, at the same path for every measurement.
library() { # NAME PHOTOS BYTES
    put_away "$work/photos" "$work/to" "$XDG_DATA_HOME/Trash"
    rm -f "$work"/now.sqlite*
    work_photos "$work/$1.kept" "$2" "$3"
    mkdir "$work/to"
    cp -a "$work/$1.kept" "$work/photos"
    sleep 3
    send "--to folder:$work/to --create"
    sync
}

# Scans the photos and makes receipts of all of them.
send() { # FLAGS
    # shellcheck disable=SC2046,SC2086  # these words are flags
    "$program" scan "$work/photos" $(flags now) --quiet && "$program" upload $1 $(flags now) --quiet
}

# Runs both ways on a library. The photos are new files each time, so they are scanned into a new index, and their
# copies are verified.
measure() { # NAME
    rm -f "$work/was-purged"
    cat >"$work/prepare" <<END
set -eu
sh $work/check
. $here/photos.sh
work=$work
put_away $work/photos $XDG_DATA_HOME/Trash
rm -f $work/now.sqlite*
cp -a $work/$1.kept $work/photos
$program scan $work/photos $(flags now) --quiet
$program upload --to folder:$work/to $(flags now) --quiet
touch $work/was-purged
sync
END
    cat >"$work/prepare-hand" <<END
set -eu
. $here/photos.sh
work=$work
put_away $work/photos $work/away
cp -a $work/$1.kept $work/photos
mkdir $work/away
sync
END
    cat >"$work/check" <<END
set -eu
[ -e $work/was-purged ] || exit 0
left=\$(find $work/photos -type f | wc -l)
[ "\$left" = 0 ] || { echo "\$left photos were not removed" >&2; exit 1; }
END
    hyperfine --style basic --warmup 1 --runs "$runs" --export-csv "$work/$1.csv" --export-json "$results.$1.json" \
        --prepare "sh $work/prepare" \
        -n purge "$program purge --yes --max-delete 1000000000 $(flags now) --quiet" >&2
    sh "$work/check"
    rm "$work/was-purged"
    hyperfine --style basic --warmup 1 --runs "$runs" --export-csv "$work/$1.hand.csv" \
        --export-json "$results.$1.hand.json" \
        --prepare "sh $work/prepare-hand" \
        -n by-hand \
        "find $work/photos -type f -print0 | xargs -0 sha256sum >$work/sums && find $work/photos -type f -print0 | xargs -0 mv -t $work/away" \
        --prepare sync -n copies "find $work/to -type f -name '*.jpg' -print0 | xargs -0 sha256sum >$work/sums" >&2
    sh "$work/prepare"
    # shellcheck disable=SC2046
    /usr/bin/time -f '%M %U %S' -o "$work/time" "$program" purge --yes --max-delete 1000000000 $(flags now) --quiet
    sh "$work/check"
    tail -n 1 "$work/time" >"$work/once.$1"
}

median() { awk -F , -v name="$2" '$1 == name { print $4 }' "$work/$1.csv" "$work/$1.hand.csv"; }

library little "$photos" 4096
measure little
library middle "$photos" 65536
measure middle
library large $((photos / 50)) 2000000
measure large

table() {
    printf '\nworkphotos purges, %s, %s photos, %s cores, Linux %s, %s\n\n' "$stamp" "$photos" "$(nproc)" "$(uname -r)" \
        "$(stat -f -c %T "$place")"
    for name in little middle large; do
        for way in purge by-hand copies; do
            awk -v what="$name, $way" -v s="$(median $name $way)" 'BEGIN { printf "  %-20s %12.1f ms\n", what, s * 1000 }'
        done
        awk -v what="$name, purge's processor" '{ printf "  %-24s %8.1f ms\n", what, ($2 + $3) * 1000 }' "$work/once.$name"
    done
    printf '\nagainst the targets\n'
    row "purge of $photos photos of 4 KiB / sha256sum, mv" \
        "$(over "$(median little purge)" "$(median little by-hand)")" x at-most 3
    row "purge of $photos photos of 64 KiB / sha256sum, mv" \
        "$(over "$(median middle purge)" "$(median middle by-hand)")" x at-most 3
    row "purge of $((photos / 50)) photos of 2 MB / sha256sum, mv" \
        "$(over "$(median large purge)" "$(median large by-hand)")" x at-most 3
    row "peak memory, purge of $photos" "$(awk '{ printf "%.1f", $1 / 1024 }' "$work/once.little")" MiB at-most 256
}

table | tee "$results.txt"
