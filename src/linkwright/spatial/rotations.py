"""Rotation matrices as arrays, many at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.spatial.turn import PLANES


def about(axis: int, angle: Any) -> Array:
    """Turns (..., 3, 3) about a coordinate axis by angles (...)."""
    angle = np.asarray(angle, dtype=float)
    i, j = PLANES[axis]
    R = np.zeros((*angle.shape, 3, 3))
    R[..., axis, axis] = 1.0
    R[..., i, i] = R[..., j, j] = np.cos(angle)
    R[..., j, i] = np.sin(angle)
    R[..., i, j] = -R[..., j, i]
    return R
