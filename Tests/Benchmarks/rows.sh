#!/bin/sh
# What all benchmarks share: checks for tools, builds, rows of the table. Sourced by their scripts.
set -eu

fail() { printf 'bench: %s\n' "$1" >&2; exit 1; }
say() { printf '%s\n' "$1" >&2; }

# Notes a missing tool, by the name of its package if that differs.
missing=
need() { # TOOL [PACKAGE]
    command -v "$1" >/dev/null 2>&1 || missing="$missing ${2:-$1}"
}

# Fails if a tool is missing.
all_there() {
    [ -z "$missing" ] || fail "not installed yet:$missing
Type: sudo apt-get install$missing"
}

# Makes a release build of a program and prints its path.
built() { # PRODUCT
    swift build -c release --static-swift-stdlib --product "$1" >&2
    printf '%s/%s' "$(swift build -c release --static-swift-stdlib --show-bin-path)" "$1"
}

# A row: name, measured value with unit, and whether it meets the target.
row() { # WHAT VALUE UNIT at-most|at-least TARGET
    awk -v what="$1" -v value="$2" -v unit="$3" -v way="$4" -v target="$5" 'BEGIN {
        met = way == "at-most" ? value <= target : value >= target
        printf "%-58s %9.2f %-4s %s %5g %-4s %s\n", what, value, unit, way == "at-most" ? "<=" : ">=", target, unit,
            met ? "met" : "MISSED"
    }'
}

over() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.6f", a / b }'; }

mebibytes_free() { df -Pm "$1" 2>/dev/null | awk 'NR == 2 { print $4 }'; }

# Makes the directory $work for libraries that need so much room, on $place: a tmpfs if that has it. The directory is
# removed at the end, and programs read and write none of the user's own files. Sets $stamp, by which results are named.
work_for() { # MEBIBYTES
    place=${TMPDIR:-/tmp}
    if [ -w /dev/shm ] && [ "$(mebibytes_free /dev/shm)" -gt "$1" ]; then place=/dev/shm; fi
    [ "$(mebibytes_free "$place")" -gt "$1" ] || fail "$place has less than $1 MiB free.
Type: TMPDIR=DIR $0 with a directory on a larger file system, or ask for fewer with --photos"
    work=$(mktemp -d "$place/workphotos-bench.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP

    export XDG_STATE_HOME="$work/state" XDG_CONFIG_HOME="$work/config"
    mkdir "$XDG_STATE_HOME" "$XDG_CONFIG_HOME"

    stamp=$(date -u +%Y%m%dT%H%M%SZ)
    mkdir -p bench-results
}
