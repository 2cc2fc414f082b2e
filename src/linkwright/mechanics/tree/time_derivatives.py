"""Time derivatives along a motion by truncated Taylor series of the graph: of anything that depends on q, v, a, jerk.

Griewank & Walther 2008, chapter 13. dq/dt = N(q) v, dv/dt = a, da/dt = j, dj/dt = s; everything else is constant.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import factorial

from linkwright.graph.calculus import directional
from linkwright.graph.expr import Expr, lift
from linkwright.graph.graph import Graph
from linkwright.graph.quantity import Nested
from linkwright.graph.taylor import taylor
from linkwright.mechanics.candidate import flatten
from linkwright.mechanics.state import Inputs
from linkwright.mechanics.tree.kinematics import coordinate_rates


def time_derivative(x: Inputs, values: Nested, order: int) -> Nested:
    """d^order / dt^order of a vector or matrix."""
    flat = flatten(values)
    if not x.q:
        return values  # nothing moves, so there is nothing in it
    graph = x.q[0].graph
    found = taylor(graph, [lift(graph, e).index for e in flat], _motion(x, graph, order), order)
    factor = graph.number(factorial(order))
    derived = iter([Expr(graph, graph.mul(factor, series[order])) for series in found])
    return [[next(derived) for _ in row] if isinstance(row, list) else next(derived) for row in values]


def _motion(x: Inputs, graph: Graph, order: int) -> dict[str, list[int]]:
    """Taylor coefficients of the symbols q, v, a, j."""
    chain = [x.v, x.a, x.j, x.s]
    moving = {graph.data[u.index]: w.index for us, ws in pairwise(chain) for u, w in zip(us, ws, strict=True)}
    rates = coordinate_rates(x.tree, x.q, x.v)
    moving |= {graph.data[u.index]: lift(graph, r).index for u, r in zip(x.q, rates, strict=True)}
    names = [graph.data[u.index] for us in (x.q, *chain[:-1]) for u in us]
    current = [graph.symbol(n) for n in names]
    series = [[node] for node in current]
    for k in range(1, order + 1):
        current = directional(graph, current, moving)
        part = graph.number(Fraction(1, factorial(k)))
        for coefficients, node in zip(series, current, strict=True):
            coefficients.append(graph.mul(part, node))
    return dict(zip(names, series, strict=True))
