#!/usr/bin/env bash
# What `make check-gpx` runs: compares the positions that workphotos infers from tracks with those that Debian's
# gpscorrelate writes into the same photos from the same tracks.
set -u
cd "$(dirname "$0")/../.." || exit 1
directory=$(mktemp -d) || exit 1
trap 'rm -rf "$directory"' EXIT

Tests/Checks/build.sh --product workphotos || exit 1
CHECK_DIRECTORY=$directory timeout 300 python3 Tests/Checks/gpx.py .build-tests/release/workphotos
