"""Law 23 for closed mechanisms: Pinocchio's constrained dynamics, and MuJoCo's equality constraints, say the same."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any
from xml.etree import ElementTree

import numpy as np

from linkwright.errors import ModelError
from linkwright.model.robot import Loop, Robot
from linkwright.verify import plain
from linkwright.verify.closed_subject import ClosedSubject
from linkwright.verify.finding import Finding, gap, largest, notes
from linkwright.verify.laws import mujoco_peer
from linkwright.verify.laws.loops_dynamics import rigid_reference
from linkwright.verify.pinocchio_model import Peer, build, installed

Array = np.ndarray[Any, Any]
_SOFT = 1e-7
"""Pinocchio solves for closing forces by iteration: what may be left."""


def pinocchio(s: ClosedSubject) -> Finding:
    """Law 23: accelerations of the whole tree and the constraint Jacobian, as Pinocchio computes them."""
    if not installed():
        return Finding(note="Pinocchio is not installed (pip install pin)")
    import pinocchio as pin  # type: ignore[import-not-found]

    robot = s.rigid
    try:
        peer = build(robot.tree)
        closures = contacts(pin, peer, robot)
    except ModelError as error:
        return Finding(note=error.what)
    p, G = rigid_reference(s, robot), peer.G
    forward = s.value("forward_dynamics", robot)
    models, datas = vectors(pin, closures)
    data = peer.model.createData()
    prepare(pin, peer.model, data, models, datas)
    reached: dict[str, float] = {"accelerations": 0.0, "constraint Jacobian": 0.0}
    for k in range(len(s.states)):
        q, v = peer.q(p.positions[k]), G @ p.rates[k]
        tau = np.zeros(robot.nv)
        tau[list(s.cut.coordinates.free_v)] = s.states.tau[k]
        settings = pin.ProximalSettings(1e-14, 1e-10, 200)
        a = pin.constraintDynamics(peer.model, data, q, v, np.linalg.pinv(G).T @ tau, models, datas, settings)
        ours = p.W[k] @ forward[k] + p.drift[k]
        size = float(np.linalg.cond(p.mass[k])) * 1e-4
        reached["accelerations"] = largest([reached["accelerations"], gap(G @ ours, a) / max(1.0, size)])
        J = np.array(pin.getConstraintsJacobian(peer.model, data, models, datas)).reshape(-1, peer.model.nv)
        moved = J @ G @ p.W[k]
        scale = float(np.max(np.abs(J))) * float(np.max(np.abs(p.W[k])))
        reached["constraint Jacobian"] = largest(
            [reached["constraint Jacobian"], gap(moved, np.zeros_like(moved), scale)]
        )
    worst = max(reached, key=reached.__getitem__)
    return Finding(
        largest(reached.values()), note=f"Pinocchio, {len(closures)} contacts; largest gap in {worst}", tolerance=_SOFT
    )


def contacts(pin: Any, peer: Peer, robot: Robot) -> list[Any]:
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
    try:
        pin.initConstraintDynamics(model, data, models, datas)
    except TypeError:  # before version 4
        pin.initConstraintDynamics(model, data, models)


def _contacts(pin: Any, peer: Peer, robot: Robot, loop: Loop) -> Iterator[Any]:
    """A pin is two points on its axis that stay together."""
    ends = [_place(pin, peer, robot, name) for name in (loop.first, loop.second)]
    if loop.kind == "weld":
        (a, X), (b, Y) = ends
        yield pin.RigidConstraintModel(pin.ContactType.CONTACT_6D, peer.model, a, X, b, Y, pin.ReferenceFrame.LOCAL)
        return
    if loop.kind not in ("point", "pin"):
        raise ModelError(f"Pinocchio has no closure of the kind '{loop.kind}' (loop '{loop.name}')")
    for height in (0.0, 1.0) if loop.kind == "pin" else (0.0,):
        up = pin.SE3(np.eye(3), np.array([0.0, 0.0, height]))
        (a, X), (b, Y) = ends
        yield pin.RigidConstraintModel(
            pin.ContactType.CONTACT_3D, peer.model, a, X * up, b, Y * up, pin.ReferenceFrame.LOCAL
        )


def _place(pin: Any, peer: Peer, robot: Robot, name: str) -> tuple[int, Any]:
    """A frame as a joint of the peer and a placement on it."""
    frame = robot.frame(name)
    if frame.body == "world":
        return 0, pin.SE3(plain.matrix(frame.X))
    index = peer.frame(frame.name)
    if index is None:
        raise ModelError(f"Pinocchio has no frame '{name}'")
    found = peer.model.frames[index]
    return found.parentJoint, found.placement


# --- MuJoCo --------------------------------------------------------------------------------------------------------------


def mujoco(s: ClosedSubject) -> Finding:
    """Law 23: the Jacobian of MuJoCo's equality constraints allows the motions W and no others; its mass matrix and bias
    forces, projected, are ours."""
    if not mujoco_peer.installed():
        return Finding(note="MuJoCo is not installed (pip install mujoco)")
    mj: Any = import_module("mujoco")
    robot = s.rigid
    try:
        model = mj.MjModel.from_xml_string(document(robot))
    except ModelError as error:
        return Finding(note=error.what)
    except ValueError as error:
        return Finding(note=f"MuJoCo: {str(error).splitlines()[0]}")
    p = rigid_reference(s, robot)
    mass, bias = s.value("mass_matrix", robot), s.value("nonlinear_effects", robot)
    data = mj.MjData(model)
    gaps: list[float] = []
    missing = 0
    for k in range(len(s.states)):
        A, drift = mujoco_peer.free_part(robot, p.positions[k], p.rates[k])
        data.qpos[:], data.qvel[:] = mujoco_peer.coordinates(robot, p.positions[k]), A @ p.rates[k]
        mj.mj_forward(model, data)
        J = np.reshape(data.efc_J, (-1, model.nv))[: data.ne]
        W = A @ p.W[k]
        values = np.linalg.svd(J, compute_uv=False)
        missing = max(missing, abs(robot.nv - int(np.sum(values > 1e-9 * values[0])) - p.W.shape[2]))
        gaps.append(gap(J @ W, np.zeros((len(J), W.shape[1])), float(np.max(np.abs(J))) * float(np.max(np.abs(W)))))
        M, force = np.zeros((model.nv, model.nv)), np.zeros(model.nv)
        mj.mj_fullM(model, data, M)
        mj.mj_rne(model, data, 0, force)
        gaps.append(gap(W.T @ M @ W, mass[k]))
        whole = force + M @ (A @ p.drift[k] + drift)
        gaps.append(gap(W.T @ whole, bias[k], whole))
    note = notes("MuJoCo, equality constraints", f"its rank differs by {missing}" if missing else "")
    return Finding(largest([*gaps, float(missing)]), note=note)


def document(robot: Robot) -> str:
    """MJCF of the robot with its loops and couplings as equality constraints between sites."""
    root = ElementTree.fromstring(mujoco_peer.document(robot.tree))  # noqa: S314 - written a line ago
    for option in root.iter("option"):
        option.set("jacobian", "dense")
        for flag in list(option):
            option.remove(flag)
    world = root.find("worldbody")
    assert world is not None
    bodies = {b.get("name"): b for b in world.iter("body")} | {"world": world}
    equality = ElementTree.SubElement(root, "equality")
    for loop in robot.loops:
        if loop.kind not in ("point", "pin", "weld"):
            raise ModelError(f"MuJoCo has no closure of the kind '{loop.kind}' (loop '{loop.name}')")
        for n, height in enumerate((0.0, 1.0) if loop.kind == "pin" else (0.0,)):
            names: list[str] = []
            for end in (loop.first, loop.second):
                frame = robot.frame(end)
                X = plain.matrix(frame.X) @ plain.homogeneous(np.eye(3), np.array([0.0, 0.0, height]))
                names.append(f"{loop.name} {end} {n}")
                place = {"pos": _row(X[:3, 3]), "xyaxes": _row([*X[:3, 0], *X[:3, 1]])}
                ElementTree.SubElement(bodies[frame.body], "site", {"name": names[-1], **place})
            kind = "weld" if loop.kind == "weld" else "connect"
            ElementTree.SubElement(equality, kind, {"site1": names[0], "site2": names[1]})
    for joint, other, ratio, offset in _gears(robot):
        given = {"joint1": joint, "joint2": other, "polycoef": f"{offset:.17g} {ratio:.17g} 0 0 0"}
        ElementTree.SubElement(equality, "joint", given)
    return ElementTree.tostring(root, encoding="unicode")


def _gears(robot: Robot) -> Iterator[tuple[str, str, float, float]]:
    """Couplings as joint = offset + ratio * other."""
    from linkwright.graph.evaluate import FLOAT, evaluate
    from linkwright.graph.expr import Expr
    from linkwright.graph.rewrite import symbols_of
    from linkwright.model.robot import COORDINATE

    names = {COORDINATE.format(n): n for n in robot.joints}
    for c in robot.couplings:
        used = symbols_of(c.value.graph, [c.value.index]) if isinstance(c.value, Expr) else []
        if not isinstance(c.value, Expr) or len(used) != 1:
            raise ModelError(f"MuJoCo couples one joint to one other: coupling '{c.name}' has {len(used)}")
        at = [float(evaluate(c.value.graph, [c.value.index], {used[0]: x}, FLOAT)[0]) for x in (0.0, 1.0, 2.0)]
        if abs(at[2] - 2 * at[1] + at[0]) > 1e-12:
            raise ModelError(f"coupling '{c.name}' is not linear")
        yield c.joint, names[used[0]], at[1] - at[0], at[0]


def _row(values: Any) -> str:
    return " ".join(f"{float(x):.17g}" for x in values)
