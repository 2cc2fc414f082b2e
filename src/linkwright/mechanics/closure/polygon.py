"""A planar loop as a polygon: sides fixed to links, each turned by its link's absolute angle; their sum closes.

Seen in the axes of the closure, a link of the loop is turned by Rot_z(angle) C with a constant C, where the angle is a form of
the coordinates. So the gap between the two places is the sum of sides (x + i y) e^(i angle); sliders lengthen their side.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction

from linkwright.graph.expr import Scalar, cos, number, sin
from linkwright.mechanics.closure.constants import proven_constant
from linkwright.mechanics.closure.forms import NONE, LinearForm, Relations, plus, single, total
from linkwright.mechanics.closure.vec2 import NOWHERE, Vec2, clean, constant_turn, turn_of
from linkwright.model.cut import Closure, Cut
from linkwright.model.tree import BASE, Link, Place, Tree
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Mat, Vec, Z

_TINY = 1e-12


@dataclass(frozen=True)
class Side:
    """arm + the sum of slides times their coordinates, in axes that turn by the side's angle."""

    arm: Vec2 = NOWHERE
    slides: Mapping[int, Vec2] = field(default_factory=dict[int, Vec2])

    def vector(self, q: Mapping[int, Scalar]) -> Vec2:
        result = self.arm
        for k, direction in self.slides.items():
            result = result + direction.scaled(q[k])
        return result

    def plus(self, other: Side, sign: int = 1) -> Side:
        slides = dict(self.slides)
        for k, d in other.slides.items():
            d = d.scaled(sign)
            slides[k] = clean(slides[k] + d) if k in slides else d
        arm = clean(self.arm + other.arm.scaled(sign))
        return Side(arm, {k: d for k, d in slides.items() if not d.vanishes})

    def turned(self, by: Vec2) -> Side:
        return Side(clean(self.arm * by), {k: clean(d * by) for k, d in self.slides.items()})

    @property
    def vanishes(self) -> bool:
        return self.arm.vanishes and not self.slides


Sides = Mapping[LinearForm, Side]


@dataclass(frozen=True)
class Arm:
    """Where a place is: the sides on the way to it, the angle of its link, and the constant turn of its frame."""

    sides: Sides
    angle: LinearForm
    turn: Mat


@dataclass(frozen=True)
class Polygon:
    """The gap from the first place to the second.

    angle, turn: of the second against the first: angle = 0 up to the constant turn where the closure keeps orientations
    slide:       of a slider or cylinder along the plane: index of a coordinate of its own (beyond those of the tree)
    axes:        where the sides are seen from
    """

    closure: Closure
    sides: Sides
    angle: LinearForm
    turn: Vec2
    slide: int | None
    axes: Place


def polygons(cut: Cut) -> dict[str, Polygon]:
    """Planar closures by name, those excepted whose links turn by multiples that are no numbers, or that are planar for
    some values of their parameters only."""
    found: dict[str, Polygon] = {}
    for k, closure in enumerate(cut.closures):
        if closure.plane and all(flat(cut.tree.links[i]) for i in loop_links(cut.tree, closure)):
            with suppress(Crooked):
                found[closure.name] = polygon(cut.tree, closure, cut.tree.nq + k)
    return found


class Crooked(Exception):
    """An axis of a loop is not always perpendicular to its plane."""


def polygon(tree: Tree, closure: Closure, slide: int) -> Polygon:
    """slide: index for the coordinate of a closure that slides."""
    start = plane_axes(tree, closure)
    first, second = (arm_to(tree, start, place) for place in (closure.first, closure.second))
    sides = _joined(second.sides, first.sides, -1)
    kept = [row for row in closure.rows if row < 2]
    sliding = closure.kind in ("slider", "cylinder") and len(kept) == 1
    if sliding:
        way = arm_to(tree, start, closure.axes).turn.T[1 - kept[0]]
        sides = _joined(sides, {first.angle: Side(NOWHERE, {slide: clean(Vec2(-way[0], -way[1]))})}, 1)
    turn = _turn(first.turn, second.turn, closure.kind)
    return Polygon(closure, sides, plus(second.angle, first.angle, -1), turn, slide if sliding else None, start)


def _turn(first: Mat, second: Mat, kind: str) -> Vec2:
    """The constant part of the turn from first to second; of a pin or cylinder: of its axis."""
    if kind in ("pin", "cylinder"):
        z1, z2 = first.T[2], second.T[2]
        return clean(Vec2(z2[0], z2[1]) * Vec2(z1[0], -z1[1]))
    relative = second @ first.T
    return clean(Vec2(relative[0][0], relative[1][0]))


def meeting(tree: Tree, closure: Closure) -> int:
    """The last link that both branches pass."""
    first, second = (tree.path(p.link) for p in (closure.first, closure.second))
    common = BASE
    for a, b in zip(first, second, strict=False):
        if a != b:
            break
        common = a
    return common


