"""States at which a mechanism may be asked: random, of ordinary size, on its manifold, with its loops closed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import LinkwrightError
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.configuration import normalised
from linkwright.model.robot import OpenRobot

if TYPE_CHECKING:
    from linkwright.manifold.lagrangian import Lagrangian
    from linkwright.mechanism import Mechanism
    from linkwright.passes.kernel import Kernel

_REACH = 0.35
"""How far free positions of a closed robot are from its start, at most."""
_NEAR = 0.1
"""How far a guess is from a solution, at most."""
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


def inputs_of(mechanism: Mechanism, kernel: Kernel, count: int, base: str | None = None) -> list[Array]:
    """States for a function, one per row, in the order of the inputs that it needs; what is no state (a step of time) is below
    one. Poses are those of its frame, seen from `base`, at random positions within limits; a guess is near the solution."""
    known = dict(samples(mechanism, count))
    rng = np.random.default_rng(0)
    ports = {p.name: p for p in kernel.required}
    facts = dict(kernel.facts)
    if "pose" in ports and isinstance(mechanism, OpenRobot | ClosedRobot):
        known["q"] = _within_limits(mechanism, known["q"])
        known["pose"] = _poses(mechanism, facts["frame"], base, known["q"]).reshape(count, *ports["pose"].shape)
        if "given" in ports:
            known["given"] = known["q"][:, [mechanism.position_names.index(x) for x in ports["given"].labels]]
    if "guess" in ports:
        near = known["theta" if facts.get("Repeats") == "closure_step" else "q"]
        known["guess"] = near + rng.uniform(-_NEAR, _NEAR, near.shape)
    return [known[n] if n in known else rng.uniform(0.5, 1, (count, *p.shape)) for n, p in ports.items()]


def _within_limits(robot: Robot, q: Array) -> Array:
    """Positions between -1 and 1 where their joints may go: nearest to zero, the same ways apart where there is room."""
    from linkwright.mechanics.inverse.limits import joint_limits

    limits = np.array([(-np.inf if a is None else a, np.inf if b is None else b) for a, b in joint_limits(robot)])
    low, high = limits.reshape(-1, 2).T
    half = np.minimum(1.0, (high - low) / 2)
    return np.ascontiguousarray(np.clip(0.0, low + half, high - half) + half * q)


def _poses(robot: Robot, frames: str, base: str | None, q: Array) -> Array:
    """(count, frames, 4, 4): where frames, with commas between them, are at positions of the free joints."""
    from linkwright.kernels import kernel
    from linkwright.mechanics.inverse.beside_loops import free_tree
    from linkwright.runtime import native

    tree = free_tree(robot) if isinstance(robot, ClosedRobot) else robot

    def seen(frame: str) -> Array:
        return np.asarray(native(kernel(tree, "forward_kinematics", frame=frame), later=True)(q))

    poses = np.stack([seen(name.strip()) for name in frames.split(",")], axis=1)
    return poses if base is None else np.linalg.inv(seen(base))[:, None] @ poses
