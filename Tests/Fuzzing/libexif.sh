#!/usr/bin/env bash
# Builds a static libexif with coverage instrumentation and the address sanitizer in .build-fuzz/libexif/lib, from the
# source of the installed Debian package. Without it the fuzzer cannot see beyond our calls.
#
# If that is impossible, prints the reason in one line and exits with 1. The machine's apt is not changed: the source is
# looked up in separate lists.
set -u
cd "$(dirname "$0")/../.." || exit 1
work=$PWD/.build-fuzz/libexif
library=$work/lib/libexif.a

give_up() {
    printf 'fuzz: the fuzzer cannot see into libexif: %s\n' "$1" >&2
    exit 1
}

for tool in apt-get dpkg-source; do
    command -v "$tool" >/dev/null || give_up "there is no $tool here"
done
# shellcheck disable=SC2016  # the format is dpkg's
version=$(dpkg-query -W -f '${source:Version}' libexif-dev 2>/dev/null) || give_up 'libexif-dev is no Debian package here'
[ "$(cat "$work/version" 2>/dev/null)" = "$version" ] && [ -e "$library" ] && exit 0

rm -rf "$work"
mkdir -p "$work/sources" "$work/lists/partial" "$work/archives/partial" "$work/lib"

# The machine's own package sources, for source packages instead of binary ones.
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ -e "$list" ] && sed -n 's/^deb\( \|\t\)/deb-src\1/p' "$list" >"$work/sources/${list##*/}.list"
done
for list in /etc/apt/sources.list.d/*.sources; do
    [ -e "$list" ] && sed 's/^Types:.*/Types: deb-src/' "$list" >"$work/sources/${list##*/}"
done
apt=(apt-get -q -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/sources"
    -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work/archives")
"${apt[@]}" update >"$work/log" 2>&1 # a repository without sources is no failure
(cd "$work" && "${apt[@]}" source "libexif=$version") >>"$work/log" 2>&1 || give_up "its source cannot be had ($work/log)"

# The toolchain's clang, because its instrumentation must match the fuzzer's runtime.
clang=$(dirname "$(readlink -f "$(command -v swift)")")/clang
[ -x "$clang" ] || give_up 'the toolchain has no clang'
cd "$work"/libexif-*/ || give_up 'its source is not where it should be'
printf '#define GETTEXT_PACKAGE "libexif-12"\n' >config.h
find libexif -name '*.c' -print0 | sort -z | xargs -0 "$clang" -c -O1 -g -w -fsanitize=fuzzer-no-link,address \
    -fno-sanitize-recover=all -include config.h -I. -Ilibexif >>"$work/log" 2>&1 || give_up "it does not build ($work/log)"
"$(dirname "$clang")/llvm-ar" rcs "$library" ./*.o || give_up 'llvm-ar failed'
printf '%s\n' "$version" >"$work/version"
