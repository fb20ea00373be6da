#!/usr/bin/env python3
"""Checks the schemas of the program's JSON lines against their meta-schema. The tests compare the lines with them."""

import json
import pathlib
import sys

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

failed = False
for path in sorted(pathlib.Path("Sources/workphotos/schema").glob("*.json")):
    try:
        Draft202012Validator.check_schema(json.loads(path.read_text()))
    except (SchemaError, json.JSONDecodeError) as error:
        failed = True
        print(f"{path}:1: {str(error).splitlines()[0]}")
sys.exit(failed)
