"""JSON -> Robot: the vocabulary of the YAML format, or a robot of Skidy's. JSON is YAML, so the nodes know their lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from linkwright.errors import FileError
from linkwright.mechanism import Mechanism
from linkwright.readers.options import LoadOptions, read_bytes
from linkwright.readers.report import Report
from linkwright.readers.yaml import robot_of
from linkwright.readers.yaml_tree import MAX_BYTES, MAX_LINE, Map, Node, parse_yaml


def read_json(path: Path, options: LoadOptions) -> Mechanism:
    """A robot from a JSON file."""
    report = Report(path.name)
    tree = parse_json(read_bytes(path), report)
    if isinstance(tree, Map) and "linkwright" in tree.entries and "kind" in tree.entries:
        kind = str(tree.entries["kind"].to_python())[:30]
        hint = f"read it with linkwright.schema.read('{path.name}')"
        raise FileError(f"this is a document of linkwright.schema, of the kind '{kind}'", report.file, hint)
    return robot_of(tree, path.stem, report, options)


def parse_json(data: bytes, report: Report) -> Node:
    """The nodes of a JSON text; what is no JSON is refused at once."""
    file = report.file
    if len(data) > MAX_BYTES:
        what = f"the file has {len(data) // 1000} kB"
        raise FileError(what, file, f"at most {MAX_BYTES // 1000} kB of JSON are read")
    try:
        text = data.decode("utf-8-sig")
        json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise FileError("the file has nesting that is too deep", file, "is this the right file?") from None
    except json.JSONDecodeError as error:
        said = f"not well-formed JSON: {error.msg}"
        raise FileError(said, f"{file}:{error.lineno}", "correct the brackets, commas or quotes there") from None
    except ValueError as error:  # not UTF-8, NaN, an integer of too many digits
        raise FileError(f"not well-formed JSON: {str(error)[:80]}", file, "write finite numbers, in UTF-8") from None
    long = next((n for n, line in enumerate(text.splitlines(), 1) if len(line) > MAX_LINE), None)
    if long is not None:
        hint = f"break it into lines: python -m json.tool {file} new.json"
        raise FileError(f"the line has more than {MAX_LINE} characters", f"{file}:{long}", hint)
    return parse_yaml(data.replace(b"\t", b" "), report)


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is no number of JSON")
