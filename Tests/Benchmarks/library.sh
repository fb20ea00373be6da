#!/bin/sh
# Makes a library of $photos photos and scans it, for the benchmarks of the pages, whose scripts source it after rows.sh.
# Builds $program and $sample where they are empty. Sets what work_for sets, and $flags, which name the index and the
# fences of $work/library.
set -eu

[ -n "$program" ] || program=$(built workphotos)
[ -n "$sample" ] || sample=$(built workphotos-sample)

work_for $((photos * 5 / 1024 + 256))

say "making $photos photos"
"$sample" "$work/library" --photos "$photos" --seed 1 --small >/dev/null
# A photo that changed a moment ago would be read again.
sleep 4
flags="--index $work/index.sqlite --fences $work/library/fences.geojson --quiet"
# shellcheck disable=SC2086  # these words are flags
"$program" scan "$work/library" $flags
