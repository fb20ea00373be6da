#!/usr/bin/env bash
# What `make check` runs: everything that can be checked without running the tests. It makes the same build as the
# tests, so `make test` afterwards builds nothing.
set -u
cd "$(dirname "$0")/../.." || exit 1
failed=0

Tests/Checks/selftest.sh || failed=1
Tests/Checks/lint.sh || failed=1

# Warnings are errors in Package.swift. The flag finds imports of targets that are not declared as dependencies.
swift build --build-tests --explicit-target-dependency-import-check error || exit 1

if ! .build/debug/workphotos --experimental-dump-help | .build/debug/workphotos-manual --check man; then
    printf 'check: the manual is stale: make man\n' >&2
    failed=1
fi
if ! Tests/Checks/nightly.sh .build/debug/workphotos; then
    printf 'check: what people are told to do every night does not work\n' >&2
    failed=1
fi
if ! Tests/Checks/schemas.py .build/debug/workphotos; then
    printf 'check: what the program prints is not as its schemas say\n' >&2
    failed=1
fi
[ $failed = 0 ] && printf 'check: all is well\n'
exit $failed
