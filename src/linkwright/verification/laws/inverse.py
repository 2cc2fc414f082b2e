"""Law 19: forward dynamics undoes inverse dynamics."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.errors import ExpressionError, QuantityError
from linkwright.verification.context import AnyRobotContext
from linkwright.verification.context.base import Exact
from linkwright.verification.finding import Finding, gap
from linkwright.verification.scene import apply, minus
from linkwright.verification.states import evaluated

_CONDITION = 1e10


def undone(s: AnyRobotContext) -> Finding:
    """Law 19: a -> tau -> a, of a tree by both methods and exactly, and M times its inverse is one."""
    M = s.value("mass_matrix")
    if s.undetermined is not None:
        return Finding(note=s.undetermined.what)
    if M.size and np.max(np.linalg.cond(M)) > _CONDITION:
        return Finding(note=s.nearly_singular)
    choices, note = _methods(s)
    tau, one = s.value("inverse_dynamics"), M @ s.value("mass_matrix_inverse")
    found = [evaluated(s.function("forward_dynamics", **c), s.states, tau=tau)[0] for c in choices]
    size = s.tree_forces / float(np.min(np.linalg.norm(M, 2, (1, 2)), initial=np.inf)) if s.tree_forces else 0.0
    unit = 0.0 if s.tree_forces else np.max(np.abs(M), initial=0.0)
    gaps = [gap(a, s.states.a, size) for a in found]
    gaps.append(gap(one, np.broadcast_to(np.eye(M.shape[1]), one.shape), unit))
    try:
        return s.found(gaps, note, exactly=lambda x: _undone_exactly(x, choices))
    except ExpressionError:
        return s.found(gaps, note, "not decided exactly: a denominator vanishes")


def _methods(s: AnyRobotContext) -> tuple[list[dict[str, Any]], str]:
    """Choices by which accelerations are found, and why not by others."""
    found, note = list[dict[str, Any]](), ""
    for choices in s.accelerations:
        try:
            s.function("forward_dynamics", **choices)
            found.append(choices)
        except QuantityError as error:
            note = error.what
    return found, note


def _undone_exactly(x: Exact, choices: list[dict[str, Any]]) -> bool:
    replaced = {f"tau[{k}]": t for k, t in enumerate(x.of("inverse_dynamics"))}
    if not all(x.vanish(minus(x.of("forward_dynamics", replaced=replaced, **c), x.a)) for c in choices):
        return False
    M, inverse = x.of("mass_matrix"), x.of("mass_matrix_inverse")
    columns = list(zip(*inverse, strict=True))
    return x.vanish(e - (i == j) for i, column in enumerate(columns) for j, e in enumerate(apply(M, column)))
