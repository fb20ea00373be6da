#!/usr/bin/env bash
# The style and the program of the page are formatted as Biome formats them, and Biome finds no mistake in the program.
# The page puts the files of the program together, in the order of ReviewPage.swift, so they are checked as one.
# Skipped, with a note, where Biome is not installed (setup.sh check).
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
biome=$root/.build/page-check/bin/biome
page=Sources/PhotoReview/Page
[ -d "$page" ] || exit 0
if [ ! -x "$biome" ]; then
    echo 'page.sh: skipped, since Biome is not installed here' >&2
    exit 0
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

# Prints FILE:LINE: MESSAGE for each complaint of Biome's about what it is told to do.
complaints() {
    "$biome" "$@" --config-path="$root/Tests/Checks" --reporter=github 2>/dev/null |
        sed -nE 's/^::[a-z]+ title=([^,]*),file=([^,]*),line=([0-9]+)[^:]*::(.*)$/\2:\3: \1: \4/p'
}

for file in "$page"/*.js "$page"/*.css; do
    [ -e "$file" ] || continue
    "$biome" format --config-path="$root/Tests/Checks" "$file" >/dev/null 2>&1 && continue
    complaints format "$file" | grep . || echo "$file:1: cannot be read"
    failed=1
done

mapfile -t files < <(grep -oE '[a-z]+_js\b' Sources/PhotoReview/ReviewPage.swift 2>/dev/null | sed 's/_js$/.js/')
for file in "$page"/*.js; do
    case " ${files[*]} " in *" ${file##*/} "*) ;; *) [ ! -e "$file" ] || files+=("${file##*/}") ;; esac
done
for file in "${files[@]}"; do
    cat "$page/$file" >>"$work/program.cjs"
    printf '%s/%s %s\n' "$page" "$file" "$(wc -l <"$page/$file")" >>"$work/lengths"
done
[ -e "$work/program.cjs" ] || exit $failed
complaints lint "$work/program.cjs" >"$work/found"
[ -s "$work/found" ] && failed=1
awk -F: '
    FILENAME == lengths { split($0, parts, " "); count += 1; files[count] = parts[1]; ends[count] = ends[count - 1] + parts[2]; next }
    {
        for (i = 1; ends[i] < $2; i++) if (i == count) break
        message = $0
        sub(/^[^:]*:[0-9]+: /, "", message)
        printf "%s:%d: %s\n", files[i], $2 - ends[i - 1], message
    }
' lengths="$work/lengths" "$work/lengths" "$work/found"
exit $failed
