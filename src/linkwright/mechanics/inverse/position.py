"""Three joints that carry a point w to a point p:  E1 E2 E3 w = p,  revolute and prismatic in any order.

Solved forward, or backward as  E3^-1 E2^-1 E1^-1 p = w; else by a quartic (Pieper 1968; Craig 2005, section 4.6).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from linkwright.graph.expr import Scalar
from linkwright.mechanics.inverse.arm import Arm, Solution, Way
from linkwright.mechanics.inverse.axes import Angle, Axis, Prismatic, Revolute, Value
from linkwright.mechanics.inverse.chain import Chain
from linkwright.mechanics.inverse.geometry import Geometry
from linkwright.mechanics.inverse.position_skew import HINGE_SLIDE_HINGE, hinges_and_slide, skew_hinge, skew_slide
from linkwright.mechanics.inverse.position_slides import hinge_and_slides, slide_hinge_slide, three_slides
from linkwright.mechanics.inverse.subproblems import (
    slide_into_plane,
    slide_to_distance,
    turn_into_plane,
    turn_onto,
    turn_to_distance,
    two_turns,
)
from linkwright.spatial.vector import Vec


def positions(chain: Chain, geometry: Geometry, w: Vec, p: Vec) -> list[Solution] | str:
    """All values of the first three joints of a chain that carry w to p, or why there is no closed form."""
    a, b, c = chain.axes[:3]
    if isinstance(c, Revolute) and geometry.on_axis(2, w):
        return f"'{chain.names[2]}' does not move the point where the axes meet"
    arm = Arm((a, b, c), w, p, geometry)
    kinds = chain.kinds[:3]
    for tried in (_WAYS, _LAST):
        for way in tried.get(kinds, ()):
            found = way(arm)
            if found is not None:
                return found
        for way in tried.get(kinds[::-1], ()):
            found = way(arm.backward)
            if found is not None:
                return [(values[::-1], conditions) for values, conditions in found]
    return f"'{chain.names[0]}', '{chain.names[1]}' and '{chain.names[2]}' cannot carry a point anywhere"


# --- revolute, revolute, and a third -----------------------------------------------------------------------------------------


def _first_two_meet(arm: Arm) -> list[Solution] | None:
    """The third joint sets the distance from the point where the first two meet; these then turn it to p."""
    centre = arm.meet(0, 1)
    if centre is None:
        return None
    (a, b, _), r = arm.axes, arm.p - centre
    found: list[Solution] = []
    for value, moved, condition in _at_distance(arm, centre, r.dot(r)):
        pairs, reach = two_turns(a.h, b.h, moved - centre, r)
        found += [((first, second, value), (condition, reach)) for first, second in pairs]
    return found


def _at_distance(arm: Arm, centre: Vec, square: Scalar) -> Iterator[tuple[Value, Vec, Scalar]]:
    """Values of the third joint that put w at a distance from a centre, with where w is then."""
    axis = arm.axes[2]
    if isinstance(axis, Revolute):
        roots = turn_to_distance(axis.h, arm.w - axis.p, centre - axis.p, square)
        values, condition = roots.angles, roots.condition
    else:
        lengths = slide_to_distance(axis.h, arm.w, centre, square)
        values, condition = lengths
    for value in values:
        yield value, axis.point(value, arm.w), condition


def _in_plane(arm: Arm, k: Vec, d: Scalar) -> Iterator[tuple[Value, Vec, Scalar]]:
    """Values of the third joint that put w into the plane k . x = d, with where w is then."""
    axis = arm.axes[2]
    if isinstance(axis, Revolute):
        roots = turn_into_plane(axis.h, arm.w - axis.p, k, d - k.dot(axis.p))
        for angle in roots.angles:
            yield angle, axis.point(angle, arm.w), roots.condition
    else:
        value = slide_into_plane(axis.h, arm.w, k, d)
        yield value, axis.point(value, arm.w), 1


def _first_two_parallel(arm: Arm) -> list[Solution] | None:
    """The third joint sets the height along the first two, which then reach p in a plane."""
    a, b, c = arm.axes
    level = arm.parallel(0, 2) if isinstance(c, Revolute) else arm.perpendicular(0, 2)
    if not arm.parallel(0, 1) or level:
        return None
    found: list[Solution] = []
    for value, moved, condition in _in_plane(arm, a.h, a.h.dot(arm.p)):
        for pair, reach in _two_in_plane(a, b, moved, arm.p):
            found.append(((*pair, value), (condition, reach)))
    return found


def _two_in_plane(a: Axis, b: Axis, w: Vec, p: Vec) -> Iterator[tuple[tuple[Angle, Angle], Scalar]]:
    """E_a E_b w = p about parallel axes, heights apart."""
    r = _flat(a, p - a.p)
    roots = turn_to_distance(b.h, _flat(a, w - b.p), _flat(a, a.p - b.p), r.dot(r))
    for angle in roots.angles:
        yield (turn_onto(a.h, b.point(angle, w) - a.p, r), angle), roots.condition


def _flat(axis: Axis, v: Vec) -> Vec:
    """A vector without its part along an axis."""
    return v - axis.h * axis.h.dot(v)


_WAYS: Mapping[tuple[type[Axis], ...], Sequence[Way]] = {
    (Revolute, Revolute, Revolute): (_first_two_meet, _first_two_parallel),
    (Revolute, Revolute, Prismatic): (_first_two_meet, _first_two_parallel),
    (Revolute, Prismatic, Revolute): HINGE_SLIDE_HINGE,
    (Revolute, Prismatic, Prismatic): (hinge_and_slides,),
    (Prismatic, Revolute, Prismatic): (slide_hinge_slide,),
    (Prismatic, Prismatic, Prismatic): (three_slides,),
}
"""Kinds of the joints -> what is tried, in this order, forward and then backward."""
_LAST: Mapping[tuple[type[Axis], ...], Sequence[Way]] = {
    (Revolute, Revolute, Revolute): (skew_hinge,),
    (Revolute, Revolute, Prismatic): (hinges_and_slide, skew_slide),
}
"""What is left where nothing lies specially."""
