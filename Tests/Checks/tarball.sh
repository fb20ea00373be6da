#!/usr/bin/env bash
# What `make tarball` runs: packs the result of `make dist` for other machines of this kind, with a list of its contents
# (SPDX 2.3) and the checksums of both, in .build/tarball. Its units are for unpacking below ~/.local.
set -eu
cd "$(dirname "$0")/../.."

Tests/Checks/dist.sh

work=.build/tarball
version=$(sed -n 's/^let programVersion = "\(.*\)"$/\1/p' Sources/WorkphotosCLI/Start/VersionText.swift)
name=workphotos-$version-linux-$(uname -m)
export SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}"
WORKPHOTOS_COMMIT=$(<.build/dist/complete)
export WORKPHOTOS_COMMIT

rm -rf "$work"
mkdir -p "$work/$name/share/doc/workphotos"
cp -r .build/dist/bin .build/dist/libexec .build/dist/share "$work/$name"
cp LICENSE README.md CHANGELOG.md "$work/$name/share/doc/workphotos"
sed -i 's|@PREFIX@|%h/.local|' "$work/$name"/share/systemd/user/*.service
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -cf - "$name" |
    gzip -n9 >"$work/$name.tar.gz"
rm -rf "${work:?}/$name"
Tests/Checks/sbom.py spdx "$version" .build/dist/bin/workphotos >"$work/$name.spdx.json"
(cd "$work" && sha256sum "$name.tar.gz" "$name.spdx.json" >SHA256SUMS)
ls -l "$work"
