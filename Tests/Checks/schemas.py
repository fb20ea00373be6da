#!/usr/bin/env python3
"""schemas.py [PROGRAM]: checks the schemas of the program's JSON lines against their meta-schema, and what the program
prints against the schemas, with another validator than that of the tests."""

import json
import pathlib
import subprocess
import sys
import tempfile

from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import SchemaError

failed = False


def fail(text):
    global failed
    failed = True
    print(text)


def read_schemas():
    """The schemas by type."""
    schemas = {}
    for path in sorted(pathlib.Path("Sources/workphotos/schema").glob("*.json")):
        try:
            schema = json.loads(path.read_text())
            Draft202012Validator.check_schema(schema)
            schemas[path.stem] = Draft202012Validator(schema, format_checker=FormatChecker())
        except (SchemaError, json.JSONDecodeError) as error:
            fail(f"{path}:1: {str(error).splitlines()[0]}")
    return schemas


def commands(home):
    """The commands, in order."""
    photo = home / "photos" / "a.jpg"
    return [
        ["fence", "add", "Office", "--at", "52.52,13.405", "--radius", "150m"],
        ["scan", home / "photos"],
        ["scan", home / "photos"],
        ["list"],
        ["why", photo],
        ["inspect", photo],
        ["mark", "work", photo],
        ["status"],
        ["destination", "add", "shelf", f"folder:{home}/shelf"],
        ["upload", "--dry-run"],
        ["upload", "--stage"],
        ["staged"],
        ["verify"],
        ["purge", "--dry-run"],
        ["runs"],
        ["fence", "list"],
        ["fence", "test", "52.52,13.405"],
        ["fence", "suggest"],
        ["root", "list"],
        ["config", "show"],
        ["config", "check"],
        ["doctor"],
        ["problems"],
        ["index", "check"],
        ["list", "--no-such-flag"],
    ]


def check_output(program, schemas):
    """Runs the program with a new home directory, and checks each line against its schema."""
    with tempfile.TemporaryDirectory() as directory:
        home = pathlib.Path(directory)
        (home / "photos").mkdir()
        (home / "shelf").mkdir()
        source = sorted(pathlib.Path("TestData/sample").rglob("*.jpg"))[0]
        (home / "photos" / "a.jpg").write_bytes(source.read_bytes())
        (home / "photos" / "broken.jpg").write_bytes(b"\xff\xd8\xff\xe1")
        for words in commands(home):
            arguments = [program, *map(str, words), "--json"]
            run = subprocess.run(
                arguments, env={"HOME": directory, "PATH": "/usr/bin:/bin"}, capture_output=True, text=True, cwd=directory
            )
            if not run.stdout:
                fail(f"{' '.join(map(str, words))} --json prints nothing: {run.stderr}")
            for line in map(json.loads, run.stdout.splitlines()):
                for error in schemas[line["type"]].iter_errors(line) if line["type"] in schemas else ["no schema"]:
                    fail(f"{' '.join(map(str, words))}: {line['type']}: {str(error).splitlines()[0]}")


schemas = read_schemas()
if len(sys.argv) > 1:
    check_output(pathlib.Path(sys.argv[1]).resolve(), schemas)
sys.exit(failed)
