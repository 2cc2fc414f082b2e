"""Joints that are held still: a robot with fewer of them, the same bodies and the same frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from linkwright.errors import ModelError, counted
from linkwright.graph.expr import Scalar, number
from linkwright.model.joint_type import ChainLink
from linkwright.model.normal_form import onto_z
from linkwright.model.robot import Joint, OpenRobot, Tendon
from linkwright.model.tree import BASE, Link
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform, rotation
from linkwright.spatial.vector import IDENTITY, Scalars, rot_axis_angle


def displacement(joint: Joint, x: Scalars) -> Transform:
    """Where a joint carries its child at its own coordinates x, seen from where it carries it at rest."""
    place, at = Transform(), 0
    for piece in joint.joint_type.links:
        step = _step(joint, piece, x[at : at + piece.kind.nq])
        place, at = place @ step if at else step, at + piece.kind.nq
    return place


def _step(joint: Joint, piece: ChainLink, x: Scalars) -> Transform:
    kind, axis = piece.kind, piece.axis and piece.axis(joint)
    if kind.single and axis is not None:  # about and along the axis as it is: frames on it would cost digits
        slide: Scalar = joint.pitch * x[0] if kind.spins else x[0]
        return Transform(rot_axis_angle(axis, x[0]) if kind.spins else IDENTITY, axis * slide)
    turn = rotation(IDENTITY if axis is None else onto_z(axis, joint))
    p, R, _ = kind.place(Link(joint.child, joint.name, BASE, kind.name, Transform(), 0, 0, Inertia()), x)
    return turn @ Transform(R, p) @ turn.inverse


def held(robot: OpenRobot, at: Mapping[str, float | Sequence[float]]) -> OpenRobot:
    """The robot with joints fixed where they are at these positions, a number or all of a joint's coordinates. Joints that
    mimic them are fixed with them; tendons pull on the others as before."""
    own = {name: _coordinates(robot, name, x) for name, x in at.items()}
    places: dict[str, Scalars] = {}
    for joint in robot.joints.values():
        leader, ratio, offset = robot.leader(joint)
        if leader.name in own:
            places[joint.name] = [ratio * x + offset for x in own[leader.name]]
    joints = {n: _fixed(j, places[n]) if n in places else j for n, j in robot.joints.items()}
    tendons = (_shortened(tendon, places) for tendon in robot.tendons)
    return replace(robot, joints=MappingProxyType(joints), tendons=tuple(t for t in tendons if t.terms))


def _coordinates(robot: OpenRobot, name: str, at: float | Sequence[float]) -> list[float]:
    """Where a joint is to be held, if it can be."""
    if name not in robot.joint_names:
        hint = f"joints with coordinates: {', '.join(robot.joint_names)}"
        raise ModelError(f"'{robot.name}' has no joint '{name}' to hold still", robot.source, hint)
    if name in robot.motors or name in robot.motors.values():
        hint = "hold another, or give the robot without the springs of its transmissions"
        raise ModelError(f"joint '{name}' and its motor move against each other: it is not held", robot.source, hint)
    numbers = [float(x) for x in (at if isinstance(at, Sequence) else [at])]
    if len(numbers) != robot.joints[name].nq:
        hint = f"give its coordinates: {', '.join(robot.joints[name].joint_type.coordinates)}"
        what = f"joint '{name}' has {counted(robot.joints[name].nq, 'coordinate')}, and is held at {len(numbers)}"
        raise ModelError(what, robot.source, hint)
    return numbers


def _fixed(joint: Joint, x: Scalars) -> Joint:
    away = any(number(a) != b for a, b in zip(x, joint.joint_type.rest, strict=True))
    X = joint.X @ displacement(joint, x) if away else joint.X
    return Joint(joint.name, "fixed", joint.parent, joint.child, X, where=joint.where)


def _shortened(tendon: Tendon, places: Mapping[str, Scalars]) -> Tendon:
    """A tendon along the joints that are left: where the others are shifts its rest."""
    rest = tendon.drive.rest
    for name, factor in tendon.terms:
        if name in places:
            rest = rest - factor * places[name][0]
    left = tuple(term for term in tendon.terms if term[0] not in places)
    return replace(tendon, terms=left, drive=replace(tendon.drive, rest=rest))
