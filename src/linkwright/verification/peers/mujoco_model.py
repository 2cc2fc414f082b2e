"""A MuJoCo model of a robot: handed over as MJCF, for hinges, slides, balls and a free root; loops and couplings as equality
constraints between sites.

The inertia of bodies fixed to each other goes to the one whose joint moves them.
MuJoCo's free joint has its linear velocity in world axes, and its quaternions begin with w; everything else is as here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import ModelError
from linkwright.graph.evaluate import FLOAT, evaluate
from linkwright.graph.expr import Expr
from linkwright.graph.rewrite import symbols_of
from linkwright.model.assembly.numeric_tree import to_float
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.closures import COORDINATE
from linkwright.model.robot import WORLD, Joint, OpenRobot
from linkwright.model.rooting import depth_first
from linkwright.referee.algebra import quaternion_matrix
from linkwright.referee.joints import numbers
from linkwright.referee.poses import homogeneous
from linkwright.referee.tree import matrix
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform

_KINDS = {"revolute": "hinge", "continuous": "hinge", "prismatic": "slide", "spherical": "ball", "floating": "free"}
COMPOSED = ("slider", "cylinder", "universal")
"""Loops that MuJoCo has no constraint for: they are composed of its Jacobians of their two places."""


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
    try:
        model = mj.MjModel.from_xml_string(text)
    except ValueError as error:  # what MuJoCo's compiler says of inertias that no body can have
        raise ModelError(f"MuJoCo: {str(error).splitlines()[0]}") from error
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


def tree_document(robot: OpenRobot) -> str:
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


def loops_document(robot: ClosedRobot) -> str:
    """MJCF of the robot with its loops and couplings as equality constraints between sites."""
    root = ElementTree.fromstring(tree_document(robot.tree))  # noqa: S314 - written a line ago
    for option in root.iter("option"):
        option.set("jacobian", "dense")
        for flag in list(option):
            option.remove(flag)
    world = root.find("worldbody")
    assert world is not None
    bodies = {b.get("name"): b for b in world.iter("body")} | {"world": world}
    equality = ElementTree.SubElement(root, "equality")
    for loop in robot.loops:
        for n, height in enumerate((0.0, 1.0) if loop.kind == "pin" else (0.0,)):
            names: list[str] = []
            for end in (loop.first, loop.second):
                frame = robot.frame(end)
                X = matrix(frame.X) @ homogeneous(np.eye(3), np.array([0.0, 0.0, height]))
                names.append(f"{loop.name} {end} {n}")
                place = {"pos": _row(X[:3, 3]), "xyaxes": _row([*X[:3, 0], *X[:3, 1]])}
                ElementTree.SubElement(bodies[frame.body], "site", {"name": names[-1], **place})
            if loop.kind not in COMPOSED:
                kind = "weld" if loop.kind == "weld" else "connect"
                ElementTree.SubElement(equality, kind, {"site1": names[0], "site2": names[1]})
    for joint, other, factors in _gears(robot):
        ElementTree.SubElement(equality, "joint", {"joint1": joint, **other, "polycoef": _row(factors)})
    return ElementTree.tostring(root, encoding="unicode")


def _gears(robot: ClosedRobot) -> Iterator[tuple[str, dict[str, str], Array]]:
    """Couplings as joint = a polynomial of degree four in another, or a constant."""
    names = {COORDINATE.format(n): n for n in robot.joints}
    places = np.arange(-3.0, 4.0)
    for c in robot.couplings:
        used = symbols_of(c.value.graph, [c.value.index]) if isinstance(c.value, Expr) else []
        if not isinstance(c.value, Expr) or not used:
            yield c.joint, {}, np.array([to_float(c.value), 0, 0, 0, 0])
            continue
        if len(used) > 1:
            raise ModelError(f"MuJoCo couples one joint to one other: coupling '{c.name}' has {len(used)}")
        at = np.array([float(evaluate(c.value.graph, [c.value.index], {used[0]: x}, FLOAT)[0]) for x in places])
        factors = np.linalg.lstsq(np.vander(places, 5, increasing=True), at, rcond=None)[0]
        factors[np.abs(factors) < 1e-14 * np.max(np.abs(factors))] = 0.0
        if np.max(np.abs(np.vander(places, 5, increasing=True) @ factors - at)) > 1e-12 * max(1.0, np.max(np.abs(at))):
            raise ModelError(f"coupling '{c.name}' is no polynomial of degree four, as MuJoCo's are")
        yield c.joint, {"joint2": names[used[0]]}, factors
