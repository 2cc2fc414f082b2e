"""Internals that tests use: linkwright.catalogue. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.catalogue.chain import Chain, without_idle_angles
from linkwright.catalogue.model import model, robot
from linkwright.catalogue.patterns import candidates, patterns
from linkwright.catalogue.row import Row

__all__ = [
    "Chain",
    "Row",
    "candidates",
    "model",
    "patterns",
    "robot",
    "without_idle_angles",
]
