"""Documents on a disk: complete or not there at all, and read without trust."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from linkwright.disk import write_text
from linkwright.errors import Errors, FileError, LinkwrightError
from linkwright.narrowing import is_list
from linkwright.schema.documents import KINDS, Storable, from_json, to_json

FILES = ("robot-file", "lagrangian-file", "side-file", "task-file")
"""YAML files that have a schema, for editors: docs/make_tables.py makes it from the table of keys that reads them."""
MAX_BYTES = 64 * 2**20
"""A document of a million rows of a graph has about 30 MB."""


def save(thing: Storable, path: str | os.PathLike[str]) -> Path:
    """Write a thing as a document; a file of that name is replaced once the new one is complete."""
    target = Path(path)
    text = dumps(to_json(thing))
    write_text(target, text)
    return target


def read(path: str | os.PathLike[str]) -> Storable:
    """What a document on the disk says; places of errors are "robot.json#/joints/3"."""
    source = Path(path)
    try:
        if not source.is_file():
            raise FileError(f"there is no file '{source}'", source.name)
        with source.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise FileError(f"cannot read '{source}': {error.strerror or error}", source.name) from None
    try:
        return from_json(loads(data))
    except LinkwrightError as error:
        raise _in_file(error, source.name) from None


def dumps(document: dict[str, Any]) -> str:
    """A document as text: a line for each key, and for each element of a list of parts, so that differences can be read."""
    lines: list[str] = []
    for key, value in document.items():
        head = f"{json.dumps(key)}: "
        if is_list(value) and value and isinstance(value[0], dict | list):
            lines.append(head + "[\n" + ",\n".join(_compact(x) for x in value) + "\n]")
        else:
            lines.append(head + _compact(value))
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def loads(data: bytes) -> Any:
    """JSON as the standard has it: no NaN, no key twice in one object, not too long, not too deep."""
    if len(data) > MAX_BYTES:
        raise FileError(f"the document is longer than {MAX_BYTES} bytes", "#")
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=_object, parse_constant=_no_constant)
    except RecursionError:
        raise FileError("the document is nested too deeply", "#") from None
    except json.JSONDecodeError as error:
        raise FileError(f"this is not JSON: {error.msg}", f"#line {error.lineno}") from None
    except ValueError as error:  # not UTF-8, an integer of too many digits
        raise FileError(f"this is not JSON: {error}", "#") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return made


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is no number of JSON")


def _in_file(error: LinkwrightError, name: str) -> LinkwrightError:
    """The same error, at its place in a file."""
    if isinstance(error, Errors):
        return Errors(_in_file(e, name) for e in error.errors)
    return type(error)(
        error.what, f"{name}{error.where}" if error.where.startswith("#") else error.where or name, error.hint
    )


def json_schema(kind: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a kind of document, or of a kind of YAML file: "robot-file"."""
    known = (*KINDS, *FILES)
    if kind not in known:
        raise FileError(f"there are no documents of the kind '{kind}'", hint=f"one of: {', '.join(known)}")
    return json.loads((Path(__file__).parent / f"{kind}.schema.json").read_text(encoding="utf-8"))
