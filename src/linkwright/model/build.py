"""From a heap of bodies and joints to a Robot: root, order, checks. Every reader ends here."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from linkwright.errors import LinkwrightError, ModelError, raise_all
from linkwright.graph.expr import number
from linkwright.model.robot import JOINT_SIZES, WORLD, Body, Frame, Joint, Note, Parameter, Robot
from linkwright.spatial.vector import Vec


def make_robot(
    name: str,
    bodies: Iterable[Body],
    joints: Iterable[Joint],
    *,
    frames: Iterable[Frame] = (),
    gravity: Vec = Vec(0, 0, -9.81),
    parameters: Iterable[Parameter] = (),
    wrenches: Sequence[str] = (),
    notes: Sequence[Note] = (),
    source: str = "",
    root: str = WORLD,
    floating: bool = False,
) -> Robot:
    """Check and order a mechanism. `root` is the body that is fixed to the world (or floats in it)."""
    body_list, joint_list, frame_list = list(bodies), list(joints), list(frames)
    errors: list[LinkwrightError] = []
    errors += _duplicates("body", [b.name for b in body_list])
    errors += _duplicates("joint", [j.name for j in joint_list])
    errors += _duplicates("frame", [f.name for f in frame_list])
    body_map = {b.name: b for b in body_list}
    body_map.setdefault(WORLD, Body(WORLD))
    errors += _joint_errors(joint_list, body_map)
    errors += _body_errors(body_list)
    for f in frame_list:
        if f.body not in body_map:
            errors.append(ModelError(f"frame '{f.name}' sits on unknown body '{f.body}'", source))
    raise_all(errors)
    if root != WORLD:
        kind = "floating" if floating else "fixed"
        base_name = _fresh("root_joint" if floating else "base_joint", {j.name for j in joint_list})
        joint_list.insert(0, Joint(base_name, kind, WORLD, root, where=source))
    elif floating:
        raise ModelError(
            "the robot is already attached to 'world'; a floating base has no body to float",
            source,
            "attach the first joint to a body of its own instead of 'world'",
        )
    ordered = _depth_first(joint_list)
    lost = [b for b in body_map if b != WORLD and b not in {j.child for j in ordered}]
    if lost:
        raise ModelError(
            f"bodies not connected to the root: {', '.join(lost[:5])}" + (" ..." if len(lost) > 5 else ""),
            source,
            "every body needs one joint whose parent chain ends at the root",
        )
    joint_map = {j.name: j for j in ordered}
    raise_all(_mimic_errors(joint_map))
    return Robot(
        name,
        MappingProxyType(body_map),
        MappingProxyType(joint_map),
        MappingProxyType({f.name: f for f in frame_list}),
        gravity,
        MappingProxyType({p.name: p for p in parameters}),
        tuple(wrenches),
        tuple(notes),
        source,
    )


def _fresh(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name


def _duplicates(kind: str, names: Sequence[str]) -> list[LinkwrightError]:
    seen: set[str] = set()
    twice = {n for n in names if n in seen or seen.add(n)}
    return [ModelError(f"{kind} '{n}' is defined twice", hint="give each a name of its own") for n in sorted(twice)]


def _joint_errors(joints: Sequence[Joint], bodies: Mapping[str, Body]) -> list[LinkwrightError]:
    errors: list[LinkwrightError] = []
    parent_of: dict[str, Joint] = {}
    for j in joints:
        if j.type not in JOINT_SIZES:
            hint = f"one of: {', '.join(JOINT_SIZES)}"
            errors.append(ModelError(f"joint '{j.name}' has unknown type '{j.type}'", j.where, hint))
        for role in (j.parent, j.child):
            if role not in bodies:
                errors.append(ModelError(f"joint '{j.name}' names unknown body '{role}'", j.where, "define the body"))
        if j.child == WORLD:
            errors.append(ModelError(f"joint '{j.name}' has 'world' as its child", j.where, "swap parent and child"))
        if j.child in parent_of:
            other = parent_of[j.child].name
            errors.append(
                ModelError(
                    f"body '{j.child}' has two parents: joints '{other}' and '{j.name}'",
                    j.where,
                    "a tree has one joint per body; closed loops are written under 'close:'",
                )
            )
        parent_of[j.child] = j
    return errors


def _body_errors(bodies: Sequence[Body]) -> list[LinkwrightError]:
    errors: list[LinkwrightError] = []
    for b in bodies:
        values = [number(x) for x in b.inertia.parameters]
        if any(v is not None and not math.isfinite(v) for v in values):
            errors.append(ModelError(f"body '{b.name}' has an inertial parameter that is not a finite number"))
        elif values[0] is not None and values[0] < 0:
            errors.append(ModelError(f"body '{b.name}' has negative mass {values[0]}", hint="masses are >= 0"))
    return errors


def _mimic_errors(joints: Mapping[str, Joint]) -> list[LinkwrightError]:
    errors: list[LinkwrightError] = []
    for j in joints.values():
        if not j.mimic:
            continue
        target = joints.get(j.mimic.joint)
        if target is None:
            errors.append(ModelError(f"joint '{j.name}' mimics unknown joint '{j.mimic.joint}'", j.where))
        elif JOINT_SIZES[j.type] != (1, 1) or JOINT_SIZES[target.type] != (1, 1):
            errors.append(
                ModelError(f"joint '{j.name}' mimics '{target.name}': both must have one degree of freedom", j.where)
            )
        else:
            seen, k = {j.name}, target
            while k.mimic and k.name not in seen:
                seen.add(k.name)
                k = joints.get(k.mimic.joint, k) if k.mimic.joint in joints else k
                if k.name in seen:
                    break
            if k.name == j.name or (k.mimic and k.name in seen):
                errors.append(ModelError(f"joint '{j.name}' mimics itself in a circle", j.where, "break the circle"))
    return errors


def _depth_first(joints: Sequence[Joint]) -> list[Joint]:
    children: dict[str, list[Joint]] = {}
    for j in joints:
        children.setdefault(j.parent, []).append(j)
    ordered: list[Joint] = []
    stack = list(reversed(children.get(WORLD, [])))
    while stack:
        j = stack.pop()
        ordered.append(j)
        stack.extend(reversed(children.get(j.child, [])))
    return ordered
