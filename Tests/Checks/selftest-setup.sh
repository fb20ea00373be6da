#!/usr/bin/env bash
# Runs setup.sh on machines made of stand-ins for apt, sudo, pkg-config and others, and checks its output and its calls.
set -u
. "$(dirname "$0")/selftests.sh" || exit 1

# machine USER-ID: only what a shell script needs, Swift, git, the servers of remotes, and a pkg-config that finds what
# is in $work/lib. apt-get records its calls, and installs unless the package lists are marked as old.
machine() {
    local servers=$work/.build/test-servers/bin
    rm -rf "${work:?}"/* "$work/.build"
    mkdir -p "$work/bin" "$work/lib" "$work/Tests/Checks" "$servers" "$work/.build/page-check/bin"
    cp "$here/setup.sh" "$work/Tests/Checks/"
    for program in rclone ssh-keygen sshd apache2 mergerfs sshfs bindfs gocryptfs ntfs-3g mkfs.exfat mount.exfat-fuse \
        mkfs.vfat chromium chromedriver; do
        stand_in $program ''
    done
    stand_in python3 "echo \"python3 \$*\" >>'$work/calls'; [ \$1 = -c ] || echo 'no network'; [ \$1 = -c ]"
    for program in moto_server ftpbench; do ln -s ../../../bin/rclone "$servers/$program"; done
    ln -s ../../../bin/rclone "$work/.build/page-check/bin/biome"
    touch "$work/calls"
    for tool in bash env cat; do ln -s "$(command -v $tool)" "$work/bin/$tool"; done
    stand_in swift ''
    stand_in git ''
    stand_in mandoc ''
    stand_in ldconfig 'echo libheif.so.1 libturbojpeg.so.0'
    stand_in id "echo $1"
    stand_in sudo "echo sudo >>'$work/calls'; exec \"\$@\""
    stand_in pkg-config "[ -e '$work/lib/'\$2 ]"
    stand_in apt-get "
        echo \"apt-get \$*\" >>'$work/calls'
        if [ \$1 = update ]; then : >'$work/lib/updated'; exit 0; fi
        if [ -e '$work/old' ] && [ ! -e '$work/lib/updated' ]; then echo 'E: not found'; exit 100; fi
        : >'$work/lib/libexif'"
    : >"$work/lib/libexif"
    : >"$work/lib/sqlite3"
    : >"$work/lib/libxxhash"
    : >"$work/lib/libbrotlidec"
    : >"$work/lib/expat"
    : >"$work/lib/libcurl"
    : >"$work/lib/zlib"
}

# set_up WHAT: runs setup.sh there. Sets $output, the exit code $code, and $calls.
set_up() {
    output=$(PATH=$work/bin "$work/bin/bash" "$work/Tests/Checks/setup.sh" "$1" 2>&1)
    code=$?
    calls=$(<"$work/calls")
}

# expect CODE OUTPUT CALLS WHEN: OUTPUT and CALLS are patterns.
expect() {
    # shellcheck disable=SC2053
    [[ $code == "$1" && $output == $2 && $calls == $3 ]] && return
    fail "setup.sh, $4: ended with $code, said '$output', called '$calls'"
}

machine 0
set_up check
expect 0 '' 'python3 -c import jsonschema' 'nothing missing'

machine 0
rm "$work/.build/page-check/bin/biome"
set_up check
expect 0 '*the page is not checked' '*python3 -m venv .build/page-check' 'no Biome and no network'

machine 0
rm "$work/lib/libexif"
set_up build
expect 0 '*libexif-dev*' 'apt-get install*libexif-dev' 'one package missing, as root'

machine 1000
rm "$work/lib/libexif"
: >"$work/old"
set_up build
expect 0 '*' $'sudo\napt-get install*\nsudo\napt-get update*\nsudo\napt-get install*' 'old package lists, not root'

machine 1000
rm "$work/lib/libexif" "$work/bin/sudo"
set_up build
expect 1 '*only root*dnf install*libexif-devel*' '' 'not root and no sudo'

machine 0
rm "$work/lib/libexif" "$work/bin/apt-get"
set_up build
expect 1 '*no apt*libexif-dev*pacman -S*zypper install*' '' 'no apt'

machine 0
rm "$work/bin/mandoc"
set_up build
expect 0 '' '' 'mandoc missing, and not needed'
set_up check
expect 1 '*mandoc*' '*apt-get install*mandoc*' 'mandoc missing, and not installed by apt'

machine 0
set_up test
expect 0 '*strace*' 'apt-get install*strace'*'python3 -c*' 'strace missing'

machine 1000
rm "$work/bin/apt-get"
set_up test
expect 0 '*without strace*' 'python3 -c*' 'strace missing, and no apt'

machine 1000
stand_in strace ''
set_up test
expect 0 '' 'python3 -c*' 'the servers of remotes are there'

machine 1000
stand_in strace ''
rm "$work/bin/rclone" "$work/bin/ssh-keygen" "$work/bin/python3" "$work/.build/test-servers/bin/ftpbench"
set_up test
expect 0 '*moto and pyftpdlib*going on without moto*' \
    $'sudo\napt-get install*rclone openssh-client python3-venv' 'some servers missing, as an ordinary user'

machine 0
stand_in strace ''
rm "$work/bin/apt-get" "$work/bin/rclone" "$work/.build/test-servers/bin/moto_server"
set_up test
expect 0 '*going on without rclone;*no network*going on without moto*' 'python3 -c*python3 -m venv*' \
    'some servers missing, no apt and no network'

machine 0
stand_in strace ''
rm "$work/bin/mergerfs" "$work/bin/bindfs"
set_up test
if [ -e /dev/fuse ]; then
    expect 0 '*' '*apt-get install*mergerfs'$'\n''apt-get install*bindfs' 'file systems missing, as root'
fi

machine 1000
stand_in strace ''
rm "$work/bin/mergerfs"
set_up test
expect 0 '' 'python3 -c*' 'a file system missing, which an ordinary user could not unmount'

machine 1000
stand_in strace ''
rm "$work/bin/chromedriver"
set_up test
expect 0 '*' 'python3 -c*'$'\n''sudo'$'\n''apt-get install* chromium chromium-driver' 'no driver of the browser'

machine 1000
stand_in strace ''
rm "$work/bin/chromium" "$work/bin/apt-get"
set_up test
expect 0 '*without chromium; some tests will be left out' 'python3 -c*' 'no browser and no apt'

machine 0
set_up deb
expect 1 '*debhelper*' 'apt-get install*dpkg-dev debhelper lintian*' 'what packages are made with missing, and not installed by apt'

machine 0
set_up drive
expect 1 "*no network*no \`make check-drive\`*" 'python3 -c*python3 -m venv*' "Google's client missing, and no network"

machine 0
mkdir -p "$work/.build/drive-client/bin"
ln -s ../../../bin/rclone "$work/.build/drive-client/bin/google-oauthlib-tool"
set_up drive
expect 0 '' '' "Google's client is there"

machine 0
set_up fleet
expect 1 "*no \`make check-fleet\`*" '*python3 -m venv*' 'Spark missing, and no network'

machine 0
rm "$work/bin/swift"
set_up build
expect 1 '*swift is missing*swift.org*' '' 'no Swift'

exit $failed
