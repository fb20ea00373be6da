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
# What is not our own words reaches a terminal through one function: terminalSafe for what is typed or read, within the
# text, and terminalLines for the finished text, where it is written.
forbid '\bconsole\.(note|write)\(' 'text is written by the Reporter, which lets nothing steer a terminal' \
    Sources/WorkphotosCLI/Output/Reporter.swift Sources/WorkphotosCLI/Output/ConsoleLogHandler.swift \
    Sources/WorkphotosCLI/Start/Workphotos.swift Sources/PhotoServices/Terminal
forbid '\bprint\(colored:' 'only rows of photos have colours of ours' \
    Sources/WorkphotosCLI/Output/PhotoListing.swift Sources/WorkphotosCLI/Output/Reporter.swift
forbid 'u\{(1[bB]|9[bB])\}|\\(e|033|x1[bB])\b' 'sequences for a terminal are written in few places' \
    Sources/PhotoServices/TerminalScreen.swift Sources/WorkphotosCLI/Output/ConsoleLogHandler.swift \
    Sources/WorkphotosCLI/Output/PhotoTable.swift Sources/workphotos-sample/ Sources/ManualPages/
forbid '\b(STD(OUT|ERR)_FILENO|standard(Output|Error)|FileHandle|fputs)\b' 'output goes through the Environment' \
    Sources/PhotoServices/StandardStreams.swift Sources/workphotos-sample/ Sources/workphotos-manual/
# Quoted in a text: what was typed, or a name. Formats of files have quotation marks too.
forbid "('|\\\\\"|“)\\\\\((typed|text|name|key|word|words|value|known|place|stranger|argument|member|pattern|path|title|\\\$[0-9])\)('|\\\\\")" \
    'what is not our own words is quoted through terminalSafe' \
    Sources/GoogleDrive/ Sources/PhotoIndex/ Sources/SampleLibrary/ Sources/PhotoModel/Fences/KMLWriter.swift \
    Sources/PhotoModel/JSON/JSONSource.swift Sources/PhotoModel/Text/SafeText.swift \
    Sources/PhotoPipeline/Upload/PlanLine.swift \
    Sources/WorkphotosCLI/Output/RunMetrics.swift \
    Sources/PhotoServices/Rclone/RcloneSettings.swift
forbid '\b(TODO|FIXME|XXX|HACK)\b' 'unfinished: finish it, or write an issue'
forbid 'swift-format-ignore' 'no suppressions: mend what the rule found'
exit $failed
