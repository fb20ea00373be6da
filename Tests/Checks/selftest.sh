#!/usr/bin/env bash
# Proves that the checks can fail. Each runs on a small tree with one mistake and must name its line, and on the tree
# without it and must print nothing.
set -u
. "$(dirname "$0")/selftests.sh" || exit 1

# tree FILE TEXT: makes a new repository with only this file, and changes to it.
tree() {
    rm -rf "$work/tree"
    mkdir -p "$work/tree/$(dirname "$1")"
    cd "$work/tree" || exit 1
    printf '%b\n' "$2" >"$1"
    case $1 in *.sh) chmod +x "$1" ;; esac
    git init -q . && git add -f .
}

# catches SCRIPT FILE LINE TEXT: the script must fail on the text and name file and line.
catches() {
    local output
    tree "$2" "$4"
    output=$("$here/$1" 2>&1) && fail "$1 lets this pass: $4"
    [[ $output == "$2:$3"* ]] || fail "$1 does not name $2:$3, but says: $output"
}

# passes SCRIPT FILE TEXT: the script must accept the text.
passes() {
    local output
    tree "$2" "$3"
    output=$("$here/$1" 2>&1) || fail "$1 refuses this: $3 ($output)"
}

catches walls.sh Sources/WorkphotosCLI/A.swift 2 'internal import Logging\ninternal import GRDB'
catches walls.sh Sources/PhotoModel/A.swift 1 'import Foundation'
catches walls.sh Sources/PhotoIndex/A.swift 1 'package import struct PhotoIntake.Reader'
catches walls.sh Sources/PhotoIntake/Deep/Down/A.swift 1 '    import ArgumentParser'
catches walls.sh Sources/Nowhere/A.swift 1 'import PhotoModel'
catches walls.sh Tests/PhotoModelTests/A.swift 1 'import workphotos'
catches walls.sh Tests/PhotoModelTests/A.swift 1 '@testable import PhotoModel'
passes walls.sh Sources/PhotoIndex/A.swift 'internal import GRDB\npackage import struct SystemPackage.FilePath'
passes walls.sh Sources/GoogleDrive/A.swift 'internal import NIOCore'
if [ -x "$here/../../.build/page-check/bin/biome" ]; then
    catches page.sh Sources/PhotoReview/Page/a.js 2 'const one = 1;\nconst two = one + three;\nalert(two);'
    catches page.sh Sources/PhotoReview/Page/a.js 1 'alert("one")'
    catches page.sh Sources/PhotoReview/Page/a.css 1 'a{color:red}'
    passes page.sh Sources/PhotoReview/Page/a.js "const one = 1;\nalert(one);"
fi
catches walls.sh Sources/PhotoServices/Folder/A.swift 1 'import CCurl'
catches walls.sh Sources/PhotoServices/Rclone/A.swift 1 'import GRDB'
passes walls.sh Sources/PhotoServices/Rclone/A.swift 'internal import GoogleDrive\nimport PhotoModel'

tree Sources/PhotoModel/A.swift 'let a = 1'
"$here/allowances.sh" >/dev/null && fail 'allowances.sh lets a module pass that nobody imports'
tree Sources/PhotoModel/A.swift 'package import struct SystemPackage.FilePath'
"$here/allowances.sh" || fail 'allowances.sh refuses a module that is imported'

