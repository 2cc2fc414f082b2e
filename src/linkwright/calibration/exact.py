"""Which parameters of a chain can be told apart by ideal measurements, decided exactly.

Columns of the identification Jacobian at random postures, in a prime field: an angle is a random point of the unit circle,
a constant rotation the rational one of its quaternion (Euler and Rodrigues): all of them are
rotations exactly. Angles that mean a multiple of a quarter turn are one. Gauss and Jordan, preferred parameters first: a column
that depends on earlier ones is told with those.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.calibration.elementary_transforms import ElementaryTransform, Move, Place
from linkwright.exact.elimination import cross, reduced_rows
from linkwright.exact.field import SHORT_PRIMES, Field, OnCircle
from linkwright.spatial.turn import PLANES
from linkwright.spatial.vector import rot_quaternion

QUARTER = 1e-5
"""Angles (rad) and entries of a quaternion this near to an exact one mean it: 1.5708, 3.1416."""
ZERO_LENGTH = 1e-9

Rows = Callable[[Array, Array, int], Array]
"""What is measured, in the field: poses (N, 4, 4) and columns (N, 6, n) modulo p -> rows (N, r, n)."""


@dataclass(frozen=True)
class Told:
    """Parameters that can be told apart, and the others, each with those that it depends on (none: it has no effect)."""

    kept: tuple[int, ...]
    dropped: tuple[tuple[int, tuple[int, ...]], ...]


def tell_apart(transforms: Sequence[ElementaryTransform], count: int, order: Sequence[int], rows: Rows) -> Told:
    """Of `count` parameters those that can be told apart, the first in `order` preferred."""
    found = [_told(_stacked(transforms, count, rows, p), order, p) for p in SHORT_PRIMES]
    return max(found, key=lambda told: len(told.kept))


def _told(J: Array, order: Sequence[int], p: int) -> Told:
    """Columns in their order, each on those before it."""
    rows, pivots = reduced_rows(J[:, list(order)], p)
    others = [k for k in range(rows.shape[1]) if k not in pivots]
    on = {k: tuple(order[pivots[i]] for i in np.flatnonzero(rows[:, k])) for k in others}
    return Told(tuple(order[k] for k in pivots), tuple((order[k], on[k]) for k in others))


def _stacked(transforms: Sequence[ElementaryTransform], count: int, rows: Rows, p: int) -> Array:
    """(N r, n) modulo p at as many random postures as the rank needs."""
    probe = rows(*_walk(transforms, count, 1, p), p)
    postures = 4 + (count + 8) // probe.shape[1]
    J = rows(*_walk(transforms, count, postures, p), p)
    return J.reshape(-1, count)


def _walk(transforms: Sequence[ElementaryTransform], count: int, N: int, p: int) -> tuple[Array, Array]:
    """Poses (N, 4, 4) and columns (N, 6, n) modulo p, as elementary_transforms.py has them in floats."""
    draw = random.Random(p + count)
    joints: dict[tuple[int, bool, float], Array] = {}
    turned = np.tile(np.eye(3, dtype=np.int64), (N, 1, 1))
    o = np.zeros((N, 3), np.int64)
    seen: list[tuple[int, Array, bool, Array, Array]] = []
    for transform in transforms:
        if isinstance(transform, Place):
            o = (o + _times(turned, _lengths(transform.X[:3, 3], p)[None, :, None], p)[:, :, 0]) % p
            turned = _times(turned, _rotation(transform.X[:3, :3], p)[None], p)
            continue
        axis = turned[:, :, transform.axis]
        for term in transform.terms:
            factor = np.array([1 if term.of == "one" else draw.randrange(1, p) for _ in range(N)], dtype=np.int64)
            seen.append((term.parameter, factor, transform.turns, axis, o))
        if transform.turns:
            turned = _times(turned, _turn(transform, N, joints, draw, p), p)
        else:
            value = _lengths(np.array([transform.constant]), p)[0] + _draws(transform, N, joints, draw, p)
            o = (o + axis * (value % p)[:, None]) % p
    J = np.zeros((N, 6, count), np.int64)
    for k, factor, turns, axis, origin in seen:
        lever = crosses(axis, (o - origin) % p, p) if turns else axis
        J[:, :3, k] = (J[:, :3, k] + factor[:, None] * lever) % p
        if turns:
            J[:, 3:, k] = (J[:, 3:, k] + factor[:, None] * axis) % p
    T = np.zeros((N, 4, 4), np.int64)
    T[:, :3, :3], T[:, :3, 3], T[:, 3, 3] = turned, o, 1
    return T, J


def _draws(transform: Move, N: int, joints: dict[tuple[int, bool, float], Array], draw: random.Random, p: int) -> Array:
    """Random numbers for the coordinate of a joint, the same wherever it moves something; joints that follow it with another
    ratio than 1 or -1 get their own, since their angle is no rational function of its."""
    if transform.coordinate is None:
        return np.zeros(N, np.int64)
    key = (transform.coordinate, transform.turns, abs(transform.ratio))
    if key not in joints:
        joints[key] = np.array([draw.randrange(1, p) for _ in range(N)], dtype=np.int64)
    return joints[key] if transform.ratio > 0 else (p - joints[key]) % p


def _turn(transform: Move, N: int, joints: dict[tuple[int, bool, float], Array], draw: random.Random, p: int) -> Array:
    """(N, 3, 3): its constant angle and that of its joint."""
    c, s = _circle(transform.constant, p)
    cq, sq = np.array([Field(p).circle(int(t)) for t in _draws(transform, N, joints, draw, p)], np.int64).T
    R = np.zeros((N, 3, 3), np.int64)
    i, j = PLANES[transform.axis]
    R[:, transform.axis, transform.axis] = 1
    R[:, i, i] = R[:, j, j] = (c * cq - s * sq % p) % p
    R[:, j, i] = (s * cq % p + c * sq) % p
    R[:, i, j] = (p - R[:, j, i]) % p
    return R


def _circle(angle: float, p: int) -> OnCircle:
    """Cosine and sine of a constant angle: exact at quarter turns, else those of a rational tangent of its half."""
    quarters = round(angle / (np.pi / 2))
    if abs(angle - quarters * np.pi / 2) < QUARTER:
        return ((1, 0), (0, 1), (p - 1, 0), (0, p - 1))[quarters % 4]
    return Field(p).circle(Field(p).number(_fraction(float(np.tan(angle / 2)))))


def _rotation(R: Array, p: int) -> Array:
    """A rotation modulo p: of the quaternion, divided by its largest entry, which rounding leaves rational."""
    from scipy.spatial.transform import Rotation

    quaternion: Array = Rotation.from_matrix(R).as_quat()
    quaternion = quaternion / quaternion[int(np.argmax(np.abs(quaternion)))]
    near: Array = np.round(quaternion)
    quaternion = np.where(np.abs(quaternion - near) < QUARTER, near, quaternion)
    x, y, z, w = (_fraction(float(v)) for v in quaternion)
    turned: Any = rot_quaternion(x, y, z, w, 2 / (x * x + y * y + z * z + w * w))
    return np.array([[Field(p).number(v) for v in row] for row in turned], dtype=np.int64)


def _lengths(values: Array, p: int) -> Array:
    return np.array(
        [0 if abs(x) < ZERO_LENGTH else Field(p).number(_fraction(float(x))) for x in values], dtype=np.int64
    )


def _fraction(x: float) -> Fraction:
    """The short fraction that a float means."""
    return Fraction(x).limit_denominator(10**7)


def _times(A: Array, B: Array, p: int) -> Array:
    """Products of matrices modulo p, reduced before they are summed: three products of 62 bits overflow."""
    return (A[..., :, :, None] * B[..., None, :, :] % p).sum(axis=-2) % p


def crosses(u: Array, v: Array, p: int) -> Array:
    """Cross products modulo p of vectors (..., 3)."""
    return np.stack(cross(np.moveaxis(u, -1, 0), np.moveaxis(v, -1, 0), p), axis=-1)
