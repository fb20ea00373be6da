#!/bin/sh
# What the benchmarks' tables are made of; read by the scripts beside it.
set -eu

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