catches doors.sh Sources/PhotoModel/A.swift 3 'struct A {\n\n    package func a() {}\n}'
catches doors.sh Sources/PhotoModel/A.swift 4 '/// A.\npackage struct A {\n    @discardableResult\n    package func a() {}\n}'
catches doors.sh Sources/PhotoModel/A.swift 1 '    package init(a: Int) {\n        self.a = a\n        open()\n    }'
catches doors.sh Sources/PhotoModel/A.swift 1 'public let a = 1'
catches doors.sh Sources/PhotoModel/A.swift 1 'package let a = 1'
catches doors.sh Sources/PhotoModel/A.swift 3 '/// A.\npackage struct A {\n    package let lastName: String\n}'
catches doors.sh Sources/PhotoModel/A.swift 3 '/// A.\npackage struct A {\n    package var name: String { "a" }\n}'
passes doors.sh Sources/PhotoModel/A.swift '/// A.\npackage struct A {\n    package let name: String\n    package private(set) var count = 0\n}'
passes doors.sh Sources/PhotoModel/A.swift '/// A.\n@frozen\npackage struct A {\n    package init(\n        a: Int\n    ) {\n        self.a = a\n    }\n}'
catches doors.sh Sources/PhotoModel/A.swift 1 'package protocol B {\n    func a()\n}'
passes doors.sh Sources/PhotoModel/A.swift '/// B.\npackage protocol B {\n    func a()\n}\nextension C: B {\n    package func a() {}\n}'
passes doors.sh Sources/PhotoModel/A.swift 'package import B\nfunc a() {}\nextension A {\n    package init() {}\n}'
catches parameters.py Sources/PhotoModel/A.swift 1 '/// - Parameter b: what a is.\nfunc a(_ a: Int) {}'
passes parameters.py Sources/PhotoModel/A.swift '/// - Parameters:\n///   - a: what it is.\nfunc b(\n    of a: Int\n) {\n}'

catches words.sh Sources/PhotoModel/A.swift 2 '\nlet isTesting = true'
catches words.sh Sources/PhotoModel/A.swift 1 '// set by the tests'
catches words.sh Sources/PhotoModel/A.swift 1 'static let shared = A()'
catches words.sh Sources/PhotoModel/A.swift 1 'let a = try! b()'
catches words.sh Sources/PhotoModel/A.swift 1 '    print("a")'
passes words.sh Sources/PhotoModel/A.swift 'func print(_ text: String) {}\n    print("a")'
passes words.sh Sources/PhotoModel/A.swift '// Tests whether the fence test holds.\nenvironment.print("a")\nfingerprint(a)'

catches words.sh Sources/WorkphotosCLI/A.swift 2 '\n        session.environment.console.note(text)'
catches words.sh Sources/WorkphotosCLI/Output/A.swift 1 'try console.write(Array(text.utf8))'
passes words.sh Sources/WorkphotosCLI/Output/Reporter.swift 'try console.write(Array(text.utf8))'
catches words.sh Sources/WorkphotosCLI/A.swift 1 'let red = "\\u{1B}[31m"'
passes words.sh Sources/WorkphotosCLI/Output/PhotoTable.swift 'let red = "\\u{1B}[31m"'
catches words.sh Sources/WorkphotosCLI/A.swift 1 'reporter.print(colored: name)'
catches words.sh Sources/PhotoPipeline/A.swift 1 'FileDescriptor.standardError.writeAll(bytes)'
catches words.sh Sources/PhotoModel/A.swift 1 "throw TextError(\"there is no '\\\\(name)'\")"
catches words.sh Sources/PhotoModel/A.swift 1 'throw TextError("there is no \\"\\(text)\\"")'
passes words.sh Sources/PhotoModel/A.swift "throw TextError(\"there is no '\\\\(terminalSafe(name))'\")"

catches tree.sh Package.resolved '' '{}'
catches tree.sh .build/a '' 'a'
catches tree.sh notes.txt '' 'a'
catches tree.sh README.md 2 'a\n/home/somebody/Pictures'
catches tree.sh Tests/a.sh '' '#!/bin/sh\necho a'
passes tree.sh README.md '/home/anna/Pictures'

catches files.sh ARCHITECTURE.md 2 'a\nGoes by `Nowhere.swift`.'
passes files.sh ARCHITECTURE.md 'a'
catches files.sh Sources/A/A.swift 2 '\n/// After NOWHERE.md, "Laws".'
passes files.sh Sources/A/A.swift '/// As notes.md says, or README.mdx.'

