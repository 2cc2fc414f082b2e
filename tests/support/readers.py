"""Internals that tests use: linkwright.readers. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.readers import (
    _READERS,
    dh,
    dh_csv,
    dh_table,
    khalil,
    khalil_csv,
    load,
    screws,
    side_loops,
    symoro_text,
    table,
    table_foreign,
    table_parts,
    values,
    yaml,
)
from linkwright.readers.bounded import Bound
from linkwright.readers.keys import file_schema
from linkwright.readers.positions import tree_positions

__all__ = [
    "Bound",
    "_READERS",
    "dh",
    "dh_csv",
    "dh_table",
    "file_schema",
    "khalil",
    "khalil_csv",
    "load",
    "screws",
    "side_loops",
    "symoro_text",
    "table",
    "table_foreign",
    "table_parts",
    "tree_positions",
    "values",
    "yaml",
]
