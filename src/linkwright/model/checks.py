"""What makes no sense in a mechanism, said of each body and joint by itself; `build` looks at the tree as a whole."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from linkwright.errors import LinkwrightError, ModelError, suggestion
from linkwright.graph.expr import Scalar, as_number, number
from linkwright.model.joints import JOINT_TYPES
from linkwright.model.robot import WORLD, Body, Frame, Joint, Note, Tendon
from linkwright.spatial.vector import Vec, norm

_AXIS_NOISE = 1e-12
"""A component of a unit axis this close to 0 or 1 is 0 or 1: rounding of the division by the length."""

_LONGEST_MIMIC = 100
"""Joints that a joint may follow one after the other: every derivation walks such a chain once per joint."""


_UNIT = 5e-16
"""An axis this close to length one has it: what was scaled once stays as it is when it is read again."""


def duplicates(kind: str, things: Sequence[Body | Joint | Frame | Tendon]) -> list[LinkwrightError]:
    """Errors of things that share a name."""
    first: dict[str, str] = {}
    errors: list[LinkwrightError] = []
    for thing in things:
        if thing.name in first:
            before = f", first at {first[thing.name]}" if first[thing.name] else ""
            what = f"{kind} '{thing.name}' is defined twice{before}"
            errors.append(ModelError(what, thing.where, "give each a name of its own"))
        first.setdefault(thing.name, thing.where)
    return errors


def joint_errors(joints: Sequence[Joint], bodies: Mapping[str, Body], word: str) -> list[LinkwrightError]:
    """Errors of joints: unknown types, bodies that are not there, bodies with two parents."""
    errors: list[LinkwrightError] = []
    parent_of: dict[str, Joint] = {}
    for j in joints:
        if j.type not in JOINT_TYPES:
            hint = f"one of: {', '.join(JOINT_TYPES)}"
            errors.append(ModelError(f"joint '{j.name}' has unknown type '{j.type}'", j.where, hint))
        for role, body in (("parent", j.parent), ("child", j.child)):
            if body not in bodies:
                what = f"joint '{j.name}' names unknown {role} {word} '{body}'"
                others = [name for name in bodies if name not in (j.parent, j.child)]
                hint = suggestion(body, others, f"define the {word}, or correct the name")
                errors.append(ModelError(what, j.where, hint))
        if j.child == WORLD:
            errors.append(ModelError(f"joint '{j.name}' has 'world' as its child", j.where, "swap parent and child"))
        elif j.child == j.parent:
            errors.append(
                ModelError(f"joint '{j.name}' joins {word} '{j.child}' to itself", j.where, "name two bodies")
            )
        elif j.child in parent_of:
            what = f"{word} '{j.child}' has two parents: joints '{parent_of[j.child].name}' and '{j.name}'"
            hint = f"a tree has one joint per {word}; write the joint that closes a loop under close: (YAML)"
            errors.append(ModelError(what, j.where, hint))
        parent_of.setdefault(j.child, j)
    return errors


def body_errors(bodies: Sequence[Body], word: str) -> list[LinkwrightError]:
    """Errors of bodies: masses that cannot be."""
    errors: list[LinkwrightError] = []
    for b in bodies:
        mass = number(b.inertia.m)
        if mass is not None and mass < 0:
            errors.append(ModelError(f"{word} '{b.name}' has negative mass {mass}", b.where, "masses are >= 0"))
    return errors


def transmission_errors(joints: Iterable[Joint]) -> list[LinkwrightError]:
    """Errors of springs and dampers between motors and their joints: numbers that no spring and no damper has."""
    errors: list[LinkwrightError] = []
    for j in joints:
        if j.transmission is None:
            continue
        stiffness, damping = number(j.transmission.drive.stiffness), number(j.transmission.drive.damping)
        what = f"elastic joint '{j.transmission.joint}' has"
        if stiffness is not None and not stiffness > 0:
            hint = "it must be positive; for a rigid joint, leave elastic out"
            errors.append(ModelError(f"{what} stiffness {float(stiffness):g}", j.where, hint))
        if damping is not None and not damping >= 0:
            hint = "it would feed energy in: write a number >= 0"
            errors.append(ModelError(f"{what} damping {float(damping):g}", j.where, hint))
    return errors


def inertia_doubt(body: Body) -> str:
    """Why no rigid body can have this inertia, or nothing. Such numbers are used as they are: the equations allow them."""
    values = [number(x) for x in body.inertia.parameters]
    if any(v is None for v in values):
        return ""
    m, mx, my, mz, xx, xy, yy, xz, yz, zz = (float(v) for v in values if v is not None)
    if m <= 0:
        return "has an inertia but no mass" if any(values) else ""
    x, y, z = mx / m, my / m, mz / m
    xx, yy, zz = xx - m * (y * y + z * z), yy - m * (x * x + z * z), zz - m * (x * x + y * y)
    xy, xz, yz = xy + m * x * y, xz + m * x * z, yz + m * y * z
    # tr(I)/2 1 - I is the integral of r r' dm about the centre of mass: all its principal minors are >= 0
    half = (xx + yy + zz) / 2
    a, b, c, d, e, f = half - xx, half - yy, half - zz, -xy, -xz, -yz
    e1 = 1e-6 * abs(half) + 1e-9 * m * (
        x * x + y * y + z * z
    )  # files round; the shift to the centre of mass cancels digits
    minors = (a * b - d * d, a * c - e * e, b * c - f * f)
    det = a * b * c + 2 * d * e * f - a * f * f - b * e * e - c * d * d
    size = max(abs(half), e1)
    if min(a, b, c) < -e1 or min(minors) < -e1 * size or det < -e1 * size * size:
        return "has an inertia tensor that no rigid body can have (its principal moments break the triangle inequality)"
    return ""


def mimic_errors(joints: Mapping[str, Joint]) -> list[LinkwrightError]:
    """Errors of joints that follow others: unknown masters, circles."""
    errors: list[LinkwrightError] = []
    circles: set[frozenset[str]] = set()
    for j in joints.values():
        if j.mimic is None:
            continue
        target = joints.get(j.mimic.joint)
        if target is None:
            what = f"joint '{j.name}' mimics unknown joint '{j.mimic.joint}'"
            errors.append(ModelError(what, j.where, "name a joint of this robot"))
        elif any(k.type in JOINT_TYPES and not k.joint_type.single for k in (j, target)):
            what = f"joint '{j.name}' ({j.type}) mimics '{target.name}' ({target.type})"
            errors.append(ModelError(what, j.where, "both must have one degree of freedom"))
        chain, k = {j.name: None}, target  # in order, and quick to ask
        while k is not None and k.name not in chain and len(chain) <= _LONGEST_MIMIC:
            chain[k.name] = None
            k = joints.get(k.mimic.joint) if k.mimic else None
        if len(chain) > _LONGEST_MIMIC:
            what = f"joint '{j.name}' follows a chain of more than {_LONGEST_MIMIC} joints that mimic each other"
            return [*errors, ModelError(what, j.where, "let each mimic the joint that leads")]
        if k is not None and k.name == j.name and frozenset(chain) not in circles:
            circles.add(frozenset(chain))
            what = f"joints mimic each other in a circle: {' -> '.join([*chain, j.name])}"
            errors.append(ModelError(what, j.where, "one of them must move on its own"))
    return errors


def with_unit_axis(joint: Joint, errors: list[LinkwrightError], notes: list[Note]) -> Joint:
    """The joint with axes of length one; axes that depend on parameters are left as they are."""
    axes = joint.joint_type.axes if joint.type in JOINT_TYPES else 1
    if axes == 0:
        return joint
    axis, axis2 = (_unit(a, joint, errors, notes) if a is not None else None for a in (joint.axis, joint.axis2))
    if axes == 2 and joint.axis2 is None:
        errors.append(ModelError(f"{joint.type} joint '{joint.name}' has no second axis", joint.where, "give axis2"))
    if axes == 2 and axis is not None and axis2 is not None and _parallel(axis, axis2):
        what = f"the two axes of {joint.type} joint '{joint.name}' are parallel"
        errors.append(ModelError(what, joint.where, "it would turn about one line only: use a revolute joint"))
    return replace(joint, axis=axis, axis2=axis2)


def _parallel(a: Vec, b: Vec) -> bool:
    values = [number(x) for x in a.cross(b)]
    return all(v is not None and abs(v) < _AXIS_NOISE for v in values)


def _exact_unit(axis: Vec) -> bool:
    values = [number(x) for x in axis]
    return all(isinstance(v, int | Fraction) for v in values) and sum(v * v for v in values if v is not None) == 1


def _unit(axis: Vec, joint: Joint, errors: list[LinkwrightError], notes: list[Note]) -> Vec:
    values = [number(x) for x in axis]
    if any(v is None for v in values) or _exact_unit(axis):
        return axis
    length = norm(v for v in values if v is not None)
    if not (length > 0 and math.isfinite(length)):
        shown = " ".join(f"{float(v):g}" for v in values if v is not None)
        what = f"axis ({shown}) of joint '{joint.name}' has no direction"
        errors.append(ModelError(what, joint.where, "give a direction such as 0 0 1"))
        return axis
    if abs(length - 1) > 1e-6:
        notes.append(Note("repaired", f"axis of joint '{joint.name}' scaled from length {length:g} to 1", joint.where))

    if abs(length - 1) < _UNIT:
        length = 1.0

    def scaled(x: Scalar) -> Scalar:
        y = float(as_number(x)) / length
        nearest = round(y)
        return nearest if abs(y - nearest) < _AXIS_NOISE else y

    return axis.map(scaled)
