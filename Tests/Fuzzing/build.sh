#!/usr/bin/env bash
# Makes an optimised build of workphotos-fuzz and prints its path.
#
#   build.sh fuzzer     with libFuzzer, the address sanitizer, and an instrumented libexif if its source is available
#   build.sh address    with only the address sanitizer; replays files
#   build.sh coverage   with counters for llvm-cov; replays files
set -eu
cd "$(dirname "$0")/../.."
kind=${1:?which build}
scratch=.build-fuzz/$kind
flags=(-c release --product workphotos-fuzz --scratch-path "$scratch")

# The toolchain's own clang knows the path of the runtime libraries.
tools=$(dirname "$(readlink -f "$(command -v swift)")")

case $kind in
fuzzer)
    # The last -sanitize option counts, so ours, which follows the package manager's, names both. The program has its
    # own main and calls libFuzzer's driver; with -fsanitize=fuzzer the linker would use the fuzzer's main.
    runtime=$("$tools/clang" "-print-file-name=libclang_rt.fuzzer_no_main-$(uname -m).a")
    flags+=(--sanitize address -Xswiftc "-sanitize=fuzzer,address"
        -Xswiftc -Xclang-linker -Xswiftc -fno-sanitize=fuzzer
        -Xlinker -u -Xlinker LLVMFuzzerRunDriver -Xlinker "$runtime" -Xlinker -lstdc++)
    if Tests/Fuzzing/libexif.sh; then
        library=$PWD/.build-fuzz/libexif/lib/libexif.a
        flags+=(-Xlinker --whole-archive -Xlinker "$library" -Xlinker --no-whole-archive)
    fi
    ;;
address) flags+=(--sanitize address) ;;
coverage) flags+=(-Xswiftc -profile-generate -Xswiftc -profile-coverage-mapping) ;;
*) printf 'build.sh: no such build: %s\n' "$kind" >&2 && exit 64 ;;
esac

mkdir -p .build-fuzz
swift build "${flags[@]}" >".build-fuzz/$kind.log" 2>&1 || {
    grep -E 'error:' ".build-fuzz/$kind.log" >&2 || tail -20 ".build-fuzz/$kind.log" >&2
    exit 1
}
printf '%s\n' "$scratch/release/workphotos-fuzz"
