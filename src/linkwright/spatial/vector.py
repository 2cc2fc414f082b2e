"""Three-vectors and 3x3 matrices over any scalar."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from linkwright.graph.expr import Scalar, cos, sin

Scalars = Sequence[Scalar]


def norm(values: Iterable[float | Fraction]) -> float:
    """Length of a vector of numbers, also where their squares leave the range of floating point."""
    numbers = [float(x) for x in values]
    square = sum(x * x for x in numbers)
    return math.sqrt(square) if 1e-200 < square < math.inf else math.hypot(*numbers)


class Vec(NamedTuple):
    """A three-vector."""

    x: Scalar
    y: Scalar
    z: Scalar

    def __add__(self, other: Vec) -> Vec:  # type: ignore[override]
        return Vec(self[0] + other[0], self[1] + other[1], self[2] + other[2])

    def __sub__(self, other: Vec) -> Vec:
        return Vec(self[0] - other[0], self[1] - other[1], self[2] - other[2])

    def __neg__(self) -> Vec:
        return Vec(-self[0], -self[1], -self[2])

    def __mul__(self, k: Scalar) -> Vec:  # type: ignore[override]
        return Vec(self[0] * k, self[1] * k, self[2] * k)

    __rmul__ = __mul__  # type: ignore[assignment]

    def dot(self, other: Vec) -> Scalar:
        return self[0] * other[0] + self[1] * other[1] + self[2] * other[2]

    def cross(self, other: Vec) -> Vec:
        return Vec(
            self[1] * other[2] - self[2] * other[1],
            self[2] * other[0] - self[0] * other[2],
            self[0] * other[1] - self[1] * other[0],
        )

    def map(self, f: Callable[[Scalar], Scalar]) -> Vec:
        return Vec(f(self[0]), f(self[1]), f(self[2]))


ZERO = Vec(0, 0, 0)
X, Y, Z = Vec(1, 0, 0), Vec(0, 1, 0), Vec(0, 0, 1)


class Mat(NamedTuple):
    """A 3x3 matrix, by rows."""

    r0: Vec
    r1: Vec
    r2: Vec

    @staticmethod
    def of(rows: Sequence[Sequence[Scalar]]) -> Mat:
        return Mat(Vec(*rows[0]), Vec(*rows[1]), Vec(*rows[2]))

    @property
    def T(self) -> Mat:
        return Mat(*(Vec(self[0][i], self[1][i], self[2][i]) for i in range(3)))

    def __matmul__(self, other: Mat) -> Mat:
        columns = other.T
        return Mat(*(Vec(*(row.dot(c) for c in columns)) for row in self))

    def __add__(self, other: Mat) -> Mat:  # type: ignore[override]
        return Mat(self[0] + other[0], self[1] + other[1], self[2] + other[2])

    def __sub__(self, other: Mat) -> Mat:
        return Mat(self[0] - other[0], self[1] - other[1], self[2] - other[2])

    def __neg__(self) -> Mat:
        return Mat(-self[0], -self[1], -self[2])

    def __mul__(self, k: Scalar) -> Mat:  # type: ignore[override]
        return Mat(self[0] * k, self[1] * k, self[2] * k)

    def apply(self, v: Vec) -> Vec:
        return Vec(self[0].dot(v), self[1].dot(v), self[2].dot(v))

    def apply_T(self, v: Vec) -> Vec:
        return self.T.apply(v)

    def map(self, f: Callable[[Scalar], Scalar]) -> Mat:
        return Mat(self[0].map(f), self[1].map(f), self[2].map(f))


IDENTITY = Mat(X, Y, Z)
NULL = Mat(ZERO, ZERO, ZERO)


def skew(v: Vec) -> Mat:
    """skew(v).apply(u) = v x u."""
    return Mat(Vec(0, -v[2], v[1]), Vec(v[2], 0, -v[0]), Vec(-v[1], v[0], 0))


def outer(u: Vec, v: Vec) -> Mat:
    """The matrix u v'."""
    return Mat(v * u[0], v * u[1], v * u[2])


def rot_x(angle: Scalar) -> Mat:
    """The turn about x by an angle."""
    c, s = cos(angle), sin(angle)
    return Mat(Vec(1, 0, 0), Vec(0, c, -s), Vec(0, s, c))


def rot_y(angle: Scalar) -> Mat:
    """The turn about y by an angle."""
    c, s = cos(angle), sin(angle)
    return Mat(Vec(c, 0, s), Vec(0, 1, 0), Vec(-s, 0, c))


def rot_z(angle: Scalar) -> Mat:
    """The turn about z by an angle."""
    c, s = cos(angle), sin(angle)
    return Mat(Vec(c, -s, 0), Vec(s, c, 0), Vec(0, 0, 1))


def rot_rpy(roll: Scalar, pitch: Scalar, yaw: Scalar) -> Mat:
    """Rz(yaw) Ry(pitch) Rx(roll): the URDF's rpy."""
    return rot_z(yaw) @ rot_y(pitch) @ rot_x(roll)


def rot_quaternion(x: Scalar, y: Scalar, z: Scalar, w: Scalar, two: Scalar = 2) -> Mat:
    """Rotation of a unit quaternion, with 1 - 2(..) on the diagonal. two: 2 / |q|^2, of one that has another length."""
    xx, yy, zz = x * x, y * y, z * z
    xy, xz, yz, wx, wy, wz = x * y, x * z, y * z, w * x, w * y, w * z
    return Mat(
        Vec(1 - two * (yy + zz), two * (xy - wz), two * (xz + wy)),
        Vec(two * (xy + wz), 1 - two * (xx + zz), two * (yz - wx)),
        Vec(two * (xz - wy), two * (yz + wx), 1 - two * (xx + yy)),
    )


def rot_axis_angle(axis: Vec, angle: Scalar) -> Mat:
    """Rodrigues' formula for a unit axis."""
    c, s = cos(angle), sin(angle)
    return IDENTITY * c + skew(axis) * s + outer(axis, axis) * (1 - c)
