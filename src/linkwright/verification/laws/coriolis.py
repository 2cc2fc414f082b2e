"""Laws 4 and 5: the Coriolis matrix is made of Christoffel symbols, and dM/dt - 2C is skew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from linkwright.graph.expr import Expr
from linkwright.model.robot import OpenRobot
from linkwright.verification.context import AnyRobotContext, ClosedContext, OpenContext
from linkwright.verification.differences import directional_difference
from linkwright.verification.finding import Finding, gap, largest, notes
from linkwright.verification.scene import Matrix, Scene, apply, flat, minus
from linkwright.verification.states import evaluated, rates, unit_groups

Array = np.ndarray[Any, Any]
_EIGHTH_ORDER = ((1, 4 / 5), (2, -1 / 5), (3, 4 / 105), (4, -1 / 280))


def christoffel(s: AnyRobotContext) -> Finding:
    """Law 4: c = C v, and C v-wise made of Christoffel symbols of M: of a tree exactly, where all coordinates are scalars; of
    a closed robot, of its projected mass matrix by brute force."""
    C, c = s.value("coriolis_matrix"), s.value("coriolis_vector")
    moved = np.einsum("kij,kj->ki", C, s.states.v)
    scale = [float(np.max(np.abs(s.value("mass_matrix")), initial=0.0))]
    match s:
        case OpenContext():
            return _exactly(s, gap(moved, c, scale))
        case ClosedContext():
            scale.append(float(np.max(np.abs(s.reference.motion().coriolis.value))))
            return Finding(largest([gap(moved, c, scale), gap(C, s.reference.coriolis_matrix().value, scale)]))


def _exactly(s: OpenContext, residual: float) -> Finding:
    if (exact := s.exact_robot) is None:
        return Finding(residual, note=s.exact_note)
    scene = Scene(exact)
    C = scene.put(s.function("coriolis_matrix", exact))
    holds = scene.vanish(minus(apply(C, scene.v), scene.put(s.function("coriolis_vector", exact))))
    note = "c = C v only: Christoffel symbols want scalar coordinates"
    if not unit_groups(exact):
        note = ""
        holds = holds and scene.vanish(_christoffel_gap(s, scene, exact, C))
    return Finding(residual, holds, notes(note, s.exact_note))


def _christoffel_gap(s: OpenContext, scene: Scene, robot: OpenRobot, C: Matrix) -> list[Expr]:
    """With K = d(M v)/dq, the sum of Christoffel symbols times v is C = (dM/dt + K - K') / 2."""
    M = scene.put(s.function("mass_matrix", robot))
    n = range(robot.nv)
    dM = scene.rate(flat(M))
    K = scene.derivative(apply(M, scene.v), scene.q)
    return [2 * C[i][j] - (dM[i * robot.nv + j] + K[i][j] - K[j][i]) for i in n for j in n]


def skew(s: AnyRobotContext) -> Finding:
    """Law 5: dM/dt = C + C', so that dM/dt - 2C is skew: motion alone makes no energy."""
    C = s.value("coriolis_matrix")
    both = C + np.swapaxes(C, 1, 2)
    match s:
        case OpenContext():
            gaps = [gap(dM, expected, M) for (dM, M), expected in zip(_along_the_tree(s), both, strict=True)]
            return _skew_exactly(s, largest(gaps))
        case ClosedContext():
            return Finding(gap(_along_the_loops(s), both, np.max(np.abs(s.value("mass_matrix")))))


def _along_the_tree(s: OpenContext) -> Iterator[tuple[Array, Array]]:
    """dM/dt by differences in forty digits, and M, state by state."""
    M = s.function("mass_matrix")
    for q, v in zip(s.states.q, s.states.v, strict=True):
        yield directional_difference(M, {"q": q}, {"q": np.array(rates(s.robot, q, v))}), M(q=q)


def _skew_exactly(s: OpenContext, residual: float) -> Finding:
    if (exact := s.exact_robot) is None:
        return Finding(residual, note=s.exact_note)
    scene = Scene(exact)
    C = scene.put(s.function("coriolis_matrix", exact))
    dM = scene.rate(flat(scene.put(s.function("mass_matrix", exact))))
    n = range(exact.nv)
    holds = scene.vanish(dM[i * exact.nv + j] - (C[i][j] + C[j][i]) for i in n for j in n)
    return Finding(residual, holds, s.exact_note)


def _along_the_loops(s: ClosedContext) -> Array:
    """dM/dt by differences of order 8 between closed positions. The nearer a singular position, the larger is W, and the sooner
    it bends."""
    M = s.function("mass_matrix")
    sizes = (np.max(np.abs(x.reshape(len(x), -1)), axis=1, initial=1.0) for x in (s.reference.rates, s.reference.W))
    step = float(np.min(1e-2 / np.prod(list(sizes), axis=0)))
    total = np.zeros_like(s.value("coriolis_matrix"))
    for k, weight in _EIGHTH_ORDER:
        for sign in (1, -1):
            total += sign * weight / step * evaluated(M, _later(s, sign * k * step))[0]
    return total


def _later(s: ClosedContext, time: float) -> Any:
    """The sample states after a time at constant free rates."""
    where, closed, p = s.cut.coordinates, s.reference.closed, s.reference
    positions, _ = closed.close_all(closed.moved(p.positions, time * p.rates))
    return replace(
        s.states, q=positions[:, list(where.free_q)], theta=positions[:, list(where.dependent_q)], positions=positions
    )
