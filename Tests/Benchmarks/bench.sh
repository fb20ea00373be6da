#!/bin/sh
# Compares scans with other programs and with a minimal C program in one run, on sample libraries in the page cache.
#
# usage: Tests/Benchmarks/bench.sh [--photos N] [--million] [--program FILE]
#
#   --photos N      number of photos in the sample libraries; 10,000 by default
#   --million       also measure a million small photos on a tmpfs; takes 6 GiB of memory and some minutes
#   --program FILE  a workphotos that is already built; otherwise a release build is made
#
# The table goes to stdout and, with the raw numbers, to bench-results/. Everything else is removed at the end.
# Installs nothing; names missing tools.
set -eu

usage() { sed -n '2,9s/^# \{0,1\}//p' "$0"; }
here=$(cd "$(dirname "$0")" && pwd)
. "$here/rows.sh"

photos=10000 million=no program=
while [ $# -gt 0 ]; do
    case $1 in
    --photos) photos=${2:?--photos takes a number}; shift ;;
    --million) million=yes ;;
    --program) program=$(realpath "${2:?--program takes a file}"); shift ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 64 ;;
    esac
    shift
done
case $photos in '' | *[!0-9]* | 0*) say 'bench: --photos takes a number from 1 up'; exit 64 ;; esac

cd "$here/../.."

# --- tools ---------------------------------------------------------------------------------------------------------

need exiftool libimage-exiftool-perl
need exiv2
need hyperfine
need /usr/bin/time time
need cc gcc
need pkg-config
pkg-config --exists libexif 2>/dev/null || missing="$missing libexif-dev"
all_there

say 'building'
[ -n "$program" ] || program=$(built workphotos)
sample=$(built workphotos-sample)
floor=$(dirname "$sample")/floor
# shellcheck disable=SC2046  # pkg-config gives several words
cc -O2 -Wall -Wextra -o "$floor" "$here/floor.c" $(pkg-config --cflags --libs libexif)

# --- work directory -------------------------------------------------------------------------------------------------

work_for $((photos * 350 / 1024 + 256))
results=$PWD/bench-results/$stamp

# --- measurements ---------------------------------------------------------------------------------------------------

# Makes a library, waits until its files are too old to be read again as racy, and reads it once into the page cache.
library() { # DIR PHOTOS [--small|--mixed|--edited]
    say "making $2 photos ${3:+(${3#--})}"
    # shellcheck disable=SC2086  # an absent third argument is no argument
    "$sample" "$1" --photos "$2" --seed 1 ${3:-} >/dev/null
    sleep 4
    "$floor" "$1" >/dev/null
}

index_files() { printf '%s %s-wal %s-shm' "$1" "$1" "$1"; }
scan() { printf '%s scan %s --index %s --fences %s/fences.geojson --quiet' "$program" "$1" "$2" "$1"; }

# Runs a command under time(1) and records seconds, peak KiB and processor seconds.
once() { # NAME COMMAND...
    name=$1; shift
    /usr/bin/time -f '%e %M %U %S' -o "$work/time" "$@" >/dev/null || fail "$* ended with status $?"
    tail -n 1 "$work/time" >"$work/once.$name"
}
once_seconds() { cut -d ' ' -f 1 "$work/once.$1"; }
once_processor() { awk '{ print $3 + $4 }' "$work/once.$1"; }
once_mebibytes() { awk '{ printf "%.1f", $2 / 1024 }' "$work/once.$1"; }

: >"$work/asked.csv"

# The median seconds of a command by its name, and its average processor seconds.
seconds() { awk -F , -v name="$1" '$1 == name { print $4 }' "$work/fast.csv" "$work/slow.csv" "$work/asked.csv"; }
processor() { awk -F , -v name="$1" '$1 == name { print $5 + $6 }' "$work/fast.csv" "$work/slow.csv" "$work/asked.csv"; }

# Judges the million photos again after each change of a fence.
million_verdicts() {
    places=$work/places.geojson
    judge settle add Far --kind never --at 0,-160 --radius 10m
    # The sample's first workplace. There was no work fence before, so every verdict changes.
    judge judge-all add 'Harbour Office' --at 53.5413,9.9841 --radius 150m
    # Only the photos of one more place change.
    judge judge-few add 'North Office' --at 55.9445,-3.2056 --radius 120m
    judge settle remove 'North Office'
    many_fences 999 >"$places"
    judge settle add Settled --kind never --at 0,-160 --radius 10m
    judge judge-thousand add 'North Office' --at 55.9445,-3.2056 --radius 120m
}

# Changes the fences, and with them the verdicts of the million.
judge() { # NAME FENCE-COMMAND...
    measured=$1; shift
    once "$measured" "$program" fence "$@" --index "$work/million.sqlite" --fences "$places" --quiet
}

