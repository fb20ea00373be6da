#!/usr/bin/env bash
# What `make sanitize` runs: the tests under the address sanitizer, and every reader on the test data and all inputs
# kept by fuzzing; or, under the thread sanitizer, the tests of rooms with concurrent tasks.
#
# usage: Tests/Fuzzing/sanitize.sh [address|thread]
set -u
cd "$(dirname "$0")/../.." || exit 1
failed=0

case ${1:-address} in
address) ;;
thread)
    # The programs that end-to-end tests start are built by another command, without the sanitizer. Under it,
    # posix_spawn(3) does not report that a program cannot be started.
    exec env TSAN_OPTIONS="halt_on_error=1 suppressions=$PWD/Tests/Fuzzing/thread.suppressions" \
        swift test --sanitize thread --scratch-path .build-fuzz/thread \
        --skip EndToEndTests --skip SampleLibraryTests --skip PhotoModelTests --skip CommandNotifierTests
    ;;
*)
    printf 'sanitize: address or thread, not %s\n' "$1" >&2
    exit 64
    ;;
esac

program=$(Tests/Fuzzing/build.sh address) || exit 1
TMPDIR=$(mktemp -d -p /dev/shm workphotos-XXXXXX) || exit 1
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
sources=(TestData Tests/Fuzzing/seeds)
if [ -d ../shared/photos ]; then sources+=(../shared/photos); fi

log=$TMPDIR/log
mapfile -t readers < <("$program" --readers)
for reader in "${readers[@]}"; do
    corpus=()
    for place in ".build-fuzz/corpus/$reader" ".build-fuzz/finds/$reader"; do
        if [ -d "$place" ]; then corpus+=("$place"); fi
    done
    # The last file named is the one that a reader failed on.
    if ! "$program" "--reader=$reader" --names "${sources[@]}" "${corpus[@]}" 2>"$log"; then
        grep -n '^reading ' "$log" | tail -1 | cut -d: -f1 | xargs -I{} tail -n +{} "$log" >&2
        failed=1
    fi
done

# The test runner and its libraries keep memory until the process ends, so only the readers are checked for leaks.
# StartTests runs the program under strace, which shows the sanitizer's own calls, and leak checking does not work
# there.
env -u TMPDIR ASAN_OPTIONS=detect_leaks=0 swift test --sanitize address --scratch-path .build-fuzz/tests \
    --skip EndToEndTests.StartTests || failed=1
exit $failed
