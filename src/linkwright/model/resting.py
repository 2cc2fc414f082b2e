"""Links whose first moment no torque feels: nothing moves the point that it is taken about, and gravity has no lever.

A hinge turns its link about a line, z of the link's frame. Where that line never moves (the first joints, all along one line)
and gravity is parallel to it, the first moment across it is not felt (Khalil & Dombre 2002, section 9.4). Where there is no
gravity at all and a point of the line never moves (the axes before it meet there), neither is the first moment about that
point. A screw on the base that gravity does not turn moves its mass as it turns its inertia: m is felt as m pitch^2 more of
Izz.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import partial

from linkwright.graph.expr import Scalar, is_zero
from linkwright.model.directions import divisor, parallel_to_z, vanishes
from linkwright.model.tree import BASE, Link, Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import ZERO, Mat, Vec


class Still(Enum):
    """What never moves of a link."""

    ALL = "all of it: the base"
    AXIS = "every point of its z axis"
    LINE = "its z axis as a line, along which it slides"
    NOTHING = "nothing"


Rest = Still | Vec
"""What never moves of a link, or the one point of its z axis that does not."""


Rule = Callable[[Inertia], Inertia]
"""What is felt of an inertia."""


def felt(tree: Tree, values: Mapping[str, float] | None = None) -> list[Rule | None]:
    """For each link what of its inertia is felt, where that is not all. values: as for spin_directions."""
    rests: list[Rest] = []
    gravities: list[Vec] = []
    found: list[Rule | None] = []
    for link in tree.links:
        base = link.parent == BASE
        rest = _rest(link, Still.ALL if base else rests[link.parent], values)
        gravity = link.X.R.apply_T(
            tree.gravity if base else gravities[link.parent]
        )  # of use while all axes are one line
        rests.append(rest)
        gravities.append(gravity)
        if base and link.joint_type.without_pitch is not None and vanishes(gravity.z):
            found.append(partial(_on_a_thread, pitch=link.pitch))
        else:
            place = _lever(link, rest, gravity, tree.gravity == ZERO)
            found.append(None if place is None else partial(_turning_about, place=place))
    return found


def _lever(link: Link, rest: Rest, gravity: Vec, weightless: bool) -> Scalar | None:
    """Where on the z axis of a hinge's link its first moment is not felt, if anywhere."""
    if not link.joint_type.hinge or rest is Still.NOTHING:
        return None
    if isinstance(rest, Still):
        return 0 if parallel_to_z(gravity) else None
    return rest.z if weightless else None


def _turning_about(x: Inertia, place: Scalar) -> Inertia:
    """What is left of an inertia whose first moment about a point of its z axis is not felt; a tensor alone has no place."""
    return Inertia(x.m, ZERO, x.seen_from(Transform(p=Vec(0, 0, -place))).I)


def _on_a_thread(x: Inertia, pitch: Scalar) -> Inertia:
    return Inertia(0, x.h, x.I + Mat(ZERO, ZERO, Vec(0, 0, x.m * pitch * pitch)))


def _rest(link: Link, parent: Rest, values: Mapping[str, float] | None) -> Rest:
    kind, p, w = link.joint_type, link.X.p, link.X.R.T[2]
    if parent is Still.NOTHING or not kind.hinge_or_slider:
        return Still.NOTHING
    if parent is Still.ALL:
        return Still.AXIS if kind.hinge else Still.LINE
    if isinstance(parent, Still):
        if parallel_to_z(w):
            return (parent if kind.hinge else Still.LINE) if parallel_to_z(p) else Still.NOTHING
        place = _meeting(p, w, values) if parent is Still.AXIS else None
    else:
        apart = parent - p
        place = apart.dot(w) if all(vanishes(x) for x in apart.cross(w)) else None
    return Still.NOTHING if place is None or not kind.hinge else Vec(0, 0, place - link.slide)


def _meeting(p: Vec, w: Vec, values: Mapping[str, float] | None) -> Scalar | None:
    """Where along w the line through p meets the z axis, to which it is not parallel."""
    if parallel_to_z(p):
        return 0
    across = divisor(Vec(w.x, w.y, 0), values)
    if across is None or not vanishes(p.x * w.y - p.y * w.x):
        return None
    return 0 if is_zero(p[across]) else -(p[across] / w[across])
