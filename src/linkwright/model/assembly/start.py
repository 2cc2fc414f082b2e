"""The first closed configuration of a mechanism: near the start of the file, or found from many others."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import Array, Indices
from linkwright.errors import CannotClose, FarStart
from linkwright.model.assembly.assembly import Closed, close, search
from linkwright.model.assembly.closure_equations import ClosureEquations, worst
from linkwright.model.assembly.coordinates import rates_of
from linkwright.model.assembly.numeric_tree import to_float
from linkwright.model.robot import Joint

if TYPE_CHECKING:
    from linkwright.model.closed_robot import ClosedRobot

NEAR = 0.25
"""How much (radians, or shares of the mechanism's length) is so little that no other assembly is looked for."""
OFF_PLANE = 1e-3
"""How far apart (the same units) the places of a planar loop may be along its normal: files round."""
FAR = math.pi / 2
"""How much (radians, or shares of the mechanism's length) closing may move a joint whose start is given."""


def given_start(robot: ClosedRobot, conditions: ClosureEquations) -> tuple[Array, list[int]]:
    """The start of the file (zeros where it says nothing), and the rates it speaks of."""
    q = conditions.skeleton.neutral()
    given: list[int] = []
    for joint, value in robot.start.items():
        if joint in robot.tree.offsets:
            iq = robot.tree.offsets[joint][0]
            numbers = [to_float(x) for x in (value if isinstance(value, tuple) else (value,))]
            numbers = robot.joints[joint].joint_type.from_start(numbers)
            q[iq : iq + len(numbers)] = numbers
            given += rates_of(robot, joint)
    return conditions.skeleton.normalised(q), given


def involved(conditions: ClosureEquations) -> Indices:
    """Rates that any condition speaks of."""
    q = conditions.skeleton.neutral()[None]
    moved = np.sum(np.abs(conditions.signs) @ conditions.skeleton.columns[4], axis=0)
    if conditions.followers:
        moved = moved + np.sum(np.abs(conditions(q + 0.123)[1][0, -len(conditions.followers) :]), axis=0)
    return np.flatnonzero(moved)


def first_closed(robot: ClosedRobot, conditions: ClosureEquations) -> Array:
    """Tree positions at which everything is closed.

    Joints whose start is given stay there if the others can close the loops; else all move, but not far.
    """
    q = _search(robot, conditions)
    if off_plane(conditions, q) > OFF_PLANE:
        whole = replace(conditions, normals=())
        raise _open(robot, whole, Closed(q[None], np.linalg.norm(whole(q[None])[0], axis=-1)))
    return q


def off_plane(conditions: ClosureEquations, q: Array) -> float:
    """How far apart (radians, or shares of the mechanism's length) planar loops are that are closed in their planes."""
    return float(np.max(np.abs(replace(conditions, normals=())(q[None])[0]), initial=0.0))


def _search(robot: ClosedRobot, conditions: ClosureEquations) -> Array:
    q, given = given_start(robot, conditions)
    moving = involved(conditions)
    platform = [k for n in robot.platform_joints for k in rates_of(robot, n)]
    motors = [k for n in robot.actuated for k in rates_of(robot, n) if k in given]
    for free in (_without(moving, given), _without(moving, platform or motors), _without(moving, motors)):
        ended = close(conditions, q[None], free)
        if ended.found[0] and np.max(conditions.skeleton.distance(ended.q[0], q, given), initial=0.0) < NEAR:
            return _unwound(robot, conditions, ended.q[0], q)
    ended = Closed(q[None], np.array([np.inf]))
    held = [k for k in platform if k in given] or motors or given
    for free in (_without(moving, held), moving):
        ended = _nearest(conditions, search(conditions, q, free), q, given)
        if ended.found[0]:
            break
    if not ended.found[0]:
        raise _open(robot, conditions, ended)
    closed = _unwound(robot, conditions, ended.q[0], q)
    way = conditions.skeleton.distance(closed, q)
    far = [k for k in given if way[k] > FAR]
    if far:
        raise _far(robot, conditions, q, closed, max(far, key=lambda k: way[k]))
    return closed


def _unwound(robot: ClosedRobot, conditions: ClosureEquations, closed: Array, q: Array) -> Array:
    """Angles without the full turns that a search may have added; couplings count turns, so their joints keep them."""
    near = closed.copy()
    way = conditions.skeleton.difference(closed, q)
    coupled = np.any(conditions(q[None])[1][0, conditions.count - len(conditions.followers) :] != 0, axis=0)
    for name, (iq, iv) in robot.tree.offsets.items():
        if robot.joints[name].joint_type.periodic and not coupled[iv]:
            near[iq] = q[iq] + way[iv]
    return near


def _without(rates: Indices, held: list[int]) -> Indices:
    return rates[~np.isin(rates, held)]


def _nearest(conditions: ClosureEquations, found: Closed, q: Array, given: list[int]) -> Closed:
    """Of several closed configurations the one nearest to a start; what the start does not speak of hardly counts."""
    weight = np.full(conditions.skeleton.tree.nv, 0.1)
    weight[given] = 1.0
    away: Array = np.linalg.norm(conditions.skeleton.difference(found.q, q) * weight, axis=-1)
    k = int(np.argmin(np.round(away, 6)))
    return Closed(found.q[k : k + 1], found.residual[k : k + 1], found.limit)


def _open(robot: ClosedRobot, conditions: ClosureEquations, ended: Closed) -> CannotClose:
    h = conditions(ended.q)[0][0]
    name, gap = worst(conditions, h)
    loop = next((x for x in robot.loops if x.name == name), None)
    thing = f"loop '{name}'" if loop else f"coupling '{name}'"
    what = f"{thing} of '{robot.name}' cannot be closed: the smallest residual found is {ended.residual[0]:.3g}"
    if loop:
        what += f" ({gap * conditions.skeleton.length:.3g} m, or {gap:.3g} rad, at '{loop.first}' and '{loop.second}')"
    where = loop.where if loop else ""
    hint = f"nearest to closed: {spelled(robot, ended.q[0])}; check lengths and axes of the loop's joints, and its kind"
    return CannotClose(what, where or robot.source, hint)


def _far(robot: ClosedRobot, conditions: ClosureEquations, q: Array, closed: Array, worst_rate: int) -> FarStart:
    joint = next(n for n in robot.tree.offsets if worst_rate in rates_of(robot, n))
    at = robot.tree.offsets[joint][0]
    h = conditions(q[None])[0][0]
    name, residual = worst(conditions, h)
    what = (
        f"the start of '{robot.name}' is far from closure: joint '{joint}' is {q[at]:.4g} there and {closed[at]:.4g} in the "
        f"nearest closed configuration found (loop '{name}' is open by {residual:.3g} at the start)"
    )
    return FarStart(what, robot.source, f"correct the start, for instance: {spelled(robot, closed)}")


def spelled(robot: ClosedRobot, q: Array) -> str:
    """Positions of the joints, as a file would give them."""
    return ", ".join(f"{n}: {_spelled(robot.joints[n], q[iq:])}" for n, (iq, _) in robot.tree.offsets.items())


def _spelled(joint: Joint, q: Array) -> str:
    if joint.nq == 1:
        return f"{q[0]:.6g}"
    numbers = joint.joint_type.to_start(list(q[: joint.nq]))
    return f"[{', '.join(f'{x:.6g}' for x in numbers)}]"
