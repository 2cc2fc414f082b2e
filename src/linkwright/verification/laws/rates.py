"""Law 21: time derivatives of the equations of motion are what a motion shows."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from linkwright.graph.expr import Expr
from linkwright.graph.values import changes, named
from linkwright.narrowing import is_list
from linkwright.verification.context import AnyRobotContext
from linkwright.verification.context.base import Exact
from linkwright.verification.finding import Finding
from linkwright.verification.scene import flat, minus

_FORCES = ("inverse_dynamics", "gravity")
_ASKED = (*_FORCES, "mass_matrix", "coriolis_matrix")


def along_a_motion(s: AnyRobotContext) -> Finding:
    """Law 21: d/dt and d2/dt2 of tau, M, C and g along a motion by brute force; of a tree exactly, too, by the rules of the
    graph."""
    asked = _ASKED if s.moderate else _FORCES
    gaps = s.compared(*(name for quantity in asked for name in _rates(quantity)))
    note = "" if s.moderate else "tau and g only, for its size"
    return s.found(gaps, note, exactly=lambda x: all(_exactly(x, quantity) for quantity in asked))


def _rates(quantity: str) -> tuple[str, str]:
    return f"{quantity}_rate", f"{quantity}_rate2"


def _exactly(x: Exact, quantity: str) -> bool:
    n = x.robot.nv
    chain = [x.v, x.a, x.symbols("j", n), x.symbols("s", n)]
    moving = named(x.q, x.dq)
    for now, then in pairwise(chain):
        moving |= named(now, then)
    value = _listed(x.of(quantity))
    for name in _rates(quantity):
        value = changes(x.graph, value, moving)
        if not x.vanish(minus(_listed(x.of(name)), value)):
            return False
    return True


def _listed(x: Any) -> list[Expr]:
    """The elements of a vector or of a matrix, as `Scene.put` gives them."""
    return flat(x) if x and is_list(x[0]) else x
