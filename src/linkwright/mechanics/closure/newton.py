"""One step of the iterative closure: what the generated solvers repeat (passes/repeat.py)."""

from __future__ import annotations

from linkwright.graph.expr import Scalar, apply
from linkwright.graph.quantity import Nested
from linkwright.graph.values import named, replaced
from linkwright.mechanics.closure.kinematics import closure_jacobian
from linkwright.mechanics.closure.residual import residual
from linkwright.mechanics.closure.system import System
from linkwright.mechanics.embedding import Embedding, merged
from linkwright.mechanics.tree.kinematics import coordinate_rates, normalised


def step(x: Embedding) -> Nested:
    """[theta + damping direction, -Jtheta^-1 h there, max |h| there]."""
    where = x.cut.coordinates
    theta = [t + x.damping[0] * d for t, d in zip(x.theta, x.direction, strict=True)]
    whole = normalised(x.tree, merged(x.tree.nq, (where.free_q, x.q), (where.dependent_q, theta)))
    moved = [whole[k] for k in where.dependent_q]
    h = residual(x.cut, x.positions)
    *direction, error = replaced(x.graph, [*_direction(x, h), _largest(h)], named(x.theta, moved))
    return [moved, direction, error]


def _direction(x: Embedding, h: list[Scalar]) -> list[Scalar]:
    """How theta should change to first order."""
    where = x.cut.coordinates
    rates = System(closure_jacobian(x)[1], x.cut, x.positions).solve([-e for e in h])
    change = coordinate_rates(x.tree, x.positions, merged(x.tree.nv, (where.dependent_v, rates)))
    return [change[k] for k in where.dependent_q]


def _largest(h: list[Scalar]) -> Scalar:
    sizes = [abs(e) for e in h]
    result: Scalar = sizes[0] if sizes else 0
    for e in sizes[1:]:
        result = apply("max", result, e)
    return result
