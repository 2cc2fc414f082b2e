"""Lengths and angles of constant vectors: l cos(d), l sin(d) is the length l at the angle d, also where several angles add up.

Products of two vectors then need the sine or cosine of one sum, not those of every angle apart.
"""

from __future__ import annotations

import cmath

from linkwright.graph.content import Remembered
from linkwright.graph.evaluate import evaluate
from linkwright.graph.expr import Expr, Scalar, cos, lift, number, sin
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes, reachable, symbols_of
from linkwright.mechanics.closure.constants import same
from linkwright.mechanics.closure.vec2 import Vec2

_ANGLES: Remembered[dict[str, int] | None] = Remembered(size=1024)
"""Vectors that were looked at last: their angles with how often each counts, or None. A robot asks for the same few again and
again, and a proof takes milliseconds."""


def polar(v: Vec2) -> tuple[Vec2, Scalar]:
    """v as (base, angle): base turned by the angle, which is a sum of symbols; (v, 0) where there is no such sum."""
    if number(v.x) is not None and number(v.y) is not None:
        return v, 0
    graph = next(x.graph for x in (v.x, v.y) if isinstance(x, Expr))
    x, y = lift(graph, v.x), lift(graph, v.y)
    counts = _ANGLES.of((x, y), lambda: _angles(x, y))
    if not counts:
        return v, 0
    total: Scalar = 0
    for name, n in counts.items():
        total = total + n * Expr(graph, graph.symbol(name))
    return _base(x, y, counts), total


def _base(x: Expr, y: Expr, angles: dict[str, int]) -> Vec2:
    """The vector where all angles are zero."""
    graph = x.graph
    zero = dict.fromkeys(angles, graph.number(0))
    parts = copy_nodes(graph, graph, [x.index, y.index], zero)
    values = [(i, graph.value(i)) for i in parts]
    return Vec2(*(Expr(graph, i) if n is None else n for i, n in values))


def _angles(x: Expr, y: Expr) -> dict[str, int] | None:
    """How often each angle counts: guessed from the direction of the vector when one of them moves, then proved."""
    graph = x.graph
    nodes = reachable(graph, [x.index, y.index])
    inside = symbols_of(graph, [graph.args[i][0] for i in nodes if graph.op[i] in ("sin", "cos")])
    counts: dict[str, int] = {}
    others = {n: 0.6 + 0.17 * k for k, n in enumerate(symbols_of(graph, [x.index, y.index])) if n not in inside}
    for name in inside:
        point = {**others, **dict.fromkeys(inside, 0.0)}
        before, after = (_direction(x, y, {**point, name: t}) for t in (0.0, 0.1))
        counts[name] = round(cmath.phase(after / before) / 0.1) if before and after else 0
    counts = {n: c for n, c in counts.items() if c}
    return counts if counts and _proved(x, y, counts) else None


def _direction(x: Expr, y: Expr, point: dict[str, float]) -> complex:
    values = evaluate(x.graph, [x.index, y.index], point)
    return complex(*values)


def _proved(x: Expr, y: Expr, counts: dict[str, int]) -> bool:
    own = Graph()
    a, b = lift(own, x), lift(own, y)
    angle: Scalar = 0
    for name, n in counts.items():
        angle = angle + n * Expr(own, own.symbol(name))
    turned = _base(a, b, counts) * Vec2(cos(angle), sin(angle))
    return same(a, turned.x) and same(b, turned.y)
