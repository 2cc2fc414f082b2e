"""How the elementary joints move: pose, rates and their effect on vectors. Featherstone 2008, tables 4.1 and 4.2."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.graph.expr import Scalar, cos, is_zero, number, sin
from linkwright.model.tree import Link, Tree
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import IDENTITY, ZERO, Mat, Vec, Z, rot_quaternion, rot_z

Scalars = Sequence[Scalar]


@dataclass(frozen=True)
class Pose:
    """A link in its parent: constant X, then displacement p (in the joint's axes at rest), rotation R, slide along own z."""

    X: Transform
    p: Vec
    R: Mat
    slide: Scalar

    @property
    def whole(self) -> Transform:
        """The link's frame in its parent's."""
        return self.X @ Transform(self.R, self.p + self.R.T[2] * self.slide if not is_zero(self.slide) else self.p)

    def inward(self, u: Vec) -> Vec:
        """A vector in the link's axes, turned into the parent's axes."""
        return self.X.R.apply(self.R.apply(u))

    def outward(self, u: Vec) -> Vec:
        """A vector in the parent's axes, turned into the link's axes."""
        return self.R.apply_T(self.X.R.apply_T(u))


def pose(link: Link, q: Scalars) -> Pose:
    """Where the link is for joint coordinates q."""
    if link.kind == "floating":
        return Pose(link.X, Vec(*q[link.iq : link.iq + 3]), rot_quaternion(*q[link.iq + 3 : link.iq + 7]), 0)
    if link.kind == "spherical":
        return Pose(link.X, ZERO, rot_quaternion(*q[link.iq : link.iq + 4]), 0)
    if link.kind == "planar":
        x, y, c, s = q[link.iq : link.iq + 4]
        return Pose(link.X, Vec(x, y, 0), Mat(Vec(c, -s, 0), Vec(s, c, 0), Z), 0)
    way = coordinate(link, q)
    if link.kind == "prismatic":
        return Pose(link.X, ZERO, IDENTITY, link.slide + way)
    R = turned_by(way, link.turn)
    return Pose(link.X, ZERO, R, link.slide + link.pitch * way if link.kind == "helical" else link.slide)


SPINNING = ("revolute", "helical")
"""Kinds of links that turn about their own z by their coordinate."""


def coordinate(link: Link, q: Scalars) -> Scalar:
    """How far a link of one axis has gone; mimic joints follow another's coordinate."""
    return link.ratio * q[link.iq] + link.offset


def turned_by(angle: Scalar, turn: Scalar) -> Mat:
    """Rot_z(angle + turn); quarter turns only swap and negate columns."""
    value = number(turn)
    quarters = None if value is None else float(value) / (math.pi / 2)
    if quarters is None or abs(quarters - round(quarters)) > 1e-12:
        return rot_z(angle + turn)
    c, s = cos(angle), sin(angle)
    c, s = ((c, s), (-s, c), (-c, -s), (s, -c))[round(quarters) % 4]
    return Mat(Vec(c, -s, 0), Vec(s, c, 0), Z)


def rate(link: Link, v: Scalars) -> tuple[Vec, Vec]:
    """(linear, angular) velocity of the link against its parent, in the link's axes; linear in v, so it serves for
    accelerations and for virtual displacements as well."""
    i = link.iv
    if link.kind == "floating":
        return Vec(*v[i : i + 3]), Vec(*v[i + 3 : i + 6])
    if link.kind == "spherical":
        return ZERO, Vec(*v[i : i + 3])
    if link.kind == "planar":
        return Vec(v[i], v[i + 1], 0), Vec(0, 0, v[i + 2])
    r = link.ratio * v[i]
    if link.kind == "prismatic":
        return Vec(0, 0, r), ZERO
    if link.kind == "helical":
        return Vec(0, 0, link.pitch * r), Vec(0, 0, r)
    return ZERO, Vec(0, 0, r)


def size(link: Link) -> int:
    """Degrees of freedom of the link's joint."""
    return {"floating": 6, "spherical": 3, "planar": 3}.get(link.kind, 1)


def axes(link: Link) -> list[tuple[int, Vec, Vec]]:
    """Motion subspace: (index in v, linear, angular) per degree of freedom, in the link's axes, mimic ratio included."""
    unit = [0] * (link.iv + size(link))
    result: list[tuple[int, Vec, Vec]] = []
    for k in range(link.iv, link.iv + size(link)):
        unit[k] = 1
        result.append((k, *rate(link, unit)))
        unit[k] = 0
    return result


def project(link: Link, f: Vec, n: Vec, tau: list[Scalar]) -> None:
    """tau += S' (f, n): the joint's generalised force of the force f and moment n that act on the link."""
    for k, linear, angular in axes(link):
        tau[k] = tau[k] + (linear.dot(f) + angular.dot(n))


def transmit(at: Pose, f: Vec, n: Vec) -> tuple[Vec, Vec]:
    """Force and moment at the link's origin -> the same at the parent's origin, in the parent's axes."""
    if not is_zero(at.slide):
        n = Vec(n[0] - at.slide * f[1], n[1] + at.slide * f[0], n[2])
    f, n = at.R.apply(f), at.R.apply(n)
    n = n + at.p.cross(f)
    f, n = at.X.R.apply(f), at.X.R.apply(n)
    return f, n + at.X.p.cross(f)


def carried_outward(at: Pose, u: Vec, w: Vec) -> tuple[Vec, Vec]:
    """A motion vector at the parent's origin -> at the link's origin, in the link's axes."""
    u = at.X.R.apply_T(u + w.cross(at.X.p))
    w = at.X.R.apply_T(w)
    u = at.R.apply_T(u + w.cross(at.p))
    w = at.R.apply_T(w)
    if not is_zero(at.slide):
        u = u + Vec(w[1] * at.slide, -(w[0] * at.slide), 0)
    return u, w


def poses(tree: Tree, q: Scalars) -> list[Pose]:
    return [pose(link, q) for link in tree.links]


def unit_groups(tree: Tree) -> tuple[tuple[str, ...], ...]:
    """Names of the coordinates whose squares sum to one: quaternions, cosine and sine of planar joints."""
    spans = {"planar": (2, 4), "spherical": (0, 4), "floating": (3, 7)}
    return tuple(
        tuple(f"q[{link.iq + k}]" for k in range(*spans[link.kind])) for link in tree.links if link.kind in spans
    )
