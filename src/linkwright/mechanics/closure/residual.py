"""The closure equations h(q) = 0: kept rows of every loop, then couplings; as short as they get.

A planar loop is the sum of its sides in the plane; where a row keeps orientations, the sum of its angles, which is linear.
A loop in space is walked along its two branches only, from the link where they meet.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from linkwright.graph.evaluate import evaluate
from linkwright.graph.expr import Expr, Scalar, as_number, number
from linkwright.graph.rewrite import copy_nodes
from linkwright.mechanics.closure.forms import LinearForm, total
from linkwright.mechanics.closure.polygon import Polygon, arm_to, gap, pointing, polygons
from linkwright.mechanics.closure.spatial import gap as spatial_gap
from linkwright.mechanics.closure.spatial import walk
from linkwright.mechanics.closure.vec2 import Vec2, angle_of
from linkwright.model.cut import Cut, Follower

_TURN = 2 * math.pi


def residual(cut: Cut, q: Sequence[Scalar]) -> list[Scalar]:
    """h over any scalar: per closure its kept rows in their order, then q[iq] - value of each coupling."""
    planar = polygons(cut)
    rows: list[Scalar] = []
    for closure in cut.closures:
        if closure.name in planar:
            rows += _planar_rows(cut, planar[closure.name], q)
        else:
            every = spatial_gap(walk(cut.tree, closure, q))
            rows += [every[k] for k in closure.rows]
    return rows + [q[f.iq] - follower_value(f, q) for f in cut.followers]


def _planar_rows(cut: Cut, polygon: Polygon, q: Sequence[Scalar]) -> list[Scalar]:
    values = {**dict(enumerate(q)), **({} if polygon.slide is None else {polygon.slide: 0})}
    closure = polygon.closure
    way = gap(polygon.sides, values)
    if polygon.axes is not closure.axes:  # rows along axes that turn with the first frame
        arm = arm_to(cut.tree, polygon.axes, closure.axes)
        x = pointing(Vec2(arm.turn[0][0], arm.turn[1][0]), arm.angle, values)
        way = Vec2(way.x * x.x + way.y * x.y, way.y * x.x - way.x * x.y)
    found: list[Scalar] = []
    for row in closure.rows:
        found.append((way.x, way.y)[row] if row < 2 else total(polygon.angle, values) + turn_constant(cut, polygon))
    return found


def turn_constant(cut: Cut, polygon: Polygon) -> Scalar:
    """What the angle from first to second has besides its form, so that both vanish together at the start."""
    return whole_turns(cut, polygon.angle, angle_of(polygon.turn))


def whole_turns(cut: Cut, angle: LinearForm, constant: Scalar) -> Scalar:
    """The constant up to whole turns, such that angle + constant vanishes at the start; quarter turns to the last digit."""
    at_start = total(angle, dict(enumerate(cut.start))) + value_of(cut, constant)
    turns = round(float(as_number(at_start)) / _TURN)
    value = number(constant)
    quarters = None if value is None else round(float(value) / (math.pi / 2))
    if value is not None and quarters is not None and abs(float(value) - quarters * math.pi / 2) < 1e-12:
        return (quarters - 4 * turns) * (math.pi / 2)
    return constant - turns * _TURN if turns else constant


def value_of(cut: Cut, x: Scalar, q: Sequence[float] | None = None) -> float:
    """A scalar at the start, or at given tree positions, with the parameters' values."""
    if not isinstance(x, Expr):
        return float(x)
    return float(evaluate(x.graph, [x.index], start_symbols(cut, q))[0])


def start_symbols(cut: Cut, q: Sequence[float] | None = None) -> dict[str, float]:
    """Values of everything a closure may depend on; parameters without a value count as 1."""
    found = {p.name: 1.0 if p.value is None else float(p.value) for p in cut.parameters}
    return {**found, **{f"q[{k}]": float(x) for k, x in enumerate(cut.start if q is None else q)}}


def follower_value(follower: Follower, q: Sequence[Scalar]) -> Scalar:
    """A coupling's value at given coordinates."""
    x = follower.value
    if not isinstance(x, Expr):
        return x
    graph = next((y.graph for y in q if isinstance(y, Expr)), None)
    if graph is None:
        return evaluate(x.graph, [x.index], {f"q[{k}]": y for k, y in enumerate(q)})[0]
    peers = {f"q[{k}]": Expr(graph, graph.number(0)) + y for k, y in enumerate(q)}
    y = Expr(graph, copy_nodes(x.graph, graph, [x.index], {n: e.index for n, e in peers.items()})[0])
    value = number(y)
    return y if value is None else value
