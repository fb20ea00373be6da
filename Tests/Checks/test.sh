#!/usr/bin/env bash
# What `make test` runs: builds, runs every test, and prints failures, the sum and the slowest tests.
#
# One test more runs at a time than there are processors, since some wait for other programs. All tests of a run start at
# once and wait for their turn, and Swift Testing prints the time since that start. Here a test's time is that of its
# cases, which is known for tests with arguments. Tests that have not ended after half an hour are listed and killed.
set -u
cd "$(dirname "$0")/../.." || exit 1
events=$(mktemp) || exit 1
trap 'rm -f "$events"' EXIT

log=.build-tests/test.log
echo 'Step 1 of 2: build the tests; about six minutes after `make demo`, twelve without.'
Tests/Checks/build.sh || exit 1

echo "Step 2 of 2: run the tests; about ten minutes on two idle cores. All they say goes to $log."
began=$SECONDS
# Prints how many tests have ended: on a terminal every two seconds on one line, else once a minute.
progress() {
    local ended failed wait=60
    [ -t 1 ] && wait=2
    while sleep "$wait"; do
        ended=$(grep -ac '^[^ ]* Test .* \(passed\|failed\) after ' "$log")
        failed=$(grep -ac '^[^ ]* Test .* failed after ' "$log")
        printf '%d tests ended, %d failed, %d s' "$ended" "$failed" $((SECONDS - began))
        if [ -t 1 ]; then printf '   \r'; else printf '\n'; fi
    done
}
: >"$log"
progress &
shows=$!
trap 'rm -f "$events"; kill "$shows" 2>/dev/null' EXIT
SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(($(nproc) + 1)) timeout --foreground --kill-after=10 1800 swift test --skip-build \
    -c release --traits Tests --scratch-path .build-tests --event-stream-output-path "$events" --event-stream-version 0 >"$log" 2>&1
code=$?
kill "$shows" 2>/dev/null

# The failures, without what tests printed, and without bytes that a terminal would obey.
awk '
    /^[^ ]+ Test run with / { print; next }
    /^[^ ]+ Test .* recorded an issue/ { shows = 1; print; next }
    /^[^ ]+ (Test|Suite) / { shows = 0; if (/ failed after /) print; next }
    shows || /: error: / { print }
' "$log" | LC_ALL=C tr -d '\000-\010\013-\037\177'

# Prints the seconds and the name of each test with arguments.
times() {
    LC_ALL=C sed -nE '/"kind":"event"/s/.*"absolute":([0-9.]+).*"kind":"testCase(Started|Ended)".*"testID":"([^"]*)".*/\2 \1 \3/p' \
        "$events" | LC_ALL=C awk '
            { name = $3; for (i = 4; i <= NF; i++) name = name " " $i }
            { seconds[name] += $1 == "Ended" ? $2 : -$2; open[name] += $1 == "Ended" ? -1 : 1 }
            END { for (name in seconds) if (!open[name]) printf "%8.2f s  %s\n", seconds[name], name }
        ' | names
}

# Prints the name of each test that started, or waited for its turn, and did not end.
without_end() {
    LC_ALL=C sed -nE '/"kind":"event"/s/.*"kind":"test(Started|Ended)".*"testID":"([^"]*\.swift:[^"]*)".*/\1 \2/p' \
        "$events" | LC_ALL=C awk '
            { name = $2; for (i = 3; i <= NF; i++) name = name " " $i }
            { open[name] += $1 == "Ended" ? -1 : 1 }
            END { for (name in open) if (open[name]) print "  " name }
        ' | names
}

names() { sed -E 's,\\/,/,g; s,/[^/]*$,,; s/`//g'; }

if [ "$code" = 124 ] || [ "$code" = 137 ]; then
    # Processes started by `swift test` survive it.
    pkill -KILL -f -- "$events"
    printf '\nThe tests were ended after half an hour. These had not come to their end:\n'
    without_end
fi
printf '\nThe tests took %d s. The slowest of those with arguments:\n' $((SECONDS - began))
times | sort -rn | head -n 20
exit $code
