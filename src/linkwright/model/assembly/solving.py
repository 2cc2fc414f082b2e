"""Numbers of a closed mechanism: tree positions and velocities from the free ones.

Positions follow the guess: where the free coordinates are far from it they are approached in steps, so that the mechanism stays
in the way it is assembled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from linkwright.arrays import Array, Indices
from linkwright.errors import CannotClose, InputError, counted
from linkwright.model.assembly.assembly import Closed, close, search
from linkwright.model.assembly.closure_equations import ClosureEquations, worst
from linkwright.model.assembly.mobility_study import study
from linkwright.model.assembly.start import spelled
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.cut import Coordinates

_CLOSES = {"float64": 1e-9, "float32": 1e-5}
"""Residual of what functions of a closed robot are asked at, m or rad, by what they compute with."""

_STRIDE = 0.25
"""Free coordinates go this far (radians, shares of the length) in one step."""


@dataclass(frozen=True, eq=False)
class _Task:
    conditions: ClosureEquations
    coordinates: Coordinates
    start: Array
    moving: Indices
    """Rates of joints whose positions are dependent: a joint that is free in part moves as a whole."""
    held: Indices


@lru_cache(maxsize=64)
def task_of(robot: ClosedRobot) -> _Task:
    """What the solver of closed positions is given, once per robot."""
    found = study(robot)
    c = found.coordinates
    moving: list[int] = []
    for name, (iq, iv) in robot.tree.offsets.items():
        nq, nv = robot.joints[name].joint_type.nq, robot.joints[name].joint_type.nv
        part = [iv + k for k in range(nv) if iq + k in c.dependent_q] if nq == nv else list(range(iv, iv + nv))
        if nq == nv or iq in c.dependent_q:
            moving += part
    held = [k for k in range(robot.tree.nv) if k not in moving]
    return _Task(found.conditions, c, found.start, np.array(moving, dtype=np.intp), np.array(held, dtype=np.intp))


def solve(robot: ClosedRobot, q_free: Any, guess: Any = None) -> Array:
    """Tree positions with the given free ones at which everything is closed, in the way of assembly of `guess`.

    q_free: free positions, in the order of `coordinates.free_q`
    guess:  tree positions (closed or nearly so); the robot's start where not given
    """
    task = task_of(robot)
    base = task.start if guess is None else _array(guess, robot.tree.nq, "guess")
    target = base.copy()
    target[list(task.coordinates.free_q)] = _array(q_free, len(task.coordinates.free_q), "q_free")
    target = task.conditions.skeleton.normalised(target)
    gap = float(np.max(task.conditions.skeleton.distance(target, base), initial=0.0))
    if gap <= _STRIDE:
        ended = close(task.conditions, target[None], task.moving)
        if ended.found[0]:
            return ended.q[0]
    found = _follow(task, base, target, gap)
    if found is not None:
        return found
    ended = close(task.conditions, target[None], task.moving)
    if not ended.found[0]:
        ended = search(task.conditions, target, task.moving, 64)
    if not ended.found[0]:
        raise _not_closed(robot, task, ended, q_free)
    return ended.q[0]


def open_by(robot: ClosedRobot, q_free: Any, theta: Any) -> Array:
    """Largest residual per state, of all equations: those left out because they follow from others do so only near motions of
    the mechanism, so that Newton's method on the rest may end where the loop is open. (..., free), (..., dependent) -> (...)"""
    task = task_of(robot)
    q = np.empty((*np.shape(q_free)[:-1], robot.tree.nq))
    q[..., list(task.coordinates.free_q)] = q_free
    q[..., list(task.coordinates.dependent_q)] = theta
    flat = q.reshape(-1, robot.tree.nq)
    if task.conditions.kept is not None:
        return task.conditions.opened(flat).reshape(q.shape[:-1])
    return np.max(np.abs(task.conditions(flat)[0]), axis=-1, initial=0.0).reshape(q.shape[:-1])


def refuse_open(robot: ClosedRobot, residual: Any, real: str = "float64") -> None:
    """An error where loops stay open. residual: one per state; nan where a closed form has no real value. real: what it was
    computed with."""
    bad = np.flatnonzero(~(np.ravel(residual) <= _CLOSES[real]))
    if not len(bad):
        return
    left = float(np.max(np.ravel(residual)[bad]))
    words = "these free positions are out of reach" if np.isnan(left) else f"{left:.3g} is left"
    if np.size(residual) > 1:
        words += f" ({len(bad)} of {np.size(residual)} states, the first is number {bad[0]})"
    hint = "start from theta0 nearer to the solution, or from free positions within reach"
    raise InputError(f"the loops of '{robot.name}' do not close: {words}", hint=hint)


