#!/usr/bin/env bash
# What `make check` runs: everything that can be checked without running the tests. It makes the same build as the
# tests, so `make test` afterwards builds nothing.
set -u
cd "$(dirname "$0")/../.." || exit 1
failed=0

Tests/Checks/selftest.sh || failed=1
Tests/Checks/lint.sh || failed=1

Tests/Checks/build.sh || exit 1

if ! Tests/Checks/nightly.sh .build-tests/release/workphotos; then
    printf 'check: what people are told to do every night does not work\n' >&2
    failed=1
fi
[ $failed = 0 ] && printf 'check: all is well\n'
exit $failed
