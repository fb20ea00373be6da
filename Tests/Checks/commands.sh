#!/usr/bin/env bash
# Checks that everything that README.md, CONTRIBUTING.md and the manual's examples tell people to type exists: each
# `workphotos` command has a page in man/, each flag is on that page or on workphotos(1), and each `make` target is in
# the Makefile.
set -u
failed=0
fail() {
    printf '%s: %s\n' "$1" "$2"
    failed=1
}

# Prints "FILE:LINE:COMMAND" for each of our commands in a line of a code block or in inline code.
typed() {
    awk '
        function emit(text) {
            sub(/^[[:space:]]*(\$ |# )?(sudo )?/, "", text)
            if (text ~ /^(workphotos|make)( |$)/) printf "%s:%d:%s\n", FILENAME, FNR, text
        }
        /^(```|\.Bd -literal|\.Ed)/ { inBlock = !inBlock; next }
        inBlock { gsub(/\\-/, "-"); emit($0); next }
        FILENAME ~ /\.md$/ { count = split($0, parts, "`"); for (i = 2; i <= count; i += 2) emit(parts[i]) }
    ' "$@"
}

check_workphotos() {
    local where=$1 page=workphotos word names
    shift
    while [ $# -gt 0 ] && [ -e "man/$page-$1.1" ]; do
        page=$page-$1
        shift
    done
    if [ $# -gt 0 ] && [ "$page" = workphotos ] && [[ $1 != -* && $1 != help ]]; then
        fail "$where" "there is no command 'workphotos $1'"
        return
    fi
    for word in "$@"; do
        case $word in
        '|' | '#' | '&&' | ';' | '>' | '>>') return ;;
        --) return ;;
        --*) names=${word%%=*} ;;
        -[A-Za-z0-9]) names=$word ;;
        *) continue ;;
        esac
        names=${names#-}
        names=${names//-/\\-}
        grep -qE "Fl ${names//\\/\\\\}( |\$)" "man/$page.1" man/workphotos.1 && continue
        fail "$where" "'$word' is not among the options of ${page//-/ }"
    done
}

while IFS=: read -r file line command; do
    read -ra words <<<"$command"
    if [ "${words[0]}" = make ]; then
        for word in "${words[@]:1}"; do
            case $word in
            *=* | -*) continue ;;
            '|' | '#' | '&&' | ';') break ;;
            esac
            grep -qE "^([a-z -]* )?$word( [a-z -]*)?:" Makefile || fail "$file:$line" "there is no target '$word'"
        done
    elif [ -e man/workphotos.1 ]; then
        check_workphotos "$file:$line" "${words[@]:1}"
    fi
done < <(for file in README.md CONTRIBUTING.md man/*.1; do [ -e "$file" ] && typed "$file"; done)
exit $failed
