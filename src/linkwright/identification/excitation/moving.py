"""What of a robot moves: joints that are excited, joints that are held still, and the robot that is left without the latter."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.errors import InputError, suggestion
from linkwright.graph.expr import number
from linkwright.graph.function import matching
from linkwright.inverse.starts import turning_positions
from linkwright.mechanics.inverse.limits import joint_limits
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.configuration import neutral
from linkwright.model.parameters import need_values
from linkwright.model.robot import Joint, OpenRobot
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec, rot_axis_angle, rot_quaternion

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class Moving:
    """robot:  as it was given
    reduced: the same, with fixed joints in place of those that are held: functions are derived of it
    names:  of the coordinates that move, n of them
    iq, iv: their places in the robot's q and v
    rest:   positions of the robot (nq,) of which theirs are replaced
    angles: (n,) whether a coordinate is an angle of which a whole turn changes nothing
    """

    robot: Robot
    reduced: Robot
    names: tuple[str, ...]
    iq: tuple[int, ...]
    iv: tuple[int, ...]
    rest: Array
    angles: Array
    notes: tuple[str, ...]

    def positions(self, q: Array) -> Array:
        """All positions of the robot (N, nq) from those that move (N, n)."""
        every = np.tile(self.rest, (len(q), 1))
        every[:, list(self.iq)] = q
        return every

    def rates(self, v: Array) -> Array:
        """The same of velocities and accelerations: those of held joints are zero."""
        every = np.zeros((len(v), self.robot.nv))
        every[:, list(self.iv)] = v
        return every


def moving(robot: Robot, hold: str, start: Array | None) -> Moving:
    """Split the joints of a robot. hold: patterns of joints; start: all positions, or None."""
    need_values(robot)
    if start is not None and (start.shape != (robot.nq,) or not np.all(np.isfinite(start))):
        hint = f"one number for each of: {', '.join(robot.position_names)}"
        raise InputError(f"the start has shape {start.shape}; '{robot.name}' has {robot.nq} positions", hint=hint)
    if robot.tree.motors:
        hint = "give the robot without the springs of its transmissions: motors and links move as one then"
        raise InputError(f"'{robot.name}' has elastic joints, which follow no given motion", robot.source, hint)
    match robot:
        case OpenRobot():
            return _of_tree(robot, hold, start)
        case ClosedRobot():
            return _of_closed(robot, hold, start)


def _of_tree(robot: OpenRobot, hold: str, start: Array | None) -> Moving:
    held = _held(robot.joint_names, hold)
    round_about = [n for n in robot.joint_names if robot.joints[n].nq != robot.joints[n].nv]
    notes = tuple(
        f"'{n}' is a {robot.joints[n].type} joint: it is held still, and only the other joints are excited"
        for n in round_about
        if n not in held
    )
    still = {*held, *round_about}
    rest = _within(robot, neutral(robot)) if start is None else start
    places = {n: at for n, at in robot.offsets.items() if n not in still}
    if not places:
        hint = "hold fewer of them" if held else "joints that turn about or slide along an axis can be excited"
        raise InputError(f"no joint of '{robot.name}' is left to move", robot.source, hint)
    iq = tuple(k for n, (at, _) in places.items() for k in range(at, at + robot.joints[n].nq))
    iv = tuple(k for n, (_, at) in places.items() for k in range(at, at + robot.joints[n].nv))
    names = tuple(robot.position_names[k] for k in iq)
    angles = np.array(turning_positions(robot), dtype=bool)[list(iq)]
    return Moving(robot, _without(robot, still, rest), names, iq, iv, rest, angles, notes)


def _of_closed(robot: ClosedRobot, hold: str, start: Array | None) -> Moving:
    from linkwright.native import ClosedDynamics

    if hold.strip():
        hint = "leave --hold out, or give a joint that is fixed in the file"
        raise InputError(f"'{robot.name}' is closed: its joints cannot be held one by one", robot.source, hint)
    every = {n: robot.joints[n] for n in robot.joint_names}
    bad = next((n for n, joint in every.items() if joint.nq != joint.nv), None)
    if bad is not None or robot.nq != robot.nv or robot.tree.nq != robot.tree.nv:
        who = f"'{bad}'" if bad else "a joint"
        hint = "describe it by joints that turn about or slide along an axis"
        raise InputError(f"{who} of '{robot.name}' has a rotation that is no angle", robot.source, hint)
    rest = ClosedDynamics(robot).start[0] if start is None else start
    turning = np.array(turning_positions(robot.tree), dtype=bool)[list(robot.coordinates.free_q)]
    places = tuple(range(robot.nq))
    bare = robot.with_tree(replace(robot.tree, wrenches=()))
    return Moving(robot, bare, robot.position_names, places, places, np.asarray(rest, dtype=float), turning, ())


def _held(names: tuple[str, ...], hold: str) -> set[str]:
    for pattern in filter(None, (part.strip() for part in hold.split(","))):
        if not matching(names, pattern):
            hint = suggestion(pattern, names, f"joints: {', '.join(names)}")
            raise InputError(f"no joint is called '{pattern}', which is to be held", hint=hint)
    return {*matching(names, hold)}


def _within(robot: OpenRobot, q: Array) -> Array:
    """The positions nearest to q that are within the limits."""
    limits = joint_limits(robot)
    low = np.array([-np.inf if x is None else x for x, _ in limits])
    high = np.array([np.inf if x is None else x for _, x in limits])
    return np.clip(q, low, high)


def _without(robot: OpenRobot, still: set[str], rest: Array) -> OpenRobot:
    """The robot with fixed joints, each where it is at rest; joints that follow them are fixed as well."""
    joints: dict[str, Joint] = {}
    for name, joint in robot.joints.items():
        leader, ratio, offset = _leader(robot.joints, joint)
        if leader.name not in still:
            joints[name] = joint
            continue
        at = robot.offsets[leader.name][0]
        own = [ratio * float(x) + offset for x in rest[at : at + leader.nq]]
        place = joint.X @ _moved(robot, joint, own)
        joints[name] = Joint(name, "fixed", joint.parent, joint.child, place, where=joint.where)
    fixed = {n for n, joint in joints.items() if joint.type == "fixed"}
    tendons = tuple(t for t in robot.tendons if not fixed & {n for n, _ in t.terms})
    return replace(robot, joints=MappingProxyType(joints), wrenches=(), tendons=tendons)


def _leader(joints: Mapping[str, Joint], joint: Joint) -> tuple[Joint, float, float]:
    """The joint whose coordinate a joint moves by, and how: ratio and offset."""
    ratio, offset = 1.0, 0.0
    while joint.mimic:
        times, more = number(joint.mimic.multiplier), number(joint.mimic.offset)
        offset += ratio * float(more or 0)
        ratio *= float(1 if times is None else times)
        joint = joints[joint.mimic.joint]
    return joint, ratio, offset


def _moved(robot: OpenRobot, joint: Joint, x: Sequence[float]) -> Transform:
    """Where a joint at positions x puts its child."""
    if tuple(x) == tuple(map(float, joint.joint_type.rest)):
        return Transform()
    match joint.type:
        case "revolute":
            return Transform(rot_axis_angle(joint.axis, x[0]))
        case "prismatic":
            return Transform(p=joint.axis * x[0])
        case "helical":
            return Transform(rot_axis_angle(joint.axis, x[0]), joint.axis * (joint.pitch * x[0]))
        case "spherical":
            return Transform(rot_quaternion(*x))
        case "floating":
            return Transform(rot_quaternion(*x[3:]), Vec(*x[:3]))
        case _:
            hint = f"start it at {', '.join(f'{y:g}' for y in joint.joint_type.rest)}"
            raise InputError(f"'{joint.name}' is a {joint.type} joint: it is held at zero only", robot.source, hint)
