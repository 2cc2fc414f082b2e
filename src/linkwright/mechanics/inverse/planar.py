"""Two and three joints that move in a plane: revolute about its normal, prismatic in it, in any order.

E_a E_b E_c = G, a motion of the plane: its turn is the sum of theirs, and a point that the outer joint leaves where it is tells
the inner two. Sines and cosines of angles are carried, and no angle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from linkwright.graph.expr import Scalar
from linkwright.mechanics.inverse.axes import Angle, Axis, Prismatic, Revolute, Value
from linkwright.mechanics.inverse.branches import Branch
from linkwright.mechanics.inverse.carried import Backward, Left, Motion
from linkwright.mechanics.inverse.chain import Chain
from linkwright.mechanics.inverse.geometry import Geometry, across, sampled
from linkwright.mechanics.inverse.masks import Mask
from linkwright.mechanics.inverse.subproblems import slide_to_distance, turn_onto, turn_to_distance
from linkwright.spatial.vector import Vec

Solution = tuple[tuple[Value, ...], tuple[Scalar, ...]]
"""Values of the joints, and the conditions under which they exist."""


@dataclass(frozen=True)
class Plane:
    """Joints that move in a plane, and the motion they have to make. n: its normal; side: a direction in it."""

    axes: tuple[Axis, ...]
    n: Vec
    side: Vec
    motion: Motion

    @property
    def backward(self) -> Plane:
        """The same values from the other side."""
        axes = tuple(axis.turned_over() for axis in reversed(self.axes))
        return replace(self, axes=axes, motion=Backward(self.motion))

    @property
    def turn(self) -> Angle:
        """By how much the motion turns, about n."""
        return turn_onto(self.n, self.side, self.motion.vector(self.side))

    def flat(self, v: Vec) -> Vec:
        """A vector without its part along the normal."""
        return v - self.n * self.n.dot(v)

    def about(self, axis: Axis, angle: Value) -> Angle:
        """A joint's angle about n, or the angle about n as the joint's."""
        assert isinstance(angle, Angle)
        return angle if sampled([axis.h.dot(self.n)])[0][0] > 0 else -angle

    def rest(self, last: Axis, *others: tuple[Axis, Value]) -> Angle:
        """What is left of the turn for the last joint."""
        left = self.turn
        for axis, value in others:
            left = left - self.about(axis, value)
        return self.about(last, left)

    def across(self, u: Vec, v: Vec) -> Scalar:
        """The area that two directions span."""
        return self.n.dot(u.cross(v))


def solutions(plane: Plane) -> list[Solution] | None:
    """Of two or three joints, by their kinds, forward or backward; None where they cannot move anywhere in the plane."""
    kinds = tuple(type(axis) for axis in plane.axes)
    if kinds in _WAYS:
        return _WAYS[kinds](plane)
    way = _WAYS.get(tuple(reversed(kinds)))
    if way is None:
        return None
    return [(tuple(reversed(values)), conditions) for values, conditions in way(plane.backward)]


def _turns(plane: Plane) -> list[Solution]:
    """R R R: the third axis is where the first two have to carry it."""
    a, b, c = plane.axes
    return [
        ((first, second, plane.rest(c, (a, first), (b, second))), conditions)
        for (first, second), conditions in _two_turns(a, b, plane, c.p, plane.motion.point(c.p))
    ]


def _two_turns(a: Axis, b: Axis, plane: Plane, w: Vec, p: Vec) -> list[tuple[tuple[Angle, Angle], tuple[Scalar, ...]]]:
    """E_a E_b w = p in the plane."""
    r = plane.flat(p - a.p)
    x = plane.flat(w - b.p)
    roots = turn_to_distance(b.h, x, plane.flat(a.p - b.p), r.dot(r))
    moved = [plane.flat(b.p - a.p) + b.vector(angle, x) for angle in roots.angles]
    return [((turn_onto(a.h, m, r), angle), (roots.condition,)) for m, angle in zip(moved, roots.angles, strict=True)]


def _turn_slide_turn(plane: Plane) -> list[Solution]:
    """R P R: the slide sets the distance of the third axis from the first."""
    a, b, c = plane.axes
    return [
        ((first, length, plane.rest(c, (a, first))), conditions)
        for (first, length), conditions in _turn_slide(a, b, plane, c.p, plane.motion.point(c.p))
    ]


def _turn_slide(
    a: Axis, b: Axis, plane: Plane, w: Vec, p: Vec
) -> list[tuple[tuple[Angle, Scalar], tuple[Scalar, ...]]]:
    """E_a (w + t h_b) = p in the plane."""
    r, x = plane.flat(p - a.p), plane.flat(w - a.p)
    found = slide_to_distance(b.h, x, Vec(0, 0, 0), r.dot(r))
    return [((turn_onto(a.h, x + b.h * t, r), t), (found.condition,)) for t in found.lengths]


def _turn_turn_slide(plane: Plane) -> list[Solution]:
    """R R P: seen from the slide, the first axis goes round the second."""
    a, b, c = plane.axes
    start, radius = plane.flat(plane.motion.point_back(a.p) - b.p), plane.flat(a.p - b.p)
    found = slide_to_distance(c.h, start, Vec(0, 0, 0), radius.dot(radius))
    solutions_: list[Solution] = []
    for t in found.lengths:
        second = turn_onto(b.h, start + c.h * t, radius)
        first = plane.about(a, plane.turn - plane.about(b, second))
        solutions_.append(((first, second, t), (found.condition,)))
    return solutions_


def _slides(u: Vec, v: Vec, d: Vec, plane: Plane) -> tuple[Scalar, Scalar]:
    """s u + t v = d in the plane."""
    area = plane.across(u, v)
    return plane.across(d, v) / area, plane.across(u, d) / area


def _two_slides_turn(plane: Plane) -> list[Solution]:
    """P P R."""
    a, b, c = plane.axes
    s, t = _slides(a.h, b.h, plane.motion.point(c.p) - c.p, plane)
    return [((s, t, plane.about(c, plane.turn)), ())]


def _slide_turn_slide(plane: Plane) -> list[Solution]:
    """P R P: there is none where the turn makes the slides parallel."""
    a, b, c = plane.axes
    turn = plane.about(b, plane.turn)
    s, t = _slides(a.h, b.vector(turn, c.h), plane.motion.point(b.p) - b.p, plane)
    return [((s, turn, t), ())]


def _pair_of_turns(plane: Plane, w: Vec, p: Vec) -> list[Solution]:
    return [*_two_turns(*_pair(plane), plane, w, p)]


def _turn_and_slide(plane: Plane, w: Vec, p: Vec) -> list[Solution]:
    return [*_turn_slide(*_pair(plane), plane, w, p)]


def _pair_of_slides(plane: Plane, w: Vec, p: Vec) -> list[Solution]:
    a, b = _pair(plane)
    return [(_slides(a.h, b.h, p - w, plane), ())]


def _pair(plane: Plane) -> tuple[Axis, Axis]:
    a, b = plane.axes
    return a, b


_WAYS: Mapping[tuple[type[Axis], ...], Callable[[Plane], list[Solution]]] = {
    (Revolute, Revolute, Revolute): _turns,
    (Revolute, Prismatic, Revolute): _turn_slide_turn,
    (Revolute, Revolute, Prismatic): _turn_turn_slide,
    (Prismatic, Prismatic, Revolute): _two_slides_turn,
    (Prismatic, Revolute, Prismatic): _slide_turn_slide,
}
"""Kinds of three joints -> their values; the others are these backward."""

_POINTS: Mapping[tuple[type[Axis], ...], Callable[[Plane, Vec, Vec], list[Solution]]] = {
    (Revolute, Revolute): _pair_of_turns,
    (Revolute, Prismatic): _turn_and_slide,
    (Prismatic, Prismatic): _pair_of_slides,
}
"""Kinds of two joints that carry a point -> their values."""


def normal(chain: Chain, geometry: Geometry, places: Sequence[int]) -> Vec | None:
    """The normal of the plane in which some joints of a chain move; None where they move in space, or turn nothing."""
    turning = [k for k in places if isinstance(chain.axes[k], Revolute)]
    sliding = [k for k in places if k not in turning]
    if not turning or any(not geometry.parallel(turning[0], k) for k in turning):
        return None
    return chain.axes[turning[0]].h if all(geometry.perpendicular(turning[0], k) for k in sliding) else None


def planar_arm(chain: Chain, mask: Mask) -> Sequence[Branch] | str:
    """Three joints in a plane and the frame's pose in it, or two and its position."""
    count = len(chain.joints)
    geometry = Geometry(chain)
    n = normal(chain, geometry, range(count)) or _slides_normal(chain, geometry)
    if n is None:
        return "the joints do not move in a plane"
    plane = Plane(chain.axes, n, across(n, chain.home.R), Left(chain))
    found = solutions(plane) if count == 3 else _carrying(plane, chain)
    if found is None:
        return "the joints cannot reach all of the plane"
    return [Branch(dict(zip((j.index for j in chain.joints), v, strict=True)), c) for v, c in found]


def _slides_normal(chain: Chain, geometry: Geometry) -> Vec | None:
    """Of two slides."""
    sliding = all(isinstance(axis, Prismatic) for axis in chain.axes)
    if len(chain.joints) != 2 or not sliding or geometry.parallel(0, 1):
        return None
    return chain.axes[0].h.cross(chain.axes[1].h)


def _carrying(plane: Plane, chain: Chain) -> list[Solution] | None:
    kinds = chain.kinds
    if kinds in _POINTS:
        return _POINTS[kinds](plane, chain.home.p, chain.target.p)
    way = _POINTS.get(tuple(reversed(kinds)))
    if way is None:
        return None
    return [(tuple(reversed(v)), c) for v, c in way(plane.backward, chain.target.p, chain.home.p)]
