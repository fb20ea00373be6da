#!/usr/bin/env bash
# What `make test` runs: builds, runs every test, and prints which took the longest.
#
# As many tests run at a time as there are processors, so that the time of each is its own. The tests of a run all start at
# once and wait for their turn, so what Swift Testing prints is the time since then; here it is the time of a test's cases.
set -u
cd "$(dirname "$0")/../.." || exit 1
events=$(mktemp) || exit 1
trap 'rm -f "$events"' EXIT

swift build --build-tests || exit 1
began=$SECONDS
SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(nproc) swift test --skip-build \
    --event-stream-output-path "$events" --event-stream-version 0
code=$?

printf '\nThe tests took %d s. The slowest of them:\n' $((SECONDS - began))
LC_ALL=C sed -nE '/"kind":"event"/s/.*"absolute":([0-9.]+).*"kind":"testCase(Started|Ended)".*"testID":"([^"]*)".*/\2 \1 \3/p' \
    "$events" | LC_ALL=C awk '
        { name = $3; for (i = 4; i <= NF; i++) name = name " " $i }
        { seconds[name] += $1 == "Ended" ? $2 : -$2 }
        END { for (name in seconds) printf "%8.2f s  %s\n", seconds[name], name }
    ' | sort -rn | head -n 20 | sed -E 's,\\/,/,g; s,/[^/]*$,,; s/`//g'
exit $code
