"""States at which a mechanism may be asked: random, of ordinary size, on its manifold, with its loops closed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.errors import LinkwrightError
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.configuration import normalised
from linkwright.model.robot import OpenRobot

if TYPE_CHECKING:
    from linkwright.graph.port import Port
    from linkwright.manifold.lagrangian import Lagrangian
    from linkwright.mechanism import Mechanism

Array = np.ndarray[Any, Any]
_REACH = 0.35
"""How far free positions of a closed robot are from its start, at most."""
_DISTINCT = 16
"""Closed positions that are solved for; more states repeat them with other rates."""


def samples(mechanism: Mechanism, count: int, seed: int = 0) -> Mapping[str, Array]:
    """`count` states, one per row, by the name of the input: q, v, a, tau, j, s, wrench, theta; of a Lagrangian its inputs,
    too. The same for the same seed."""
    rng = np.random.default_rng(seed)
    match mechanism:
        case OpenRobot():
            q = rng.uniform(-1, 1, (count, mechanism.nq))
            places = {"q": np.array([normalised(mechanism, x) for x in q]).reshape(q.shape)}
        case ClosedRobot():
            places = _closed(mechanism, count, rng)
        case _:
            places = _on_manifold(mechanism, count, rng)
            places |= {i.name: rng.uniform(-1, 1, (count, *(i.shape or (1,)))) for i in mechanism.inputs}
    nv = mechanism.nv
    rates = {name: rng.uniform(-1, 1, (count, nv)) for name in ("v", "a", "tau", "j", "s")}
    frames = len(mechanism.wrenches) if isinstance(mechanism, OpenRobot | ClosedRobot) else 0
    return {**places, **rates, "wrench": rng.uniform(-1, 1, (count, frames, 6))}


def _closed(robot: ClosedRobot, count: int, rng: np.random.Generator) -> dict[str, Array]:
    """Positions near the start at which the loops close; the start itself where no others are found."""
    from linkwright.model.assembly.mobility_report import cut, solve

    made = cut(robot)
    start, where = np.array(made.start), made.coordinates
    free, dependent = list(where.free_q), list(where.dependent_q)
    found = [start]
    for _ in range(min(count, _DISTINCT) - 1):
        try:
            found.append(solve(robot, start[free] + rng.uniform(-_REACH, _REACH, len(free)), start))
        except LinkwrightError:  # out of reach
            continue
    rows = np.resize(np.array(found), (count, len(start)))
    return {"q": np.ascontiguousarray(rows[:, free]), "theta": np.ascontiguousarray(rows[:, dependent])}


def _on_manifold(system: Lagrangian, count: int, rng: np.random.Generator) -> dict[str, Array]:
    from linkwright.manifold.state import slots_of

    q = rng.uniform(0.3, 1, (count, system.nq))
    for s in slots_of(system.variables):
        if s.kind == "S2":
            q[:, s.q] /= np.linalg.norm(q[:, s.q], axis=1, keepdims=True)
        elif s.kind == "SO3":
            turn = np.linalg.qr(rng.normal(size=(count, 3, 3)))[0]
            q[:, s.q] = (turn * np.sign(np.linalg.det(turn))[:, None, None]).reshape(count, 9)
    return {"q": q}


def inputs_of(mechanism: Mechanism, ports: Iterable[Port], count: int) -> list[Array]:
    """States for a function, one per row, in the order of its inputs; what is no state (a step of time) is below one."""
    known = samples(mechanism, count)
    rng = np.random.default_rng(0)
    return [known[p.name] if p.name in known else rng.uniform(0.5, 1, (count, *p.shape)) for p in ports]
