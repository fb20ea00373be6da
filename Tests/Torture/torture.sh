#!/usr/bin/env bash
# What `make torture` runs: builds the program and the torturer, and strikes at some hundred points. Exits with 1 if
# anything was violated.
#
# usage: Tests/Torture/torture.sh [--points N|all] [--seed S] [--minutes N] [--scenario NAME]… [--point POINT]… [--drive-points N] [--drive-act NAME]… [--keep] [--verbose]
set -u
cd "$(dirname "$0")/../.." || exit 1

if ! strace -f -o /dev/null true; then
    printf 'torture: strace may not trace here\n' >&2
    exit 1
fi
for product in workphotos workphotos-torture; do
    Tests/Checks/build.sh --product $product || exit 1
done
exec .build-tests/release/workphotos-torture .build-tests/release/workphotos "$@"
