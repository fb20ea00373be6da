#!/usr/bin/env bash
# Statements are bound by hand only in the files listed in statements.txt.
set -u
list=$(dirname "$0")/statements.txt
failed=0
while IFS=: read -r file line _; do
    place=${file#Sources/PhotoIndex/}
    while read -r listed; do
        case $place in "$listed" | "$listed"/*) continue 2 ;; esac
    done < <(grep -v '^#' "$list" | grep .)
    printf '%s:%s: a statement bound by hand; read a record, or name the file in Tests/Checks/statements.txt\n' "$file" "$line"
    failed=1
done < <(grep -rn --include='*.swift' 'PreparedQuery(' Sources/PhotoIndex 2>/dev/null)
exit $failed
