"""Whether two robots need the same forces: brute force of both in the same states, joint by joint of the same name.

One may say by a closure what the other says by its tree (a joint that mimics another, two points in place of a pin), so states
are those of all joints, and rates those of the joints that are free in the first robot.
"""

from __future__ import annotations

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.configuration import normalised
from linkwright.model.numeric import closing_values, in_numbers
from linkwright.referee.closed import Closed
from linkwright.referee.closed_reference import at_positions
from linkwright.referee.open_reference import at_instant
from linkwright.referee.poses import joint_coordinates
from linkwright.referee.states import States, sample_closed
from linkwright.referee.tree import reference_tree

_OPEN = 1e-7
"""Metres or radians by which the second robot may be open where the first is closed: of files that are rounded."""


def force_difference(first: Robot, second: Robot, count: int = 3, seed: int = 0) -> float:
    """The largest difference of inverse dynamics at random states, as a part of the largest force there."""
    values = closing_values(first)
    a, b = in_numbers(first, values), in_numbers(second, values)
    positions, free = _states(a, count, seed)
    rng = np.random.default_rng(seed + 1)
    v, acceleration = (rng.uniform(-1, 1, (count, len(free))) for _ in range(2))
    same = a.wrenches == b.wrenches
    wrench = rng.uniform(-1, 1, (count, len(a.wrenches), 6)) * same
    forces = _forces(a, positions, free, v, acceleration, wrench)
    others = _forces(b, _positions(a, b, positions), free, v, acceleration, wrench[:, : len(b.wrenches)])
    size = float(np.max(np.abs(forces), initial=0.0))
    difference = float(np.max(np.abs(forces - others), initial=0.0))
    return difference / size if size else difference


def _states(robot: Robot, count: int, seed: int) -> tuple[Array, list[tuple[str, int]]]:
    """Positions of the tree, and the free rates: joint and number in it."""
    tree = robot.tree
    labels = [(name, k) for name in tree.joint_names for k in range(tree.joints[name].nv)]
    if isinstance(robot, ClosedRobot):
        from linkwright.model.assembly.mobility_report import cut

        made = cut(robot)
        where = made.coordinates
        found = sample_closed(_closed(robot, where.free_v), where, np.array(made.start), count, seed)
        return found.positions, [labels[k] for k in where.free_v]
    q = np.random.default_rng(seed).uniform(-1, 1, (count, tree.nq))
    return np.array([normalised(tree, x) for x in q]).reshape(q.shape), labels


def _positions(first: Robot, second: Robot, q: Array) -> Array:
    """The second tree where the first is."""
    rows: list[Array] = []
    for x in q:
        known = joint_coordinates(first.tree, x)
        lacking = [n for n in second.tree.joint_names if n not in known]
        if lacking:
            raise InputError(f"joint '{lacking[0]}' is only in the second robot", second.source)
        rows.append(np.concatenate([known[n] for n in second.tree.joint_names] or [np.zeros(0)]))
    return np.array(rows).reshape(len(q), second.tree.nq)


def _forces(robot: Robot, q: Array, free: list[tuple[str, int]], v: Array, a: Array, wrench: Array) -> Array:
    """At the free rates, in their order."""
    tree = robot.tree
    labels = [(name, k) for name in tree.joint_names for k in range(tree.joints[name].nv)]
    lacking = [name for name, k in free if (name, k) not in labels]
    if lacking:
        raise InputError(f"joint '{lacking[0]}' is only in the first robot", robot.source)
    order = [labels.index(x) for x in free]
    if isinstance(robot, ClosedRobot):
        closed = _closed(robot, tuple(order))
        gap = float(np.max(np.abs(closed.gaps(q)), initial=0.0))
        if gap > _OPEN:
            raise InputError(f"the second robot is open by {gap:.1e} where the first is closed", robot.source)
        found = at_positions(closed, q, v, a, wrench)
        return found.reduced(found.motion().forces(wrench)).value
    if len(order) != tree.nv:
        raise InputError(f"the second robot has {tree.nv} free rates, the first {len(order)}", robot.source)
    back = np.argsort(order)
    states = States(q, v[:, back], a[:, back], v, wrench, v, v)
    return at_instant(reference_tree(tree), states).forces(wrench).value[:, order]


def _closed(robot: ClosedRobot, free: tuple[int, ...]) -> Closed:
    """With the equations that count where a file's rounding makes them contradict each other."""
    from linkwright.model.assembly.mobility_report import cut

    return Closed(robot, free, counting=cut(robot).counting)
