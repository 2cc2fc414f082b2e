"""Law 23 against MuJoCo: the robot handed over as MJCF, for hinges, slides, balls and a free root.

The inertia of bodies fixed to each other goes to the one whose joint moves them.
MuJoCo's free joint has its linear velocity in world axes, and its quaternions begin with w; everything else is as here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any
from xml.sax.saxutils import quoteattr

import numpy as np
from numpy.typing import NDArray

from linkwright.errors import ModelError
from linkwright.model.robot import WORLD, Joint, OpenRobot
from linkwright.model.rooting import depth_first
from linkwright.readers.mjcf_compile import warnings_of
from linkwright.referee.algebra import quaternion_matrix
from linkwright.referee.joints import numbers
from linkwright.referee.poses import frame_names, homogeneous
from linkwright.referee.tree import matrix
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.verification.finding import Finding, gap, largest
from linkwright.verification.law_context import LawContext

Array = NDArray[np.float64]
_KINDS = {"revolute": "hinge", "continuous": "hinge", "prismatic": "slide", "spherical": "ball", "floating": "free"}


def installed() -> bool:
    """Whether MuJoCo can be imported."""
    return find_spec("mujoco") is not None


def mujoco(s: LawContext) -> Finding:
    """Law 23: inverse and forward dynamics, mass matrix, nonlinear effects and body poses as MuJoCo computes them."""
    if not installed():
        return Finding(note="MuJoCo is not installed (pip install mujoco)")
    mj: Any = import_module("mujoco")  # its types say less than it has
    robot = s.rigid
    try:
        model = compiled(mj, robot, document(robot))
    except ModelError as error:
        return Finding(note=error.what)
    except ValueError as error:  # what MuJoCo's compiler says of inertias that no body can have
        return Finding(note=f"MuJoCo: {str(error).splitlines()[0]}")
    data = mj.MjData(model)
    with warnings_of(mj):
        gaps = [_gap(s, robot, mj, model, data, k) for k in range(len(s.states))]
    return Finding(largest(gaps), note="MuJoCo, a model made from the robot; drives and wrenches apart")


def _gap(s: LawContext, robot: OpenRobot, mj: Any, model: Any, data: Any, k: int) -> float:
    q, v, a = (x[k] for x in (s.states.q, s.states.v, s.states.a))
    A, drift = free_part(robot, q, v)
    data.qpos[:], data.qvel[:], data.qacc[:] = coordinates(robot, q), A @ v, A @ a + drift
    mj.mj_fwdPosition(model, data)
    mj.mj_fwdVelocity(model, data)
    tau, bias, M = np.zeros(model.nv), np.zeros(model.nv), np.zeros((model.nv, model.nv))
    mj.mj_rne(model, data, 1, tau)
    mj.mj_rne(model, data, 0, bias)
    mj.mj_fullM(model, data, M)
    M_ours: Array = A.T @ M @ A
    nle = A.T @ (bias + M @ drift)
    ours = {
        name: s.value(name, robot=robot)[k] for name in ("inverse_dynamics", "mass_matrix", "nonlinear_effects")
    }  # fmt: skip
    gaps = [
        gap(ours["inverse_dynamics"], A.T @ tau),
        gap(ours["mass_matrix"], M_ours),
        gap(ours["nonlinear_effects"], nle, ours["inverse_dynamics"]),
    ]
    if np.linalg.cond(M_ours) < 1e9:
        moving: Array = s.states.tau[k] - nle
        forward = np.linalg.solve(M_ours, moving)
        gaps.append(gap(s.value("forward_dynamics", robot=robot)[k], forward) / max(1.0, np.linalg.cond(M_ours) * 1e-6))
    return largest([*gaps, _poses(s, robot, data, mj, model, k)])


def _poses(s: LawContext, robot: OpenRobot, data: Any, mj: Any, model: Any, k: int) -> float:
    poses = dict(zip(frame_names(robot), s.value("forward_kinematics", robot=robot)[k], strict=True))
    gaps: list[float] = []
    for body in (j.child for j in robot.joints.values()):
        i = mj.mj_name2id(model, mj.mjtObj.mjOBJ_BODY, body)
        frame = robot.frame(body)
        X = homogeneous(np.reshape(data.xmat[i], (3, 3)), data.xpos[i]) @ matrix(frame.X)
        gaps.append(gap(poses[body], X, 1.0))
    return largest(gaps)


# --- coordinates -------------------------------------------------------------------------------------------------------


def _offsets(robot: OpenRobot) -> list[tuple[Joint, int, int]]:
    """Joints with coordinates in MuJoCo's order, which is depth first, and where theirs are in ours."""
    joints = depth_first(list(robot.joints.values()))
    return [(j, *robot.offsets[j.name]) for j in joints if j.nv]


def coordinates(robot: OpenRobot, q: Array) -> Array:
    """In their order; quaternions with w first."""
    parts: list[Array] = []
    for joint, iq, _ in _offsets(robot):
        x = q[iq : iq + joint.nq]
        if joint.type in ("spherical", "floating"):
            x = np.concatenate([x[:-4], [x[-1]], x[-4:-1]])
        parts.append(x)
    return np.concatenate(parts)


