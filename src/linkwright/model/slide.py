"""What of a constant transform belongs to a joint's own axis, apart from the rest: d and theta of a modified DH row."""

from __future__ import annotations

from linkwright.graph.expr import Scalar, is_zero, number
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import IDENTITY, Mat, Vec

_TINY = 1e-12
"""Displacements this many times smaller than the others are rounding."""


def constant_value(x: Scalar) -> Scalar:
    """Constant expressions as the numbers they are."""
    value = number(x)
    return x if value is None else value


def split_along_z(X: Transform) -> tuple[Transform, Scalar]:
    """X = X' Trans_z(slide) with fewer non-zeros in X'.p, or X itself."""
    z = X.R.T[2]
    slide = z.dot(X.p)
    if is_zero(slide):
        return X, 0
    rest = (X.p - z * slide).map(constant_value)
    if number(slide) is not None:
        rest = _snap_small(rest, X.p)
    fewer = sum(not is_zero(x) for x in rest) < sum(not is_zero(x) for x in X.p)
    return (Transform(X.R, rest), constant_value(slide)) if fewer else (X, 0)


def split_about_z(X: Transform) -> tuple[Transform, Mat]:
    """X = X' Rot_z with X' a turn about x, where neither is a number: two turns cost less than the product of their entries.
    Else X and the identity."""
    R = X.R
    if not is_zero(R[0][2]) or any(number(x) is not None for x in (R[0][0], R[0][1], R[1][2], R[2][2])):
        return X, IDENTITY
    c, s = R[2][2], -R[1][2]
    return Transform(Mat(Vec(1, 0, 0), Vec(0, c, -s), Vec(0, s, c)), X.p), Mat(
        R[0], Vec(-R[0][1], R[0][0], 0), Vec(0, 0, 1)
    )


def _snap_small(v: Vec, scale: Vec) -> Vec:
    size = max((abs(float(n)) for x in scale if (n := number(x)) is not None), default=0.0)
    return v.map(lambda x: 0 if isinstance(n := number(x), float) and abs(n) < _TINY * size else x)
