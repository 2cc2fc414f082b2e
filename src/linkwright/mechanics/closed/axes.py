"""Axes that do not turn: where links follow each other about parallel axes, vectors are written in the axes of the link that
carries them all.

There, links turn by sums of angles, which parallelograms share; accelerations and forces pass from link to link unchanged; and
on a turntable the angular velocity that all of them share has one component. A link without such company keeps its own axes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.graph.expr import Expr, Scalar, number, sin
from linkwright.model.joint_motion import turned_by
from linkwright.model.tree import BASE, Link, Tree
from linkwright.spatial.vector import IDENTITY, Mat, Vec, Z


@dataclass(frozen=True)
class Group:
    """Links about one direction: `carrier` is the link they stand on; A turns the axes of the group into the carrier's."""

    carrier: int
    A: Mat


@dataclass(frozen=True)
class FixedAxes:
    """How a link stands.

    group:  its group; alone: whether the axes turn with the link (nobody shares them)
    angle, turn: about z of the group's axes; K: what is constant after that turn
    r:      from the parent's origin to its own, in the axes of the parent link's own frame
    """

    group: int
    alone: bool
    angle: Scalar
    turn: Scalar
    K: Mat
    r: Vec
    slides: Vec | None

    @property
    def R(self) -> Mat:
        """Components in the link's own frame -> in the axes it is written in."""
        if self.alone:
            return self.K
        return turned_by(self.angle, self.turn) @ self.K if not _still(self) else self.K

    def inward(self, u: Vec) -> Vec:
        u = self.K.apply(u)
        return u if self.alone or _still(self) else turned_by(self.angle, self.turn).apply(u)

    def outward(self, u: Vec) -> Vec:
        if not (self.alone or _still(self)):
            u = turned_by(self.angle, self.turn).apply_T(u)
        return self.K.apply_T(u)


def _still(s: FixedAxes) -> bool:
    return number(s.angle) == 0 and number(s.turn) == 0


@dataclass(frozen=True)
class Standing:
    groups: tuple[Group, ...]
    links: tuple[FixedAxes, ...]

    def same_axes(self, tree: Tree, i: int) -> bool:
        """Whether link i is written in the same axes as its parent."""
        p = tree.links[i].parent
        return self.links[i].group == (0 if p == BASE else self.links[p].group)


def stand(tree: Tree, q: Sequence[Scalar]) -> Standing | None:
    """How all links stand; None where a joint is neither revolute nor prismatic, or mimics another: absolute rates are one per
    link, and links that share a rate have none of their own."""
    shared = len({link.iv for link in tree.links}) < len(tree.links)
    if shared or any(not link.joint_type.hinge_or_slider for link in tree.links):
        return None
    groups = [Group(BASE, IDENTITY)]
    found: list[tuple[int, Scalar, Scalar, Mat]] = []
    for _, link in tree.outward():
        found.append(_placed(link, groups, found, link.coordinate(q)))
    company = [0] * len(groups)
    for (group, *_), link in zip(found, tree.links, strict=True):
        company[group] += link.joint_type.hinge
    stands: list[FixedAxes] = []
    for link, (group, angle, turn, K) in zip(tree.links, found, strict=True):
        z = link.X.R.T[2]
        way = link.slide + link.coordinate(q) if link.joint_type.slider else link.slide
        stands.append(
            FixedAxes(
                group, company[group] == 1, angle, turn, K, link.X.p + z * way, z if link.joint_type.slider else None
            )
        )
    return Standing(tuple(groups), tuple(stands))


Placed = tuple[int, Scalar, Scalar, Mat]
_GROUND: Placed = (0, 0, 0, IDENTITY)


def _placed(link: Link, groups: list[Group], found: list[Placed], way: Scalar) -> Placed:
    group, angle, turn, K = _GROUND if link.parent == BASE else found[link.parent]
    if link.joint_type.slider:
        return group, angle, turn, K @ link.X.R
    spun = _about_z(K @ link.X.R)
    if spun is not None:
        sign, more, constant, rest = spun
        return group, angle + (more + sign * way), turn + sign * link.turn + constant, rest
    for g, other in enumerate(groups):
        if g and other.carrier == link.parent and (spun := _about_z(other.A.T @ link.X.R)) is not None:
            sign, more, constant, rest = spun
            return g, more + sign * way, sign * link.turn + constant, rest
    groups.append(Group(link.parent, link.X.R))
    return len(groups) - 1, way, link.turn, IDENTITY


_FLIP = Mat(Vec(1, 0, 0), Vec(0, -1, 0), Vec(0, 0, -1))


def _about_z(R: Mat) -> tuple[int, Scalar, Scalar, Mat] | None:
    """R Rot_z(q) = Rot_z(angle + turn + sign q) rest, for a constant R whose third column is z or -z; None for any other."""
    z = R.T[2]
    if z not in (Z, -Z):
        return None
    sign, rest = (1, IDENTITY) if z == Z else (-1, _FLIP)
    found = angle_about_z(R if z == Z else R @ _FLIP)
    return None if found is None else (sign, *found, rest)


def angle_about_z(R: Mat) -> tuple[Scalar, Scalar] | None:
    """The angle of a constant rotation about z as (symbols, number)."""
    cosine, sine = number(R[0][0]), number(R[1][0])
    if cosine is not None and sine is not None:
        return 0, math.atan2(float(sine), float(cosine))
    for quarters in range(4):
        T = turned_by(0, -quarters * (math.pi / 2)) @ R
        c, s = T[0][0], T[1][0]
        if isinstance(c, Expr) and c.graph.op[c.index] == "cos":
            angle = Expr(c.graph, c.graph.args[c.index][0])
            if s in (sin(angle), -sin(angle)):
                return (angle if s == sin(angle) else -angle), quarters * (math.pi / 2)
    return None
