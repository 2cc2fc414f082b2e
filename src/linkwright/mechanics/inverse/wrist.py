"""Arms of six joints with three revolute axes at an end that meet in a point: the point's position is the problem of the other
three joints, the orientation that of these three.  Pieper 1968.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.graph.expr import Scalar
from linkwright.mechanics.inverse.axes import Angle, Value
from linkwright.mechanics.inverse.branches import Branch
from linkwright.mechanics.inverse.chain import Chain
from linkwright.mechanics.inverse.geometry import Geometry, across
from linkwright.mechanics.inverse.masks import Mask
from linkwright.mechanics.inverse.position import positions
from linkwright.mechanics.inverse.subproblems import turn_into_plane, turn_onto, turned
from linkwright.spatial.vector import Vec


def spherical_wrist(chain: Chain, mask: Mask) -> Sequence[Branch] | str:
    """All branches where the last three axes meet in a point, or the first three."""
    reasons: list[str] = []
    for seen, where in ((chain, "last"), (chain.reversed, "first")):
        geometry = Geometry(seen)
        centre = geometry.concurrent(3, 4, 5)
        if centre is None:
            reasons.append(f"the {where} three axes do not meet in a point{_near_miss(geometry)}")
            continue
        found = _solved(seen, geometry, centre)
        if not isinstance(found, str):
            return found
        reasons.append(found)
    return ", ".join(reasons)


def _near_miss(geometry: Geometry) -> str:
    """What a file that rounds its numbers makes of a wrist."""
    names = geometry.chain.names
    for i, j in ((3, 4), (4, 5)):
        if not geometry.parallel(i, j) and 0 < (gap := geometry.miss(i, j)) < _NEAR * geometry.size:
            return f" ('{names[i]}' and '{names[j]}' miss each other by {gap:.2g} m)"
    return ""


_NEAR = 1e-3
"""Part of the arm's size below which a miss is worth telling."""


def _solved(chain: Chain, geometry: Geometry, centre: Vec) -> Sequence[Branch] | str:
    arm = positions(chain, geometry, centre, chain.wanted_point(centre))
    if isinstance(arm, str):
        return arm
    joints = chain.joints
    branches: list[Branch] = []
    for values, conditions in arm:
        inner = Branch({j.index: v for j, v in zip(joints[:3], values, strict=True)}, conditions)
        for turns, condition in _orientations(chain, geometry, values):
            outer = Branch({j.index: v for j, v in zip(joints[3:], turns, strict=True)}, (condition,))
            branches.append(inner | outer)
    return branches


def _orientations(chain: Chain, geometry: Geometry, values: Sequence[Value]) -> list[tuple[tuple[Angle, ...], Scalar]]:
    """R4 R5 R6 = R at values of the first three joints: the fifth turns the sixth axis to its angle with the fourth."""
    h4, h5, h6 = (axis.h for axis in chain.axes[3:])
    side = across(h6, chain.home.R)
    pointed, sideways = (_carried_back(chain, values, chain.wanted_vector(v)) for v in (h6, side))
    fifth = turn_into_plane(h5, h6, h4, h4.dot(pointed))
    square_wrist = geometry.perpendicular(3, 4) and geometry.perpendicular(4, 5)
    found: list[tuple[tuple[Angle, ...], Scalar]] = []
    for k, angle in enumerate(fifth.angles):
        if k and square_wrist:  # the other branch is half a turn away in the outer two
            first = found[0][0]
            found.append(((first[0].opposite, angle, first[2].opposite), fifth.condition))
            break
        fourth = turn_onto(h4, turned(h5, angle, h6), pointed)
        rest = turned(h5, -angle, turned(h4, -fourth, sideways))
        found.append(((fourth, angle, turn_onto(h6, side, rest)), fifth.condition))
    return found


def _carried_back(chain: Chain, values: Sequence[Value], v: Vec) -> Vec:
    """A direction seen from behind the first three joints."""
    for axis, value in zip(chain.axes, values, strict=False):
        v = axis.vector(axis.opposite(value), v)
    return v
