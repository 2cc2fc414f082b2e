"""JSON Schemas of the files that people write: editors offer keys, explain them and mark mistakes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType

from linkwright.readers.keys import file_schema

FILES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "robot-file": ("ROBOT", "A robot in YAML"),
        "lagrangian-file": ("LAGRANGIAN", "A Lagrangian in YAML"),
        "side-file": ("SIDE", "What closes a URDF: NAME.loops.yaml beside it"),
    }
)
"""Kind of file -> its section in readers/table.py, title."""


def made_schema(kind: str) -> str:
    """The JSON Schema of a kind of file, made from its table of keys; the package has it as a file."""
    from linkwright.readers import table

    section, title = FILES[kind]
    return json.dumps(file_schema(title, getattr(table, section)), indent=1, ensure_ascii=False) + "\n"
