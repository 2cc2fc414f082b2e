"""Law 21: time derivatives of the equations of motion are what a motion shows."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from linkwright.graph.calculus import directional
from linkwright.graph.expr import Expr
from linkwright.model.robot import OpenRobot
from linkwright.narrowing import is_list
from linkwright.verification.context import AnyRobotContext, ClosedContext, OpenContext
from linkwright.verification.differences import motion_differences
from linkwright.verification.finding import Finding, gap, largest, notes
from linkwright.verification.laws.by_brute_force import rates_of_loops
from linkwright.verification.scene import Scene, flat, minus

_ASKED = (
    ("inverse_dynamics", ("inverse_dynamics_rate", "inverse_dynamics_rate2")),
    ("mass_matrix", ("mass_matrix_rate", "mass_matrix_rate2")),
    ("coriolis_matrix", ("coriolis_matrix_rate", "coriolis_matrix_rate2")),
    ("gravity", ("gravity_rate", "gravity_rate2")),
)
_FORCES = ("inverse_dynamics", "gravity")


def along_a_motion(s: AnyRobotContext) -> Finding:
    """Law 21: d/dt and d2/dt2 of tau, M, C and g along a motion; of a tree against differences in forty digits, and exactly
    against the rules of the graph; of a closed robot by brute force."""
    match s:
        case OpenContext():
            return _along_the_tree(s)
        case ClosedContext():
            return rates_of_loops(s)


def _along_the_tree(s: OpenContext) -> Finding:
    asked = [x for x in _ASKED if s.small or x[0] in _FORCES]
    residual = largest(g for quantity, derived in asked for g in _gaps(s, quantity, derived))
    note = "" if s.small else "tau and g only, for its size"
    exact = None if s.exact_robot is None else all(_exactly(s, s.exact_robot, *x) for x in asked)
    return Finding(residual, exact, notes(note, s.exact_note))


def _gaps(s: OpenContext, quantity: str, derived: tuple[str, str]) -> list[float]:
    f = s.function(quantity)
    at = {name: getattr(s.states, name)[0] for name in ("q", "v", "a", "j", "s", "wrench")}
    found: list[float] = []
    for name, change in zip(derived, motion_differences(s.robot, f, at), strict=True):
        d = s.function(name)
        value = np.asarray(d(**{k: at[k] for k in d.inputs if k in at}))
        found.append(gap(value, change))
    return found


def _exactly(s: OpenContext, robot: OpenRobot, quantity: str, derived: tuple[str, str]) -> bool:
    scene = Scene(robot)
    chain = [scene.v, scene.a, scene.symbols("j", robot.nv), scene.symbols("s", robot.nv)]
    moving = dict(zip((scene.graph.data[x.index] for x in scene.q), (x.index for x in scene.dq), strict=True))
    for now, then in pairwise(chain):
        moving.update({scene.graph.data[x.index]: y.index for x, y in zip(now, then, strict=True)})
    value = _listed(scene.put(s.function(quantity, robot)))
    for name in derived:
        value = [Expr(scene.graph, i) for i in directional(scene.graph, [x.index for x in value], moving)]
        if not scene.vanish(minus(_listed(scene.put(s.function(name, robot))), value)):
            return False
    return True


def _listed(x: Any) -> list[Expr]:
    """The elements of a vector or of a matrix, as `Scene.put` gives them."""
    return flat(x) if x and is_list(x[0]) else x
