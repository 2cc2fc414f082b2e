"""The robot that a format can say all of, and the list of what was changed to get there.

Every step takes a robot and gives one that the format says more of; what it changed becomes a Loss. The writer then writes all
of what is left: reading the file gives the forces of that robot, and those of the first one where the list is empty.
"""

from __future__ import annotations

import math
from dataclasses import fields, replace
from pathlib import PurePath
from types import MappingProxyType

from linkwright.errors import InputError
from linkwright.formula.scalar import constant
from linkwright.graph.expr import Expr, Scalar, floats, is_zero, number
from linkwright.graph.rewrite import symbols_of
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.parameters import substitute
from linkwright.model.robot import Drive, Joint, Limits, OpenRobot, Parameter
from linkwright.spatial.vector import Vec
from linkwright.writers.closures import express_closures
from linkwright.writers.format import Expression, Format, Loss
from linkwright.writers.places import distance
from linkwright.writers.principal import told
from linkwright.writers.rezero import rezero
from linkwright.writers.rigid import stiffen
from linkwright.writers.split import split_joints, upright

SAME = 1e-13
"""Differences of a place or inertia, as a part of it, that are rounding."""
_THINGS = {
    "rotor_inertia": "rotor", "gear_ratio": "rotor", "viscous": "friction", "coulomb": "friction", "stiffness": "spring",
    "rest": "spring", "damping": "damper",
}  # fmt: skip


def express(robot: Robot, format: Format) -> tuple[Robot, tuple[Loss, ...]]:
    """The robot that the format can say all of, and what of the given one it cannot say."""
    made = Expression(format)
    symbols = [] if format.symbols else [_symbol(p) for p in robot.parameters.values()]  # the list ends with them
    if not format.symbols:
        robot = _in_numbers(upright(robot), made)
    tree = _tendons(robot, made)
    robot = robot.with_tree(tree) if isinstance(robot, ClosedRobot) else tree
    robot = split_joints(stiffen(robot, made), made)
    if isinstance(robot, ClosedRobot):
        robot = express_closures(rezero(robot, made), made)
    for step in (_joints, _bodies, _alike, _frames, _gravity, _wrenches):
        tree = step(robot, made)
        robot = robot.with_tree(tree) if isinstance(robot, ClosedRobot) else tree
    return robot, (*made.losses, *symbols)


# --- numbers ------------------------------------------------------------------------------------------------------------


def _in_numbers(robot: Robot, made: Expression) -> Robot:
    """Numbers in place of parameters and exact values; coordinates in couplings stay symbols."""
    unknown = [p.name for p in robot.parameters.values() if p.value is None]
    if unknown:
        what = f"{made.format.name} holds numbers, and {_some(unknown)} of '{robot.name}' {_have(unknown)} no value"
        raise InputError(
            what, robot.source, f"{_home_of_values(robot.source)}, or convert to .yaml, which keeps symbols"
        )
    values = {p.name: p.value for p in robot.parameters.values() if p.value is not None}
    none = MappingProxyType(dict[str, Parameter]())
    if isinstance(robot, ClosedRobot):
        closed = substitute(robot, values).map(_plain)
        return closed.with_tree(replace(closed.tree, parameters=none))
    return replace(substitute(robot, values).map(_plain), parameters=none)


def _symbol(p: Parameter) -> Loss:
    return Loss("parameter", p.name, "a symbol", f"its value {p.value!r} in every place")


def _home_of_values(source: str) -> str:
    """Where values of parameters are written, by the file that the robot is of."""
    path = PurePath(source)
    own = "under 'parameters:' (in a file of Skidy: 'assignments:')"
    beside = f"under 'parameters:' in {path.stem}.loops.yaml beside it"
    where = {
        "": "as parameters={...} of lw.dh, or under 'parameters' of the mapping",
        ".yaml": own,
        ".yml": own,
        ".json": own,
        ".csv": "in a line '# parameters: L1=0.5 m1=2'",
        ".par": beside,
        ".urdf": beside,
    }
    return f"give values {where.get(path.suffix.lower(), 'in place of symbols, as lw.load(..., gravity=...) has them')}"


def _plain(x: Scalar) -> Scalar:
    """A number as files hold it: an integer or a float."""
    if isinstance(x, Expr) and symbols_of(x.graph, [x.index]):
        return x
    value = number(x)
    found = constant(x) if value is None else value
    return found if isinstance(found, int) else float(found or 0)


def _some(names: list[str]) -> str:
    return ", ".join(f"'{n}'" for n in names[:4]) + (" ..." if len(names) > 4 else "")


def _have(names: list[str]) -> str:
    return "has" if len(names) == 1 else "have"


# --- the tree -----------------------------------------------------------------------------------------------------------


