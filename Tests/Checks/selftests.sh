#!/usr/bin/env bash
# The beginning of all self-tests, which source it. Sets $here, the directory $work, which is removed at the end, and
# $failed, the exit status.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
    printf 'selftest: %s\n' "$1" >&2
    failed=1
}

# stand_in NAME TEXT: makes a command of the test machine.
stand_in() {
    printf '#!/bin/bash\n%s\n' "$2" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}
