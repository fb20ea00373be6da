#!/usr/bin/env bash
# What `make deb` runs: makes a Debian package in .build/deb from the result of `make dist`, and checks it with lintian.
set -eu
cd "$(dirname "$0")/../.."

Tests/Checks/setup.sh deb
Tests/Checks/dist.sh

work=.build/deb
tree=$work/workphotos
version=$(sed -n 's/^let programVersion = "\(.*\)"$/\1/p' Sources/WorkphotosCLI/Start/VersionText.swift)
maintainer=$(sed -n 's/^Maintainer: //p' Sources/workphotos/debian/control)
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}"

rm -rf "$work"
mkdir -p "$work"
cp -r Sources/workphotos/debian "$work/debian"
mkdir "$tree"
mv "$work/debian" "$tree"
cp -r .build/dist "$tree/dist"
cp CHANGELOG.md "$tree"
for unit in service timer; do
    sed 's|@PREFIX@|/usr|' "Sources/workphotos/systemd/workphotos.$unit" >"$tree/debian/workphotos.user.$unit"
done
Tests/Checks/sbom.py copyright "$version" .build/dist/bin/workphotos >"$work/packages"
sed -e "/@PACKAGES@/{r $work/packages" -e 'd}' "$tree/debian/copyright.in" >"$tree/debian/copyright"
rm "$tree/debian/copyright.in"
cat >"$tree/debian/changelog" <<END
workphotos ($version) unstable; urgency=medium

  * What is new is in /usr/share/doc/workphotos/changelog.gz.

 -- $maintainer  $(date -R -d "@$SOURCE_DATE_EPOCH")
END

if ! (cd "$tree" && dpkg-buildpackage -b -us -uc) >"$work/log" 2>&1; then
    cat "$work/log" >&2
    exit 1
fi
lintian --allow-root --fail-on error "$work"/workphotos_*.deb
ls -l "$work"/workphotos_*.deb
