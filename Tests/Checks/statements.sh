#!/usr/bin/env bash
# Each file binds exactly as many statements by hand as statements.txt says: no more, and the list follows where one goes.
# Columns of rows are read by what throws.
set -u
list=$(dirname "$0")/statements.txt
failed=0
while IFS=: read -r file count; do
    listed=$(awk -v place="${file#Sources/PhotoIndex/}" '$1 == place { print $2 }' "$list")
    [ "$count" = "${listed:-0}" ] && continue
    printf '%s: binds %d statements by hand, not %d; put values into the text, or change Tests/Checks/statements.txt\n' \
        "$file" "$count" "${listed:-0}"
    failed=1
done < <(grep -rc --include='*.swift' 'PreparedQuery(' Sources/PhotoIndex 2>/dev/null)
# GRDB's subscripts by a column's name end the program where the value of a damaged index has another type.
if grep -rnE --include='*.swift' '[])A-Za-z0-9_?]\["' Sources/PhotoIndex 2>/dev/null; then
    echo 'read columns with value(_:), bytes(_:) and path(_:) of Statements.swift, which throw'
    failed=1
fi
exit $failed
