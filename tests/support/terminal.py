"""Internals that tests use: of linkwright.cli and linkwright.describe, what the terminal and pages of equations need. When one
moves, this is the place to change."""

from __future__ import annotations

from linkwright import installed as extras
from linkwright.cli import equations as equations_command
from linkwright.cli import simulate as simulate_command
from linkwright.cli import verify as verify_command
from linkwright.cli.writing import FILE, FOLDER, Place, try_place
from linkwright.describe.formula import Formula, Line, Matrix
from linkwright.describe.formula_pages import document, latex_of, page
from linkwright.describe.formulas import formulas
from linkwright.describe.mathml import inner_math, line_math

__all__ = [
    "FILE",
    "FOLDER",
    "Formula",
    "Line",
    "Matrix",
    "Place",
    "document",
    "equations_command",
    "extras",
    "formulas",
    "inner_math",
    "latex_of",
    "line_math",
    "page",
    "simulate_command",
    "try_place",
    "verify_command",
]
