#!/usr/bin/env bash
# What `make check-fleet` runs: judges a library by the job for Spark, on a cluster of three workers on this machine, of
# which one is killed, and compares every verdict with those of a scan.
set -u
cd "$(dirname "$0")/../.." || exit 1
directory=$(mktemp -d) || exit 1
trap 'rm -rf "$directory"' EXIT

Tests/Checks/build.sh --product workphotos || exit 1
Tests/Checks/build.sh --product workphotos-sample || exit 1
# What Spark notes is shown only on failure.
if CHECK_DIRECTORY=$directory timeout 900 .build/spark/bin/python3 Tests/Checks/fleet.py .build-tests/release \
    2>"$directory/notes"; then
    exit 0
fi
tail -n 40 "$directory/notes" >&2
exit 1
