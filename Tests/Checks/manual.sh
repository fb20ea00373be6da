#!/usr/bin/env bash
# mandoc's lint finds nothing in man/, whatever the level. A reference to one of our own pages counts as found: they are
# just not installed.
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
