"""Places of the YAML format: an origin, and a rotation in one of three forms."""

from __future__ import annotations

from dataclasses import replace

from linkwright.formula.scalar import constant
from linkwright.readers.keys import Key, Place, Record
from linkwright.readers.kinds import listed, vector
from linkwright.readers.yaml_parts import Parts
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import IDENTITY, ZERO, Mat

_ORTHOGONAL = 1e-6
"""How far rows of a rotation may be from orthonormal, as files round them."""


def _rotation(place: Place) -> Mat | None:
    """The rows as they are; those with symbols are taken as a rotation."""
    rows = _ROWS.read(place)
    if rows is None or any(row is None for row in rows):
        return None
    if len(rows) != 3:
        return place.fail("is not three rows")
    R = Mat(*rows)
    square = [constant(x) for row in R @ R.T for x in row]
    off = [abs(x - (k % 4 == 0)) for k, x in enumerate(square) if x is not None]
    turned = constant(R[0].dot(R[1].cross(R[2])))
    if max(off, default=0) > _ORTHOGONAL or (turned is not None and turned < 0):
        place.fail(
            "is no rotation", "rows are unit vectors at right angles, the third the cross product of the first two"
        )
    return R


def _quaternion(place: Place) -> Mat | None:
    q = _FOUR.read(place)
    return None if q is None else place.parts.quaternion(q, place.what, place.node.line)


_FOUR, _ROWS = vector(4), listed(vector(3), "3 rows of 3 numbers", "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]")
_SCHEMA = {**_ROWS.schema, "minItems": 3, "maxItems": 3}
TURNS = ("rpy", "quaternion", "rotation")
"""A place has one of them."""
PLACE = (
    Key("xyz", vector(3, "m"), "its origin", shown="`[0, 0, 0]`"),
    Key("rpy", vector(3, "rad"), "roll, pitch, yaw: Rz(yaw) Ry(pitch) Rx(roll)", shown="`[0, 0, 0]`"),
    Key("quaternion", replace(_FOUR, read=_quaternion), "instead of `rpy`: `[x, y, z, w]`, scaled to length one"),
    Key("rotation", replace(_ROWS, read=_rotation, schema=_SCHEMA), "instead of `rpy`: rows of the matrix, as they are"),
)  # fmt: skip


def placement(x: Record, parts: Parts) -> Transform:
    """The place that a mapping with these keys says."""
    p = ZERO if x["xyz"] is None else parts.snapper.vector(x["xyz"])
    turned = next((R for R in (x["rotation"], x["quaternion"]) if R is not None), IDENTITY)
    return Transform(turned if x["rpy"] is None else parts.snapper.rpy(*x["rpy"]), p)
