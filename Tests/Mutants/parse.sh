#!/usr/bin/env bash
# Checks that the lists of mutants can be laid (lay.sh), and that the parser takes what is laid. Whether it compiles,
# only `make mutants` tells.
set -u
cd "$(dirname "$0")/../.." || exit 1
laid=$(mktemp -d) || exit 1
trap 'rm -rf "$laid"' EXIT
Tests/Mutants/lay.sh "$laid" || exit 1
find "$laid/Sources" -name '*.swift' -exec swiftc -frontend -parse {} + 2>&1 | sed "s|$laid/||" | grep -A 2 'error:' && exit 1
exit 0
