"""Four joints that turn about one direction and slide: SCARA arms, cylindrical ones, gantries; and three that carry a point.

The height along the direction belongs to one slide: what it leaves is a planar arm. Three slides and a turn are linear.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from linkwright.graph.expr import Scalar
from linkwright.mechanics.inverse.axes import Axis, Prismatic, Revolute, Value
from linkwright.mechanics.inverse.branches import Branch
from linkwright.mechanics.inverse.carried import Left
from linkwright.mechanics.inverse.chain import Chain
from linkwright.mechanics.inverse.geometry import TOLERANCE, Geometry, across, sampled
from linkwright.mechanics.inverse.masks import Mask
from linkwright.mechanics.inverse.planar import Plane, Solution, solutions
from linkwright.mechanics.inverse.position import positions
from linkwright.mechanics.inverse.position_slides import parts_along
from linkwright.spatial.vector import Vec


def direction_of_turns(chain: Chain, geometry: Geometry, places: Sequence[int]) -> Vec | None:
    """The one direction about which some joints turn; None where there are two, or none."""
    turning = [k for k in places if isinstance(chain.axes[k], Revolute)]
    if not turning or any(not geometry.parallel(turning[0], k) for k in turning):
        return None
    return chain.axes[turning[0]].h


def turns_and_slides(axes: Sequence[Axis], n: Vec, side: Vec, left: Left) -> list[Solution] | str:
    """Four joints that turn about n only, of a motion that keeps n; or why they cannot do it."""
    sliding = [k for k, axis in enumerate(axes) if isinstance(axis, Prismatic)]
    if len(sliding) == 3:
        return _three_slides_and_a_turn(axes, Plane(tuple(axes), n, side, left))
    rising = [k for k in sliding if not _vanishes(n.dot(axes[k].h))]
    if len(rising) != 1:
        return f"of the slides {len(rising)} change the height: a closed form wants one"
    k = rising[0]
    slide = axes[k]
    turning = next(axis for axis in axes if isinstance(axis, Revolute))
    t = n.dot(left.point(turning.p) - turning.p) / n.dot(slide.h)
    others: list[Axis] = [*axes[:k], *axes[k + 1 :]]
    if not all(map(_vanishes, n.cross(slide.h))):  # it also moves what is behind it in the plane
        others[k:] = [axis.through(slide.point(t, axis.p)) for axis in others[k:]]
        left = replace(left, after=((slide, t), *left.after))
    found = solutions(Plane(tuple(others), n, side, left))
    if found is None:
        return "the joints cannot reach all of the plane"
    return [((*values[:k], t, *values[k:]), conditions) for values, conditions in found]


def _three_slides_and_a_turn(axes: Sequence[Axis], plane: Plane) -> list[Solution]:
    k, hinge = next((k, axis) for k, axis in enumerate(axes) if isinstance(axis, Revolute))
    turn = plane.about(hinge, plane.turn)
    u, v, w = (axis.h if i < k else hinge.vector(turn, axis.h) for i, axis in enumerate(axes) if i != k)
    values: Sequence[Value] = parts_along(u, v, w, plane.motion.point(hinge.p) - hinge.p)
    return [((*values[:k], turn, *values[k:]), ())]


def _vanishes(x: Scalar) -> bool:
    return all(abs(value) < TOLERANCE for (value,) in sampled([x]))


def scara(chain: Chain, mask: Mask) -> Sequence[Branch] | str:
    """Four joints, position and the turn about the one direction about which they turn."""
    if len(mask.directions) != 3:
        return f"the mask '{mask.name}' does not ask for a position in space"
    geometry = Geometry(chain)
    n = direction_of_turns(chain, geometry, range(4))
    if n is None or (mask.rotation == "about" and not all(map(_vanishes, n.cross(mask.axis)))):
        return "the joints turn about other directions than the mask"
    found = turns_and_slides(chain.axes, n, across(n, chain.home.R), Left(chain))
    return found if isinstance(found, str) else branches(chain, found)


def branches(chain: Chain, found: Sequence[Solution]) -> list[Branch]:
    """Solutions of all joints of a chain."""
    return [Branch(dict(zip((j.index for j in chain.joints), values, strict=True)), c) for values, c in found]


def three_joints(chain: Chain, mask: Mask) -> Sequence[Branch] | str:
    """Three joints and a position."""
    found = positions(chain, Geometry(chain), chain.home.p, chain.target.p)
    return found if isinstance(found, str) else branches(chain, found)