def _joints(robot: Robot, made: Expression) -> OpenRobot:
    tree = robot.tree
    changed: dict[str, Joint] = {}
    for j in tree.joints.values():
        X = made.format.place(j.X)
        if X is not j.X and distance(X, j.X) > SAME:
            made.lose("place", j.name, "a place that differs from an exact one by rounding", "the exact one")
        changed[j.name] = replace(j, X=X, drive=_drive(j, made), limits=_limits(j, made))
    return replace(tree, joints=MappingProxyType(changed))


def _drive(joint: Joint, made: Expression) -> Drive:
    kept = {f.name: getattr(joint.drive, f.name) for f in fields(Drive)}
    plain = Drive()
    lost: dict[str, list[str]] = {}
    sayable = made.format.drive if joint.joint_type.single else made.format.drive & made.format.drive_of_several
    for name, value in kept.items():
        if name not in sayable and not _same(value, getattr(plain, name)):
            lost.setdefault(_THINGS[name], []).append(f"{name} {value}")
            kept[name] = getattr(plain, name)
    for thing, values in lost.items():
        made.lose(thing, joint.name, ", ".join(values))
    for name in made.format.on_request:
        if not is_zero(kept[name]):
            value = f"{name} {kept[name]}"
            made.lose(_THINGS[name], joint.name, value, "in the file, and read with friction=True (--friction) only")
    return Drive(**kept)


def _same(a: Scalar, b: Scalar) -> bool:
    return number(a) == b


def _limits(joint: Joint, made: Expression) -> Limits:
    """Infinite ones mean none."""
    values = {f.name: getattr(joint.limits, f.name) for f in fields(Limits)}
    finite = {n: x if x is not None and math.isfinite(x) else None for n, x in values.items()}
    low, high = finite["lower"], finite["upper"]
    empty = made.format.proper_limits and low is not None and high is not None and low >= high
    sayable = made.format.limits - {"lower", "upper"} if empty else made.format.limits
    lost = {n: x for n, x in finite.items() if x is not None and n not in sayable}
    if lost:
        made.lose("limit", joint.name, ", ".join(f"{n} {x!r}" for n, x in lost.items()))
    return Limits(**{n: None if n in lost else x for n, x in finite.items()})


def _bodies(robot: Robot, made: Expression) -> OpenRobot:
    tree = robot.tree
    read = made.format.inertias(robot)
    for name, body in tree.bodies.items():
        old, new = body.inertia, read[name]
        if old is not new and _far(old.parameters, new.parameters):
            made.lose("inertia", name, *told(old, new))
    return replace(tree, bodies=MappingProxyType({n: replace(b, inertia=read[n]) for n, b in tree.bodies.items()}))


def _far(old: list[Scalar], new: list[Scalar]) -> bool:
    a, b = floats(old), floats(new)
    return any(abs(x - y) > SAME * max(map(abs, a)) for x, y in zip(a, b, strict=True))


def _alike(robot: Robot, made: Expression) -> OpenRobot:
    tree = robot.tree
    if made.format.alike or not tree.alike:
        return tree
    for group in tree.alike:
        made.lose("alike bodies", group[0], f"has the inertial parameters of {_some(list(group[1:]))}", "each its own")
    return replace(tree, alike=())


def _tendons(robot: Robot, made: Expression) -> OpenRobot:
    tree = robot.tree
    if made.format.tendons or not tree.tendons:
        return tree
    for x in tree.tendons:
        made.lose("tendon", x.name, f"stiffness {x.drive.stiffness}, damping {x.drive.damping}")
    return replace(tree, tendons=())


def _frames(robot: Robot, made: Expression) -> OpenRobot:
    tree = robot.tree
    frames = {n: replace(f, X=made.format.place(f.X)) for n, f in tree.frames.items()}
    for name, f in frames.items():
        if f.X is not tree.frames[name].X and distance(f.X, tree.frames[name].X) > SAME:
            made.lose("place", name, "a place that differs from an exact one by rounding", "the exact one")
    return replace(tree, frames=MappingProxyType(frames))


def _gravity(robot: Robot, made: Expression) -> OpenRobot:
    tree = robot.tree
    fixed = made.format.gravity
    if fixed is None or all(_same(a, b) for a, b in zip(tree.gravity, fixed, strict=True)):
        return tree
    made.lose("gravity", "", _row(tree.gravity), f"readers take {_row(fixed)}")
    return replace(tree, gravity=fixed)


def _row(v: Vec) -> str:
    return f"({', '.join(map(str, v))})"


def _wrenches(robot: Robot, made: Expression) -> OpenRobot:
    tree = robot.tree
    if made.format.wrenches or not tree.wrenches:
        return tree
    for name in tree.wrenches:
        made.lose("wrench", name, "an external wrench acts at this frame")
    return replace(tree, wrenches=())
