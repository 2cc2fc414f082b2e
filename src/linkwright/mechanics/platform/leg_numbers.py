"""Legs in numbers: joint coordinates of a given end, the way to assemble that is nearest, what a held motor leaves free."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import atan2, inf, isnan, nan, remainder, tau

from linkwright.graph.expr import Scalar, as_number, floats, sqrt
from linkwright.mechanics.closure.explicit_legs import in_plane, normals, signs_of, solve_leg
from linkwright.mechanics.platform.legs import Leg
from linkwright.mechanics.tree.kinematics import link_transforms
from linkwright.spatial.vector import Vec


def crossing_and_rod(leg: Leg, joint: int, value: Scalar) -> tuple[Vec, Scalar] | None:
    """The point around which a leg's end moves, and at which distance, when the joint with its motor is held: the first joint
    of a leg with a rod, or the slider behind two crossing axes. None for other legs."""
    kinds = "".join(k.kind[0] for k in leg.tree.links)
    if signs_of(leg) is None:
        return None
    q: list[Scalar] = [0] * len(kinds)
    q[joint] = value
    at = link_transforms(leg.tree, q)
    last = len(kinds) - 1
    if kinds in ("rrp", "rp") and joint == last:
        way = at[last].point(leg.end) - at[0].p
        way = way if leg.plane is None else in_plane(way, leg.plane.T[2])
        return at[0].p, sqrt(way.dot(way))
    if joint == 0 and kinds in ("rrr", "prr", "rr", "pr"):
        rod = leg.end if leg.plane is None else in_plane(leg.end, normals(leg)[-1])
        return at[1].p, sqrt(rod.dot(rod))
    return None


def leg_positions(leg: Leg, point: Vec, signs: Sequence[float]) -> list[float]:
    """Joint coordinates in numbers, angles within half a turn of zero; NaN where the point is out of reach."""
    try:
        found = solve_leg(leg, point, signs)
    except (ValueError, ZeroDivisionError):  # a root of a negative number
        return [nan] * len(leg.tree.links)
    alone = [d for d in found.directions if len(d.joints) == 1]
    single = {d.joints[0]: remainder(atan2(*floats((d.s, d.c))) - as_number(d.turn), tau) for d in alone}
    return floats(found.lengths[k] if k in found.lengths else single[k] for k in range(len(leg.tree.links)))


def nearest_signs(leg: Leg, point: Vec, near: Sequence[float]) -> list[int]:
    """The way to assemble a leg that is nearest to given joint coordinates."""

    def distance(signs: tuple[int, ...]) -> float:
        total = 0.0
        for link, x, y in zip(leg.tree.links, leg_positions(leg, point, signs), near, strict=True):
            gap = x - y if link.joint_type.slider else remainder(x - y, tau)
            total += inf if isnan(gap) else gap * gap
        return total

    return list(min(product((1, -1), repeat=signs_of(leg) or 0), key=distance))
