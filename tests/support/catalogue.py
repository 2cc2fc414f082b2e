"""Internals that tests use: linkwright.catalogue. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.catalogue.chain import Chain, without_idle_angles
from linkwright.catalogue.find import Match, named, structure_of
from linkwright.catalogue.general import general_models, general_of
from linkwright.catalogue.known import FILE, Known, KnownRow, known_chains, known_names
from linkwright.catalogue.known_rules import RULES, levels, mapped, text
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
    "FILE",
    "RULES",
    "Chain",
    "Known",
    "KnownRow",
    "Match",
    "Row",
    "Selection",
    "candidates",
    "entries",
    "general_models",
    "general_of",
    "known_chains",
    "known_names",
    "levels",
    "mapped",
    "model",
    "named",
    "patterns",
    "read_table",
    "relations",
    "robot",
    "same_motions",
    "structure_of",
    "table_text",
    "text",
    "variants",
    "variants_of",
    "without_idle_angles",
]
