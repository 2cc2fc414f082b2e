"""Internals that tests use: linkwright.schema. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.schema import KINDS, from_json, json_schema, read, save, to_json
from linkwright.schema.files import FILES, dumps, loads

__all__ = [
    "FILES",
    "KINDS",
    "dumps",
    "from_json",
    "json_schema",
    "loads",
    "read",
    "save",
    "to_json",
]
