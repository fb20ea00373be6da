#!/usr/bin/env bash
# Comments in Swift files have at most 120 columns. The formatter checks code, but not comments.
set -u
lines=$(git ls-files -- 'Sources/*.swift' 'Tests/*.swift' | LC_ALL=C.UTF-8 xargs -r grep -nHE '^.{121}' |
    LC_ALL=C.UTF-8 grep -E '^[^:]+:[0-9]+: *//')
[ -z "$lines" ] && exit 0
sed -E 's/^([^:]+:[0-9]+):.*/\1: a comment of more than 120 columns/' <<<"$lines"
exit 1