def _follow(task: _Task, base: Array, target: Array, gap: float) -> Array | None:
    """From one closed configuration to free coordinates far away, in steps; None where the way is blocked."""
    skeleton = task.conditions.skeleton
    way = skeleton.difference(target, base) * skeleton.units
    ended = close(task.conditions, base[None], task.moving)
    if not ended.found[0]:
        return None
    q, done, stride = ended.q[0], 0.0, min(1.0, _STRIDE / max(gap, 1e-9))
    free = list(task.coordinates.free_q)
    tries = 0
    while done < 1.0:
        step = min(stride, 1.0 - done)
        there = skeleton.moved(target[None], -(1.0 - done - step) * way[None])[0] if done + step < 1.0 else target
        ahead = skeleton.moved(q[None], _tangent(task, q, way * step)[None])
        ahead[:, free] = there[free]
        ended = close(task.conditions, ahead, task.moving, 12)
        jump = float(np.max(skeleton.distance(ended.q[0], q), initial=0.0))
        if ended.found[0] and jump < 4 * _STRIDE:
            q, done, stride = ended.q[0], done + step, stride * 1.5
        else:
            stride = step / 3
            tries += 1
            if tries > 12 or stride < 1e-6:
                return None
    return q


def _tangent(task: _Task, q: Array, way: Array) -> Array:
    """The velocity of the tree for a velocity of the joints that are free as a whole."""
    J: Array = task.conditions(q[None])[1][0]
    units = task.conditions.skeleton.units
    full = np.zeros(len(way))
    full[task.held] = way[task.held]
    A = J[:, task.moving] * units[task.moving]
    rest = np.linalg.lstsq(A, -J @ full, rcond=1e-9)[0]
    full[task.moving] = rest * units[task.moving] / max(1.0, float(np.max(np.abs(rest), initial=0.0)) / (2 * _STRIDE))
    return full


def velocities(robot: ClosedRobot, q_tree: Any, v_free: Any) -> Array:
    """Tree velocities of free ones in a closed configuration."""
    task = task_of(robot)
    q = _array(q_tree, robot.tree.nq, "q_tree")
    c = task.coordinates
    J: Array = task.conditions(q[None])[1][0]
    v = np.zeros(robot.tree.nv)
    v[list(c.free_v)] = _array(v_free, len(c.free_v), "v_free")
    dependent = list(c.dependent_v)
    units = task.conditions.skeleton.units[dependent]
    rest = np.linalg.lstsq(J[:, dependent] * units, -J @ v, rcond=1e-12)[0]
    v[dependent] = rest * units
    return v


def assemblies(robot: ClosedRobot, q_free: Any = None, count: int = 192) -> Array:
    """Distinct ways found to assemble the mechanism for given free coordinates (those of the start by default), nearest to the
    start first: (ways, nq)."""
    task = task_of(robot)
    q = task.start.copy()
    if q_free is not None:
        q[list(task.coordinates.free_q)] = _array(q_free, len(task.coordinates.free_q), "q_free")
    return distinct(task.conditions, q, task.moving, count)


def distinct(conditions: ClosureEquations, q: Array, moving: Indices, count: int) -> Array:
    """Distinct closed configurations that the given rates can reach, nearest to q first."""
    ended = search(conditions, q, moving, count)
    if not ended.found[0]:
        return np.zeros((0, len(q)))
    kept: list[Array] = []
    firm = _firm(conditions, ended.q[0], moving)
    for x in ended.q:
        if all(np.max(conditions.skeleton.distance(x, y, firm), initial=0.0) > 1e-5 for y in kept):
            kept.append(x)
    return np.array(kept)


def _firm(conditions: ClosureEquations, q: Array, moving: Indices) -> list[int]:
    """Rates that a closed configuration fixes: not the idle spin of a rod."""
    J = conditions(q[None])[1][0][:, moving] * conditions.skeleton.units[moving]
    _, s, Vt = np.linalg.svd(J)
    moved = np.max(np.abs(Vt[int(np.sum(s > 1e-8)) :]), axis=0, initial=0.0)
    return [int(k) for k, x in zip(moving, moved, strict=True) if x < 1e-7]


def _array(x: Any, size: int, name: str) -> Array:
    array = np.array(x, dtype=float).reshape(-1)
    if array.shape != (size,):
        raise InputError(
            f"{name} has {counted(array.size, 'element')}, not {size}", hint=f"pass {counted(size, 'number')}"
        )
    if not np.all(np.isfinite(array)):
        raise InputError(f"{name} is not finite: {array}")
    return array


def _not_closed(robot: ClosedRobot, task: _Task, ended: Closed, q_free: Sequence[float]) -> CannotClose:
    name, gap = worst(task.conditions, task.conditions(ended.q)[0][0])
    values = ", ".join(f"{float(x):.6g}" for x in np.ravel(q_free))
    what = (
        f"'{robot.name}' cannot be closed for the free coordinates ({values}): the smallest residual found is "
        f"{ended.residual[0]:.3g}, at '{name}' ({gap * task.conditions.skeleton.length:.3g} m or {gap:.3g} rad)"
    )
    return CannotClose(what, robot.source, f"out of reach; nearest: {spelled(robot, ended.q[0])}")
