#!/usr/bin/env python3
"""sbom.py spdx|copyright VERSION PROGRAM: lists what a release build linked into the program and which system
libraries it needs, as an SPDX 2.3 document or as lines of debian/copyright.

A package is listed if one of its modules was linked. Versions are those that SwiftPM resolved, and licences are read
from each package's LICENSE."""

import json
import os
import pathlib
import re
import subprocess
import sys
import time

BUILD = pathlib.Path(".build")
OBJECTS = BUILD / "release" / "workphotos.product" / "Objects.LinkFileList"

# The names and licences of system libraries; the libraries do not contain them.
SYSTEM = {
    "libbrotlidec": ("brotli", "MIT"),
    "libbrotlicommon": ("brotli", "MIT"),
    "libc": ("glibc", "LGPL-2.1-or-later"),
    "libexif": ("libexif", "LGPL-2.1-or-later"),
    "libexpat": ("expat", "MIT"),
    "libgcc_s": ("libgcc", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    "libm": ("glibc", "LGPL-2.1-or-later"),
    "libsqlite3": ("SQLite", "blessing"),
    "libstdc++": ("libstdc++", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    "libxxhash": ("xxHash", "BSD-2-Clause"),
    "libz": ("zlib", "Zlib"),
}

# The licences of code that packages contain besides their own.
INCLUDED = {"swift-nio-extras": "Zlib"}


def licence(directory):
    """The licence of a package, recognized by its text."""
    for path in sorted(directory.glob("LICEN[CS]E*")):
        text = path.read_text(errors="replace")
        if "Apache License" in text:
            return "Apache-2.0"
        if "Permission is hereby granted, free of charge" in text:
            return "MIT"
    return "NOASSERTION"


def swift_packages():
    """Name, version, address and licence of each linked package."""
    modules = set(re.findall(r"/([A-Za-z0-9_]+)\.build/", OBJECTS.read_text()))
    state = json.loads((BUILD / "workspace-state.json").read_text())["object"]["dependencies"]
    for dependency in sorted(state, key=lambda dependency: dependency["packageRef"]["identity"]):
        directory = BUILD / "checkouts" / dependency["subpath"]
        parts = {path.name for path in (*directory.glob("*"), *directory.glob("Sources/*"), *directory.glob("Sources/*/*"))}
        if modules & parts:
            version = dependency["state"].get("checkoutState", {}).get("version")
            name = dependency["packageRef"]["name"]
            terms = " AND ".join(filter(None, [licence(directory), INCLUDED.get(name)]))
            yield name, version, dependency["packageRef"]["location"], terms


def swift_runtime():
    """The toolchain's own libraries, which are linked in."""
    text = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"Swift version ([0-9.]+)", text).group(1)
    yield "swift", version, "https://github.com/swiftlang/swift", "Apache-2.0 WITH Swift-exception"
    yield "swift-foundation", version, "https://github.com/swiftlang/swift-foundation", "Apache-2.0 WITH Swift-exception"
    yield "swift-foundation-icu", version, "https://github.com/swiftlang/swift-foundation-icu", "Unicode-3.0"


def system_version(library):
    """The version of the system package that contains a library; nothing if it is unknown."""
    path = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True).stdout
    found = re.search(rf"^\s{re.escape(library)} .*=> (\S+)$", path, re.MULTILINE)
    if not found:
        return None
    for name in (found.group(1), os.path.realpath(found.group(1))):
        for place in (name, name.removeprefix("/usr")):
            owner = subprocess.run(["dpkg-query", "-S", place], capture_output=True, text=True).stdout.split(":")[0]
            if owner:
                return subprocess.run(
                    ["dpkg-query", "-W", "-f", "${Version}\n", owner], capture_output=True, text=True
                ).stdout.split("\n")[0]
    return None


def system_libraries(program):
    """Name, version and licence of each shared library."""
    text = subprocess.run(["objdump", "-p", program], capture_output=True, text=True, check=True).stdout
    known = {}
    for library in re.findall(r"NEEDED\s+(\S+)", text):
        name, terms = SYSTEM.get(library.split(".so")[0], (library, "NOASSERTION"))
        known.setdefault(name, (name, system_version(library), "NOASSERTION", terms))
    yield from sorted(known.values())


def spdx(version, program):
    """The SPDX document."""
    main = ("workphotos", version, "NOASSERTION", "Apache-2.0")
    linked = [*swift_packages(), *swift_runtime()]
    needed = list(system_libraries(program))
    packages = [
        {
            "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name),
            "name": name,
            "versionInfo": version or "NOASSERTION",
            "downloadLocation": place,
            "filesAnalyzed": False,
            "licenseConcluded": "NOASSERTION",
            "licenseDeclared": terms,
            "copyrightText": "NOASSERTION",
        }
        for name, version, place, terms in [main, *linked, *needed]
    ]
    kinds = ["DESCRIBES"] + ["STATIC_LINK"] * len(linked) + ["DYNAMIC_LINK"] * len(needed)
    made = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))))
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"workphotos-{version}",
        "documentNamespace": f"urn:workphotos:{version}:{os.environ.get('WORKPHOTOS_COMMIT') or 'no-commit'}",
        "creationInfo": {"created": made, "creators": ["Tool: workphotos-sbom"]},
        "packages": packages,
        "relationships": [
            {
                "spdxElementId": "SPDXRef-DOCUMENT" if kind == "DESCRIBES" else packages[0]["SPDXID"],
                "relationshipType": kind,
                "relatedSpdxElement": package["SPDXID"],
            }
            for kind, package in zip(kinds, packages)
        ],
    }


form, version, program = sys.argv[1:]
if form == "spdx":
    print(json.dumps(spdx(version, program), indent=2))
else:
    for name, number, place, terms in [*swift_packages(), *swift_runtime()]:
        print(f"  {name} {number}, {terms}, {place}")
