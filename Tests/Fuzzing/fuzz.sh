#!/usr/bin/env bash
# What `make fuzz` runs: libFuzzer with the address sanitizer over each reader, for so many seconds each, and the coverage
# that the inputs found so far reach. Ends with 1 where anything was found.
#
# usage: Tests/Fuzzing/fuzz.sh SECONDS [READER…]
#
# What is found out stays below .build-fuzz: corpus/READER, the inputs that reach code that no other does, from which the
# next run goes on; finds/READER, what a reader failed at; logs/READER.log, what libFuzzer said.
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
# The sanitizer tells where; Swift's own report would come first, and the sanitizer takes that for another fault.
export SWIFT_BACKTRACE=enable=no
mapfile -t known < <("$program" --readers)
readers=("$@")
[ ${#readers[@]} -gt 0 ] || readers=("${known[@]}")

# Where photos from elsewhere are kept beside this repository, they are seeds as well.
sources=(TestData Tests/Fuzzing/seeds)
if [ -d ../shared/photos ]; then sources+=(../shared/photos); fi

# number NAME LOG: one of libFuzzer's final numbers; ? where it did not come to say it.
number() { awk -v name="stat::$1:" '$1 == name { print $2; found = 1 } END { if (!found) print "?" }' "$2"; }

# fuzz READER: runs it and prints its line. Fails where it found something.
fuzz() {
    local reader=$1 dictionary=() log=.build-fuzz/logs/$1.log corpus=.build-fuzz/corpus/$1 finds=.build-fuzz/finds/$1
    mkdir -p "$corpus" "$finds" .build-fuzz/logs
    if [ -e "Tests/Fuzzing/dictionaries/${reader%-far}.dict" ]; then
        dictionary=("-dict=Tests/Fuzzing/dictionaries/${reader%-far}.dict")
    fi
    rm -rf "$TMPDIR/seeds" && mkdir "$TMPDIR/seeds"
    "$program" "--reader=$reader" "--gather=$TMPDIR/seeds" "${sources[@]}" || return 1

    # A block is at most 2 MiB; nothing may come near the limit of one allocation.
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
