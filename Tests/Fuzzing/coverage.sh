#!/usr/bin/env bash
# Replays the seeds and all inputs found so far, and prints each reader's coverage and the lines that are not covered.
#
# usage: Tests/Fuzzing/coverage.sh [READER…]
set -u
cd "$(dirname "$0")/../.." || exit 1

program=$(Tests/Fuzzing/build.sh coverage) || exit 1
TMPDIR=$(mktemp -d -p /dev/shm workphotos-XXXXXX) || exit 1
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
tools=$(dirname "$(readlink -f "$(command -v swift)")")
export LLVM_PROFILE_FILE=$TMPDIR/other.profraw
mapfile -t known < <("$program" --readers)
readers=("$@")
[ ${#readers[@]} -gt 0 ] || readers=("${known[@]}")
sources=(TestData Tests/Fuzzing/seeds)
if [ -d ../shared/photos ]; then sources+=(../shared/photos); fi

# files READER: the reader's Swift files, as listed in readers.txt.
files() {
    local places path
    read -ra places < <(sed -n "s/^$1: *//p" Tests/Fuzzing/readers.txt)
    for path in "${places[@]}"; do compgen -G "Sources/$path"; done | xargs -r -I{} find {} -name "*.swift" | sort -u
}

# cover READER: prints the reader's coverage and, if it is not complete, the lines that are missing.
cover() {
    local reader=$1 profile=$TMPDIR/$1.profdata corpus=() files
    mapfile -t files < <(files "$reader")
    if [ ${#files[@]} = 0 ]; then
        printf '%-8s has no file yet (Tests/Fuzzing/readers.txt)\n' "$reader"
        return 0
    fi
    if [ -d ".build-fuzz/corpus/$reader" ]; then corpus=(".build-fuzz/corpus/$reader"); fi
    LLVM_PROFILE_FILE=$TMPDIR/$reader.profraw "$program" "--reader=$reader" "${sources[@]}" "${corpus[@]}" >/dev/null ||
        return 1
    # Data far into a file is fuzzed separately and counts for the same reader.
    if [[ " ${known[*]} " == *" $reader-far "* ]]; then
        corpus=()
        if [ -d ".build-fuzz/corpus/$reader-far" ]; then corpus=(".build-fuzz/corpus/$reader-far"); fi
        LLVM_PROFILE_FILE=$TMPDIR/$reader-far.profraw "$program" "--reader=$reader-far" "${sources[@]}" "${corpus[@]}" \
            >/dev/null || return 1
    fi
    "$tools/llvm-profdata" merge "$TMPDIR/$reader"*.profraw -o "$profile" || return 1
    "$tools/llvm-cov" report "$program" -instr-profile="$profile" "${files[@]}" 2>/dev/null |
        awk -v reader="$reader" '$1 == "TOTAL" { printf "%-8s %s of %s regions reached\n", reader, $4, $2 }'
    "$tools/llvm-cov" export -format=lcov "$program" -instr-profile="$profile" "${files[@]}" 2>/dev/null | awk -v home="$PWD/" '
        function flush() { if (first) printf "         %s:%s\n", file, first == last ? first : first "-" last; first = 0 }
        /^SF:/ { file = substr($0, 4); sub(home, "", file) }
        /^DA:/ {
            split(substr($0, 4), field, ",")
            if (field[2] > 0) flush(); else { if (!first) first = field[1]; last = field[1] }
        }
        /^end_of_record/ { flush() }'
}

failed=0
for reader in "${readers[@]}"; do
    [[ $reader == *-far ]] || cover "$reader" || failed=1
done
exit $failed
