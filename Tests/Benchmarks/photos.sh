#!/bin/sh
# Makes libraries of work photos for the benchmarks, whose scripts source it. Needs $program, $sample and $work.
set -eu

# A fence around everything, so that every photo with a position is sent.
fences_everywhere() { # FILE
    cat >"$1" <<'END'
{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "Everywhere"}, "geometry":
  {"type": "Polygon", "coordinates": [[[-179, -85], [-60, -85], [60, -85], [179, -85],
  [179, 85], [60, 85], [-60, 85], [-179, 85], [-179, -85]]]}}]}
END
}

flags() { printf '%s %s %s %s' --index "$work/$1.sqlite" --fences "$work/fences.geojson"; }

# Moves files away that are no longer needed. Removing them would slow down creating files afterwards, because ext4
# looks for inodes that were not recently in use.
put_away() { # FILE...
    for old in "$@"; do [ ! -e "$old" ] || mv "$old" "$(mktemp -d "$work/old.XXXXXX")"; done
}

# Makes a number of work photos of about a size in a new directory. Photos hardly ever have the same size: an upload
# reads those once more that have the size of one that was sent, to see whether it was the same.
work_photos() { # DIR PHOTOS BYTES
    say "making $2 photos of $3 bytes"
    "$sample" "$work/all" --photos $(($2 * 2)) --seed 1 --small >/dev/null
    rm -f "$work/all/fences.geojson"
    # shellcheck disable=SC2046  # these words are flags
    "$program" scan "$work/all" $(flags all) --quiet || true
    mkdir "$1"
    # shellcheck disable=SC2046
    "$program" list --work --format paths $(flags all) | head -n "$2" | awk -v to="$1" '{ n += 1; print $0 "\t" to "/" n ".jpg" }' |
        while IFS="$(printf '\t')" read -r from to; do cp "$from" "$to"; done
    more=0
    for photo in "$1"/*; do
        size=$(stat -c %s "$photo")
        [ "$size" -ge "$3" ] || head -c $(($3 - size + more)) /dev/urandom >>"$photo"
        more=$(((more + 1) % ($3 / 4)))
    done
    put_away "$work/all"
    rm -f "$work"/all.sqlite*
    sleep 3
}
