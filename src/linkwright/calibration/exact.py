"""Which parameters of a chain can be told apart by ideal measurements, decided exactly.

Columns of the identification Jacobian at random postures, in a prime field: an angle is a random point of the unit circle,
(1 - t^2, 2 t) / (1 + t^2), a constant rotation the rational one of its quaternion (Euler and Rodrigues): all of them are
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

from linkwright.calibration.steps import Move, Place, Step
from linkwright.spatial.turn import PLANES

Array = np.ndarray[Any, Any]
PRIMES = (2**31 - 1, 2**31 - 61)
"""Both 3 modulo 4: 1 + t^2 is never zero. A rank is too low in one with probability below 1e-6, in both below 1e-12."""
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


def tell_apart(steps: Sequence[Step], count: int, order: Sequence[int], rows: Rows) -> Told:
    """Of `count` parameters those that can be told apart, the first in `order` preferred."""
    found = [_told(_stacked(steps, count, rows, p), order, p) for p in PRIMES]
    return max(found, key=lambda told: len(told.kept))


def _told(J: Array, order: Sequence[int], p: int) -> Told:
    """Reduced row echelon form of columns in their order."""
    left, used = J[:, list(order)] % p, 0
    pivots: list[int] = []
    for column in range(left.shape[1]):
        fits = np.flatnonzero(left[used:, column])
        if not len(fits):
            continue
        left[[used, used + fits[0]]] = left[[used + fits[0], used]]
        left[used] = left[used] * pow(int(left[used, column]), -1, p) % p
        factors = left[:, column].copy()
        factors[used] = 0
        left = (left - factors[:, None] * left[used] % p) % p
        pivots.append(column)
        used += 1
        if used == len(left):
            break
    others = [k for k in range(left.shape[1]) if k not in pivots]
    on = {k: tuple(order[pivots[i]] for i in np.flatnonzero(left[: len(pivots), k])) for k in others}
    return Told(tuple(order[k] for k in pivots), tuple((order[k], on[k]) for k in others))


def _stacked(steps: Sequence[Step], count: int, rows: Rows, p: int) -> Array:
    """(N r, n) modulo p at as many random postures as the rank needs."""
    probe = rows(*_walk(steps, count, 1, p), p)
    postures = 4 + (count + 8) // probe.shape[1]
    J = rows(*_walk(steps, count, postures, p), p)
    return J.reshape(-1, count)


def _walk(steps: Sequence[Step], count: int, N: int, p: int) -> tuple[Array, Array]:
    """Poses (N, 4, 4) and columns (N, 6, n) modulo p, as steps.py has them in floats."""
    draw = random.Random(p + count)
    joints: dict[tuple[int, bool, float], Array] = {}
    turned = np.tile(np.eye(3, dtype=np.int64), (N, 1, 1))
    o = np.zeros((N, 3), np.int64)
    seen: list[tuple[int, Array, bool, Array, Array]] = []
    for step in steps:
        if isinstance(step, Place):
            o = (o + _times(turned, _lengths(step.X[:3, 3], p)[None, :, None], p)[:, :, 0]) % p
            turned = _times(turned, _rotation(step.X[:3, :3], p)[None], p)
            continue
        axis = turned[:, :, step.axis]
        for term in step.terms:
            factor = np.array([1 if term.of == "one" else draw.randrange(1, p) for _ in range(N)], dtype=np.int64)
            seen.append((term.parameter, factor, step.turns, axis, o))
        if step.turns:
            turned = _times(turned, _turn(step, N, joints, draw, p), p)
        else:
            value = _lengths(np.array([step.constant]), p)[0] + _draws(step, N, joints, draw, p)
            o = (o + axis * (value % p)[:, None]) % p
    J = np.zeros((N, 6, count), np.int64)
    for k, factor, turns, axis, origin in seen:
        lever = cross(axis, (o - origin) % p, p) if turns else axis
        J[:, :3, k] = (J[:, :3, k] + factor[:, None] * lever) % p
        if turns:
            J[:, 3:, k] = (J[:, 3:, k] + factor[:, None] * axis) % p
    T = np.zeros((N, 4, 4), np.int64)
    T[:, :3, :3], T[:, :3, 3], T[:, 3, 3] = turned, o, 1
    return T, J


def _draws(step: Move, N: int, joints: dict[tuple[int, bool, float], Array], draw: random.Random, p: int) -> Array:
    """Random numbers for the coordinate of a joint, the same wherever it moves something; joints that follow it with another
    ratio than 1 or -1 get their own, since their angle is no rational function of its."""
    if step.coordinate is None:
        return np.zeros(N, np.int64)
    key = (step.coordinate, step.turns, abs(step.ratio))
    if key not in joints:
        joints[key] = np.array([draw.randrange(1, p) for _ in range(N)], dtype=np.int64)
    return joints[key] if step.ratio > 0 else (p - joints[key]) % p


def _turn(step: Move, N: int, joints: dict[tuple[int, bool, float], Array], draw: random.Random, p: int) -> Array:
    """(N, 3, 3): its constant angle and that of its joint."""
    c, s = _circle(step.constant, p)
    t = _draws(step, N, joints, draw, p)
    below = _inverse((1 + t * t) % p, p)
    cq, sq = (1 - t * t % p) * below % p, 2 * t * below % p
    R = np.zeros((N, 3, 3), np.int64)
    i, j = PLANES[step.axis]
    R[:, step.axis, step.axis] = 1
    R[:, i, i] = R[:, j, j] = (c * cq - s * sq % p) % p
    R[:, j, i] = (s * cq % p + c * sq) % p
    R[:, i, j] = (p - R[:, j, i]) % p
    return R


def _circle(angle: float, p: int) -> tuple[int, int]:
    """Cosine and sine of a constant angle: exact at quarter turns, else those of a rational tangent of its half."""
    quarters = round(angle / (np.pi / 2))
    if abs(angle - quarters * np.pi / 2) < QUARTER:
        return ((1, 0), (0, 1), (p - 1, 0), (0, p - 1))[quarters % 4]
    t = _number(float(np.tan(angle / 2)), p)
    below = pow(1 + t * t, -1, p)
    return (1 - t * t) * below % p, 2 * t * below % p


def _rotation(R: Array, p: int) -> Array:
    """A rotation modulo p: of the quaternion, divided by its largest entry, which rounding leaves rational."""
    from scipy.spatial.transform import Rotation

    quaternion: Array = Rotation.from_matrix(R).as_quat()
    quaternion = quaternion / quaternion[int(np.argmax(np.abs(quaternion)))]
    near: Array = np.round(quaternion)
    quaternion = np.where(np.abs(quaternion - near) < QUARTER, near, quaternion)
    x, y, z, w = (_number(float(v), p) for v in quaternion)
    below = pow(x * x + y * y + z * z + w * w, -1, p)
    rows = [
        [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ]
    return np.array([[v * below % p for v in row] for row in rows], dtype=np.int64)


def _lengths(values: Array, p: int) -> Array:
    return np.array([0 if abs(x) < ZERO_LENGTH else _number(float(x), p) for x in values], dtype=np.int64)


def _number(x: float, p: int) -> int:
    """A float as the short fraction that it means, modulo p."""
    value = Fraction(x).limit_denominator(10**7)
    return value.numerator * pow(value.denominator, -1, p) % p


def _inverse(x: Array, p: int) -> Array:
    return np.array([pow(int(v), -1, p) for v in x], dtype=np.int64)


def _times(A: Array, B: Array, p: int) -> Array:
    """Products of matrices modulo p, reduced before they are summed: three products of 62 bits overflow."""
    return (A[..., :, :, None] * B[..., None, :, :] % p).sum(axis=-2) % p


def cross(u: Array, v: Array, p: int) -> Array:
    """Cross products modulo p."""
    return np.stack(
        [(u[..., i - 2] * v[..., i - 1] % p - u[..., i - 1] * v[..., i - 2]) % p for i in range(3)], axis=-1
    )
