"""Internals that tests use: linkwright.catalogue. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.catalogue.chain import Chain, without_idle_angles
from linkwright.catalogue.general import general_models, general_of
from linkwright.catalogue.model import model, robot
from linkwright.catalogue.patterns import candidates, patterns
from linkwright.catalogue.row import Row
from linkwright.catalogue.same_motion import same_motions
from linkwright.catalogue.selection import Selection
from linkwright.catalogue.table import COLUMNS, entries, read_table, table_text
from linkwright.catalogue.variants import variants, variants_of
from linkwright.catalogue.words import relations

__all__ = [
    "COLUMNS",
    "Chain",
    "Row",
    "Selection",
    "candidates",
    "entries",
    "general_models",
    "general_of",
    "model",
    "patterns",
    "read_table",
    "relations",
    "robot",
    "same_motions",
    "table_text",
    "variants",
    "variants_of",
    "without_idle_angles",
]
