"""Internals that tests use: linkwright.spatial. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.spatial.inertia import PARAMETER_NAMES, Inertia
from linkwright.spatial.linear import blocks, inverse
from linkwright.spatial.orthogonal import orthogonal
from linkwright.spatial.singular import condition_number
from linkwright.spatial.small_systems import solve, solve_transposed
from linkwright.spatial.transform import Transform, translation
from linkwright.spatial.vector import (
    IDENTITY,
    NULL,
    ZERO,
    Mat,
    Vec,
    X,
    Y,
    Z,
    outer,
    rot_axis_angle,
    rot_quaternion,
    rot_rpy,
    rot_x,
    rot_y,
    rot_z,
    skew,
)

__all__ = [
    "IDENTITY",
    "Inertia",
    "Mat",
    "NULL",
    "PARAMETER_NAMES",
    "Transform",
    "Vec",
    "X",
    "Y",
    "Z",
    "ZERO",
    "blocks",
    "condition_number",
    "inverse",
    "orthogonal",
    "outer",
    "rot_axis_angle",
    "rot_quaternion",
    "rot_rpy",
    "rot_x",
    "rot_y",
    "rot_z",
    "skew",
    "solve",
    "solve_transposed",
    "translation",
]
