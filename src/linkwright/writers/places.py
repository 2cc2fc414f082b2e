"""Rotations as angles and quaternions, to the last digit that a file can hold."""

from __future__ import annotations

import math

from linkwright.graph.expr import floats
from linkwright.readers.snap import Snapper
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Mat


def rpy(R: Mat) -> tuple[float, float, float]:
    """roll, pitch, yaw with R = Rz(yaw) Ry(pitch) Rx(roll).

    Yaw first; roll from what is left when it is undone. Near gimbal lock yaw alone is badly determined, and an error in it is
    made up for by roll: R itself comes out to rounding.
    """
    (xx, xy, xz), (yx, yy, yz), (zx, _, _) = (floats(row) for row in R)
    size = math.hypot(xx, yx)
    c, s = (xx / size, yx / size) if size > 1e-12 else (1.0, 0.0)
    roll = math.atan2(s * xz - c * yz, c * yy - s * xy)
    pitch = math.atan2(-zx, c * xx + s * yx)
    yaw = math.atan2(s, c)
    return roll + 0.0, pitch + 0.0, yaw + 0.0  # no -0.0


def quaternion(R: Mat) -> tuple[float, float, float, float]:
    """w, x, y, z, from the largest of the four (Shepperd 1978)."""
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = (floats(row) for row in R)
    squares = (1 + xx + yy + zz, 1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz)
    k = max(range(4), key=squares.__getitem__)
    rows = (
        (squares[0], zy - yz, xz - zx, yx - xy),
        (zy - yz, squares[1], yx + xy, xz + zx),
        (xz - zx, yx + xy, squares[2], zy + yz),
        (yx - xy, xz + zx, zy + yz, squares[3]),
    )
    length = math.sqrt(sum(x * x for x in rows[k]))
    w, x, y, z = (value / length + 0.0 for value in rows[k])
    return w, x, y, z


def read_as_rpy(place: Transform) -> Transform:
    """What readers of xyz and rpy make of a place: angles that mean a quarter turn are one, lengths that mean 0 are 0."""
    snapper = Snapper()
    return Transform(snapper.rpy(*rpy(place.R)), snapper.vector(floats(place.p)))


def distance(a: Transform, b: Transform) -> float:
    """The largest difference of an entry."""
    rows = zip(a.matrix(), b.matrix(), strict=True)
    return max(abs(x - y) for first, second in rows for x, y in zip(floats(first), floats(second), strict=True))
