#!/usr/bin/env bash
# What `make install` and `make uninstall` run: install.sh [--remove] DESTDIR PREFIX
#
# Builds if necessary, as the owner of the sources, and copies .build/dist. After `make dist`, `sudo make install`
# therefore needs no toolchain for root.
set -eu
cd "$(dirname "$0")/../.."

remove=no
if [ "$1" = --remove ]; then
    remove=yes
    shift
fi
# make does not expand the ~ in PREFIX=~/.local; no shell but bash does either.
prefix=${2/#\~\//$HOME/}
case $prefix in
/*) ;;
*)
    echo "install: PREFIX is '$prefix'; give a path that begins with /" >&2
    exit 64
    ;;
esac
target=${1%/}${prefix%/}

if [ "$remove" = yes ]; then
    rm -f "$target/bin/workphotos" "$target/libexec/workphotos-picture" "$target"/share/man/man1/workphotos.1 "$target"/share/man/man1/workphotos-*.1 \
        "$target"/share/man/man5/workphotos-*.5 "$target"/share/man/man7/workphotos-*.7 \
        "$target/share/bash-completion/completions/workphotos" "$target/share/zsh/site-functions/_workphotos" "$target/share/fish/vendor_completions.d/workphotos.fish" \
        "$target"/share/workphotos/schema/*.json "$target"/share/workphotos/fleet/{judge.py,README.md} \
        "$target/share/systemd/user/workphotos.service" "$target/share/systemd/user/workphotos.timer"
    rmdir "$target/libexec" "$target/share/workphotos/schema" "$target/share/workphotos/fleet" "$target/share/workphotos" 2>/dev/null || true
    echo "Removed from $target. Your index, configuration and fences are still there."
    exit 0
fi

# The owner of the sources installs build dependencies and builds.
owner=$(stat -c %U .)
if [ "$(id -u)" = 0 ] && [ "$owner" != root ] && [ -n "${SUDO_USER:-}" ]; then
    if ! sudo -u "$owner" --set-home bash -lc "Tests/Checks/dist.sh"; then
        echo "install: the build failed; type: make dist && sudo make install" >&2
        exit 1
    fi
else
    Tests/Checks/dist.sh
fi

if ! mkdir -p "$target/bin" 2>/dev/null || [ ! -w "$target/bin" ]; then
    echo "install: $target is not yours to write; type: sudo make install, or: make install PREFIX=~/.local" >&2
    exit 1
fi
# A unit contains the program's absolute path. systemd interprets % in it, and sed's replacement the other characters.
place=$(sed 's/%/%%/g; s/[&|\\]/\\&/g' <<<"${prefix%/}")
# Each file is complete before it gets its name, so anyone who starts the program meanwhile gets the old one or the new
# one.
(cd .build/dist && find bin libexec share -type f -print0) | while IFS= read -r -d '' file; do
    mode=644
    case $file in bin/* | libexec/*) mode=755 ;; esac
    install -D -m "$mode" ".build/dist/$file" "$target/$file.new.$$"
    case $file in *.service) sed -i "s|@PREFIX@|$place|" "$target/$file.new.$$" ;; esac
    mv -f "$target/$file.new.$$" "$target/$file"
done
echo "Installed: $target/bin/workphotos"
case :$PATH: in
*:"$prefix/bin":*) ;;
*) [ -n "$1" ] || echo "$prefix/bin is not in your PATH yet." ;;
esac
