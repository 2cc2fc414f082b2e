"""Law 19: forward dynamics undoes inverse dynamics."""

from __future__ import annotations

import numpy as np

from linkwright.errors import ExpressionError, QuantityError
from linkwright.model.robot import OpenRobot
from linkwright.verification.finding import Finding, gap, largest, notes
from linkwright.verification.law_context import LawContext, evaluate
from linkwright.verification.scene import Scene, apply, minus

_METHODS = ("mass_matrix", "articulated_body")
_CONDITION = 1e10


def undone(s: LawContext) -> Finding:
    """Law 19: a -> tau -> a by both methods, and M times its inverse is one."""
    if s.undetermined is not None:
        return Finding(note=s.undetermined.what)
    M = s.value("mass_matrix")
    if M.size and np.max(np.linalg.cond(M)) > _CONDITION:
        return Finding(note="the mass matrix is nearly singular: some body has hardly any mass or inertia of its own")
    tau = s.value("inverse_dynamics")
    methods, note = _methods(s)
    gaps = [gap(evaluate(s.function("forward_dynamics", method=m), s.states, tau=tau), s.states.a) for m in methods]
    one = M @ s.value("mass_matrix_inverse")
    gaps.append(gap(one, np.broadcast_to(np.eye(s.robot.nv), one.shape), np.max(np.abs(M), initial=0.0)))
    if (exact := s.exact_robot) is None:
        return Finding(largest(gaps), note=notes(note, s.exact_note))
    try:
        return Finding(largest(gaps), _undone_exactly(s, exact, methods), notes(note, s.exact_note))
    except ExpressionError:
        return Finding(largest(gaps), note=notes(note, "not decided exactly: a denominator vanishes"))


def _methods(s: LawContext) -> tuple[list[str], str]:
    found: list[str] = []
    note = ""
    for method in _METHODS:
        try:
            s.function("forward_dynamics", method=method)
            found.append(method)
        except QuantityError as error:
            note = error.what
    return found, note


def _undone_exactly(s: LawContext, robot: OpenRobot, methods: list[str]) -> bool:
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
