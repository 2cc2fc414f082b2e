"""Arms of six joints of which three consecutive revolute axes meet in a point: the point's position is the problem of the other
three joints, the orientation that of these three.  Pieper 1968.

Where the three are in the middle, the joint before them is seen from behind the last: with G = target home^-1,
  E0 (E1 E2 E3) E4 E5 = G   and   E1 E2 E3 w = w   give   E4 E5 (G^-1 E0 G) G^-1 w = w,
which is again the problem of three joints that carry a point.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from linkwright.graph.expr import Scalar
from linkwright.mechanics.inverse.axes import Angle
from linkwright.mechanics.inverse.branches import Branch
from linkwright.mechanics.inverse.carried import Left
from linkwright.mechanics.inverse.chain import Chain, Joint
from linkwright.mechanics.inverse.geometry import Geometry, across
from linkwright.mechanics.inverse.masks import Mask
from linkwright.mechanics.inverse.position import positions
from linkwright.mechanics.inverse.subproblems import turn_into_plane, turn_onto, turned
from linkwright.spatial.vector import Vec

_LAST, _INNER = 3, 1
"""Where a wrist starts: at the end of the chain, or behind its first joint. The others are these seen from the tool."""


def spherical_wrist(chain: Chain, mask: Mask) -> Sequence[Branch] | str:
    """All branches where three consecutive axes meet in a point."""
    reasons: list[str] = []
    views = [Geometry(chain), Geometry(chain.reversed)]
    for first in (_LAST, _INNER):
        for geometry in views:
            centre = geometry.concurrent(first, first + 1, first + 2)
            if centre is None:
                reasons.append(_near_miss(geometry, first))
                continue
            found = _solved(geometry, first, centre)
            if not isinstance(found, str):
                return found
            reasons.append(found)
    told = [reason for reason in dict.fromkeys(reasons) if reason]
    return "; ".join(told) if told else "no three consecutive axes meet in a point"


def _near_miss(geometry: Geometry, first: int) -> str:
    """What a file that rounds its numbers makes of a wrist; nothing where the axes are far from one."""
    pairs = [(first, first + 1), (first + 1, first + 2)]
    if any(geometry.parallel(*pair) for pair in pairs):
        return ""
    gap, pair = max((geometry.miss(*pair), pair) for pair in pairs)
    apart = geometry.apart(first, first + 1, first + 2)
    if max(gap, apart) > _NEAR * geometry.size:
        return ""
    names = [f"'{name}'" for name in geometry.chain.names]
    if apart > gap:
        return f"{names[first]} and {names[first + 2]} meet {names[first + 1]} in points {apart:.2g} m apart"
    return f"{names[pair[0]]} and {names[pair[1]]} miss each other by {gap:.2g} m"


_NEAR = 1e-3
"""Part of the arm's size below which a miss is worth telling."""


def _solved(geometry: Geometry, first: int, centre: Vec) -> Sequence[Branch] | str:
    """Branches of a wrist that starts at a joint."""
    chain = geometry.chain
    wrist, arm = chain.joints[first : first + 3], _arm(chain, first)
    ends = (centre, chain.wanted_point(centre)) if first == _LAST else (_wanted_back(chain, centre), centre)
    found = positions(arm, geometry if first == _LAST else Geometry(arm), *ends)
    if isinstance(found, str):
        return found
    branches: list[Branch] = []
    for values, conditions in found:
        outside = Branch({j.index: v for j, v in zip(arm.joints, values, strict=False)}, conditions)
        held = [(j.axis, outside.values[j.index]) for j in chain.joints if j not in wrist]
        left = Left(chain, held[:first], held[first:])
        for turns, condition in _orientations(wrist, geometry, first, left):
            branches.append(outside | Branch({j.index: v for j, v in zip(wrist, turns, strict=True)}, (condition,)))
    return branches


def _arm(chain: Chain, first: int) -> Chain:
    """The three joints that carry the centre: those before it, or those after it and the first, seen from behind the last."""
    if first == _LAST:
        return replace(chain, joints=chain.joints[:3])
    back = chain.home @ chain.target.inverse
    joint = chain.joints[0]
    return replace(chain, joints=(*chain.joints[4:], replace(joint, axis=joint.axis.moved(back))))


def _wanted_back(chain: Chain, x: Vec) -> Vec:
    return chain.home.point(chain.target.inverse.point(x))


def _orientations(
    wrist: Sequence[Joint], geometry: Geometry, first: int, left: Left
) -> list[tuple[tuple[Angle, ...], Scalar]]:
    """R4 R5 R6 = R, what is left to turn: the fifth turns the sixth axis to its angle with the fourth."""
    h4, h5, h6 = (joint.axis.h for joint in wrist)
    side = across(h6, geometry.chain.home.R)
    pointed, sideways = left.vector(h6), left.vector(side)
    fifth = turn_into_plane(h5, h6, h4, h4.dot(pointed))
    square_wrist = geometry.perpendicular(first, first + 1) and geometry.perpendicular(first + 1, first + 2)
    found: list[tuple[tuple[Angle, ...], Scalar]] = []
    for k, angle in enumerate(fifth.angles):
        if k and square_wrist:  # the other branch is half a turn away in the outer two
            one = found[0][0]
            found.append(((one[0].opposite, angle, one[2].opposite), fifth.condition))
            break
        fourth = turn_onto(h4, turned(h5, angle, h6), pointed)
        rest = turned(h5, -angle, turned(h4, -fourth, sideways))
        found.append(((fourth, angle, turn_onto(h6, side, rest)), fifth.condition))
    return found
