#!/usr/bin/env bash
# Finds entries of walls.txt that no import uses; each would be a hole in the wall. Rooms that do not exist are skipped.
set -u
table=$(dirname "$0")/walls.txt
failed=0
while IFS=: read -r room modules; do
    case $room in '' | '#'*) continue ;; esac
    [ -d "$room" ] || continue
    imports=$(grep -rhE --include='*.swift' '^\s*((@[A-Za-z_]+|package|public|internal|private) +)*import ' "$room" |
        sed -E 's/.*import +((struct|class|enum|protocol|func) +)?([A-Za-z0-9_]+).*/\3/' | sort -u)
    set -f
    for module in $modules; do
        pattern="^${module%\*}"
        [ "$module" = "${module%\*}" ] && pattern="$pattern\$"
        grep -qE "$pattern" <<<"$imports" && continue
        printf '%s: %s may import %s and does not\n' "$table" "$room" "$module"
        failed=1
    done
done < <(set -f; cat "$table")
exit $failed