catches statements.sh Sources/PhotoIndex/Roots/A.swift '' 'let a = PreparedQuery(db, sql)'
listed=Sources/PhotoIndex/$(awk '$2 == 1 { print $1; exit }' "$here/statements.txt")
catches statements.sh "$listed" '' 'let a = PreparedQuery(db, sql)\nlet b = PreparedQuery(db, sql)'
catches statements.sh "$listed" '' 'let a = 1'
passes statements.sh "$listed" 'let a = PreparedQuery(db, sql)'
passes statements.sh Sources/PhotoIndex/Roots/A.swift 'try db.run("DELETE FROM a")'
catches statements.sh Sources/PhotoIndex/Roots/A.swift 2 'let a = ["id"]\nlet b: Int = row["id"]'
passes statements.sh Sources/PhotoIndex/Roots/A.swift 'let b: Int = try row.value("id")'
catches columns.sh Sources/A/A.swift 2 "let a = 1\\n    /// $(printf 'a%.0s' {1..120})"
passes columns.sh Sources/A/A.swift "    /// $(printf 'é%.0s' {1..112})\\nlet a = \"$(printf 'a%.0s' {1..120})\""
catches sizes.sh Sources/A/A.swift 401 "$(printf 'a\\n%.0s' {1..401})"
passes sizes.sh Sources/A/A.swift 'a'

if command -v mandoc >/dev/null; then
    page='.Dd March 1, 2026\n.Dt A 1\n.Os\n.Sh NAME\n.Nm a\n.Nd b\n.Sh DESCRIPTION\nA.'
    catches manual.sh man/a.1 9 "$page\n.Xr nowhere 7"
    catches manual.sh man/a.1 9 "$page\n.Unknown"
    passes manual.sh man/a.1 "$page"
fi

catches nightly.sh README.md 2 '```cron\n30 2 * *  workphotos run\n```'
catches nightly.sh README.md 2 '```cron\n30 2 * * mon-  workphotos run\n```'
catches nightly.sh README.md 3 '```cron\n# Every night:\n30 2 * * *  workphotos run >$(date +%%F)\n```'
catches nightly.sh README.md 2 '```cron\n30 2 * * *  workphotos run &&\n```'
catches nightly.sh README.md 1 'a'
passes nightly.sh README.md '```cron\n*/5 0-3 1,15 * *  workphotos run\n```'
if command -v systemd-analyze >/dev/null; then
    unit=Sources/workphotos/systemd/workphotos
    catches nightly.sh $unit.service '' '[Service]\nExecStart=@PREFIX@/bin/no-such-program'
    catches nightly.sh $unit.service '' '[Service]\nExecStrat=@PREFIX@/bin/workphotos'
    passes nightly.sh $unit.service '[Service]\nExecStart=@PREFIX@/bin/workphotos'
fi

# json.sh also needs the page and the schemas.
printed() {
    tree Sources/WorkphotosCLI/A.swift "$1"
    mkdir -p man Sources/workphotos/schema
    for type in ${2-photo}; do echo '  "title": "photo"' >"Sources/workphotos/schema/$type.json"; done
    printf '.Ss photo\n.It Cm bytes , reason\n' >man/workphotos-json.5
    "$here/json.sh"
}
code='JSONLine(type: "photo")\nset("bytes", 1)\nline.set("reason", nil)'
output=$(printed "$code") || fail "json.sh refuses what agrees: $output"
output=$(printed "$code\n\nset(\"size\", 1)") && fail 'json.sh lets a member pass that is not in the page'
[[ $output == Sources/WorkphotosCLI/A.swift:5:* ]] || fail "json.sh does not name A.swift:5, but says: $output"
output=$(printed 'JSONLine(type: "photo")\nset("bytes", 1)') && fail 'json.sh lets a member pass that is not in the code'
[[ $output == man/workphotos-json.5:2:* ]] || fail "json.sh does not name the page's line 2, but says: $output"
output=$(printed "$code" '') && fail 'json.sh lets a type pass that has no schema'
[[ $output == Sources/WorkphotosCLI/A.swift:1:* ]] || fail "json.sh does not name A.swift:1, but says: $output"
output=$(printed "$code" 'photo fence') && fail 'json.sh lets a schema pass whose type nobody prints'
[[ $output == Sources/workphotos/schema/fence.json:1:* ]] || fail "json.sh does not name the schema, but says: $output"