def loop_links(tree: Tree, closure: Closure) -> list[int]:
    """Links of both branches, outward from where they meet."""
    start = meeting(tree, closure)
    return outward(tree, start, closure.first.link) + outward(tree, start, closure.second.link)


def plane_axes(tree: Tree, closure: Closure) -> Place:
    """Axes in the plane of the loop, on the link where the branches meet."""
    start = meeting(tree, closure)
    if closure.axes.link == start:
        return closure.axes
    turn = closure.axes.X.R
    for i in reversed(outward(tree, start, closure.axes.link)):
        turn = tree.links[i].X.R @ turn  # turns about the normal do not matter
    return Place(start, Transform(_tidy(turn)))


def arm_to(tree: Tree, axes: Place, place: Place) -> Arm:
    """Walk outward from the axes to a place."""
    inverse = axes.X.inverse
    angle, turn = NONE, inverse.R
    sides: dict[LinearForm, Side] = {}

    def go(p: Vec, slide: tuple[int, Vec] | None = None) -> None:
        step = turn.apply(p)
        slides: dict[int, Vec2] = {}
        if slide is not None:
            d = turn.apply(slide[1])
            slides = {slide[0]: clean(Vec2(d[0], d[1]))}
        old = sides.get(angle, Side())
        sides[angle] = old.plus(Side(clean(Vec2(step[0], step[1])), slides))

    sides[angle] = Side(clean(Vec2(inverse.p[0], inverse.p[1])))
    for i in outward(tree, axes.link, place.link):
        link = tree.links[i]
        z = link.X.R.T[2]
        p = link.X.p + z * link.slide
        if link.joint_type.slider:
            go(p + z * link.offset, (link.iq, z * link.ratio))
            turn = _tidy(turn @ link.X.R)
            continue
        go(p)
        turn = _tidy(turn @ link.X.R)
        sign = round(float(number(turn[2][2]) or 0))
        if sign == 0:
            raise Crooked
        angle = plus(angle, single(link.iq, sign * link.ratio))
        c, s = turn_of(link.turn + link.offset)
        turn = _tidy(turn @ Mat(Vec(c, -s, 0), Vec(s, c, 0), Z))
    go(place.X.p)
    return Arm({f: s for f, s in sides.items() if not s.vanishes}, angle, _tidy(turn @ place.X.R))


def outward(tree: Tree, start: int, end: int) -> list[int]:
    """Links from behind `start` to `end`."""
    path = tree.path(end)
    return path[path.index(start) + 1 :] if start in path else path


def flat(link: Link) -> bool:
    """Whether a link of a planar loop moves as this module understands it."""
    return link.joint_type.hinge_or_slider and number(link.ratio) is not None


def in_relations(sides: Sides, relations: Relations) -> dict[LinearForm, Side]:
    """The polygon in the coordinates that linear relations leave; sides that turn together become one."""
    found: dict[LinearForm, Side] = {}
    for angle, side in sides.items():
        rest, constant = relations.reduced(angle)
        turn = constant_turn(constant, relations)
        found[rest] = found.get(rest, Side()).plus(_unrelated(side, relations).turned(turn))
    return {f: s for f, s in found.items() if not s.vanishes}


def _unrelated(side: Side, relations: Relations) -> Side:
    """Sliders that follow others linearly, in terms of those."""
    result = Side(side.arm)
    for k, d in side.slides.items():
        rest, constant = relations.reduced(single(k))
        result = result.plus(Side(d.scaled(constant), {j: d.scaled(c) for j, c in rest}))
    return result


def gap(sides: Sides, q: Mapping[int, Scalar]) -> Vec2:
    """The sum of the sides."""
    result = NOWHERE
    for angle, side in sides.items():
        result = result + pointing(side.vector(q), angle, q)
    return result


def pointing(v: Vec2, angle: LinearForm, q: Mapping[int, Scalar]) -> Vec2:
    """A vector of a side in the axes of the closure."""
    if not angle:
        return v
    way = total(angle, q)
    return v * Vec2(cos(way), sin(way))


def _joined(a: Sides, b: Sides, sign: int) -> dict[LinearForm, Side]:
    found = dict(a)
    for f, side in b.items():
        found[f] = found.get(f, Side()).plus(side, sign)
    return {f: s for f, s in found.items() if not s.vanishes}


def _tidy(R: Mat) -> Mat:
    return R.map(_unit)


def _unit(x: Scalar) -> Scalar:
    value = number(x)
    if value is None or isinstance(value, int | Fraction):
        return proven_constant(x) if value is None else value
    nearest = round(value)
    return nearest if abs(value - nearest) < _TINY else value
