"""Turning matrices: R S R' with few products where R turns about one coordinate axis.

In the plane of rotation a 2x2 block [[a, b], [c, d]] needs one shared combination e = s (a - d) + c (b + c'):
  a' = a - s e,  d' = d + s e,  b' = c e - c',  c' = c e - b.
"""

from __future__ import annotations

from linkwright.graph.expr import Scalar, is_zero
from linkwright.spatial.vector import IDENTITY, Mat, Vec

PLANES = ((1, 2), (2, 0), (0, 1))
"""Axis of rotation -> the plane it turns, in right-handed order."""


def oblique_axis(R: Mat) -> int | None:
    """0, 1 or 2 where R turns about that coordinate axis; None otherwise, and for quarter turns, which only swap entries."""
    for k in (2, 0, 1):
        i, j = PLANES[k]
        if _is_one(R[k][k]) and all(is_zero(x) for x in (R[i][k], R[j][k], R[k][i], R[k][j])):
            return None if is_zero(R[i][i]) or is_zero(R[j][i]) else k
    return None


def turned_matrix(R: Mat, B: Mat) -> Mat:
    """R B R' for any B."""
    if R == IDENTITY:
        return B
    k = oblique_axis(R)
    return R @ B @ R.T if k is None else _about(R, B, k, symmetric=False)


def turned_symmetric(R: Mat, S: Mat) -> Mat:
    """R S R' for symmetric S; both halves of the result hold the same expressions."""
    if R == IDENTITY:
        return S
    k = oblique_axis(R)
    return symmetric(R @ S @ R.T) if k is None else _about(R, S, k, symmetric=True)


def _about(R: Mat, B: Mat, k: int, symmetric: bool) -> Mat:
    i, j = PLANES[k]
    c, s = R[i][i], R[j][i]
    e = s * (B[i][i] - B[j][j]) + c * (B[i][j] + B[j][i])
    se, ce = s * e, c * e
    new: list[list[Scalar]] = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
    new[i][i], new[j][j], new[k][k] = B[i][i] - se, B[j][j] + se, B[k][k]
    new[i][j] = ce - B[j][i]
    new[j][i] = new[i][j] if symmetric else ce - B[i][j]
    new[i][k], new[j][k] = c * B[i][k] - s * B[j][k], s * B[i][k] + c * B[j][k]
    if symmetric:
        new[k][i], new[k][j] = new[i][k], new[j][k]
    else:
        new[k][i], new[k][j] = c * B[k][i] - s * B[k][j], s * B[k][i] + c * B[k][j]
    return Mat.of(new)


def symmetric(m: Mat) -> Mat:
    """The matrix with its lower half copied from the upper: one expression per pair."""
    return Mat(m[0], Vec(m[0][1], m[1][1], m[1][2]), Vec(m[0][2], m[1][2], m[2][2]))


def _is_one(x: Scalar) -> bool:
    return is_zero(x - 1)
