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
