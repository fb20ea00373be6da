#!/usr/bin/env bash
# Checks what is committed: no build products, no resolved versions, no traces of the machine it was written on, and at
# the top level only known names.
set -u
failed=0
fail() {
    printf '%s\n' "$1"
    failed=1
}

top='ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md DECISIONS.md LICENSE Makefile Package.swift README.md Sources TestData Tests man
     .ci .gitignore .swift-format'

while IFS= read -r path; do
    case $path in
    .build* | */.build/* | *.o) fail "$path: a build product is committed" ;;
    Package.resolved) fail "$path: versions are chosen by Package.swift; this file is made on each machine" ;;
    esac
    entry=${path%%/*}
    case " ${top//$'\n'/ } " in
    *" $entry "*) ;;
    *) fail "$path: '$entry' does not belong at the top (Tests/Checks/tree.sh has the list)" ;;
    esac
done < <(git ls-files)

# Paths in home directories, except those of invented users in examples, and of the current user.
lines=$(git grep -nIE '(/home|/Users)/[A-Za-z0-9]' -- . ':!LICENSE' ':!Tests/Checks/*' |
    grep -vE '(/home|/Users)/(anna|ben|user|you)\b')
[ -z "$lines" ] || fail "$(sed -E 's/^([^:]+:[0-9]+):.*/\1: a path below somebody'\''s home/' <<<"$lines")"
lines=$(git grep -nIF "$PWD/" -- .)
[ -z "$lines" ] || fail "$(sed -E 's/^([^:]+:[0-9]+):.*/\1: a path of this machine/' <<<"$lines")"

# Shell scripts are executable, and strict about unset variables.
while IFS= read -r script; do
    [ -x "$script" ] || fail "$script: not executable"
    grep -qE '^set -[a-z]*u' "$script" || fail "$script: has no \`set -u\`"
done < <(git ls-files '*.sh' '.ci/run')
exit $failed
