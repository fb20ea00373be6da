#!/usr/bin/env bash
# Runs all checks that need no build. Each runs to its end, so that one run shows everything to fix.
set -u
cd "$(dirname "$0")/../.." || exit 1
failed=0

check() {
    local what=$1
    shift
    "$@" && return
    printf 'check: %s\n' "$what" >&2
    failed=1
}

check 'the format is not swift-format'\''s: make format' \
    swift format lint --strict --parallel --recursive Package.swift Sources Tests
check 'a wall between rooms is broken' Tests/Checks/walls.sh
check 'a wall has a hole that nobody uses' Tests/Checks/allowances.sh
check 'a door has no comment' Tests/Checks/doors.sh
check 'a comment describes a parameter that is not there' Tests/Checks/parameters.py
check 'a word stands where it must not' Tests/Checks/words.sh
check 'a file does not belong into the repository' Tests/Checks/tree.sh
check 'a statement is bound by hand' Tests/Checks/statements.sh
check 'a line is too long' Tests/Checks/columns.sh
check 'a file is too large' Tests/Checks/sizes.sh
check 'a document names a file that is not there' Tests/Checks/files.sh
check 'the manual has mistakes' Tests/Checks/manual.sh
check 'workphotos-json(5) and the code disagree' Tests/Checks/json.sh
check 'the style or the program of the page has mistakes' Tests/Checks/page.sh
check 'a schema of a JSON line is none' Tests/Checks/schemas.py
check 'what people are told to type does not exist' Tests/Checks/commands.sh
check 'a mutant has lost its place, or is no Swift: Tests/Mutants/lay.sh says how they are written' Tests/Mutants/parse.sh
check 'what people are told to do every night is not right' Tests/Checks/nightly.sh
exit $failed
