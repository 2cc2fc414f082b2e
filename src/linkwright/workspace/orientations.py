"""Orientations spread evenly: over all rotations, over the directions of an axis, about one axis."""

from __future__ import annotations

import numpy as np

from linkwright.arrays import Array

_GOLDEN = (1 + 5**0.5) / 2


def about(axis: Array, count: int) -> Array:
    """Turns about an axis, from none on, (count, 3, 3)."""
    from scipy.spatial.transform import Rotation

    return Rotation.from_rotvec(np.outer(2 * np.pi * np.arange(count) / count, axis)).as_matrix()


def everywhere(count: int) -> Array:
    """Rotations, (count, 3, 3): two spirals of irrational pitch on the sphere of quaternions, which fill it evenly."""
    from scipy.spatial.transform import Rotation

    share = (np.arange(count) + 0.5) / count
    first, second = 2 * np.pi * np.arange(count) / _GOLDEN, 2 * np.pi * np.arange(count) / np.sqrt(2.0)
    inner, outer = np.sqrt(share), np.sqrt(1 - share)
    quaternions = np.stack(
        [inner * np.sin(first), inner * np.cos(first), outer * np.sin(second), outer * np.cos(second)], axis=-1
    )
    return Rotation.from_quat(quaternions).as_matrix()


def directions(count: int) -> Array:
    """Rotations that take z to directions spread over the sphere, (count, 3, 3)."""
    z = 1 - 2 * (np.arange(count) + 0.5) / count
    angle = 2 * np.pi * np.arange(count) / _GOLDEN
    side = np.sqrt(1 - z * z)
    aim = np.stack([side * np.cos(angle), side * np.sin(angle), z], axis=-1)
    across = np.cross(aim, np.where(np.abs(aim[:, :1]) < 0.9, [[1.0, 0, 0]], [[0, 1.0, 0]]))
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    return np.stack([across, np.cross(aim, across), aim], axis=-1).astype(float)
