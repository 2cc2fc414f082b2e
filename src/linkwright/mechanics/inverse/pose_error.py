"""How far a frame is from where it should be, and how this changes with the frame's motion, row by row.

The rotation error is the rotation vector from the frame to its goal (Siciliano et al. 2009, section 3.7.3): half its square has
the gradient -e along the angular velocity, so it has no false zero, not at a half turn either, as errors by sines have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from linkwright.graph.expr import Expr, Scalar, apply, sqrt
from linkwright.mechanics.inverse.masks import Mask
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import ZERO, Mat, Vec, X, Y, Z

_TINY = 1e-300
"""Keeps 0 / 0 away; no error that matters is as small."""

_UPSIDE_DOWN = 1e-9


@dataclass(frozen=True)
class Row:
    """One error; the frame's velocity and angular velocity change it by -(linear . v + angular . w)."""

    error: Scalar
    linear: Vec = ZERO
    angular: Vec = ZERO

    @property
    def turns(self) -> bool:
        """An angle, and no length."""
        return self.linear == ZERO


def pose_error(mask: Mask, X: Transform, goal: Transform) -> list[Row]:
    """Rows of a frame at X that should be at `goal`, both in the same axes."""
    gap = goal.p - X.p
    places = [Row(gap.dot(axis), linear=axis) for axis in mask.directions]
    return places + _ROTATIONS[mask.rotation](mask, X.R, goal.R)


def rotation_vector(M: Mat) -> Vec:
    """Axis times angle, 0 to pi, of a rotation matrix: through the quaternion, whose largest component is at least a half."""
    (a, b, c), (d, e, f), (g, h, i) = M
    by = (
        (h - f, c - g, d - b, 1 + a + e + i),  # each is the quaternion x y z w times four of its own component
        (1 + a - e - i, b + d, c + g, h - f),
        (b + d, 1 - a + e - i, f + h, c - g),
        (c + g, f + h, 1 - a - e + i, d - b),
    )
    upper, lower = _larger((by[0][3], by[0]), (by[1][0], by[1])), _larger((by[2][1], by[2]), (by[3][2], by[3]))
    x, y, z, w = _larger(upper, lower)[1]
    length = sqrt(x * x + y * y + z * z)
    half = apply("atan2", length, abs(w))
    scale = apply("select", w, 2, -2) * half / apply("max", length, _TINY)
    return Vec(x * scale, y * scale, z * scale)


_Weighed = tuple[Scalar, tuple[Scalar, ...]]


def _larger(one: _Weighed, other: _Weighed) -> _Weighed:
    ahead = one[0] - other[0]
    values = tuple(apply("select", ahead, x, y) for x, y in zip(one[1], other[1], strict=True))
    return apply("max", one[0], other[0]), values


def _whole(mask: Mask, R: Mat, goal: Mat) -> list[Row]:
    error = rotation_vector(goal @ R.T)
    return [Row(e, angular=axis) for e, axis in zip(error, (X, Y, Z), strict=True)]


def _none(mask: Mask, R: Mat, goal: Mat) -> list[Row]:
    return []


def _about(mask: Mask, R: Mat, goal: Mat) -> list[Row]:
    """The part about an axis n of the rotation M to the goal: tan = n . (M - M')^v / (tr M - n'M n)."""
    n, M = mask.axis, goal @ R.T
    a = Vec(M[2][1] - M[1][2], M[0][2] - M[2][0], M[1][0] - M[0][1])
    trace = M[0][0] + M[1][1] + M[2][2]
    back = M.apply_T(n)
    s, c = n.dot(a), trace - n.dot(back)
    size = s * s + c * c
    # where M turns the axis around, as an arm that points down asked to point up, no turn about it is any nearer
    angle = apply("select", size - _UPSIDE_DOWN, apply("atan2", s, c), _pi(size))
    if mask.only_about:
        return [Row(angle, angular=n)]
    slope = (n * trace - M.apply(n)) * c + (a + n.cross(back)) * s
    return [Row(angle, angular=slope * (1 / apply("max", size, _TINY)))]


def _direction(mask: Mask, R: Mat, goal: Mat) -> list[Row]:
    """The shortest turn that makes an axis n of the frame point where it should; across it: two other axes of the frame."""
    n = mask.axis
    one, other = mask.across
    u = R.apply_T(goal.apply(n))  # where it should point, in the frame
    x, y, z = u.dot(one), u.dot(other), u.dot(n)
    length = apply("hypot", x, y)
    scale = apply("atan2", length, z) / apply("max", length, _TINY)
    # at a half turn every axis across is as good: the first
    along_one = apply("select", length - 1e-14, -y * scale, apply("select", z, 0, _pi(z)))
    return [Row(along_one, angular=R.apply(one)), Row(x * scale, angular=R.apply(other))]


def _pi(like: Scalar) -> Scalar:
    from math import pi

    return Expr(like.graph, like.graph.pi()) if isinstance(like, Expr) else pi


_ROTATIONS: Mapping[str, Callable[[Mask, Mat, Mat], list[Row]]] = MappingProxyType(
    {"all": _whole, "none": _none, "about": _about, "direction": _direction}
)
