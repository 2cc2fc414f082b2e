"""What of a robot moves: joints that are excited, joints that are held still, and the robot that is left without the latter."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.inverse.starts import turning_positions
from linkwright.mechanics.inverse.limits import joint_limits
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.configuration import neutral
from linkwright.model.held import held
from linkwright.model.parameters import need_values
from linkwright.model.robot import OpenRobot
from linkwright.readers.positions import held_positions

if TYPE_CHECKING:
    from collections.abc import Mapping


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
    """Split the joints of a robot. hold: patterns of joints, "finger* = 0.02" where one is not held at the start; start: all
    positions, or None."""
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
    wanted = held_positions(robot.joint_names, hold)
    round_about = [n for n in robot.joint_names if robot.joints[n].nq != robot.joints[n].nv]
    notes = tuple(
        f"'{n}' is a {robot.joints[n].type} joint: it is held still, and only the other joints are excited"
        for n in round_about
        if n not in wanted
    )
    still = {*wanted, *round_about}
    rest = _rest(robot, wanted, start)
    places = {n: at for n, at in robot.offsets.items() if n not in still}
    if not places:
        hint = "hold fewer of them" if wanted else "joints that turn about or slide along an axis can be excited"
        raise InputError(f"no joint of '{robot.name}' is left to move", robot.source, hint)
    iq = tuple(k for n, (at, _) in places.items() for k in range(at, at + robot.joints[n].nq))
    iv = tuple(k for n, (_, at) in places.items() for k in range(at, at + robot.joints[n].nv))
    names = tuple(robot.position_names[k] for k in iq)
    angles = np.array(turning_positions(robot), dtype=bool)[list(iq)]
    where = {n: rest[at : at + robot.joints[n].nq].tolist() for n, (at, _) in robot.offsets.items() if n in still}
    return Moving(robot, replace(held(robot, where), wrenches=()), names, iq, iv, rest, angles, notes)


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


def _rest(robot: OpenRobot, wanted: Mapping[str, float | None], start: Array | None) -> Array:
    """Positions at the start, by default near zero; of joints that are held, those that are said."""
    rest = _within(robot, neutral(robot)) if start is None else start.copy()
    for name, x in wanted.items():
        if x is not None and robot.joints[name].nq != 1:
            hint = "leave its position out, and say where it stands by the start"
            raise InputError(f"'{name}' has several coordinates: it is not held at one number", robot.source, hint)
        if x is not None:
            rest[robot.offsets[name][0]] = x
    return rest


def _within(robot: OpenRobot, q: Array) -> Array:
    """The positions nearest to q that are within the limits."""
    limits = joint_limits(robot)
    low = np.array([-np.inf if x is None else x for x, _ in limits])
    high = np.array([np.inf if x is None else x for _, x in limits])
    return np.clip(q, low, high)