# A fences file with COUNT work fences of 200 m around the sample's places.
many_fences() { # COUNT
    awk -v count="$1" 'BEGIN {
        print "{\"type\": \"FeatureCollection\", \"features\": ["
        for (i = 0; i < count; i++) {
            printf "{\"type\": \"Feature\", \"properties\": {\"name\": \"F%d\", \"radius\": 200}, ", i
            printf "\"geometry\": {\"type\": \"Point\", \"coordinates\": [%.5f, %.5f]}}%s\n",
                9.5 + i % 32 / 32, 53.2 + int(i / 32) / 48, i < count - 1 ? "," : ""
        }
        print "]}"
    }'
}

# Typical queries on the million.
million_selections() {
    ask="--index $work/million.sqlite --fences $places"
    hyperfine -N --style basic --warmup 2 --min-runs 10 --export-csv "$work/asked.csv" \
        --export-json "$results.asked.json" \
        -n list-one "$program list --limit 1 $ask" \
        -n list-small "$program list --personal --sort size --limit 1 $ask" \
        -n list-path "$program list --since 2020-01-01 --sort path --limit 1 $ask" \
        -n list-first "sh -c '$program list --work --json $ask | head -n 1'" \
        -n list-near "$program list --near 55.9445,-3.2056 --within 100m --limit 100 --json $ask" \
        -n list-fence "$program list --fence F500 --json $ask" \
        -n status "$program status $ask" >&2
}

full=$work/full small=$work/small mixed=$work/mixed edited=$work/edited
new=$work/new.sqlite kept=$work/kept.sqlite
library "$full" "$photos"
library "$small" "$photos" --small
# As many photos of the same sizes, mostly in other formats.
library "$mixed" "$photos" --mixed
# Half of them have an XMP packet and no position, so that the packet must be read.
library "$edited" "$photos" --edited
find "$full" -name '*.[jJ][pP][gG]' -print0 >"$work/files"

# shellcheck disable=SC2046  # these words are the command
once scan $(scan "$full" "$kept")
# shellcheck disable=SC2046
once rescan $(scan "$full" "$kept")
once list "$program" list --json --index "$kept" --fences "$full/fences.geojson"

say 'measuring the floor and the scans'
hyperfine -N --style basic --warmup 2 --min-runs 10 --export-csv "$work/fast.csv" --export-json "$results.fast.json" \
    --prepare true -n find "find $full -type f -size +1" \
    --prepare true -n floor "$floor $full" \
    --prepare "rm -f $(index_files "$new")" -n scan "$(scan "$full" "$new")" \
    --prepare "rm -f $(index_files "$new")" -n scan-mixed "$(scan "$mixed" "$new")" \
    --prepare true -n floor-edited "$floor $edited" \
    --prepare "rm -f $(index_files "$new")" -n scan-edited "$(scan "$edited" "$new")" \
    --prepare true -n rescan "$(scan "$full" "$kept")" \
    --prepare true -n list "$program list --json --index $kept --fences $full/fences.geojson" \
    --prepare true -n help "$program --help" \
    --prepare true -n floor-small "$floor $small" \
    --prepare "rm -f $(index_files "$new")" -n scan-small "$(scan "$small" "$new")" >&2

say 'measuring exiftool and exiv2'
# Both print everything they read. exiv2 accepts only files.
hyperfine -N --style basic --runs 3 --export-csv "$work/slow.csv" --export-json "$results.slow.json" \
    -n exiv2 "xargs -0 -a $work/files exiv2 -q -pa" \
    -n exiftool "exiftool -q -fast2 -n -csv -r $full" >&2

if [ $million = yes ]; then
    rm -rf "$full" "$mixed" "$edited"
    if [ "$(stat -f -c %T "$place")" != tmpfs ] || [ "$(mebibytes_free "$place")" -lt 6144 ]; then
        fail 'a million photos take 6 GiB on a tmpfs, and /dev/shm has less.
Type: sudo mount -o remount,size=8G /dev/shm'
    fi
    library "$work/million" 1000000 --small
    say 'measuring the million'
    once floor-million "$floor" "$work/million"
    # shellcheck disable=SC2046
    once scan-million $(scan "$work/million" "$work/million.sqlite")
    # shellcheck disable=SC2046
    once rescan-million $(scan "$work/million" "$work/million.sqlite")
    once find-million find "$work/million" -type f -size +1
    mkdir "$work/copies"
    once upload-million "$program" upload --dry-run --json --to "folder:$work/copies" \
        --index "$work/million.sqlite" --fences "$work/million/fences.geojson"
    work_photos=$($program status --json --index "$work/million.sqlite" --fences "$work/million/fences.geojson" |
        sed -n 's/.*"work":{"photos":\([0-9]*\).*/\1/p' | head -n 1)
    rm -rf "$work/million"
    say 'measuring verdicts and selections of the million'
    million_verdicts
    million_selections
fi

# --- the table -----------------------------------------------------------------------------------------------------

time_row() { # NAME SECONDS PROCESSOR-SECONDS
    awk -v name="$1" -v all="$2" -v own="$3" 'BEGIN { printf "  %-20s %12.1f %12.1f\n", name, all * 1000, own * 1000 }'
}

