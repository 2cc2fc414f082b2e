"""Internals that tests use: linkwright.emit. When one moves, this is the place to change."""

from __future__ import annotations

from pathlib import Path

from linkwright.emit import (
    SINGLE,
    TARGETS,
    BuildContext,
    Call,
    Check,
    Constant,
    Parameter,
    SourceTree,
    Term,
    Value,
    emit,
    in_single,
    unknown_language,
)
from linkwright.emit.angles import cover, filled
from linkwright.emit.check_table import check_table
from linkwright.emit.checks import Absent, Accumulate, Case, Multiply, Run, Suite, Transpose, suite
from linkwright.emit.languages import fixed, jax
from linkwright.emit.languages.latex import rounded, symbol, text
from linkwright.emit.narrow import narrowed
from linkwright.emit.op_tables import Steps, tables
from linkwright.emit.plan import plan
from linkwright.emit.program import program
from linkwright.emit.readme import command
from linkwright.emit.source_tree import MARK
from linkwright.emit.straight_line import Define, Load, Save, Write, Zeros
from linkwright.emit.target import Commands, Comment, shortest_single

LANGUAGES_FOLDER = Path(jax.__file__).parents[1]

__all__ = [
    "BuildContext",
    "Absent",
    "Accumulate",
    "Call",
    "Case",
    "Check",
    "Commands",
    "Comment",
    "Constant",
    "Define",
    "LANGUAGES_FOLDER",
    "Load",
    "MARK",
    "Multiply",
    "Parameter",
    "Run",
    "SINGLE",
    "Save",
    "SourceTree",
    "Steps",
    "Suite",
    "TARGETS",
    "Term",
    "Transpose",
    "Value",
    "Write",
    "Zeros",
    "command",
    "check_table",
    "cover",
    "emit",
    "in_single",
    "shortest_single",
    "narrowed",
    "filled",
    "fixed",
    "jax",
    "plan",
    "program",
    "rounded",
    "suite",
    "symbol",
    "tables",
    "text",
    "unknown_language",
]
