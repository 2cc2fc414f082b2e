"""Internals that tests use: linkwright.describe. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.describe import about_build, model_hash
from linkwright.describe.constants import constants
from linkwright.describe.formulas import formulas
from linkwright.describe.report import report

__all__ = [
    "about_build",
    "constants",
    "formulas",
    "model_hash",
    "report",
]