table() {
    printf 'workphotos benchmark, %s, %s photos, %s cores, Linux %s\n' "$stamp" "$photos" "$(nproc)" "$(uname -r)"
    printf 'exiftool %s, %s, libexif %s, %s on %s\n\n' "$(exiftool -ver)" "$(exiv2 --version | head -n 1)" \
        "$(pkg-config --modversion libexif)" "$(command find --version | head -n 1)" "$(stat -f -c %T "$place")"
    printf '  %-20s %12s %12s\n' 'milliseconds' 'median' 'processor'
    for name in find floor scan scan-mixed floor-edited scan-edited rescan list help floor-small scan-small exiv2 exiftool; do
        time_row "$name" "$(seconds $name)" "$(processor $name)"
    done
    [ $million = no ] || for name in floor-million scan-million find-million rescan-million upload-million judge-all \
        judge-few judge-thousand; do
        time_row "$name" "$(once_seconds $name)" "$(once_processor $name)"
    done
    [ $million = no ] || for name in list-first list-one list-small list-path list-near list-fence status; do
        time_row "$name" "$(seconds $name)" "$(processor $name)"
    done
    printf '\nagainst the targets\n'
    row 'scan of new photos / floor' "$(over "$(seconds scan)" "$(seconds floor)")" x at-most 1
    row 'the same, --small' "$(over "$(seconds scan-small)" "$(seconds floor-small)")" x at-most 2
    row 'the same, half of them with XMP' "$(over "$(seconds scan-edited)" "$(seconds floor-edited)")" x at-most 1
    row 'scan / scan of a mixed library (half HEIC, a tenth MOV)' \
        "$(over "$(seconds scan)" "$(seconds scan-mixed)")" x at-least 0.7
    row 'exiftool -fast2 / scan' "$(over "$(seconds exiftool)" "$(seconds scan)")" x at-least 150
    row 'exiv2 / scan' "$(over "$(seconds exiv2)" "$(seconds scan)")" x at-least 10
    row 'rescan, nothing changed / find' "$(over "$(seconds rescan)" "$(seconds find)")" x at-most 2
    row '--help' "$(over "$(seconds help)" 0.001)" ms at-most 10
    row "peak memory, scan of $photos" "$(once_mebibytes scan)" MiB at-most 48
    row "peak memory, rescan of $photos" "$(once_mebibytes rescan)" MiB at-most 48
    row "peak memory, list --json of $photos" "$(once_mebibytes list)" MiB at-most 48
    if [ $million = yes ]; then
        each=$(over "$(seconds scan-small)" "$photos")
        row 'peak memory, scan of 1,000,000' "$(once_mebibytes scan-million)" MiB at-most 256
        row 'peak memory, rescan of 1,000,000' "$(once_mebibytes rescan-million)" MiB at-most 256
        row "time a photo, 1,000,000 / $photos (--small)" \
            "$(over "$(over "$(once_seconds scan-million)" 1000000)" "$each")" x at-most 1.3
        row 'scan of 1,000,000 / floor' "$(over "$(once_seconds scan-million)" "$(once_seconds floor-million)")" \
            x at-most 0.6
        row 'rescan of 1,000,000 / find' \
            "$(over "$(once_seconds rescan-million)" "$(once_seconds find-million)")" x at-most 1.3
        row 'upload --dry-run, a work photo of 1,000,000' \
            "$(over "$(once_seconds upload-million)" "$(over "$work_photos" 1000000)")" us at-most 10
        row 'peak memory, upload --dry-run of these' "$(once_mebibytes upload-million)" MiB at-most 128
        row 'judging 1,000,000 anew, 1 fence, at most a tenth changes' "$(once_seconds judge-few)" s at-most 0.8
        row 'judging 1,000,000 anew, 1 fence, all change' "$(once_seconds judge-all)" s at-most 2
        row 'judging 1,000,000 anew, 1,000 fences, over 1 fence' \
            "$(awk -v a="$(once_seconds judge-thousand)" -v b="$(once_seconds judge-few)" 'BEGIN { print a - b }')" \
            s at-most 2
        row 'peak memory, judging 1,000,000 anew' "$(once_mebibytes judge-all)" MiB at-most 256
        row 'list --work --json | head -1 of 1,000,000' "$(over "$(seconds list-first)" 0.001)" ms at-most 30
        for name in one small path; do
            row "list of 1,000,000, the first: list-$name" "$(over "$(seconds list-$name)" 0.001)" ms at-most 30
        done
        row 'list --near of 1,000,000' "$(over "$(seconds list-near)" 0.001)" ms at-most 50
        row 'list --fence of 1,000,000' "$(over "$(seconds list-fence)" 0.001)" ms at-most 30
        row 'status of 1,000,000' "$(over "$(seconds status)" 0.001)" ms at-most 150
    fi
}

table | tee "$results.txt"