if python3 -c 'import jsonschema' 2>/dev/null; then
    catches schemas.py Sources/workphotos/schema/a.json 1 '{"type": "text"}'
    catches schemas.py Sources/workphotos/schema/a.json 1 '{'
    passes schemas.py Sources/workphotos/schema/a.json '{"type": "string"}'
fi

# commands.sh also needs the pages and the Makefile.
typed() {
    tree README.md "$1"
    mkdir man
    printf '.It Fl \\-json\n' >man/workphotos.1
    : >man/workphotos-fence.1
    printf '.It Fl \\-at Ar lat\n.It Fl n , Fl \\-dry\\-run\n' >man/workphotos-fence-add.1
    printf 'test:\ncheck lint: test\n' >Makefile
    "$here/commands.sh"
}
for line in 'workphotos fnce add' 'workphotos fence add --too' 'workphotos fence add -x' 'make tset'; do
    output=$(typed "a\n\`\`\`\n$line\n\`\`\`") && fail "commands.sh lets this pass: $line"
    [[ $output == README.md:3:* ]] || fail "commands.sh does not name README.md:3, but says: $output"
done
# shellcheck disable=SC2016  # the backticks are Markdown's
output=$(typed '`make lint` and\n```\nworkphotos fence add A --at=1,2 -n --json | more --x\nsudo make test A=b\n```') ||
    fail "commands.sh refuses what exists: $output"

# lay.sh also needs the code.
laid() {
    tree Sources/A/A.swift 'func f() {\n    if a < b { g() }\n}\nfunc g() {\n    if a < b {\n        f()\n    }\n    defer { d() }\n}'
    mkdir -p Tests/Mutants Tests/ATests
    touch Tests/ATests/{A,B}Tests.swift
    printf '%b\n' "$1" >Tests/Mutants/a.mutants
    "$here/../Mutants/lay.sh" "${2:-}"
}
mutant='# A list.\n\nmutant one\nfile Sources/A/A.swift\nwhy Because.\nby ATests'
for rest in '- a < b\n+ true' '- a > b\n+ true' 'in func h(\n- a < b\n+ true' '+ true' 'what - a' 'as statement\n- defer { d() }' \
    'by ATests CTests\nin func f(\n- a < b\n+ true' \
    'in func f(\n- a < b\n\nmutant one\nfile Sources/A/A.swift\nwhy Because.\nby ATests\nin func g(\n- a < b' \
    'in func f(\n- a < b\n+ true\n\nmutant two\nfile Sources/A/A.swift\nwhy Because.\nby ATests\nin func f(\n- b\n+ c'; do
    output=$(laid "$mutant\n$rest") && fail "lay.sh lets this pass: $rest"
    [[ $output == Tests/Mutants/a.mutants:* ]] || fail "lay.sh does not name its list, but says: $output"
done
more='mutant two\nfile Sources/A/A.swift\nwhy Because.\nlives It does.\nby ATests BTests\nas statement\nin func g(\n- if a < b {\n-     f()\n- }\n+ f()'
output=$(laid "$mutant\nin func f(\n- a < b\n+ true\n\n$more" "$work/laid") || fail "lay.sh refuses what is right: $output"
expected='func f() {
    if (isMutant("one") ? (true) : (a < b)) { g() }
}
func g() {
    if isMutant("two") {
f()
} else {
if a < b {
        f()
    }
}
    defer { d() }
}'
[ "$(cat "$work/laid/Sources/A/A.swift")" = "$expected" ] ||
    fail "lay.sh lays this: $(cat "$work/laid/Sources/A/A.swift")"
[ "$(cat "$work/laid/mutants")" = $'one\tA\tATests\t\ntwo\tA\tATests BTests\tIt does.' ] ||
    fail "lay.sh makes this table: $(cat "$work/laid/mutants")"

cd "$here" && "$here/selftest-setup.sh" || failed=1
cd "$here" && "$here/selftest-install.sh" || failed=1
exit $failed
