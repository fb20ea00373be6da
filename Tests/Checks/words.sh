#!/usr/bin/env bash
# Forbidden words in Sources: code that asks whether it is being tested, shared state, and output that bypasses the
# environment.
set -u
failed=0

# forbid PATTERN WHY [PATH...]: an extended regular expression, and paths where it is allowed.
forbid() {
    local pattern=$1 why=$2
    shift 2
    local lines
    lines=$(grep -rnE --include='*.swift' "$pattern" Sources 2>/dev/null)
    for path in "$@"; do lines=$(grep -v "^$path" <<<"$lines"); done
    [ -n "$lines" ] || return 0
    while IFS= read -r line; do
        [ -n "$line" ] && printf '%s: %s\n' "$(cut -d: -f1,2 <<<"$line")" "$why" && failed=1
    done <<<"$lines"
}

# The sample library is also made for tests, and its help says so.
forbid '\b(XCTest[A-Za-z]*|isTesting|isRunningTests|[uU]nderTest|[mM]ock(s|ed|ing)?|[fF]ake(s|d)?|[uU]nit tests?|([tT]he|[fF]or|[iI]n|[bB]y|our) tests)\b|import Testing' \
    'production code does not mention tests' Sources/SampleLibrary/ Sources/workphotos-sample/
forbid 'static (let|var) shared\b' 'no state that everybody can reach: pass it through the Environment'
forbid '\btry!' 'try! ends the program; handle the error'
# A type with such a method calls its own.
mapfile -t printers < <(grep -rlE --include='*.swift' 'func print\(' Sources 2>/dev/null)
forbid '(^|[^A-Za-z0-9_.])(debugP|p)rint\(|Swift\.print\(|\bNSLog\(' \
    'output goes through the Environment, not print' \
    Sources/workphotos-sample/ Sources/workphotos-manual/ "${printers[@]}"
forbid '\b(TODO|FIXME|XXX|HACK)\b' 'unfinished: finish it, or write an issue'
forbid 'swift-format-ignore' 'no suppressions: mend what the rule found'
exit $failed
