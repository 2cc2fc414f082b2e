"""Laws 4 and 5: the Coriolis matrix is made of Christoffel symbols, and dM/dt - 2C is skew."""

from __future__ import annotations

import numpy as np

from linkwright.graph.expr import Expr
from linkwright.model.robot import OpenRobot
from linkwright.verification.differences import directional_difference
from linkwright.verification.finding import Finding, gap, largest, notes
from linkwright.verification.law_context import LawContext
from linkwright.verification.scene import Matrix, Scene, apply, flat, minus
from linkwright.verification.states import rates, unit_groups


def christoffel(s: LawContext) -> Finding:
    """Law 4: c = C v, and C v-wise made of Christoffel symbols of M where all coordinates are scalars.

    With K = d(M v)/dq, the sum of Christoffel symbols times v is C = (dM/dt + K - K') / 2.
    """
    C, c = s.value("coriolis_matrix"), s.value("coriolis_vector")
    residual = gap(np.einsum("kij,kj->ki", C, s.states.v), c, s.value("mass_matrix"))
    if (exact := s.exact_robot) is None:
        return Finding(residual, note=s.exact_note)
    scene = Scene(exact)
    C_ = scene.put(s.function("coriolis_matrix", exact))
    holds = scene.vanish(minus(apply(C_, scene.v), scene.put(s.function("coriolis_vector", exact))))
    note = "c = C v only: Christoffel symbols want scalar coordinates"
    if _scalar(exact):
        note = ""
        holds = holds and scene.vanish(_christoffel_gap(s, scene, exact, C_))
    return Finding(residual, holds, notes(note, s.exact_note))


def _scalar(robot: OpenRobot) -> bool:
    return not unit_groups(robot)


def _christoffel_gap(s: LawContext, scene: Scene, robot: OpenRobot, C: Matrix) -> list[Expr]:
    M = scene.put(s.function("mass_matrix", robot))
    n = range(robot.nv)
    dM = scene.rate(flat(M))
    K = scene.derivative(apply(M, scene.v), scene.q)
    return [2 * C[i][j] - (dM[i * robot.nv + j] + K[i][j] - K[j][i]) for i in n for j in n]


def skew(s: LawContext) -> Finding:
    """Law 5: dM/dt = C + C', so that dM/dt - 2C is skew: motion alone makes no energy."""
    C = s.value("coriolis_matrix")
    M = s.function("mass_matrix")
    gaps: list[float] = []
    for k, (q, v) in enumerate(zip(s.states.q, s.states.v, strict=True)):
        dM = directional_difference(M, {"q": q}, {"q": np.array(rates(s.robot, q, v))})
        gaps.append(gap(dM, C[k] + C[k].T, M(q=q)))
    if (exact := s.exact_robot) is None:
        return Finding(largest(gaps), note=s.exact_note)
    scene = Scene(exact)
    C_, dM_ = (
        scene.put(s.function("coriolis_matrix", exact)),
        scene.rate(flat(scene.put(s.function("mass_matrix", exact)))),
    )
    n = range(exact.nv)
    holds = scene.vanish(dM_[i * exact.nv + j] - (C_[i][j] + C_[j][i]) for i in n for j in n)
    return Finding(largest(gaps), holds, s.exact_note)
