"""Robots changed in one call: other parameters, a load, a part of them. Methods of robots (model/robot_methods.py)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np

from linkwright.errors import InputError, ModelError, raise_all, suggestion
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.model.build import make_robot
from linkwright.model.checks import body_errors, inertia_doubt
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.parameters import substitute, values_of
from linkwright.model.robot import WORLD, Body, OpenRobot
from linkwright.readers import in_mode_of_loops
from linkwright.readers.origin import from_same_file
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.vector import NULL, Mat, Vec

RobotT = TypeVar("RobotT", OpenRobot, ClosedRobot)


def with_parameters(robot: RobotT, values: Mapping[str, Any]) -> RobotT:
    """The robot with other values of its parameters, checked as when it was read."""
    known = dict(robot.parameters)
    for name, value in values.items():
        if name not in known:
            others = (
                f"it has: {', '.join(known)}" if known else "its file has numbers only; parameters are of YAML files"
            )
            raise InputError(f"'{robot.name}' has no parameter '{name}'", hint=suggestion(name, known, others))
        known[name] = replace(known[name], value=_number(value, f"parameter '{name}'"))
    made = _with_tree(robot, replace(robot.tree, parameters=MappingProxyType(known)))
    substitute(made, values_of(made))  # it complains about masses below zero and roots of negative numbers
    from_same_file(robot, made)
    return made


def with_constants(system: Lagrangian, values: Mapping[str, Any]) -> Lagrangian:
    """The Lagrangian with other values of its constants."""
    shapes = {c.name: c.shape for c in system.constants if c.kind != "basis"}
    made = dict(system.values)
    for name, value in values.items():
        if name not in shapes:
            hint = suggestion(name, shapes, f"it has: {', '.join(shapes)}")
            raise InputError(f"'{system.name}' has no constant '{name}'", hint=hint)
        shape = shapes[name]
        made[name] = tuple(_numbers(value, shape, f"constant '{name}'", f"numbers of the shape {shape}"))
    return replace(system, values=made)


def with_payload(robot: RobotT, mass: Any, com: Any, inertia: Any, frame: str) -> RobotT:
    """The robot with a body more, fixed to a frame."""
    from linkwright.identification.loads import loaded

    centre = Vec(*_numbers(com, (3,), "com", "x y z of the centre of mass in the frame, in m"))
    kilograms = _number(mass, "mass")
    if kilograms <= 0:
        raise InputError(f"the mass of the payload is {mass!r}", hint="kg, above zero")
    load = Inertia.about_com(kilograms, centre, _tensor(inertia))
    body = Body("payload", load)
    raise_all(body_errors([body], "body"))
    if doubt := inertia_doubt(body):
        raise InputError(f"the payload {doubt}", hint="moments about the centre of mass, in kg m^2")
    made = loaded(robot, frame, load)
    from_same_file(robot, made)
    return made  # pyright: ignore[reportReturnType]  of the same kind as the robot


def subtree(robot: Robot, body: str) -> Robot:
    """What hangs on a body, which stands on the ground now."""
    tree = robot.tree
    if body not in tree.bodies and body not in tree.joints and body not in tree.frames:
        names = [name for name in tree.bodies if name != WORLD]
        hint = suggestion(body, names, f"bodies: {', '.join(names[:20])}")
        raise InputError(f"'{robot.name}' has no body '{body}'", hint=hint)
    root = tree.frame(body).body
    if root == WORLD:
        raise InputError("the world is the whole robot", hint="name a body that moves")
    below = _below(tree, root)
    wrenches = [name for name in tree.wrenches if tree.frame(name).body in below]
    parameters = list(tree.parameters.values())
    more: dict[str, Any] = {}
    if isinstance(robot, ClosedRobot):
        more = {"loops": robot.loops, "couplings": robot.couplings, "actuated": robot.actuated, "start": robot.start}
        more["platform"] = robot.platform if robot.platform in below else None
    made = make_robot(
        robot.name, [b for b in tree.bodies.values() if b.name != WORLD], tree.joints.values(), **more,
        frames=tree.frames.values(), gravity=tree.gravity, parameters=parameters, wrenches=wrenches,
        alike=tree.alike, tendons=tree.tendons, notes=tree.notes, source=tree.source, root=root,
    )  # fmt: skip
    made = _used_only(made)
    from_same_file(robot, made)
    return made


def _below(tree: OpenRobot, root: str) -> set[str]:
    """The body and all that hang on it."""
    found = {root}
    for joint in tree.joints.values():  # parents come first
        if joint.parent in found:
            found.add(joint.child)
    return found


def _used_only(robot: Robot) -> Robot:
    """Without parameters that only the rest of the robot has used."""
    lost = {name for name in robot.parameters if any(n.kind == "unused" and f"'{name}'" in n.what for n in robot.notes)}
    kept = {name: p for name, p in robot.parameters.items() if name not in lost}
    notes = tuple(n for n in robot.notes if n.kind != "unused")
    tree = replace(robot.tree, parameters=MappingProxyType(kept), notes=notes)
    return _with_tree(robot, tree) if isinstance(robot, ClosedRobot) else tree


def _with_tree(robot: RobotT, tree: OpenRobot) -> RobotT:
    """The robot over another tree; loops start in the modes that its file names."""
    if isinstance(robot, ClosedRobot):
        made = in_mode_of_loops(robot.with_tree(tree))
        assert isinstance(made, ClosedRobot)
        return made
    return tree


def _number(value: Any, what: str) -> float:
    return float(_numbers([value], (1,), what, "one number")[0])


def _numbers(value: Any, shape: tuple[int, ...], what: str, hint: str) -> list[float]:
    """Finite numbers in a shape, one after the other."""
    try:
        found = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"{what} is {value!r}, no numbers", hint=hint) from None
    if found.shape != shape or not np.all(np.isfinite(found)):
        raise InputError(f"{what} is {value!r}", hint=hint)
    return [float(x) for x in found.ravel()]


def _tensor(inertia: Any) -> Mat:
    """About the centre of mass; a point where nothing is said."""
    if inertia is None:
        return NULL
    hint = "Ixx Iyy Izz about the centre of mass, or the whole matrix, in kg m^2"
    if np.shape(inertia) == (3,):
        x, y, z = _numbers(inertia, (3,), "inertia", hint)
        return Mat(Vec(x, 0, 0), Vec(0, y, 0), Vec(0, 0, z))
    entries = _numbers(inertia, (3, 3), "inertia", hint)
    if not np.allclose(np.reshape(entries, (3, 3)), np.reshape(entries, (3, 3)).T, atol=1e-12, rtol=1e-9):
        raise ModelError("the inertia of the payload is not symmetric", hint=hint)
    return Mat(*(Vec(*entries[3 * k : 3 * k + 3]) for k in range(3)))
