#!/usr/bin/env bash
# Every Swift file that a project document names exists, and its name is unique. Every document that the code names
# exists.
set -u
failed=0
for document in ARCHITECTURE.md CONTRIBUTING.md DECISIONS.md; do
    [ -f "$document" ] || continue
    while IFS=: read -r line name; do
        count=$(git ls-files -- "$name" "*/$name" | wc -l)
        [ "$count" = 1 ] && continue
        printf '%s:%s: %s is the name of %s files\n' "$document" "$line" "$name" "$count"
        failed=1
    done < <(grep -noE '[A-Za-z][A-Za-z+/]*\.swift' "$document")
done
while IFS=: read -r file line name; do
    [ -f "$name" ] && continue
    printf '%s:%s: there is no %s\n' "$file" "$line" "$name"
    failed=1
done < <(git grep -noE '\b[A-Z]+\.md\b' -- Sources Tests ':!Tests/Checks/selftest.sh')
exit $failed
