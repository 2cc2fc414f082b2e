"""Internals that tests use: linkwright.catalogue. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.catalogue import build as building
from linkwright.catalogue.build import Model, Wanted, build_chain, files_of, known_general, quantities_of
from linkwright.catalogue.build_counts import OPERATIONS
from linkwright.catalogue.build_run import build_all
from linkwright.catalogue.build_table import Built
from linkwright.catalogue.chain import Chain, without_idle_angles
from linkwright.catalogue.find import Match, named, structure_of
from linkwright.catalogue.general import general_models, general_of
from linkwright.catalogue.known import FILE, Known, KnownRow, known_chains, known_names
from linkwright.catalogue.known_rules import RULES, levels, mapped, text
from linkwright.catalogue.model import known_model, model, robot, robot_in
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
    "OPERATIONS",
    "RULES",
    "Built",
    "Chain",
    "Known",
    "KnownRow",
    "Match",
    "Model",
    "Row",
    "Selection",
    "Wanted",
    "build_all",
    "build_chain",
    "building",
    "candidates",
    "entries",
    "files_of",
    "general_models",
    "general_of",
    "known_chains",
    "known_general",
    "known_model",
    "known_names",
    "levels",
    "mapped",
    "model",
    "named",
    "patterns",
    "quantities_of",
    "read_table",
    "relations",
    "robot",
    "robot_in",
    "same_motions",
    "structure_of",
    "table_text",
    "text",
    "variants",
    "variants_of",
    "without_idle_angles",
]
