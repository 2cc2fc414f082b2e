"""Rows: one linear equation each between rates of a closed mechanism, with what accelerations add to it.

A row of a planar loop is the loop's velocity along a vector N. With sides C turning at w, sliders along E at rate s':
    sum w (C x N) + s' (E . N) = 0,    sum w' (C x N) + s'' (E . N) - w^2 (C . N) + 2 w s' (E x N) = 0
and products of two sides are products of lengths with the sine or cosine of the angle between them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from linkwright.graph.calculus import directional, gradient
from linkwright.graph.evaluate import evaluate
from linkwright.graph.expr import Expr, Scalar, cos, is_zero, lift, sin
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes, symbols_of
from linkwright.mechanics.closure import spatial
from linkwright.mechanics.closure.forms import LinearForm, plus, single, total
from linkwright.mechanics.closure.polar import polar
from linkwright.mechanics.closure.polygon import Side
from linkwright.mechanics.closure.vec2 import Vec2
from linkwright.model.cut import Closure, Cut, Follower

RateOf = Callable[[LinearForm], Scalar]
Parts = list[tuple[Vec2, LinearForm]]
"""A vector in the plane: the sum of constant vectors, each turned by an angle."""


@dataclass(frozen=True)
class Row:
    """The sum of coefficients times rates of forms is zero; for accelerations, `drift` (of the rates) is added.

    without: numbers of solved forms that drop out of the sum
    """

    terms: tuple[tuple[LinearForm, Scalar], ...]
    drift: Callable[[RateOf], Scalar]
    without: frozenset[int] = frozenset()


def products(a: Parts, b: Parts, q: Mapping[int, Scalar]) -> Vec2:
    """(a . b, a x b)."""
    dot: Scalar = 0
    cross: Scalar = 0
    for u, angle_u in a:
        for w, angle_w in b:
            (u0, more_u), (w0, more_w) = polar(u), polar(w)
            m = u0.bar * w0
            way = total(plus(angle_w, angle_u, -1), q) + (more_w - more_u)
            if is_zero(way):
                dot, cross = dot + m.x, cross + m.y
                continue
            c, s = cos(way), sin(way)
            dot, cross = dot + (m.x * c - m.y * s), cross + (m.x * s + m.y * c)
    return Vec2(dot, cross)


def planar_row(
    sides: Mapping[LinearForm, Side], N: Parts, q: Mapping[int, Scalar], rate_form: Callable[[LinearForm], LinearForm]
) -> Row:
    """The loop's velocity along N. rate_form: a form of positions as one of rates."""
    terms: list[tuple[LinearForm, Scalar]] = []
    squares: list[tuple[LinearForm, Scalar]] = []
    mixed: list[tuple[LinearForm, LinearForm, Scalar]] = []
    for angle, side in sides.items():
        turning = rate_form(angle)
        if turning:
            both = products([(side.vector(q), angle)], N, q)
            terms.append((turning, both.y))
            squares.append((turning, both.x))
        for k, direction in side.slides.items():
            sliding = rate_form(single(k))
            both = products([(direction, angle)], N, q)
            terms.append((sliding, both.x))
            if turning:
                mixed.append((turning, sliding, both.y))

    def drift(rate: RateOf) -> Scalar:
        result: Scalar = 0
        for f, x in squares:
            w = rate(f)
            if not is_zero(x) and not is_zero(w):
                result = result - w * w * x
        for f, g, x in mixed:
            result = result + 2 * (rate(f) * rate(g) * x)
        return result

    return Row(tuple((f, x) for f, x in terms if not is_zero(x)), drift)


def spatial_rows(cut: Cut, closure: Closure, q: Sequence[Scalar]) -> list[Row]:
    """The kept rows of a loop in space."""
    walk = spatial.walk(cut.tree, closure, q)
    levers = spatial.levers(walk)
    drifts = _LastDrifts(lambda rate: spatial.drift(walk, levers, [rate(single(k)) for k in range(cut.tree.nv)]))
    rows: list[Row] = []
    for k, row in enumerate(spatial.jacobian(walk, levers)):
        rows.append(Row(tuple((single(i), x) for i, x in row.items() if not is_zero(x)), drifts.of_row(k)))
    return rows


class _LastDrifts:
    """Drifts of all rows of a loop, computed once for the rates asked last: the rows are asked one after the other.

    The rates are kept, not their address: what is dead leaves its address to the next.
    """

    def __init__(self, compute: Callable[[RateOf], list[Scalar]]) -> None:
        self._compute = compute
        self._last: tuple[RateOf, list[Scalar]] | None = None

    def of_row(self, row: int) -> Callable[[RateOf], Scalar]:
        """The drift of one row, as a function of the rates."""

        def drift(rate: RateOf) -> Scalar:
            if self._last is None or self._last[0] is not rate:
                self._last = rate, self._compute(rate)
            return self._last[1][row]

        return drift


def follower_row(cut: Cut, follower: Follower, q: Sequence[Scalar]) -> Row:
    """A coupling that is not linear: v[iv] - sum of d value / d q times rates."""
    graph = Graph()
    value = lift(graph, follower.value)
    rates = {k.iq: k.iv for k in cut.tree.links}
    slopes = gradient(value, [f"q[{k}]" for k in range(cut.tree.nq)])
    used = [(rates[k], slope) for k, slope in enumerate(slopes) if not is_zero(slope)]
    here = at_positions(q, [slope for _, slope in used])
    listed = [(single(follower.iv), 1), *((single(k), -x) for (k, _), x in zip(used, here, strict=True))]

    def drift(rate: RateOf) -> Scalar:
        v = {f"q[{iq}]": rate(single(iv)) for iq, iv in rates.items()}
        symbols = {name: graph.symbol(f"rate {name}") for name in v}
        once = directional(graph, [value.index], symbols)
        twice = directional(graph, once, symbols)
        named = {f"rate {name}": x for name, x in v.items()}
        return -at_positions(q, [Expr(graph, twice[0])], named)[0]

    return Row(tuple(listed), drift)


def at_positions(q: Sequence[Scalar], values: Sequence[Expr], more: Mapping[str, Scalar] | None = None) -> list[Scalar]:
    """Expressions over q[k] (and other symbols) at given scalars; expressions, unless all of it is numbers."""
    if not values:
        return []
    given: dict[str, Scalar] = {**{f"q[{k}]": x for k, x in enumerate(q)}, **(more or {})}
    target = next((x.graph for x in given.values() if isinstance(x, Expr)), None)
    inner = values[0].graph
    if target is None and not set(symbols_of(inner, [x.index for x in values])) - set(given):
        return evaluate(inner, [x.index for x in values], given)
    target = target if target is not None else Graph()
    symbols = {n: lift(target, x).index for n, x in given.items()}
    found = copy_nodes(inner, target, [x.index for x in values], symbols)
    return [Expr(target, i) for i in found]
