"""Law 19: forward dynamics undoes inverse dynamics."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.errors import ExpressionError, QuantityError
from linkwright.model.robot import OpenRobot
from linkwright.verification.context import AnyRobotContext, ClosedContext, OpenContext
from linkwright.verification.finding import Finding, gap, largest, notes
from linkwright.verification.scene import Scene, apply, minus
from linkwright.verification.states import evaluated

Array = np.ndarray[Any, Any]
_METHODS = ("mass_matrix", "articulated_body")
_CONDITION = 1e10


def undone(s: AnyRobotContext) -> Finding:
    """Law 19: a -> tau -> a, of a tree by both methods and exactly, and M times its inverse is one."""
    match s:
        case OpenContext():
            if s.undetermined is not None:
                return Finding(note=s.undetermined.what)
            if _singular(s):
                why = "the mass matrix is nearly singular: some body has hardly any mass or inertia of its own"
                return Finding(note=why)
            methods, note = _methods(s)
            M = np.max(np.abs(s.value("mass_matrix")), initial=0.0)
            residual = _residual(s, [{"method": m} for m in methods], 0.0, M)
            return _exactly(s, residual, methods, note)
        case ClosedContext():
            if _singular(s):
                return Finding(note="the mass matrix is singular: some joint moves no mass")
            size = s.tree_forces / float(np.min(np.linalg.norm(s.value("mass_matrix"), 2, (1, 2))))
            return Finding(_residual(s, [{}], size, 0.0))


def _singular(s: AnyRobotContext) -> bool:
    M = s.value("mass_matrix")
    return bool(M.size and np.max(np.linalg.cond(M)) > _CONDITION)


def _residual(s: AnyRobotContext, choices: list[dict[str, Any]], size: float, unit: Any) -> float:
    """size: of accelerations, unit: of the product of M and its inverse, where rounding is measured by them."""
    M, tau = s.value("mass_matrix"), s.value("inverse_dynamics")
    found = [evaluated(s.function("forward_dynamics", **c), s.states, tau=tau)[0] for c in choices]
    one = M @ s.value("mass_matrix_inverse")
    gaps = [gap(a, s.states.a, size) for a in found]
    return largest([*gaps, gap(one, np.broadcast_to(np.eye(M.shape[1]), one.shape), unit)])


def _methods(s: OpenContext) -> tuple[list[str], str]:
    found: list[str] = []
    note = ""
    for method in _METHODS:
        try:
            s.function("forward_dynamics", method=method)
            found.append(method)
        except QuantityError as error:
            note = error.what
    return found, note


def _exactly(s: OpenContext, residual: float, methods: list[str], note: str) -> Finding:
    if (exact := s.exact_robot) is None:
        return Finding(residual, note=notes(note, s.exact_note))
    try:
        return Finding(residual, _undone_exactly(s, exact, methods), notes(note, s.exact_note))
    except ExpressionError:
        return Finding(residual, note=notes(note, "not decided exactly: a denominator vanishes"))


def _undone_exactly(s: OpenContext, robot: OpenRobot, methods: list[str]) -> bool:
    scene = Scene(robot)
    tau = scene.put(s.function("inverse_dynamics", robot))
    replaced = {f"tau[{k}]": t for k, t in enumerate(tau)}
    for method in methods:
        a = scene.put(s.function("forward_dynamics", robot, method=method), replaced)
        if not scene.vanish(minus(a, scene.a)):
            return False
    M, inverse = (scene.put(s.function(name, robot)) for name in ("mass_matrix", "mass_matrix_inverse"))
    columns = list(zip(*inverse, strict=True))
    return scene.vanish(x - (i == j) for i, column in enumerate(columns) for j, x in enumerate(apply(M, column)))
