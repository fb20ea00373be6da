#!/usr/bin/env bash
# Runs demo.sh, dist.sh and install.sh in a tree with a stand-in for swift, and checks what was built and how files were
# installed.
set -u
. "$(dirname "$0")/selftests.sh" || exit 1

# tree: sources without a build. A program that is built prints 'built' and the number of builds.
tree() {
    rm -rf "${work:?}"/*
    mkdir -p "$work/bin" "$work/tree/Tests/Checks" "$work/tree/man" \
        "$work"/tree/Sources/workphotos/{fleet,schema,systemd}
    touch "$work/builds"
    cp "$here"/{build,demo,dist,install,picture}.sh "$work/tree/Tests/Checks"
    printf '#!/bin/sh\n' >"$work/tree/Tests/Checks/setup.sh"
    chmod +x "$work/tree/Tests/Checks/setup.sh"
    touch "$work/tree/man/workphotos.1" "$work/tree/man/workphotos-json.5" "$work/tree/man/workphotos-destinations.7" \
        "$work/tree/Package.swift"
    echo 'ExecStart="@PREFIX@/bin/workphotos" run' >"$work/tree/Sources/workphotos/systemd/workphotos.service"
    touch "$work/tree/Sources/workphotos/systemd/workphotos.timer"
    echo '{}' >"$work/tree/Sources/workphotos/schema/photo.json"
    touch "$work"/tree/Sources/workphotos/fleet/{judge.py,README.md}
    stand_in strip ''
    stand_in git ''
    stand_in pkg-config 'echo 0.6.24'
    # shellcheck disable=SC2016  # the stand-ins expand them
    stand_in clang '
        while [ "$1" != -o ]; do shift; done
        printf "#!/bin/sh\n" >"$2"
        chmod +x "$2"'
    # shellcheck disable=SC2016
    stand_in swift '
        [ "$1" = build ] || exit 0
        product=${!#}
        echo "$product" >>'"'$work/builds'"'
        folder=.build/release
        case " $* " in *" --scratch-path .build-tests "*) folder=.build-tests/release ;; esac
        mkdir -p $folder
        printf "#!/bin/sh\necho built %s\n" "$(wc -l <'"'$work/builds'"')" >$folder/$product
        chmod +x $folder/$product'
    # Sources are older than the build, even if file times have whole seconds.
    find "$work/tree" -exec touch -d '1 hour ago' {} +
}

# run SCRIPT ARGUMENT...: runs a script in the tree, with the stand-ins first in PATH.
run() {
    local script=$1
    shift
    (cd "$work/tree" && PATH=$work/bin:$PATH "Tests/Checks/$script" "$@") >"$work/output" 2>&1 ||
        fail "$script $*: ended with $?: $(<"$work/output")"
}

builds() { grep -c "^$1\$" "$work/builds"; }

tree
run demo.sh
[ "$(builds workphotos)" = 1 ] || fail "demo.sh builds the program $(builds workphotos) times"
run install.sh '' "$work/prefix"
[ "$(builds workphotos)" = 2 ] || fail 'install.sh installs the build of the tests, which demo.sh runs'
[ "$("$work/prefix/bin/workphotos")" = 'built 3' ] || fail 'install.sh does not install what was built'
grep -qx "ExecStart=\"$work/prefix/bin/workphotos\" run" "$work/prefix/share/systemd/user/workphotos.service" ||
    fail 'the unit does not name the program'

# A program that is running continues, and a file is never incomplete.
exec 3<"$work/prefix/bin/workphotos"
before=$(stat -c %i "$work/prefix/bin/workphotos")
touch "$work/tree/Sources/workphotos/main.swift"
run install.sh '' "$work/prefix"
[ "$(builds workphotos)" = 3 ] || fail 'install.sh builds nothing where a source is newer'
[ "$("$work/prefix/bin/workphotos")" = 'built 4' ] || fail 'install.sh does not install the newer one'
[ "$(stat -c %i "$work/prefix/bin/workphotos")" != "$before" ] || fail 'install.sh writes into the file that is there'
[ "$(cat <&3)" = $'#!/bin/sh\necho built 3' ] || fail 'install.sh changes a program that runs'
exec 3<&-
[ -x "$work/prefix/libexec/workphotos-picture" ] && [ -x "$work/prefix/bin/workphotos" ] && [ ! -x "$work/prefix/share/man/man1/workphotos.1" ] || fail 'the modes are wrong'
left=$(find "$work/prefix" -name '*.new*')
[ -z "$left" ] || fail "install.sh leaves $left"

tree
run dist.sh
run install.sh "$work/stage" /usr
[ "$(builds workphotos)" = 1 ] || fail 'install.sh builds anew what dist.sh has built'
grep -qx 'ExecStart="/usr/bin/workphotos" run' "$work/stage/usr/share/systemd/user/workphotos.service" ||
    fail 'the unit names the stage'
run install.sh --remove "$work/stage" /usr
[ -z "$(find "$work/stage" -type f)" ] || fail 'install.sh --remove leaves something'
exit $failed
