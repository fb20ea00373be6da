#!/usr/bin/env bash
# Every `package` and `public` declaration in Sources has a `///` comment right above it (attributes may stand between).
# swift-format's own rule does not see `package`. An initialiser that only assigns its parameters needs none, nor do the
# requirements of the standard library's protocols.
set -u

# shellcheck disable=SC2016  # the program is awk's
find Sources -name '*.swift' -print0 2>/dev/null | sort -z | xargs -0 -r awk '
    function report() {
        if (pending) { printf "%s:%d: a door without a /// comment: %s\n", file, pending, text; failed = 1 }
        pending = 0
    }

    FNR == 1 { report(); documented = 0; file = FILENAME }

    # In an undocumented initialiser: its parameters, then nothing but assignments up to the closing brace.
    pending {
        if (!inBody) { if ($0 ~ /\{[[:space:]]*$/) inBody = 1; if ($0 ~ /\{.*\}[[:space:]]*$/) pending = 0; next }
        if ($0 ~ /^[[:space:]]*\}[[:space:]]*$/) { pending = 0; next }
        if ($0 !~ /^[[:space:]]*(self\.)?[A-Za-z]+ = [A-Za-z0-9.]+[[:space:]]*$/) report()
        next
    }

    /^[[:space:]]*\/\/\// { documented = 1; next }
    /^[[:space:]]*@[A-Za-z]+(\(.*\))?[[:space:]]*$/ { next }

    /^[[:space:]]*(@[A-Za-z]+(\([^)]*\))?[[:space:]]+)*(package|public)[[:space:]]/ && !/(package|public)[[:space:]]+(import|extension)[[:space:]]/ {
        isWitness = /(var description:|func hash\(into|static func (==|<) ?\(|func encode\(to|init\(from decoder|func makeIterator\(\)|mutating func next\(\))/
        if (!documented && !isWitness) {
            pending = FNR
            text = $0
            sub(/^[[:space:]]+/, "", text)
            if ($0 !~ /[[:space:]]init[?(<]/) report()
            else if ($0 ~ /\{[[:space:]]*\}[[:space:]]*$/) pending = 0
            else inBody = ($0 ~ /\{[[:space:]]*$/)
        }
    }
    { documented = 0 }

    END { report(); exit failed }
' || exit 1
