#!/bin/sh
# Compares uploads to a folder with copying by hand and with rclone, in one run, on one disk.
#
# usage: Tests/Benchmarks/upload.sh [--runs N] [--program FILE]
#
#   --runs N        number of runs of each command, of which the median counts; 7 by default
#   --program FILE  a workphotos that is already built; otherwise a release build is made
#
# By hand means `cp -r`, `sync` and `sha256sum` of the copies; rclone means `rclone copy` and `rclone check`. The table
# goes to stdout and, with the raw numbers, to bench-results/. Everything else is removed at the end.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/rows.sh"

runs=7 program=
while [ $# -gt 0 ]; do
    case $1 in
    --runs) runs=${2:?--runs takes a number}; shift ;;
    --program) program=$(realpath "${2:?--program takes a file}"); shift ;;
    *) sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 64 ;;
    esac
    shift
done

cd "$here/../.."
. "$here/photos.sh"

need hyperfine
need rclone
need /usr/bin/time time
all_there

[ -n "$program" ] || program=$(built workphotos)
sample=$(built workphotos-sample)

place=${TMPDIR:-/tmp}
[ "$(mebibytes_free "$place")" -gt 5120 ] || fail "$place has less than 5 GiB free.
Type: TMPDIR=DIR $0 with a directory on a larger file system"
work=$(mktemp -d "$place/workphotos-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

export XDG_STATE_HOME="$work/state" XDG_CONFIG_HOME="$work/config" RCLONE_CONFIG="$work/rclone.conf"
mkdir -p "$XDG_STATE_HOME" "$XDG_CONFIG_HOME/workphotos"
printf '[upload]\nsettle = "0s"\n' >"$XDG_CONFIG_HOME/workphotos/config.toml"
: >"$RCLONE_CONFIG"
fences_everywhere "$work/fences.geojson"

stamp=$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p bench-results
results=$PWD/bench-results/$stamp.upload

# An index of a library, and a new directory as its destination. Some photos of a sample library cannot be read.
index_of() { # NAME DIR
    # shellcheck disable=SC2046  # these words are flags
    "$program" scan "$work/$1" $(flags "$1") --quiet || [ $? = 3 ]
    mkdir "$2"
    # shellcheck disable=SC2046
    "$program" destination add bench "folder:$2" $(flags "$1") --quiet
}

# A sample library, of which about three quarters are work photos, with an index and a destination.
sample_library() { # NAME PHOTOS SEED DIR
    "$sample" "$work/$1" --photos "$2" --seed "$3" --small >/dev/null
    rm -f "$work/$1/fences.geojson"
    sleep 3
    index_of "$1" "$4"
}

# A library of work photos of a size, with an index and a destination.
library() { # NAME PHOTOS BYTES
    work_photos "$work/$1" "$2" "$3"
    index_of "$1" "$work/to"
    mkdir "$work/$1.kept"
    cp -a "$work/$1.sqlite"* "$work/to/.workphotos-destination" "$work/$1.kept"
    rm -rf "$work/to"
    sync
}

# Runs all three ways on a library, each into an empty directory.
measure() { # NAME
    empty="rm -rf $work/to && mkdir $work/to && sync"
    cat >"$work/prepare" <<END
$empty
rm -f $work/$1.sqlite*
cp -a $work/$1.kept/*.sqlite* $work/
cp -a $work/$1.kept/.workphotos-destination $work/to/
sync
END
    hyperfine --style basic --warmup 1 --runs "$runs" --export-csv "$work/$1.csv" --export-json "$results.$1.json" \
        --prepare "sh $work/prepare" -n upload "$program upload --to bench $(flags "$1") --quiet" \
        --prepare "$empty" -n by-hand \
        "cp -r $work/$1 $work/to/copies && sync && find $work/to/copies -type f -print0 | xargs -0 sha256sum >$work/sums" \
        --prepare "$empty" -n rclone \
        "rclone copy $work/$1 $work/to/copies && rclone check -q $work/$1 $work/to/copies" >&2
    rm -rf "$work/to"
}

median() { awk -F , -v name="$2" '$1 == name { print $4 }' "$work/$1.csv"; }

# Records seconds, peak memory and processor seconds of a command.
once() { # NAME COMMAND...
    name=$1; shift
    /usr/bin/time -f '%e %M %U %S' -o "$work/time" "$@" >/dev/null || fail "$* ended with status $?"
    tail -n 1 "$work/time" >"$work/once.$name"
}

library large 100 3000000
measure large
library little 1000 4096
measure little

say 'making 100,000 photos'
sample_library many 130000 1 "$work/to"
# shellcheck disable=SC2046
once plan "$program" upload -n --limit 100000 $(flags many)
# shellcheck disable=SC2046
once stage "$program" upload --stage --limit 100000 $(flags many)
# shellcheck disable=SC2046
once staged "$program" staged $(flags many)

# Copies go to memory, so that the disk's time does not count.
memory=$(mktemp -d /dev/shm/workphotos-bench.XXXXXX)
trap 'rm -rf "$work" "$memory"' EXIT
work_photos "$work/tiny" 10000 4096
index_of tiny "$memory/to"
# shellcheck disable=SC2046
once tiny "$program" upload $(flags tiny) --quiet

say 'making 200,000 photos and sending them'
sample_library sent 257000 2 "$work/sent.to"
# shellcheck disable=SC2046
"$program" upload $(flags sent) --quiet
# shellcheck disable=SC2046
once again "$program" upload $(flags sent) --quiet
# shellcheck disable=SC2046
once rescan "$program" scan $(flags sent) --quiet || true
# shellcheck disable=SC2046
once run "$program" run --no-purge $(flags sent) --quiet || true

table() {
    printf '\nworkphotos uploads, %s, %s cores, Linux %s, %s, %s\n\n' "$stamp" "$(nproc)" "$(uname -r)" \
        "$(rclone version | head -n 1)" "$(stat -f -c %T "$place")"
    for name in large little; do
        for way in upload by-hand rclone; do
            awk -v what="$name, $way" -v s="$(median $name $way)" 'BEGIN { printf "  %-20s %12.1f ms\n", what, s * 1000 }'
        done
    done
    printf '\nagainst the targets\n'
    row 'upload of 3 MB photos / cp, sync, sha256sum' \
        "$(over "$(median large upload)" "$(median large by-hand)")" x at-most 1
    row 'upload of 4 KiB photos / cp, sync, sha256sum' \
        "$(over "$(median little upload)" "$(median little by-hand)")" x at-most 6
    row 'upload of 3 MB photos / rclone copy, check' "$(over "$(median large upload)" "$(median large rclone)")" x at-most 1
    row 'upload of 4 KiB photos / rclone copy, check' \
        "$(over "$(median little upload)" "$(median little rclone)")" x at-most 1
    row 'planning 100,000 uploads' "$(cut -d ' ' -f 1 "$work/once.plan")" s at-most 2
    row 'listing 100,000 staged uploads' "$(cut -d ' ' -f 1 "$work/once.staged")" s at-most 0.5
    row 'processor time of 10,000 x 4 KiB to tmpfs' "$(awk '{ printf "%.2f", $3 + $4 }' "$work/once.tiny")" s at-most 2.2
    row 'upload of 200,000 sent photos again' "$(cut -d ' ' -f 1 "$work/once.again")" s at-most 0.1
    row 'run beyond its scan, 200,000 sent photos' \
        "$(awk '{ s[NR] = $1 } END { printf "%.2f", s[2] - s[1] }' "$work/once.rescan" "$work/once.run")" s at-most 0.1
    row 'peak memory, planning 100,000' "$(awk '{ printf "%.1f", $2 / 1024 }' "$work/once.plan")" MiB at-most 256
    row 'peak memory, listing 100,000' "$(awk '{ printf "%.1f", $2 / 1024 }' "$work/once.staged")" MiB at-most 48
}

table | tee "$results.txt"
