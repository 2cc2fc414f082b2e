"""The constant part of a joint, as transforms along axes with the numbers that its file has.

    xyz:  Trans(x, y, z) R Rot_x(rx) Rot_y(ry)    lengths in the parent's axes, small turns across the joint's axis
    dh:   Rot_x(alpha) Trans_x(a) Rot_y(beta) Rot_z(theta) Trans_z(d)    modified (Khalil & Kleinfinger 1986)
          Trans_z(d) Trans_x(a) Rot_x(alpha) Rot_y(beta) Rot_z(theta)    standard (Denavit & Hartenberg 1955)

beta is zero in the file; it is what nearly parallel axes need (Hayati 1983). What turns about the joint's axis is its offset.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.calibration.elementary_transforms import ElementaryTransform, Move, Place
from linkwright.calibration.options import Group
from linkwright.spatial.rotations import about

_FITS = 1e-12
"""How far a product of Denavit and Hartenberg's transforms may be from the placement that it is read from."""


@dataclass(frozen=True)
class Part:
    """A transform that may have an error: `name` and group of its parameter, None for a transform without one."""

    transform: ElementaryTransform
    name: str = ""
    group: Group | None = None


def by_xyz(X: Array, turns: tuple[int, ...]) -> list[Part]:
    """A placement by its lengths in the parent's axes and small turns about axes of the joint."""
    shifts = [Part(Move(False, k, float(X[k, 3])), "xyz"[k], "lengths") for k in range(3)]
    R = np.eye(4)
    R[:3, :3] = X[:3, :3]
    return [*shifts, Part(Place(R)), *(Part(Move(True, k), f"r{'xyz'[k]}", "angles") for k in turns)]


def by_dh(X: Array) -> list[Part] | None:
    """A placement by the four lengths and angles of Denavit and Hartenberg, or None where they cannot say it."""
    R, p = X[:3, :3], X[:3, 3]
    alpha, theta = float(np.arctan2(-R[1, 2], R[2, 2])), float(np.arctan2(-R[0, 1], R[0, 0]))
    along = float(-p[1] * np.sin(alpha) + p[2] * np.cos(alpha))
    a = Part(Move(False, 0, float(p[0])), "a", "lengths")
    turned = [Part(Move(True, 0, alpha), "alpha", "angles"), Part(Move(True, 1), "beta", "angles")]
    last = Part(Move(True, 2, theta), "theta", "offsets")
    modified = [turned[0], a, turned[1], last, Part(Move(False, 2, along), "d", "lengths")]
    standard = [Part(Move(False, 2, float(p[2])), "d", "lengths"), a, *turned, last]
    return next((parts for parts in (modified, standard) if np.abs(product(parts) - X).max() < _FITS), None)


def product(parts: list[Part]) -> Array:
    """(4, 4): all transforms of a placement, with the file's numbers."""
    made = np.eye(4)
    for part in parts:
        made = made @ matrix(part.transform, 0.0)
    return made


def matrix(transform: ElementaryTransform, value: float) -> Array:
    """(4, 4): a transform with `value` added to its constant, its joint at zero."""
    if isinstance(transform, Place):
        return transform.X
    X = np.eye(4)
    if transform.turns:
        X[:3, :3] = about(transform.axis, transform.constant + value)
    else:
        X[transform.axis, 3] = transform.constant + value
    return X
