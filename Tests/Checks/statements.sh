#!/usr/bin/env bash
# Each file binds exactly as many statements by hand as statements.txt says: no more, and the list follows where one goes.
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
exit $failed
