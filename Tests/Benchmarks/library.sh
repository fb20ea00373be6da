#!/bin/sh
# Makes a library of $photos photos and scans it, for the benchmarks of the pages, whose scripts source it after rows.sh.
# Needs $program and $sample. Sets $work, which is removed at the end; $flags, which name the index and the fences of
# $work/library; and $stamp, by which results are named.
set -eu

place=${TMPDIR:-/tmp}
need_mebibytes=$((photos * 5 / 1024 + 256))
if [ -w /dev/shm ] && [ "$(mebibytes_free /dev/shm)" -gt "$need_mebibytes" ]; then place=/dev/shm; fi
[ "$(mebibytes_free "$place")" -gt "$need_mebibytes" ] || fail "$place has less than $need_mebibytes MiB free.
Type: TMPDIR=DIR $0 with a directory on a larger file system, or ask for fewer with --photos"
work=$(mktemp -d "$place/workphotos-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# Reads and writes none of the user's own files.
export XDG_STATE_HOME="$work/state" XDG_CONFIG_HOME="$work/config"
mkdir "$XDG_STATE_HOME" "$XDG_CONFIG_HOME"

stamp=$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p bench-results

say "making $photos photos"
"$sample" "$work/library" --photos "$photos" --seed 1 --small >/dev/null
# A photo that changed a moment ago would be read again.
sleep 4
flags="--index $work/index.sqlite --fences $work/library/fences.geojson --quiet"
# shellcheck disable=SC2086  # these words are flags
"$program" scan "$work/library" $flags
