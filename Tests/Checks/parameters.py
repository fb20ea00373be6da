#!/usr/bin/env python3
"""Every parameter that a doc comment in Sources describes is one of the declaration below it."""
import pathlib
import re
import sys

DESCRIBED = re.compile(r"^\s*/// (?:- Parameter|  -) `?(\w+)`?:")
failed = False
for path in sorted(pathlib.Path("Sources").rglob("*.swift")):
    described, declaration = [], ""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.lstrip().startswith("///"):
            described += [(number, match[1]) for match in [DESCRIBED.match(line)] if match]
        elif described:
            declaration += line + "\n"
            if line.rstrip().endswith(("{", "}")) or not line.strip():
                for place, name in described:
                    if not re.search(rf"\b{name}: ", declaration):
                        print(f"{path}:{place}: describes the parameter {name}, which is not there")
                        failed = True
                described, declaration = [], ""
sys.exit(failed)
