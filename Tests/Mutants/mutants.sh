#!/usr/bin/env bash
# What `make mutants` runs: changes the code in small ways that would lose photos or send personal ones, one at a time,
# and checks that a test fails. The changes are the mutants in the lists in this directory (lay.sh documents the
# format). All are compiled at once into a copy of the tree below .build-mutants, and an environment variable there
# enables one. Then only the test files run that its list names, since a test that fails elsewhere may have a cause of
# its own. Prints `killed` with the test that failed, or `LIVES`. Exits with 1 if a mutant survives without a reason in
# its list, or is killed although the list gives one.
#
# usage: Tests/Mutants/mutants.sh [--jobs N] [NAME…]     names may be shell patterns
set -u
cd "$(dirname "$0")/../.." || exit 1
place=$PWD/.build-mutants
tree=$place/tree

# filter FILES: the filter for all tests in these files.
filter() { printf '^[A-Za-z]+\\..*/(%s)\\.swift:' "$(tr ' ' '\n' <<<"$1" | sort -u | paste -sd '|')"; }

jobs=$(($(nproc) / 2 > 1 ? $(nproc) / 2 : 1))
if [ "${1:-}" = --jobs ]; then
    jobs=${2:?how many at a time}
    shift 2
fi

fail() {
    printf 'mutants: %s\n' "$1" >&2
    exit 1
}

# Makes the copy equal to the tree with all mutants. Unchanged files keep their times and are not built again.
copy() {
    rm -rf "$place/laid" && mkdir -p "$place/laid" "$tree" || return 1
    Tests/Mutants/lay.sh "$place/laid" || return 1
    local file room
    while IFS= read -r room; do
        cat >"$place/laid/Sources/$room/Mutants.swift" <<'END'
import Glibc

private let chosen = unsafe getenv("WORKPHOTOS_MUTANT").map { unsafe String(cString: $0) } ?? ""

func isMutant(_ name: String) -> Bool { name == chosen }
END
    done < <(cut -f 2 "$place/laid/mutants" | sort -u)
    # Mutants may cause warnings.
    sed '/treatAllWarnings/d' Package.swift >"$place/laid/Package.swift"
    {
        git ls-files -co --exclude-standard
        (cd "$place/laid" && find . -type f -printf '%P\n')
        if [ -e Package.resolved ]; then echo Package.resolved; fi
    } | sort -u >"$place/files"
    (cd "$tree" && find . -name .build -prune -o -type f -printf '%P\n') | sort | comm -23 - "$place/files" |
        while IFS= read -r file; do rm -f "$tree/$file"; done
    while IFS= read -r file; do
        local from=$place/laid/$file
        [ -e "$from" ] || from=$file
        [ -e "$from" ] || continue
        cmp -s "$from" "$tree/$file" && continue
        mkdir -p "$(dirname "$tree/$file")" && cp "$from" "$tree/$file" || return 1
    done <"$place/files"
}

# attempt NAME FILES SECONDS: runs tests with a mutant enabled until one fails. Prints the failure: the test with file
# and line, a crash, or a timeout; nothing if all pass. Run it in a subshell.
attempt() {
    local end=$((SECONDS + $3)) log=$place/logs/${1:-none} line found='' status
    # Some tests read files as an unprivileged user.
    scratch=$(mktemp -d "${TMPDIR:-/tmp}/workphotos-mutants-XXXXXX") && chmod 755 "$scratch" || return
    trap 'rm -rf "$scratch" "/dev/shm/workphotos-tests-${process:-none}-"*' EXIT
    exec 3< <(cd "$tree" && TMPDIR=$scratch WORKPHOTOS_MUTANT=$1 NO_COLOR=1 SWIFT_BACKTRACE=enable=no \
        exec nice -n 10 setsid "$runner" --testing-library swift-testing --no-parallel --filter "$(filter "$2")" 2>&1)
    process=$!
    # A test that hangs prints nothing any more.
    while IFS= read -r -t $((end > SECONDS ? end - SECONDS : 1)) line <&3; do
        printf '%s\n' "$line"
        if [[ $line =~ ✘\ Test\ (.*)\ recorded\ an\ issue.*\ at\ ([^\ ]+\.swift:[0-9]+) ]]; then
            found="${BASH_REMATCH[2]} ${BASH_REMATCH[1]}"
            break
        fi
    done >"$log"
    if [ -z "$found" ] && [ $SECONDS -ge $end ]; then found='tests that took too long'; fi
    # Kills its children too.
    if [ -n "$found" ]; then kill -KILL -- "-$process" 2>/dev/null; fi
    wait $process
    status=$?
    exec 3<&-
    # Nothing matched the filter.
    [ $status != 69 ] || fail "no test of $1 runs"
    if [ -z "$found" ] && [ $status != 0 ]; then found="status $status: $(tail -n 1 "$log")"; fi
    printf '%s' "$found"
}

# strike NAME FILES REASON: runs the tests with a mutant, and prints the result.
strike() {
    local killer
    killer=$(attempt "$1" "$2" 600)
    if [ -n "$killer" ] && [ -z "$3" ]; then
        printf 'killed  %s  by %s\n' "$1" "$killer"
    elif [ -n "$killer" ]; then
        printf 'KILLED  %s  by %s, although its list says that it lives: %s\n' "$1" "$killer" "$3"
        : >"$place/failed/$1"
    elif [ -n "$3" ]; then
        printf 'lives   %s  %s\n' "$1" "$3"
    else
        printf 'LIVES   %s\n' "$1"
        : >"$place/failed/$1"
    fi
}

# Whether a mutant was selected.
is_wanted() {
    [ ${#wanted[@]} -gt 0 ] || return 0
    local pattern
    for pattern in "${wanted[@]}"; do
        # shellcheck disable=SC2254  # it is a pattern
        case $1 in $pattern) return 0 ;; esac
    done
    return 1
}

wanted=("$@")
mkdir -p "$place/logs" && rm -rf "$place/failed" && mkdir "$place/failed" || exit 1
copy || exit 1
count=0
needed=''
while IFS=$'\t' read -r name _ files _; do
    is_wanted "$name" || continue
    count=$((count + 1))
    needed+=" $files"
done <"$place/laid/mutants"
[ $count -gt 0 ] || fail "no mutant has such a name: ${wanted[*]}"

swift build --build-tests --package-path "$tree" --scratch-path "$place/build" >"$place/build.log" 2>&1 || {
    grep -E 'error:' "$place/build.log" | sort -u >&2
    fail "the mutants do not compile; all of it: $place/build.log"
}
runner=$place/build/debug/workphotosPackageTests.xctest

# All tests pass with no mutant enabled.
killer=$(attempt '' "${needed# }" 3600)
[ -z "$killer" ] || fail "fails without a mutant: $killer"

printf 'mutants: %d, %d at a time\n' $count "$jobs"
running=0
while IFS=$'\t' read -r name _ files reason; do
    is_wanted "$name" || continue
    if [ $running -ge "$jobs" ]; then
        wait -n
        running=$((running - 1))
    fi
    strike "$name" "$files" "$reason" &
    running=$((running + 1))
done <"$place/laid/mutants"
wait
failed=$(find "$place/failed" -type f | wc -l)
printf 'mutants: %d of %d are as they should be\n' $((count - failed)) $count
[ "$failed" = 0 ]
