"""Law 23 for closed mechanisms: Pinocchio's constrained dynamics say the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from linkwright.errors import ModelError
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.closures import Loop
from linkwright.referee.tree import matrix
from linkwright.verification.context import ClosedContext
from linkwright.verification.finding import Finding, gap, largest
from linkwright.verification.peers.pinocchio_model import Peer, build
from linkwright.verification.peers.roughness import roughness

_PROXIMAL = ((1e-10, 200), (1e-3, 10_000))
"""Weights and iterations of Pinocchio's solver, of which the better counts: a small weight enforces equations that repeat each
other but for the rounding of a file, a large one needs many iterations."""
_SOFT = 1e-7
"""Pinocchio solves for closing forces by iteration: what may be left."""


def pinocchio(s: ClosedContext) -> Finding:
    """Law 23: accelerations of the whole tree and the constraint Jacobian, as Pinocchio computes them."""
    import pinocchio as pin  # pyright: ignore[reportMissingModuleSource]  # optional

    robot = s.rigid
    peer = build(robot.tree)
    closures = contacts(pin, peer, robot)
    p, G = s.reference_of(robot), peer.G
    forward = s.value("forward_dynamics", robot)
    models, datas = vectors(pin, closures)
    data = peer.model.createData()
    prepare(pin, peer.model, data, models, datas)
    reached: dict[str, float] = {"accelerations": 0.0, "constraint Jacobian": 0.0}
    for k in range(len(s.states)):
        q, v = peer.q(p.positions[k]), G @ p.rates[k]
        tau = np.zeros(robot.tree.nv)
        tau[list(s.cut.coordinates.free_v)] = s.states.tau[k]
        ours, theirs = G @ (p.W[k] @ forward[k] + p.drift[k]), list[float]()
        for weight, iterations in _PROXIMAL:
            settings = pin.ProximalSettings(1e-14, weight, iterations)
            a = pin.constraintDynamics(peer.model, data, q, v, np.linalg.pinv(G).T @ tau, models, datas, settings)
            theirs.append(gap(ours, np.array(a)))
        J = np.array(pin.getConstraintsJacobian(peer.model, data, models, datas)).reshape(-1, peer.model.nv)
        size = max(1.0, float(np.linalg.cond(p.mass().value[k])) * 1e-4, roughness(J))
        reached["accelerations"] = largest([reached["accelerations"], min(theirs) / size])
        moved = J @ G @ p.W[k]
        scale = float(np.max(np.abs(J))) * float(np.max(np.abs(p.W[k])))
        reached["constraint Jacobian"] = largest(
            [reached["constraint Jacobian"], gap(moved, np.zeros_like(moved), scale)]
        )
    worst = max(reached, key=reached.__getitem__)
    return Finding(
        largest(reached.values()), note=f"Pinocchio, {len(closures)} contacts; largest gap in {worst}", tolerance=_SOFT
    )


def contacts(pin: Any, peer: Peer, robot: ClosedRobot) -> list[Any]:
    """All closures of a robot as Pinocchio's contacts."""
    if robot.couplings:
        raise ModelError(f"Pinocchio has no coupling of joints such as '{robot.couplings[0].name}'")
    return [c for loop in robot.loops for c in _contacts(pin, peer, robot, loop)]


def vectors(pin: Any, closures: list[Any]) -> tuple[Any, Any]:
    """Contacts and their data as Pinocchio wants them."""
    models, datas = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    for c in closures:
        models.append(c)
        datas.append(c.createData())
    return models, datas


def prepare(pin: Any, model: Any, data: Any, models: Any, datas: Any) -> None:
    """Set up Pinocchio's constrained dynamics, whichever of its signatures is there."""
    try:
        pin.initConstraintDynamics(model, data, models, datas)
    except TypeError:  # before version 4
        pin.initConstraintDynamics(model, data, models)


def _contacts(pin: Any, peer: Peer, robot: ClosedRobot, loop: Loop) -> Iterator[Any]:
    """A pin is two points on its axis that stay together."""
    a, X = _place(pin, peer, robot, loop.first)
    b, Y = _place(pin, peer, robot, loop.second)
    if loop.kind == "weld":
        yield pin.RigidConstraintModel(pin.ContactType.CONTACT_6D, peer.model, a, X, b, Y, pin.ReferenceFrame.LOCAL)
        return
    if loop.kind not in ("point", "pin"):
        raise ModelError(f"Pinocchio has no closure of the kind '{loop.kind}' (loop '{loop.name}')")
    for height in (0.0, 1.0) if loop.kind == "pin" else (0.0,):
        up = pin.SE3(np.eye(3), np.array([0.0, 0.0, height]))
        yield pin.RigidConstraintModel(
            pin.ContactType.CONTACT_3D, peer.model, a, X * up, b, Y * up, pin.ReferenceFrame.LOCAL
        )


def _place(pin: Any, peer: Peer, robot: ClosedRobot, name: str) -> tuple[int, Any]:
    """A frame as a joint of the peer and a placement on it."""
    frame = robot.frame(name)
    if frame.body == "world":
        return 0, pin.SE3(matrix(frame.X))
    index = peer.frame(frame.name)
    if index is None:
        raise ModelError(f"Pinocchio has no frame '{name}'")
    found = peer.model.frames[index]
    return found.parentJoint, found.placement
