#!/usr/bin/env bash
# Every `package` and `public` declaration in Sources has a `///` comment above it; attributes may come between.
# swift-format's own rule does not see `package`. Exempt are initialisers that only assign, stored properties of a type
# with a name of one word, which may say it all, and requirements of protocols: ours are documented in the protocol,
# those of the standard library need no comment.
set -u

mapfile -t files < <(find Sources -name '*.swift' 2>/dev/null | sort)
[ ${#files[@]} -gt 0 ] || exit 0

# The files are read twice: first for the requirements of protocols, then for the declarations.
# shellcheck disable=SC2016  # the program is awk's
awk '
    pass == 1 {
        if (/^(package |public )?protocol [A-Za-z]/) inProtocol = 1
        if (/^\}/ || /\{.*\}[[:space:]]*$/ && /protocol/) inProtocol = 0
        if (inProtocol && match($0, /(func|var) [A-Za-z]+/)) required[substr($0, RSTART, RLENGTH)] = 1
        next
    }

    function report() {
        if (pending) { printf "%s:%d: a door without a /// comment: %s\n", file, pending, text; failed = 1 }
        pending = 0
    }

    FNR == 1 { report(); documented = 0; file = FILENAME }

    # In an undocumented initialiser: parameters, then only assignments up to the closing brace.
    pending {
        if (!inBody) { if ($0 ~ /\{[[:space:]]*$/) inBody = 1; if ($0 ~ /\{.*\}[[:space:]]*$/) pending = 0; next }
        if ($0 ~ /^[[:space:]]*\}[[:space:]]*$/) { pending = 0; next }
        if ($0 !~ /^[[:space:]]*(self\.)?[A-Za-z]+ = .*[^{(]$/) report()
        next
    }

    /^[[:space:]]*\/\/\// { documented = 1; next }
    /^[[:space:]]*@[A-Za-z]+(\(.*\))?[[:space:]]*$/ { next }

    /^[[:space:]]*(@[A-Za-z]+(\([^)]*\))?[[:space:]]+)*(package|public)[[:space:]]/ && !/(package|public)[[:space:]]+(import|extension)[[:space:]]/ {
        isWitness = /(var description:|func hash\(into|static func (==|<) ?\(|func encode\(to|init\(from decoder|func makeIterator\(\)|mutating func next\(\))/
        if (match($0, /(func|var) [A-Za-z]+/) && substr($0, RSTART, RLENGTH) in required) isWitness = 1
        isWord = /^[[:space:]]+package (private\(set\) )?(let|var) [a-z]+(:| =)[^{]*$/
        if (!documented && !isWitness && !isWord) {
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
' pass=1 "${files[@]}" pass=2 "${files[@]}"
