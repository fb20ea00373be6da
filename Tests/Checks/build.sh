#!/usr/bin/env bash
# Builds what the checks and the tests run, into .build-tests/release: the dependencies and a few of our own targets
# optimized, the others not, and all of it without the assertions that libraries make in debug builds. The tests take
# less than half of the time that they take in a debug build.
#
# usage: Tests/Checks/build.sh [--product NAME]
#
# Without a product the tests are built too. Imports of targets that are not declared as dependencies are errors. The
# program that decodes pictures is built beside the others.
set -eu
cd "$(dirname "$0")/../.."

[ $# -gt 0 ] || set -- --build-tests
swift build -c release --traits Tests --scratch-path .build-tests --explicit-target-dependency-import-check error "$@"
Tests/Checks/picture.sh .build-tests/release
