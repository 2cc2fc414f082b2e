"""Time derivatives along a motion by truncated Taylor series of the graph: of anything that depends on q, v, a, jerk.

Griewank & Walther 2008, chapter 13. dq/dt = N(q) v, dv/dt = a, da/dt = j, dj/dt = s; everything else is constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import factorial

from linkwright.graph.expr import Expr, symbol_name
from linkwright.graph.quantity import Nested, flatten
from linkwright.graph.taylor import taylor
from linkwright.graph.values import changes, nodes_of
from linkwright.mechanics.state import State


def time_derivative(x: State, values: Sequence[Nested], order: int) -> Sequence[Nested]:
    """d^order / dt^order of a vector or matrix."""
    flat = flatten(values)
    if not x.q:
        return values  # nothing moves, so there is nothing in it
    graph = x.graph
    found = taylor(graph, nodes_of(graph, flat), _motion(x, order), order)
    factor = graph.number(factorial(order))
    derived = iter([Expr(graph, graph.mul(factor, series[order])) for series in found])
    return [[next(derived) for _ in row] if isinstance(row, list) else next(derived) for row in values]


def _motion(x: State, order: int) -> dict[str, list[int]]:
    """Taylor coefficients of the symbols q, v, a, j."""
    graph = x.graph
    names = [symbol_name(u) for us in (x.q, *(x.given[n] for n in "vaj")) for u in us]
    current = [Expr(graph, graph.symbol(n)) for n in names]
    series = [[e.index] for e in current]
    for k in range(1, order + 1):
        current = changes(graph, current, x.moving)
        part = graph.number(Fraction(1, factorial(k)))
        for coefficients, e in zip(series, current, strict=True):
            coefficients.append(graph.mul(part, e.index))
    return dict(zip(names, series, strict=True))
