"""How links move by their joints: places, rates, and rates of coordinates, over any scalar.  Featherstone 2008, table 4.1.

Every function takes the link and its own coordinates x or rates u; a link of one axis has a coordinate, its rate is that of
the coordinate. Rates are linear in u, and no link's axes depend on x in its own frame: dS/dt = 0 there.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from linkwright.graph.expr import Scalar, cos, number, sin
from linkwright.spatial.motion import Motion
from linkwright.spatial.vector import IDENTITY, ZERO, Mat, Scalars, Vec, Z, rot_quaternion, rot_z

if TYPE_CHECKING:
    from linkwright.model.tree import Link

Place = tuple[Vec, Mat, Scalar]
"""Displacement in the joint's axes at rest, rotation, slide along the link's own z."""


def turned_by(angle: Scalar, turn: Scalar) -> Mat:
    """Rot_z(angle + turn); quarter turns only swap and negate columns."""
    value = number(turn)
    quarters = None if value is None else float(value) / (math.pi / 2)
    if quarters is None or abs(quarters - round(quarters)) > 1e-12:
        return rot_z(angle + turn)
    c, s = cos(angle), sin(angle)
    c, s = ((c, s), (-s, c), (-c, -s), (s, -c))[round(quarters) % 4]
    return Mat(Vec(c, -s, 0), Vec(s, c, 0), Z)


# --- places ------------------------------------------------------------------------------------------------------------


def hinge_place(link: Link, x: Scalars) -> Place:
    """A turn about z; the link's constant turn and slide included."""
    return ZERO, turned_by(x[0], link.turn), link.slide


def screw_place(link: Link, x: Scalars) -> Place:
    """A turn about z that slides by the pitch per radian."""
    return ZERO, turned_by(x[0], link.turn), link.slide + link.pitch * x[0]


def slider_place(link: Link, x: Scalars) -> Place:
    """A slide along z."""
    return ZERO, IDENTITY, link.slide + x[0]


def planar_place(link: Link, x: Scalars) -> Place:
    """A place in the xy plane: x = px, py, cosine and sine of the angle."""
    px, py, c, s = x
    return Vec(px, py, 0), Mat(Vec(c, -s, 0), Vec(s, c, 0), Z), 0


def ball_place(link: Link, x: Scalars) -> Place:
    """A turn by the unit quaternion x."""
    return ZERO, rot_quaternion(*x), 0


def free_place(link: Link, x: Scalars) -> Place:
    """Position, then a unit quaternion."""
    return Vec(*x[:3]), rot_quaternion(*x[3:]), 0


# --- rates: motion of the link against its parent, in the link's axes --------------------------------------------------


def hinge_rate(link: Link, u: Scalars) -> Motion:
    """u[0] about z."""
    return Motion(ZERO, Vec(0, 0, u[0]))


def screw_rate(link: Link, u: Scalars) -> Motion:
    """u[0] about z, and pitch times that along it."""
    return Motion(Vec(0, 0, link.pitch * u[0]), Vec(0, 0, u[0]))


def slider_rate(link: Link, u: Scalars) -> Motion:
    """u[0] along z."""
    return Motion(Vec(0, 0, u[0]), ZERO)


def planar_rate(link: Link, u: Scalars) -> Motion:
    """Velocity along x and y, angular velocity about z."""
    return Motion(Vec(u[0], u[1], 0), Vec(0, 0, u[2]))


def ball_rate(link: Link, u: Scalars) -> Motion:
    """Angular velocity in the moved axes."""
    return Motion(ZERO, Vec(*u))


def free_rate(link: Link, u: Scalars) -> Motion:
    """Velocity, then angular velocity, both in the moved axes."""
    return Motion(Vec(*u[:3]), Vec(*u[3:]))


# --- dx/dt of x and the rates ------------------------------------------------------------------------------------------


def same_rates(x: Scalars, u: Scalars) -> list[Scalar]:
    """Rates that are derivatives of the coordinates."""
    return list(u)


def planar_coordinate_rates(x: Scalars, u: Scalars) -> list[Scalar]:
    """Rates of px, py, cosine and sine; the velocity is given in the moved axes."""
    c, s = x[2], x[3]
    return [c * u[0] - s * u[1], s * u[0] + c * u[1], -(s * u[2]), c * u[2]]


def quaternion_rates(x: Scalars, u: Scalars) -> list[Scalar]:
    """Half the quaternion times the angular velocity, which is given in the moved frame."""
    i, j, k, w = x
    a, b, c = (r / 2 for r in u)
    return [
        w * a - k * b + j * c,
        k * a + w * b - i * c,
        -(j * a) + i * b + w * c,
        -(i * a) - j * b - k * c,
    ]


def free_coordinate_rates(x: Scalars, u: Scalars) -> list[Scalar]:
    """Rates of position and quaternion; velocity and angular velocity are given in the moved axes."""
    return [*rot_quaternion(*x[3:]).apply(Vec(*u[:3])), *quaternion_rates(x[3:], u[3:])]
