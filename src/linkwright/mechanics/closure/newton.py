"""One step of the iterative closure: what the generated solvers repeat (passes/repeat.py)."""

from __future__ import annotations

from linkwright.graph.expr import Expr, Scalar, apply, lift, sqrt, symbol_name
from linkwright.graph.quantity import Nested
from linkwright.graph.rewrite import copy_nodes
from linkwright.mechanics.closure.kinematics import closure_jacobian
from linkwright.mechanics.closure.residual import residual
from linkwright.mechanics.closure.system import System
from linkwright.mechanics.embedding import Embedding
from linkwright.mechanics.tree.kinematics import coordinate_rates


def step(x: Embedding) -> Nested:
    """[theta + damping direction, -Jtheta^-1 h there, max |h| there]."""
    graph = x.graph
    moved = _normalised(x, [t + x.damping[0] * d for t, d in zip(x.theta, x.direction, strict=True)])
    h = residual(x.cut, x.positions)
    there = [*_direction(x, h), _largest(h)]
    put = {symbol_name(t): lift(graph, m).index for t, m in zip(x.theta, moved, strict=True)}
    *direction, error = copy_nodes(graph, graph, [lift(graph, e).index for e in there], put)
    return [moved, [Expr(graph, i) for i in direction], Expr(graph, error)]


def _direction(x: Embedding, h: list[Scalar]) -> list[Scalar]:
    """How theta should change to first order."""
    where = x.cut.coordinates
    rates = System(closure_jacobian(x)[1], x.cut, x.positions).solve([-e for e in h])
    whole: list[Scalar] = [0] * x.tree.nv
    for k, rate in zip(where.dependent_v, rates, strict=True):
        whole[k] = rate
    change = coordinate_rates(x.tree, x.positions, whole)
    return [change[k] for k in where.dependent_q]


def _largest(h: list[Scalar]) -> Scalar:
    sizes = [abs(e) for e in h]
    result: Scalar = sizes[0] if sizes else 0
    for e in sizes[1:]:
        result = apply("max", result, e)
    return result


def _normalised(x: Embedding, theta: list[Scalar]) -> list[Scalar]:
    """Quaternions (and cosine and sine of planar joints) of length one again."""
    names = {f"q[{k}]": j for j, k in enumerate(x.cut.coordinates.dependent_q)}
    result = list(theta)
    for group in x.tree.unit_groups:
        places = [names[n] for n in group if n in names]
        square: Scalar = 0
        for j in places:
            square = square + theta[j] * theta[j]
        for j in places:
            result[j] = theta[j] / sqrt(square)
    return result
