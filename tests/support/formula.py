"""Internals that tests use: linkwright.formula. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.formula.functions import FUNCTIONS, TENSORS
from linkwright.formula.scalar import parse
from linkwright.formula.syntax import MAX_DEPTH
from linkwright.formula.text import MAX_LENGTH
from linkwright.formula.units import UNITS

__all__ = ["FUNCTIONS", "MAX_DEPTH", "MAX_LENGTH", "TENSORS", "UNITS", "parse"]
