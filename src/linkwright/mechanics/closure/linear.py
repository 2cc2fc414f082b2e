"""What of a closed mechanism is linear: couplings by constant ratios, sums of angles, parallelograms.

These relations hold for angles and rates alike, cost additions only, and are put in before anything else is solved.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from linkwright.graph.calculus import gradient
from linkwright.graph.expr import Expr, Scalar, as_number, lift, number
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import symbols_of
from linkwright.mechanics.closure.constants import same
from linkwright.mechanics.closure.forms import LinearForm, Relations, form, plus, single
from linkwright.mechanics.closure.polygon import Polygon, Side, in_relations, pointing, polygons
from linkwright.mechanics.closure.residual import follower_value, turn_constant, value_of, whole_turns
from linkwright.mechanics.closure.vec2 import Vec2, angle_of, over
from linkwright.model.cut import Cut, Follower

_SAME = 1e-12
_CLOSED = 1e-7
"""How well opposite sides must cancel at the start to be those of a parallelogram, relative to their length."""


@dataclass(frozen=True)
class Linear:
    """relations, the planar loops as polygons, and the names of loops and couplings that the relations replace."""

    relations: Relations
    planar: dict[str, Polygon]
    done: frozenset[str]

    def sides(self, polygon: Polygon) -> dict[LinearForm, Side]:
        return in_relations(polygon.sides, self.relations)


def linear(cut: Cut, graph: Graph | None = None) -> Linear:
    """Everything about a cut mechanism that is linear; expressions are in the given graph."""
    cut = in_one_graph(cut, Graph() if graph is None else graph)
    planar = polygons(cut)
    slides = {p.slide for p in planar.values() if p.slide is not None}
    relations = Relations(frozenset({*cut.coordinates.dependent_q, *slides}))
    done: set[str] = set()
    for follower in cut.followers:
        found = _linear_value(cut, follower)
        if found is not None:
            relations.add(plus(single(follower.iq), found[0], -1), -found[1], follower.iq)
            done.add(follower.name)
    for polygon in planar.values():
        if 5 in polygon.closure.rows:
            constant = angle_of(polygon.turn)
            if isinstance(constant, Expr):
                relations.units.append((constant, polygon.turn.x, polygon.turn.y))
            relations.add(polygon.angle, turn_constant(cut, polygon), _rare(polygon.angle, planar))
    progress = True
    while progress:
        progress = False
        for name, polygon in planar.items():
            if name not in done and _parallelogram(cut, relations, polygon):
                done.add(name)
                progress = True
    return Linear(relations, planar, frozenset(done))


def in_one_graph(cut: Cut, graph: Graph) -> Cut:
    """The cut with all its expressions in one graph, where equal ones are the same node."""

    def own(x: Scalar) -> Scalar:
        return lift(graph, x) if isinstance(x, Expr) else x

    closures = [c.map(own) for c in cut.closures]
    followers = [replace(f, value=own(f.value)) for f in cut.followers]
    return replace(cut, tree=cut.tree.map(own), closures=tuple(closures), followers=tuple(followers))


def _linear_value(cut: Cut, follower: Follower) -> tuple[LinearForm, Scalar] | None:
    """A coupling's value as a form and a constant, where it is linear in coordinates."""
    x = follower.value
    if not isinstance(x, Expr):
        return (), x
    names = {f"q[{k}]": k for k in range(cut.tree.nq)}
    used = [n for n in symbols_of(x.graph, [x.index]) if n in names]
    slopes = gradient(x, used)
    if any(n in names for g in slopes for n in symbols_of(g.graph, [g.index])):
        return None
    constant = follower_value(follower, [Expr(x.graph, x.graph.number(0))] * cut.tree.nq)
    return form({names[n]: _plain(g) for n, g in zip(used, slopes, strict=True)}), constant


def _plain(x: Scalar) -> Scalar:
    value = number(x)
    return x if value is None else value


def _rare(angle: LinearForm, planar: dict[str, Polygon]) -> int | None:
    """The coordinate of an angle that turns the fewest sides: the best one to express by others."""
    count = {k: sum(k in dict(f) for p in planar.values() for f in p.sides) for k, _ in angle}
    return min(count, key=lambda k: (count[k], -k), default=None)


def _parallelogram(cut: Cut, relations: Relations, polygon: Polygon) -> bool:
    """Learn that opposite sides stay parallel, where they are as long as each other and cancel at the start."""
    sides = in_relations(polygon.sides, relations)
    if len(sides) not in (2, 4) or any(side.slides for side in sides.values()):
        return False
    first, *others = sides
    for k, partner in enumerate(others):
        rest = [f for f in others if f is not partner]
        pairs = [(first, partner), *([(rest[0], rest[1])] if rest else [])]
        if all(_opposite(cut, (a, sides[a]), (b, sides[b])) for a, b in pairs):
            for a, b in pairs:
                # a_side e^(i a) = -b_side e^(i b):  a - b = arg(-b_side / a_side)
                turn = (-sides[b].arm) * sides[a].arm.bar
                along = number(turn.y) == 0  # lengths are not zero: the sign at the start is the sign
                constant = angle_of(turn) if not along else 0 if value_of(cut, turn.x) > 0 else math.pi
                if isinstance(constant, Expr):
                    unit = over(-sides[b].arm, sides[a].arm)
                    relations.units.append((constant, unit.x, unit.y))
                angle = plus(a, b, -1)
                relations.add(angle, whole_turns(cut, angle, _minus(constant)))
            return True
        if k == 2:
            break
    return False


def _minus(x: Scalar) -> Scalar:
    return -x


def _opposite(cut: Cut, a: tuple[LinearForm, Side], b: tuple[LinearForm, Side]) -> bool:
    """Whether two sides cancel at the start and are always as long as each other."""
    here = {k: float(v) for k, v in enumerate(cut.start)}
    u, w = (pointing(Vec2(value_of(cut, s.arm.x), value_of(cut, s.arm.y)), f, here) for f, s in (a, b))
    if as_number((u + w).square) > (_CLOSED**2) * as_number(u.square):
        return False
    length, other = a[1].arm.square, b[1].arm.square
    x, y = number(length), number(other)
    if x is not None and y is not None:
        return abs(float(x) - float(y)) <= 2 * _SAME * abs(float(x))
    return same(length, other)
