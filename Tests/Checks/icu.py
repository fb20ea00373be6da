#!/usr/bin/env python3
"""icu.py ARCHIVE FOLDER: writes those of ICU's data that belong to no language, and FOLDER/icu.s, which includes them.

GRDB brings Foundation, and Foundation ICU, whose data are a third of a program that is linked with them: names and rules
of 700 languages, character sets and dictionaries, which this program never asks for. The data defined in
icu.s are linked instead of those of ARCHIVE (lib_FoundationICU.a). Where data of a language are missing, ICU takes those
of the root, so whatever asks for a language still gets an answer.

The data are one "common data" package (ICU User Guide, "ICU Data"): a header whose first two bytes are its size, the
number of items, an offset of the name and one of the contents for each item in the order of their names, then names and
contents. Offsets count from the end of the header."""

import pathlib
import re
import struct
import subprocess
import sys
import tempfile

MEMBER = "icu_packaged_data.cpp.o"

# For collation, breaks, currencies and time zones the root and what all languages share; the general tables and those
# of normalization.
KEPT = re.compile(
    r"icudt\d+[lb]/("
    r"(coll/|brkitr/|curr/|zone/)?(root|res_index|pool|tzdbNames|supplementalData|ucadata)\.\w+"
    r"|brkitr/(char|line|sent|title|word)\.brk"
    r"|(?!lang|windows|day|gender|grammatical)[a-z]+[A-Z0-9]\w*\.res|plurals\.res"
    r"|(?!unames|cnv)\w+\.icu|nfkc\.nrm|uts46\.nrm)"
)


def items(package):
    """The header, and the name and the contents of each item."""
    start = struct.unpack_from("<H", package)[0]
    count = struct.unpack_from("<I", package, start)[0]
    table = [struct.unpack_from("<II", package, start + 4 + 8 * index) for index in range(count)]
    ends = [contents for _, contents in table[1:]] + [len(package) - start]
    found = []
    for (name, contents), end in zip(table, ends):
        name = package[start + name : package.index(b"\0", start + name)].decode()
        found.append((name, package[start + contents : start + end]))
    return package[:start], found


def packed(header, kept):
    """A package of items. Contents begin at multiples of 16, as ICU's own."""
    names, contents = b"", b""
    table = []
    first = 4 + 8 * len(kept)
    size = sum(len(name) + 1 for name, _ in kept)
    begin = -(-(len(header) + first + size) // 16) * 16 - len(header)
    for name, bytes in kept:
        table.append(struct.pack("<II", first + len(names), begin + len(contents)))
        names += name.encode() + b"\0"
        contents += bytes + b"\0" * (-len(bytes) % 16)
    front = struct.pack("<I", len(kept)) + b"".join(table) + names
    return header + front.ljust(begin, b"\0") + contents


def main(archive, folder):
    archive, folder = pathlib.Path(archive).resolve(), pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        run = lambda *arguments: subprocess.run(arguments, cwd=scratch, check=True, capture_output=True, text=True).stdout
        run("ar", "x", archive, MEMBER)
        symbol = re.search(r" R (icudt\d+_dat)$", run("nm", MEMBER), re.M).group(1)
        run("objcopy", "-O", "binary", "-j", ".rodata", MEMBER, "all")
        header, found = items(pathlib.Path(scratch, "all").read_bytes())
        kept = [item for item in found if KEPT.fullmatch(item[0])]
        (folder / "icu.dat").write_bytes(packed(header, kept))
        (folder / "icu.s").write_text(
            f'.section .rodata\n.globl {symbol}\n.balign 16\n{symbol}:\n.incbin "{folder}/icu.dat"\n.previous\n'
        )


main(*sys.argv[1:])
