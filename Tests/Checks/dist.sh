#!/usr/bin/env bash
# What `make dist` runs: builds the program as it is installed (Swift libraries linked in, no symbols) with the one that
# decodes pictures, its manual, completions, JSON schemas, job for Spark and systemd units, laid out below .build/dist as below a
# prefix. Does nothing if that is newer than all sources and of this commit.
#
# Also determines the commit that `--version` shows, with a + if the sources differ from it. Without git the commit is
# empty, unless WORKPHOTOS_COMMIT is set.
set -eu
cd "$(dirname "$0")/../.."

commit=
[ ! -e .git ] || commit=$(git describe --always --exclude '*' --dirty=+) || true
export WORKPHOTOS_COMMIT="${WORKPHOTOS_COMMIT-$commit}"

dist=.build/dist
if [ -e "$dist/complete" ] && [ "${WORKPHOTOS_COMMIT:-$(<"$dist/complete")}" = "$(<"$dist/complete")" ] &&
    [ -z "$(find Package.swift Sources man -newer "$dist/complete" -print -quit)" ]; then
    exit 0
fi

Tests/Checks/setup.sh
WORKPHOTOS_LIBEXIF=$(pkg-config --modversion libexif) || exit 1
export WORKPHOTOS_LIBEXIF
# Without Python or the toolchain's static library the program has all of ICU's data, and is 31 MB larger.
icu=$(swift -print-target-info -static-stdlib | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')/linux/lib_FoundationICU.a
if [ -e "$icu" ] && command -v python3 >/dev/null; then
    Tests/Checks/icu.py "$icu" .build/icu
    export WORKPHOTOS_ICU="$PWD/.build/icu/icu.s"
fi
# No library lies beside the program, and nobody else shall put one there: it has no RUNPATH.
# Nothing looks up symbols in a program of one file. Without their names it is 5 MB smaller.
swift build -c release --static-swift-stdlib --disable-local-rpath -Xlinker --no-export-dynamic -Xlinker -z -Xlinker now --product workphotos

rm -rf "$dist"
mkdir -p "$dist/bin" "$dist/share/man/man1" "$dist/share/man/man5" "$dist/share/man/man7" \
    "$dist/share/workphotos/schema" "$dist/share/workphotos/fleet" \
    "$dist/share/zsh/site-functions" "$dist/share/bash-completion/completions" "$dist/share/fish/vendor_completions.d" "$dist/share/systemd/user"
program=$dist/bin/workphotos
cp .build/release/workphotos "$program"
strip "$program"
Tests/Checks/picture.sh "$dist/libexec"
strip "$dist/libexec/workphotos-picture"
cp man/*.1 "$dist/share/man/man1"
cp man/*.5 "$dist/share/man/man5"
cp man/*.7 "$dist/share/man/man7"
cp Sources/workphotos/schema/*.json "$dist/share/workphotos/schema"
cp Sources/workphotos/fleet/judge.py Sources/workphotos/fleet/README.md "$dist/share/workphotos/fleet"
cp Sources/workphotos/systemd/workphotos.* "$dist/share/systemd/user"
"$program" --generate-completion-script bash >"$dist/share/bash-completion/completions/workphotos"
"$program" --generate-completion-script zsh >"$dist/share/zsh/site-functions/_workphotos"
"$program" --generate-completion-script fish >"$dist/share/fish/vendor_completions.d/workphotos.fish"
chmod -R u=rwX,go=rX "$dist"
echo "$WORKPHOTOS_COMMIT" >"$dist/complete"
