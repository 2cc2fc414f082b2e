"""Internals that tests use: linkwright.writers. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.verification.same_forces import force_difference
from linkwright.writers import _FORMATS, express_in, format_of, save
from linkwright.writers.formula import Formulas
from linkwright.writers.mjcf import shifted
from linkwright.writers.places import quaternion, rpy
from linkwright.writers.yaml_text import quoted

__all__ = [
    "_FORMATS",
    "Formulas",
    "express_in",
    "force_difference",
    "format_of",
    "quaternion",
    "quoted",
    "rpy",
    "save",
    "shifted",
]
