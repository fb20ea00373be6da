#!/usr/bin/env bash
# lay.sh [DIRECTORY]: reads the lists of mutants, and checks that the text of each is found exactly once and that its
# tests exist. With a directory, writes there each file of Sources that has mutants, with all of them in it and none
# enabled, and the table `mutants`: name, room, test files, and why it may live, separated by tabs.
#
# A list has a paragraph for each mutant. Lines that begin with # are comments.
#
#   mutant  a unique name
#   file    the file of Sources that it changes
#   in      part of the first line of a declaration, if the text also occurs in others
#   why     what would go wrong with this code
#   by      the test files, without .swift, of which one kills it
#   lives   why no test can tell the difference, if so
#   as      the kind of the text: expression (default), statement, string, a part of a literal, or sql, a part of
#           one whose interpolated values are bound. A statement gets braces around it. A defer would run at once, so
#           its text is what defer does
#   -       the text: one line or several; indentation does not matter
#   +       the replacement; empty to remove a statement
#
# Several mutants may share a text. Otherwise texts do not overlap.
set -u
cd "$(git rev-parse --show-toplevel)" || exit 1
shopt -s nullglob
lists=(Tests/Mutants/*.mutants)
[ ${#lists[@]} -gt 0 ] || exit 0

LC_ALL=C exec awk -v into="${1:-}" -v tests="$(find Tests -name '*.swift' -printf '%f\n')" '
    BEGIN {
        split(tests, files_of_tests, "\n")
        for (n in files_of_tests) is_there[files_of_tests[n]] = 1
    }

    function complain(text) {
        printf "%s:%d: %s\n", place[count], line_of[count], text
        failed = 1
    }

    # Begins a mutant.
    function begin(name) {
        count++
        place[count] = FILENAME; line_of[count] = FNR
        names[count] = name; kind[count] = "expression"
        if (name in taken || name !~ /^[a-z0-9-]+$/) complain("another mutant has that name, or it is none: " name)
        taken[name] = 1
    }

    function add(texts, line) {
        if (count in texts) texts[count] = texts[count] "\n" line
        else texts[count] = line
    }

    # The text without the indentation of its lines, for comparison.
    function flat(text) {
        sub(/^[ \t]+/, "", text)
        gsub(/\n[ \t]+/, "\n", text)
        return text
    }

    function read(file,    line, text) {
        if (file in source) return
        text = ""
        while ((getline line < file) > 0) text = text line "\n"
        close(file)
        source[file] = text
        bare[file] = flat(text)
    }

    # Converts a position in the unindented text to one in the original. The position is never in an indentation.
    function original(file, position,    text, lines, at, indent) {
        text = substr(bare[file], 1, position - 1)
        lines = gsub(/\n/, "\n", text)
        sub(/.*\n/, "", text)
        at = 1
        while (lines-- > 0) at += index(substr(source[file], at), "\n")
        indent = substr(source[file], at)
        match(indent, /^[ \t]*/)
        return at + RLENGTH + length(text)
    }

    # Counts the occurrences of a text in another.
    function times(text, whole,    found, at) {
        found = 0
        while ((at = index(whole, text)) > 0) { found++; whole = substr(whole, at + length(text)) }
        return found
    }

    # Finds the text of a mutant in its file: where it begins and ends.
    function find(n,    file, scope, start, text, found, named) {
        file = files[n]
        if (file == "" || why[n] == "" || by[n] == "" || !(n in old)) return complain("it lacks one of: file, why, by, -")
        split(by[n], named, " ")
        for (found in named) {
            if (!(named[found] ".swift" in is_there)) return complain("there is no such file of tests: " named[found])
        }
        read(file)
        if (source[file] == "") return complain("there is no such file: " file)
        scope = bare[file]; start = 0
        if (n in inside) {
            if (times(inside[n], source[file]) != 1) return complain("the file has not exactly one: " inside[n])
            start = declaration(file, inside[n])
            scope = substr(scope, start + 1, declaration_length)
        }
        text = flat(old[n])
        if (kind[n] == "statement" && text ~ /^defer[^a-zA-Z0-9]/) return complain("defer in braces runs at once: " text)
        found = times(text, scope)
        if (found != 1) return complain("its text is found " found " times: " text)
        start += index(scope, text)
        from[n] = original(file, start)
        until[n] = original(file, start + length(text) - 1) + 1
        room[n] = file
        sub(/^Sources\//, "", room[n]); sub(/\/.*/, "", room[n])
    }

    # The position of a declaration in the unindented text; also sets declaration_length. The declaration ends with the
    # first line that closes a brace at the same indentation.
    function declaration(file, text,    whole, at, head, indent, end) {
        whole = source[file]
        at = index(whole, text)
        head = substr(whole, 1, at - 1)
        sub(/[^\n]*$/, "", head)
        whole = substr(whole, length(head) + 1)
        match(whole, /^[ \t]*/)
        indent = substr(whole, 1, RLENGTH)
        end = index(whole, "\n" indent "}")
        declaration_length = length(flat(end ? substr(whole, 1, end) : whole))
        return length(flat(head))
    }

    # The code that replaces a text: all its mutants, and the original.
    function alternatives(first,    n, text, result) {
        text = substr(source[files[first]], from[first], until[first] - from[first])
        result = ""
        for (n = first; n <= count; n++) {
            if (files[n] != files[first] || from[n] != from[first]) continue
            if (kind[first] == "statement") result = result "if isMutant(\"" names[n] "\") {\n" new[n] "\n} else "
            else if (kind[first] ~ /^(string|sql)$/) result = result "isMutant(\"" names[n] "\") ? \"" new[n] "\" : "
            else result = result "isMutant(\"" names[n] "\") ? (" new[n] ") : "
        }
        if (kind[first] == "statement") return result "{\n" text "\n}"
        if (kind[first] == "string") return "\\(" result "\"" text "\")"
        if (kind[first] == "sql") return "\\(sql: " result "\"" text "\")"
        return "(" result "(" text "))"
    }

    # Checks that two texts do not overlap unless they are the same.
    function compare(a, b) {
        if (files[a] != files[b] || until[a] <= from[b] || until[b] <= from[a]) return
        if (from[a] == from[b] && until[a] == until[b] && kind[a] == kind[b]) return
        complain_at(b, "its text overlaps with that of " names[a])
    }

    function complain_at(n, text,    kept) {
        kept = count; count = n; complain(text); count = kept
    }

    # Writes a file with all its mutants.
    function lay(file,    at, n, next_one, result) {
        at = 1; result = ""
        while (1) {
            next_one = 0
            for (n = 1; n <= count; n++) {
                if (files[n] == file && from[n] >= at && (!next_one || from[n] < from[next_one])) next_one = n
            }
            if (!next_one) break
            result = result substr(source[file], at, from[next_one] - at) alternatives(next_one)
            at = until[next_one]
        }
        write(file, result substr(source[file], at))
    }

    function write(file, text,    directory) {
        directory = into "/" file
        sub(/\/[^\/]*$/, "", directory)
        gsub(/\047/, "\047\\\047\047", directory)
        system("mkdir -p \047" directory "\047")
        printf "%s", text > (into "/" file)
        close(into "/" file)
    }

    /^#/ { next }
    /^[ \t]*$/ { field = ""; next }
    {
        field = $1
        value = $0
        sub(/^[^ \t]+[ \t]*/, "", value)
    }
    field == "mutant" { begin(value); next }
    !count { printf "%s:%d: a mutant begins with its name\n", FILENAME, FNR; failed = 1; next }
    field == "file" { files[count] = value; next }
    field == "in" { inside[count] = value; next }
    field == "why" { why[count] = why[count] (why[count] ? " " : "") value; next }
    field == "lives" { lives[count] = lives[count] (lives[count] ? " " : "") value; next }
    field == "by" { by[count] = value; next }
    field == "as" && value ~ /^(expression|statement|string|sql)$/ { kind[count] = value; next }
    field == "-" { add(old, value); next }
    field == "+" { add(new, value); next }
    { printf "%s:%d: this is no part of a mutant: %s\n", FILENAME, FNR, $0; failed = 1 }

    END {
        all = count
        for (count = 1; count <= all; count++) find(count)
        count = all
        if (failed) exit 1
        for (a = 1; a < count; a++) for (b = a + 1; b <= count; b++) compare(a, b)
        if (failed) exit 1
        if (into == "") exit 0
        for (n = 1; n <= count; n++) {
            if (!(files[n] in laid)) { laid[files[n]] = 1; lay(files[n]) }
            printf "%s\t%s\t%s\t%s\n", names[n], room[n], by[n], lives[n] > (into "/mutants")
        }
    }
' "${lists[@]}"
