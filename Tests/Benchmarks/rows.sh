#!/bin/sh
# What all benchmarks do: ask for tools, build, print a line of the table. Read by the scripts beside it.
set -eu

fail() { printf 'bench: %s\n' "$1" >&2; exit 1; }
say() { printf '%s\n' "$1" >&2; }

# Notes that a tool is missing, by the package that has it where that has another name.
missing=
need() { # TOOL [PACKAGE]
    command -v "$1" >/dev/null 2>&1 || missing="$missing ${2:-$1}"
}

# Ends where one was.
all_there() {
    [ -z "$missing" ] || fail "not installed yet:$missing
Type: sudo apt-get install$missing"
}

# Builds a program as it is released, and prints where it is.
built() { # PRODUCT
    swift build -c release --static-swift-stdlib --product "$1" >&2
    printf '%s/%s' "$(swift build -c release --static-swift-stdlib --show-bin-path)" "$1"
}

# A line: what, the measured value with its unit, and whether it is within the target.
row() { # WHAT VALUE UNIT at-most|at-least TARGET
    awk -v what="$1" -v value="$2" -v unit="$3" -v way="$4" -v target="$5" 'BEGIN {
        met = way == "at-most" ? value <= target : value >= target
        printf "%-58s %9.2f %-4s %s %5g %-4s %s\n", what, value, unit, way == "at-most" ? "<=" : ">=", target, unit,
            met ? "met" : "MISSED"
    }'
}

over() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.6f", a / b }'; }

mebibytes_free() { df -Pm "$1" 2>/dev/null | awk 'NR == 2 { print $4 }'; }
