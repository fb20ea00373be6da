#!/usr/bin/env bash
# Builds workphotos-fuzz, optimised, and prints where it is.
#
#   build.sh fuzzer     with libFuzzer, the address sanitizer, and libexif instrumented alike where its source can be had
#   build.sh address    with the address sanitizer alone; reads files again
#   build.sh coverage   with counters for llvm-cov; reads files again
set -eu
cd "$(dirname "$0")/../.."
kind=${1:?which build}
scratch=.build-fuzz/$kind
flags=(-c release --product workphotos-fuzz --scratch-path "$scratch")

# The toolchain's own clang knows where the runtime libraries are.
tools=$(dirname "$(readlink -f "$(command -v swift)")")

case $kind in
fuzzer)
    # Of several -sanitize the last counts, so ours, which comes behind the package manager's, names both. The program
    # has a main of its own, which asks for libFuzzer's driver; with -fsanitize=fuzzer the linker would take the fuzzer's.
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
