#!/usr/bin/env bash
# mandoc's lint reports nothing in man/ at any level. References to our own pages are ignored, because these are not
# installed.
set -u
failed=0

for page in man/*.[1-9]; do
    [ -e "$page" ] || continue
    while IFS= read -r line; do
        [ -n "$line" ] || continue
        if [[ $line =~ "referenced manual not found: Xr "([^ ]+)" "([0-9]) ]]; then
            [ -e "man/${BASH_REMATCH[1]}.${BASH_REMATCH[2]}" ] && continue
        fi
        printf '%s\n' "${line#mandoc: }"
        failed=1
    done < <(mandoc -T lint "$page" 2>&1)
done
exit $failed
