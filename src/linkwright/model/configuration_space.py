"""Steps of a whole robot: positions after a time with constant rates, the rates between two positions, random positions.

Rates of a floating body are its twist in its own axes, so that a constant one moves it along a screw: the exponential of SE(3)
(Murray, Li & Sastry 1994, section 2.3), in a plane that of SE(2).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError, LinkwrightError
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.configuration import neutral, normalised
from linkwright.model.joint_displacement import cross
from linkwright.model.joint_type import JointType, Rotation
from linkwright.model.robot import Joint, OpenRobot

_REACH = (1.0, 0.5, 0.25, 0.1, 0.03)
"""How far from a closed start free positions are drawn, one after the other until the loops close there."""
_DRAWS = 8
"""Draws at each of them."""
_SMALL = 1e-4
"""Angles below which a series stands for quotients of sines: its error is their fourth power."""


def integrate(robot: Robot, q: Any, v: Any, dt: float = 1.0) -> Array:
    """Positions after a time dt with constant rates v."""
    match robot:
        case OpenRobot():
            q, v = _checked(q, robot.nq, "q", robot), _checked(v, robot.nv, "v", robot) * float(dt)
            found = np.empty((*np.broadcast_shapes(q.shape[:-1], v.shape[:-1]), robot.nq))
            for joint, places, rates in _joints(robot):
                found[..., places] = _moved(joint.joint_type, q[..., places], v[..., rates])
            return found
        case ClosedRobot():
            where = _free(robot)
            every = integrate(robot.tree, where.positions(q), where.rates(v), dt)
            return every[..., where.q]


def difference(robot: Robot, q0: Any, q1: Any) -> Array:
    """The rates that lead from q0 to q1 in unit time."""
    match robot:
        case OpenRobot():
            q0, q1 = _checked(q0, robot.nq, "q0", robot), _checked(q1, robot.nq, "q1", robot)
            found = np.empty((*np.broadcast_shapes(q0.shape[:-1], q1.shape[:-1]), robot.nv))
            for joint, places, rates in _joints(robot):
                found[..., rates] = _apart(joint.joint_type, q0[..., places], q1[..., places])
            return found
        case ClosedRobot():
            where = _free(robot)
            return difference(robot.tree, where.positions(q0), where.positions(q1))[..., where.v]


def random_configuration(robot: Robot, rng: Any = None) -> Array:
    """Positions within limits where joints have them; of a closed robot free ones at which its loops close."""
    draw = rng if isinstance(rng, np.random.Generator) else np.random.default_rng(rng)
    match robot:
        case OpenRobot():
            drawn = [_drawn(joint, draw) for joint, _, _ in _joints(robot)]
            return normalised(robot, np.concatenate([np.zeros(0), *drawn]))
        case ClosedRobot():
            return _closed(robot, draw)


def _closed(robot: ClosedRobot, draw: np.random.Generator) -> Array:
    """Near enough to the start that loops close; the start itself where nothing else was found."""
    from linkwright.model.assembly.mobility_report import cut, solve

    start, free, tree = np.array(cut(robot).start), list(robot.coordinates.free_q), robot.tree
    lower, upper = _limits(tree)
    for reach in _REACH:
        for _ in range(_DRAWS):
            moved = integrate(tree, start, draw.uniform(-reach, reach, tree.nv))
            inside = np.clip(moved, lower, upper)[free]
            try:
                return solve(robot, inside, start)[free]
            except LinkwrightError:  # out of reach
                continue
    return start[free]


def _drawn(joint: Joint, draw: np.random.Generator) -> Array:
    limits = joint.limits
    if joint.nv == 1 and limits.lower is not None and limits.upper is not None and limits.lower <= limits.upper:
        return draw.uniform(limits.lower, limits.upper, 1)
    return np.array(joint.joint_type.random(draw))


def _limits(tree: OpenRobot) -> tuple[Array, Array]:
    lower, upper = np.full(tree.nq, -np.inf), np.full(tree.nq, np.inf)
    for joint, places, _ in _joints(tree):
        if joint.nv == 1:
            lower[places] = -np.inf if joint.limits.lower is None else joint.limits.lower
            upper[places] = np.inf if joint.limits.upper is None else joint.limits.upper
    return lower, upper


# --- joint by joint ------------------------------------------------------------------------------------------------------


def _joints(robot: OpenRobot) -> list[tuple[Joint, slice, slice]]:
    """Joints with coordinates, with their places in q and in v."""
    found = ((robot.joints[name], iq, iv) for name, (iq, iv) in robot.offsets.items())
    return [(j, slice(iq, iq + j.nq), slice(iv, iv + j.nv)) for j, iq, iv in found]


def _moved(kind: JointType, x: Array, u: Array) -> Array:
    """Where rates are derivatives of coordinates, plainly added: several turns of a hinge are several turns."""
    if kind.holonomic:
        return x + u
    return kind.integrate(x, _along(kind, u, _forth))


def _apart(kind: JointType, before: Array, after: Array) -> Array:
    if kind.holonomic:
        return after - before
    gap = kind.difference(after, before)
    return _along(kind, gap, _back)


def _along(kind: JointType, u: Array, map_way: Callable[[Array, Array], Array]) -> Array:
    """A step whose way is mapped by its rotation. A joint that only turns has no way."""
    if not kind.displaces:
        return u
    if kind.rotation is Rotation.CIRCLE:  # x, y, angle: a screw about z
        flat = np.zeros((*u.shape[:-1], 1))
        spin = np.concatenate([flat, flat, u[..., 2:]], axis=-1)
        way = map_way(spin, np.concatenate([u[..., :2], flat], axis=-1))
        return np.concatenate([way[..., :2], u[..., 2:]], axis=-1)
    return np.concatenate([map_way(u[..., 3:], u[..., :3]), u[..., 3:]], axis=-1)


def _forth(w: Array, way: Array) -> Array:
    """V(w) way: the displacement of a screw with the rotation w along it."""
    angle = np.linalg.norm(w, axis=-1, keepdims=True)
    safe = np.where(angle < _SMALL, 1.0, angle)
    first = np.where(angle < _SMALL, 0.5 - angle**2 / 24, (1 - np.cos(safe)) / safe**2)
    second = np.where(angle < _SMALL, 1 / 6 - angle**2 / 120, (safe - np.sin(safe)) / safe**3)
    once = cross(w, way)
    return way + first * once + second * cross(w, once)


def _back(w: Array, way: Array) -> Array:
    """V(w)^-1 way."""
    angle = np.linalg.norm(w, axis=-1, keepdims=True)
    safe = np.where(angle < _SMALL, 1.0, angle)
    second = np.where(angle < _SMALL, 1 / 12 + angle**2 / 720, (1 - safe / (2 * np.tan(safe / 2))) / safe**2)
    once = cross(w, way)
    return way - once / 2 + second * cross(w, once)


# --- free coordinates of closed robots -----------------------------------------------------------------------------------


class _Free:
    """Free positions and rates among those of the tree."""

    def __init__(self, robot: ClosedRobot) -> None:
        self.robot = robot
        self.q, self.v = list(robot.coordinates.free_q), list(robot.coordinates.free_v)

    def positions(self, q: Any) -> Array:
        """Of the tree; those of dependent joints do not matter."""
        return self._spread(_checked(q, len(self.q), "q", self.robot), self.q, neutral(self.robot.tree))

    def rates(self, v: Any) -> Array:
        """Of the tree, zero at dependent joints."""
        return self._spread(_checked(v, len(self.v), "v", self.robot), self.v, np.zeros(self.robot.tree.nv))

    def _spread(self, own: Array, where: list[int], rest: Array) -> Array:
        found = np.broadcast_to(rest, (*own.shape[:-1], len(rest))).copy()
        found[..., where] = own
        return found


def _free(robot: ClosedRobot) -> _Free:
    where = _Free(robot)
    for joint, places, rates in _joints(robot.tree):
        counted = [sum(k in range(x.start, x.stop) for k in own) for x, own in ((places, where.q), (rates, where.v))]
        if counted not in ([0, 0], [joint.nq, joint.nv]):
            what = f"joint '{joint.name}' of '{robot.name}' is free in part: its positions follow from all the others"
            raise InputError(what, robot.source, "integrate the motion: lw.simulate; or the tree: robot.tree.integrate")
    return where


def _checked(x: Any, size: int, what: str, robot: Robot) -> Array:
    try:
        found = np.asarray(x, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"{what} is {x!r}, no numbers", hint=f"an array of {size}") from None
    if found.ndim == 0 or found.shape[-1] != size:
        raise InputError(f"{what} of '{robot.name}' has the shape {found.shape}", hint=f"({size},), or (batch, {size})")
    return found
