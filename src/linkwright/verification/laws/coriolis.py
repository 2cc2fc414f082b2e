"""Laws 4 and 5: the Coriolis matrix is made of Christoffel symbols, and dM/dt - 2C is skew."""

from __future__ import annotations

import numpy as np

from linkwright.graph.expr import Expr
from linkwright.referee.algebra import applied
from linkwright.verification.context import AnyRobotContext
from linkwright.verification.context.base import Exact
from linkwright.verification.finding import Finding, gap
from linkwright.verification.scene import Matrix, apply, flat, minus
from linkwright.verification.states import unit_groups


def christoffel(s: AnyRobotContext) -> Finding:
    """Law 4: c = C v, and C v-wise made of Christoffel symbols of M: of a tree exactly, where all coordinates are scalars; and
    as brute force says, of a closed robot of its projected mass matrix."""
    C, c, tree = s.value("coriolis_matrix"), s.value("coriolis_vector"), s.reference.motion().coriolis.value
    scale = [float(np.max(np.abs(x), initial=0.0)) for x in (s.value("mass_matrix"), tree)]
    gaps = [gap(applied(C, s.states.v), c, scale), gap(C, s.reference.coriolis_matrix().value, scale)]
    scalars = not unit_groups(s.robot.tree)
    how = "" if scalars else "c = C v only: Christoffel symbols want scalar coordinates"
    return s.found(gaps, exactly=lambda x: _christoffel_exactly(x, scalars), how=how)


def _christoffel_exactly(x: Exact, scalars: bool) -> bool:
    C = x.of("coriolis_matrix")
    holds = x.vanish(minus(apply(C, x.v), x.of("coriolis_vector")))
    return holds and (not scalars or x.vanish(_christoffel_gap(x, C)))


def _christoffel_gap(x: Exact, C: Matrix) -> list[Expr]:
    """With K = d(M v)/dq, the sum of Christoffel symbols times v is C = (dM/dt + K - K') / 2."""
    M, n = x.of("mass_matrix"), x.robot.nv
    dM, K = x.rate(flat(M)), x.derivative(apply(M, x.v), x.q)
    return [2 * C[i][j] - (dM[i * n + j] + K[i][j] - K[j][i]) for i in range(n) for j in range(n)]


def skew(s: AnyRobotContext) -> Finding:
    """Law 5: dM/dt = C + C', so that dM/dt - 2C is skew: motion alone makes no energy. M and dM/dt are those of brute force."""
    C, scale = s.value("coriolis_matrix"), np.max(np.abs(s.value("mass_matrix")), initial=0.0)
    dM = s.reference.mass(1).rate(1)
    return s.found([gap(C + np.swapaxes(C, 1, 2), dM, scale), *s.compared("mass_matrix")], exactly=_skew_exactly)


def _skew_exactly(x: Exact) -> bool:
    C, dM, n = x.of("coriolis_matrix"), x.rate(flat(x.of("mass_matrix"))), x.robot.nv
    return x.vanish(dM[i * n + j] - (C[i][j] + C[j][i]) for i in range(n) for j in range(n))
