"""What a report says of a tree: joints, bodies, frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwright.graph.expr import Scalar, number
from linkwright.model.closed_robot import Robot
from linkwright.model.joints import JOINT_SIZES
from linkwright.model.robot import WORLD, Drive, Joint, Note, OpenRobot


def report_of_tree(robot: OpenRobot) -> dict[str, Any]:
    """The parts of a report that an open robot has."""
    return {"degrees_of_freedom": robot.nv, **common_facts(robot), "tree": tree_facts(robot)}


def common_facts(robot: Robot, found: Sequence[Note] = ()) -> dict[str, Any]:
    """Parameters and notes; found: notes that came up after the file was read."""
    return {
        "parameters": {p.name: p.value for p in robot.parameters.values()},
        "notes": [{"kind": n.kind, "what": n.what, "where": n.where} for n in (*robot.notes, *found)],
    }


def tree_facts(robot: OpenRobot) -> dict[str, Any]:
    """Joints, bodies and frames; masses and places are numbers, or text where they have symbols."""
    masses = [number(b.inertia.m) for b in robot.bodies.values()]
    floats = any(j.type == "floating" and j.parent == WORLD for j in robot.joints.values())
    return {
        "nq": robot.nq,
        "nv": robot.nv,
        "base": "floating" if floats else "fixed",
        "gravity": [_show(x) for x in robot.gravity],
        "total_mass": None if any(m is None for m in masses) else float(sum(float(m) for m in masses if m is not None)),
        "joints": [_joint(j, robot.offsets) for j in robot.joints.values()],
        "bodies": [
            {"name": b.name, "mass": _show(b.inertia.m), "first_moment": [_show(x) for x in b.inertia.h],
             "inertia": [_show(x) for x in b.inertia.parameters[4:]]}
            for b in robot.bodies.values() if b.name != WORLD
        ],
        "frames": list(robot.frames),
        "wrenches": list(robot.wrenches),
        "alike": [list(group) for group in robot.alike],
        "tendons": [
            {"name": x.name, "joints": {n: _show(c) for n, c in x.terms}, "drive": _drive(x.drive)} for x in robot.tendons
        ],
    }  # fmt: skip


def _joint(j: Joint, offsets: Mapping[str, tuple[int, int]]) -> dict[str, Any]:
    iq, iv = offsets.get(j.name, (None, None))
    return {
        "name": j.name, "type": j.type, "parent": j.parent, "child": j.child,
        "q": None if iq is None else list(range(iq, iq + j.nq)), "v": None if iv is None else list(range(iv, iv + j.nv)),
        "axis": [_show(x) for x in j.axis] if JOINT_SIZES[j.type][1] == 1 else None,
        "lower": j.limits.lower, "upper": j.limits.upper,
        "mimic": f"{_show(j.mimic.multiplier)} {j.mimic.joint} + {_show(j.mimic.offset)}" if j.mimic else None,
        "drive": _drive(j.drive),
        "transmission": {"joint": j.transmission.joint, **_drive(j.transmission.drive)} if j.transmission else None,
    }  # fmt: skip


def _drive(drive: Drive) -> dict[str, Any]:
    """What is in a drive."""
    return {k: _show(x) for k in drive.__dataclass_fields__ if (x := getattr(drive, k)) != _REST.get(k, 0)}


_REST = {"gear_ratio": 1}
"""What a number of a drive is where there is none, if not zero."""


def _show(x: Scalar) -> Any:
    value = number(x)
    return repr(x) if value is None else float(value)
