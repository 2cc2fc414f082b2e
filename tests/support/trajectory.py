"""Internals that tests use: linkwright.trajectory. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.trajectory import Samples, TaskTrajectory, Trajectory, arc, chain, follow, line, move, through
from linkwright.trajectory.formula import MotionFormula, rest_to_rest_formula
from linkwright.trajectory.profile import Profile, rest_to_rest

__all__ = [
    "MotionFormula",
    "Profile",
    "Samples",
    "TaskTrajectory",
    "Trajectory",
    "arc",
    "chain",
    "follow",
    "line",
    "move",
    "rest_to_rest",
    "rest_to_rest_formula",
    "through",
]
