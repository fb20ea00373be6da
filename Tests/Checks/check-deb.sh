#!/usr/bin/env bash
# What `make check-deb` runs, as root: installs the package into a minimal Debian made from this machine's package
# sources. There the program prints its version and scans photos, and the manual is installed; after a purge nothing is
# left.
set -eu
cd "$(dirname "$0")/../.."

if [ "$(id -u)" != 0 ]; then
    echo 'check-deb: a system of its own can only be made by root; type: sudo make check-deb' >&2
    exit 1
fi
Tests/Checks/setup.sh deb
[ -n "$(find .build/deb -maxdepth 1 -name 'workphotos_*.deb' 2>/dev/null)" ] || Tests/Checks/deb.sh

base=$PWD/.build/debian
root=$PWD/.build/debian.new
if [ ! -d "$base" ]; then
    # shellcheck disable=SC2016  # apt-get expands them
    read -r site suite < <(apt-get indextargets --format '$(SITE) $(CODENAME)' 'Created-By: Packages' 'Component: main')
    rm -rf "$root"
    debootstrap --variant=minbase "$suite" "$root" "$site" >&2
    mv "$root" "$base"
fi
rm -rf "$root"
cp -a "$base" "$root"
trap 'rm -rf "$root"' EXIT
cp .build/deb/workphotos_*.deb "$root/tmp/workphotos.deb"
mkdir -p "$root/tmp/home/photos"
find TestData/sample -name '*.jpg' -exec cp {} "$root/tmp/home/photos" \;
cat >"$root/tmp/check" <<'END'
set -eu
fail() {
    echo "check-deb: $1"
    exit 1
}
everything() { find / -xdev \( -path /proc -o -path /tmp -o -path /var/lib/apt -o -path /var/cache \) -prune -o -path '*workphotos*' -print; }
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 HOME=/tmp/home
apt-get update -q
apt-get install -q -y --no-install-recommends /tmp/workphotos.deb
workphotos --version | grep -E '^workphotos [0-9.]+.*, libexif [0-9.]+, SQLite [0-9.]+$' || fail 'it does not say its version'
workphotos fence add Office --at 52.52,13.405 --radius 150m
workphotos scan /tmp/home/photos | grep -E '^[1-9][0-9]* photos ' || fail 'it finds no photos'
workphotos doctor || [ $? = 1 ]
for file in man/man1/workphotos.1.gz man/man5/workphotos-json.5.gz workphotos/schema/photo.json \
    bash-completion/completions/workphotos doc/workphotos/copyright; do
    [ -e "/usr/share/$file" ] || fail "/usr/share/$file is missing"
done
[ -x /usr/libexec/workphotos-picture ] || fail 'what decodes pictures is missing'
[ -e /usr/lib/systemd/user/workphotos.timer ] || fail 'the timer is missing'
[ -z "$(find /etc/systemd -name 'workphotos*')" ] || fail 'the timer is enabled'
apt-get purge -q -y workphotos
left=$(everything)
[ -z "$left" ] || fail "left after a purge: $left"
echo 'check-deb: all is well'
END
unshare --mount --propagation private sh -c 'mount --bind /proc "$1/proc" && exec chroot "$1" sh /tmp/check' check "$root"
