#!/usr/bin/env bash
# What `make fuzz` runs: libFuzzer with the address sanitizer on each reader for SECONDS each, then the coverage of the
# inputs found so far. Exits with 1 if anything was found.
#
# usage: Tests/Fuzzing/fuzz.sh SECONDS [READER…]
#
# Results are kept below .build-fuzz: corpus/READER, inputs that reach code that no other input reaches, from which the
# next run continues; finds/READER, inputs that a reader failed on; logs/READER.log, libFuzzer's output.
set -u
cd "$(dirname "$0")/../.." || exit 1
seconds=${1:?how many seconds for each reader}
shift
case $seconds in '' | *[!0-9]*) printf 'fuzz: SECONDS is a number\n' >&2 && exit 64 ;; esac

program=$(Tests/Fuzzing/build.sh fuzzer) || exit 1
TMPDIR=$(mktemp -d -p /dev/shm workphotos-XXXXXX) || exit 1
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
export ASAN_OPTIONS=quarantine_size_mb=16:malloc_context_size=8
# The sanitizer reports the place. Swift's own report would come first, and the sanitizer would take it for another
# fault.
export SWIFT_BACKTRACE=enable=no
mapfile -t known < <("$program" --readers)
readers=("$@")
[ ${#readers[@]} -gt 0 ] || readers=("${known[@]}")

# Photos in a directory next to this repository are also seeds.
sources=(TestData Tests/Fuzzing/seeds)
if [ -d ../shared/photos ]; then sources+=(../shared/photos); fi

# number NAME LOG: one of libFuzzer's final numbers; ? if it did not print it.
number() { awk -v name="stat::$1:" '$1 == name { print $2; found = 1 } END { if (!found) print "?" }' "$2"; }

# fuzz READER: fuzzes the reader and prints its line. Fails if there are finds.
fuzz() {
    local reader=$1 dictionary=() log=.build-fuzz/logs/$1.log corpus=.build-fuzz/corpus/$1 finds=.build-fuzz/finds/$1
    mkdir -p "$corpus" "$finds" .build-fuzz/logs
    if [ -e "Tests/Fuzzing/dictionaries/${reader%-far}.dict" ]; then
        dictionary=("-dict=Tests/Fuzzing/dictionaries/${reader%-far}.dict")
    fi
    rm -rf "$TMPDIR/seeds" && mkdir "$TMPDIR/seeds"
    "$program" "--reader=$reader" "--gather=$TMPDIR/seeds" "${sources[@]}" || return 1

    # A block has at most 2 MiB. Nothing may come near the limit of one allocation.
    nice -n 10 "$program" "--reader=$reader" -max_total_time="$seconds" -max_len=200000 -malloc_limit_mb=64 \
        -rss_limit_mb=1024 -timeout=10 -print_final_stats=1 -artifact_prefix="$finds/" "${dictionary[@]}" \
        "$corpus" "$TMPDIR/seeds" >"$log" 2>&1
    local status=$? found
    found=$(find "$finds" -type f | wc -l)
    printf '%-8s %10s runs %7s/s %6s in the corpus, slowest %6s µs, %s finds\n' "$reader" \
        "$(number number_of_executed_units "$log")" "$(number average_exec_per_sec "$log")" \
        "$(find "$corpus" -type f | wc -l)" "$(number slowest_input_us "$log")" "$found"
    if [ "$found" -gt 0 ]; then
        find "$finds" -type f -printf "         $program --reader=$reader %p\n"
        return 1
    elif [ $status != 0 ]; then
        printf '         ended with %s: %s\n' $status "$log"
        return 1
    fi
}

failed=0
for reader in "${readers[@]}"; do
    [[ " ${known[*]} " == *" $reader "* ]] || {
        printf 'fuzz: no such reader: %s; there are: %s\n' "$reader" "${known[*]}" >&2
        exit 64
    }
    fuzz "$reader" || failed=1
done
Tests/Fuzzing/coverage.sh "${readers[@]}" || failed=1
exit $failed
