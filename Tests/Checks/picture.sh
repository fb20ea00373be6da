#!/usr/bin/env bash
# Builds the program that decodes pictures for `review`: picture.sh DIRECTORY, which is absolute or below the top of the
# sources. It needs a C compiler, such as the Swift toolchain's, and the headers of C and Linux; the libraries that decode
# are loaded when it runs, if they are there.
set -eu
cd "$(dirname "$0")/../.."

mkdir -p "$1"
compiler=${CC:-$(command -v clang || command -v cc || echo gcc)}
"$compiler" -std=c17 -O2 -Wall -Wextra -Werror -D_GNU_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE -pie \
    -Wl,-z,relro -Wl,-z,now -o "$1/workphotos-picture" Sources/workphotos-picture/main.c -ldl