def free_part(robot: OpenRobot, q: Array, v: Array) -> tuple[Array, Array]:
    """A and drift with (their v) = A v and (their a) = A a + drift: their order, the free joint's linear part in world axes."""
    A, drift = np.zeros((robot.nv, robot.nv)), np.zeros(robot.nv)
    at = 0
    for joint, iq, iv in _offsets(robot):
        A[at : at + joint.nv, iv : iv + joint.nv] = np.eye(joint.nv)
        if joint.type == "floating":
            R = matrix(joint.X)[:3, :3] @ quaternion_matrix(q[iq + 3 : iq + 7])
            A[at : at + 3, iv : iv + 3] = R
            drift[at : at + 3] = R @ np.cross(v[iv + 3 : iv + 6], v[iv : iv + 3])
        at += joint.nv
    return A, drift


# --- MJCF --------------------------------------------------------------------------------------------------------------


def compiled(mj: Any, robot: OpenRobot, text: str) -> Any:
    """The model of a document, with the inertias of the robot: those that its compiler refuses (nothing, a line of mass, a
    file's own numbers that no body can have) are a matter for its algorithms all the same."""
    model = mj.MjModel.from_xml_string(text)
    children = _children(robot)
    for joint in robot.joints.values():
        i = mj.mj_name2id(model, mj.mjtObj.mjOBJ_BODY, joint.child)
        m, *h, xx, xy, yy, xz, yz, zz = numbers(_carried(robot, joint, children).parameters)
        c = np.array(h) / m if m else np.zeros(3)
        about = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) - m * (c @ c * np.eye(3) - np.outer(c, c))
        model.body_inertia[i], axes = np.linalg.eigh(about)
        axes[:, 0] *= np.linalg.det(axes)
        model.body_mass[i], model.body_ipos[i] = m, c
        mj.mju_mat2Quat(model.body_iquat[i], axes.reshape(-1))
    model.body_subtreemass[:] = model.body_mass
    for i in range(model.nbody - 1, 0, -1):
        model.body_subtreemass[model.body_parentid[i]] += model.body_subtreemass[i]
    model.body_sameframe[:] = 0
    model.body_simple[:] = 0
    model.dof_simplenum[:] = 0
    return model


def _children(robot: OpenRobot) -> dict[str, list[Joint]]:
    found: dict[str, list[Joint]] = {}
    for joint in robot.joints.values():
        found.setdefault(joint.parent, []).append(joint)
    return found


def _carried(robot: OpenRobot, joint: Joint, children: Mapping[str, Sequence[Joint]]) -> Inertia:
    """What a joint moves by itself: its body and those fixed to it, at its body's origin; nothing for a fixed joint."""
    total = Inertia()
    stack = [] if joint.type == "fixed" else [(joint.child, Transform())]
    while stack:
        name, X = stack.pop()
        total = total + robot.bodies[name].inertia.seen_from(X)
        stack += [(j.child, X @ j.X) for j in children.get(name, ()) if j.type == "fixed"]
    return total


def document(robot: OpenRobot) -> str:
    """MJCF of the robot's tree; everything that moves has a mass of one until `compiled` says more."""
    for joint in robot.joints.values():
        _check(robot, joint)
    children = _children(robot)
    lines = [
        "<mujoco>",
        '<compiler angle="radian" inertiafromgeom="false" autolimits="false"/>',
        f'<option gravity="{_row(numbers(robot.gravity))}"><flag constraint="disable"/></option>',
        "<worldbody>",
    ]
    stack: list[Joint | None] = list(reversed(children.get(WORLD, [])))
    while stack:
        joint = stack.pop()
        if joint is None:
            lines.append("</body>")
            continue
        lines += _body(joint)
        stack += [None, *reversed(children.get(joint.child, []))]
    return "\n".join([*lines, "</worldbody>", "</mujoco>"])


def _check(robot: OpenRobot, joint: Joint) -> None:
    if joint.mimic or (joint.type not in _KINDS and joint.type != "fixed"):
        raise ModelError(f"joint '{joint.name}' has no counterpart in MuJoCo")
    if joint.type == "floating" and (joint.parent != WORLD or matrix(joint.X).tolist() != np.eye(4).tolist()):
        raise ModelError(f"MuJoCo wants free joint '{joint.name}' at the world's origin")


def _body(joint: Joint) -> list[str]:
    X = matrix(joint.X)
    place = f'pos="{_row(X[:3, 3])}" xyaxes="{_row([*X[:3, 0], *X[:3, 1]])}"'
    lines = [f"<body name={quoteattr(joint.child)} {place}>"]
    if joint.type != "fixed":
        lines.append('<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>')  # the true one: see compiled()
        axis = f' axis="{_row(numbers(joint.axis))}"' if joint.nv == 1 else ""
        lines.append(f'<joint name={quoteattr(joint.name)} type="{_KINDS[joint.type]}"{axis}/>')
    return lines


def _row(values: Any) -> str:
    return " ".join(f"{float(x):.17g}" for x in values)
