#!/usr/bin/env bash
# What `make check-fleet` runs: judges a library by a scan, by `inspect --judge` and by the job for Spark, on a cluster
# of three workers on this machine, of which one is killed; imports the job's result; and compares everything with the
# scan. With fewer than 18,000 photos no worker gets a second task.
#
# usage: Tests/Checks/fleet.sh PHOTOS
set -u
cd "$(dirname "$0")/../.." || exit 1
directory=$(mktemp -d) || exit 1
trap 'rm -rf "$directory"' EXIT

Tests/Checks/build.sh --product workphotos || exit 1
Tests/Checks/build.sh --product workphotos-sample || exit 1
# What Spark notes is shown only on failure.
if CHECK_DIRECTORY=$directory timeout $((1800 + $1 / 100)) .build/spark/bin/python3 Tests/Checks/fleet.py \
    .build-tests/release "$1" 2>"$directory/notes"; then
    exit 0
fi
tail -n 40 "$directory/notes" >&2
exit 1
