#!/usr/bin/env bash
# Checks the imports in Sources and Tests against walls.txt. The compiler cannot: any module of a dependency's
# dependency can be imported anywhere. A folder of a room can have a line with additional modules.
set -u
table=$(dirname "$0")/walls.txt

# shellcheck disable=SC2016  # the program is awk's
find Sources Tests -name '*.swift' -print0 2>/dev/null | sort -z | xargs -0 -r awk '
    # The table: allowed[room] is " A B NIO* ".
    FILENAME == table {
        if ($0 ~ /^[[:space:]]*(#|$)/) next
        room = $1
        sub(/:$/, "", room)
        $1 = ""
        allowed[room] = $0 " Glibc Musl Darwin Dispatch Synchronization "
        next
    }

    function fail(why) { printf "%s:%d: %s\n", FILENAME, FNR, why; failed = 1 }

    function permits(room, module,    names, count, i, prefix) {
        if (index(allowed[room], " " module " ")) return 1
        count = split(allowed[room], names, " ")
        for (i = 1; i <= count; i++) {
            prefix = names[i]
            if (sub(/\*$/, "", prefix) && index(module, prefix) == 1) return 1
        }
        return 0
    }

    /^[[:space:]]*@testable/ { fail("@testable import: a door is `package`, and tests use the door") }

    # "package import struct A.B" and similar: the module follows, up to a dot.
    /^[[:space:]]*(@[A-Za-z_]+(\([^)]*\))?[[:space:]]+)*((package|public|internal|private|fileprivate)[[:space:]]+)?import[[:space:]]/ {
        module = $0
        sub(/^.*import[[:space:]]+/, "", module)
        sub(/^(struct|class|enum|protocol|typealias|func|let|var|actor)[[:space:]]+/, "", module)
        sub(/[^A-Za-z0-9_].*$/, "", module)
        split(FILENAME, parts, "/")
        room = parts[1] "/" parts[2]
        if (!(room in allowed)) { fail(room " is not in " table ": add the room and what it may import"); next }
        if (module == "workphotos") { fail("nothing imports the program: it is the only composition root"); next }
        folder = room "/" parts[3]
        if (!permits(room, module) && !(folder in allowed && permits(folder, module))) fail(room " may not import " module " (" table ", ARCHITECTURE.md)")
    }

    END { exit failed }
' table="$table" "$table" || exit 1
