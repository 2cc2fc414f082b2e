"""Solutions within the limits, with whole turns, and in order: the nearest first."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.inverse.starts import turning_positions
from linkwright.mechanics.inverse.limits import joint_limits
from linkwright.model.robot import OpenRobot

Found = dict[str, Any]
"""solutions (..., N, nq), count (...), residual (..., N)."""
TURN = 2 * np.pi
_LOOSE = 1e-6
"""An error that no solution of a pose has."""
AT_LIMIT = 1e-9
"""A joint beyond its limit by less counts as at it."""


@dataclass(frozen=True)
class Ranges:
    """What the positions of a robot may be: turning where a whole turn changes nothing."""

    low: Array
    high: Array
    turning: Array

    @staticmethod
    def of(robot: OpenRobot) -> Ranges:
        """Infinite where there is no limit."""
        ends = np.array([[np.nan if x is None else x for x in pair] for pair in joint_limits(robot)]).reshape(-1, 2)
        low, high = (
            np.where(np.isnan(ends[:, 0]), -np.inf, ends[:, 0]),
            np.where(np.isnan(ends[:, 1]), np.inf, ends[:, 1]),
        )
        return Ranges(low, high, np.array(turning_positions(robot), dtype=bool))

    def only(self, positions: Collection[int]) -> Ranges:
        """Without the limits of all others."""
        free = np.array([k not in positions for k in range(len(self.low))], dtype=bool)
        return replace(self, low=np.where(free, -np.inf, self.low), high=np.where(free, np.inf, self.high))

    @property
    def endless(self) -> Array:
        """Angles without limits."""
        return self.turning & np.isinf(self.low) & np.isinf(self.high)

    def beyond(self, q: Array) -> Array:
        """How far positions are beyond their limits."""
        return np.maximum(np.maximum(self.low - q, q - self.high), 0.0)

    def moved_inside(self, q: Array) -> tuple[Array, Array]:
        """Angles a whole turn on or back where that puts them within their limits, and which positions are within them."""
        low, high = self.low - AT_LIMIT, self.high + AT_LIMIT
        q = np.array(q)  # a copy, contiguous
        beyond = (q < low) | (q > high)
        out = np.flatnonzero(beyond)  # few: it is worth to look at them alone
        joint, x = out % q.shape[-1], q.ravel()[out]
        moved = np.where(x < low[joint], x + TURN, x - TURN)
        inside = self.turning[joint] & (moved >= low[joint]) & (moved <= high[joint])
        q.reshape(-1)[out], beyond.reshape(-1)[out] = np.where(inside, moved, x), ~inside
        return q, ~beyond

    def towards(self, q: Array, near: Array) -> tuple[Array, Array]:
        """Angles whole turns on or back, to the nearest of `near` that is within the limits; and how far they are from it."""
        q = np.array(q)
        gaps = near - q
        far = np.flatnonzero((np.abs(gaps) > np.pi) & self.turning)
        joint, x, gap = far % q.shape[-1], q.ravel()[far], gaps.ravel()[far]
        turns = TURN * np.round(gap / TURN)
        good = (x + turns >= self.low[joint] - AT_LIMIT) & (x + turns <= self.high[joint] + AT_LIMIT)
        q.reshape(-1)[far] = np.where(good, x + turns, x)
        gaps.reshape(-1)[far] = np.where(good, gap - turns, gap)
        return q, gaps

    def within_a_turn(self, q: Array) -> Array:
        """Angles between -pi and pi."""
        return np.where(self.turning, q - TURN * np.ceil((q - np.pi) / TURN), q)

    def distance(self, one: Array, other: Array) -> Array:
        """The largest gap between positions, whole turns apart."""
        gaps = np.abs(one - other)
        return np.where(self.turning, np.minimum(gaps, np.abs(TURN - gaps)), gaps).max(axis=-1)


def within_limits(found: Found, ranges: Ranges) -> Found:
    """Without those that have a joint out of its limits, whole turns apart."""
    solutions, good = ranges.moved_inside(found["solutions"])
    good = good.all(axis=-1) & _exist(solutions)
    solutions[~good] = np.nan
    residual = np.where(good, found["residual"], np.nan)
    return {"solutions": solutions, "count": good.sum(axis=-1).astype(float), "residual": residual}


def _exist(solutions: Array) -> Array:
    """Rows without a nan."""
    total = np.add.reduce(solutions, axis=-1)
    return total == total


def with_turns(found: Found, ranges: Ranges) -> Found:
    """With those, too, that differ by whole turns and are within the limits; angles without limits stay as they are."""
    solutions, residual = found["solutions"], found["residual"]
    batch, nq = solutions.shape[:-2], solutions.shape[-1]
    exists = _exist(solutions)
    rows, numbers = _turned(solutions[exists], ranges)
    per_pose = np.zeros(exists.shape, dtype=int)
    per_pose[exists] = numbers
    totals = per_pose.sum(axis=-1)
    most = int(totals.max(initial=1))
    there = np.arange(most) < totals[..., None]
    every, errors = np.full((*batch, most, nq), np.nan), np.full((*batch, most), np.nan)
    every[there], errors[there] = rows, np.repeat(residual[exists], numbers)
    return {"solutions": every, "count": totals.astype(float), "residual": errors}


def _turned(rows: Array, ranges: Ranges) -> tuple[Array, Array]:
    """Each row with all its whole turns, the last position first to change, and how many rows came of each."""
    limited = ranges.turning & ~ranges.endless
    choices = rows[..., None] + np.array([0.0, -TURN, TURN])
    good = limited[:, None] & (choices >= ranges.low[:, None] - AT_LIMIT) & (choices <= ranges.high[:, None] + AT_LIMIT)
    good[..., 0] = True
    choices = np.take_along_axis(choices, np.argsort(~good, axis=-1, kind="stable"), axis=-1)
    ways = good.sum(axis=-1)
    numbers = ways.prod(axis=-1)
    alike: dict[tuple[int, ...], list[int]] = {}
    for k, own in enumerate(ways.tolist()):
        alike.setdefault(tuple(own), []).append(k)
    made = np.empty((int(numbers.sum()), rows.shape[-1]))
    starts = np.cumsum(numbers) - numbers
    for own, members in alike.items():
        free = [j for j, n in enumerate(own) if n > 1]
        block = np.empty((len(members), *(own[j] for j in free), rows.shape[-1]))
        for j, n in enumerate(own):
            shape = [n if j == other else 1 for other in free]
            block[..., j] = choices[members, j, :n].reshape(-1, *shape)
        places = np.add.outer(starts[members], np.arange(int(numbers[members[0]])))
        made[places.ravel()] = block.reshape(-1, rows.shape[-1])
    return made, numbers


def nearest_first(found: Found, near: Array, ranges: Ranges) -> Found:
    """By the distance of all joints from `near`; angles are taken to their nearest turn within the limits."""
    near = np.asarray(near, dtype=float)
    near = near if near.ndim < 2 else near[..., None, :]
    solutions, gaps = ranges.towards(found["solutions"], near)
    distance = np.sqrt(np.add.reduce(gaps * gaps, axis=-1))  # of nan, which comes last, where there is no solution
    return _sorted({**found, "solutions": solutions}, distance)


def _sorted(found: Mapping[str, Any], key: Array) -> Found:
    solutions, residual = found["solutions"], found["residual"]
    rows = key.shape[-1]
    if not key.size:
        return dict(found)
    order = np.argsort(key.reshape(-1, rows), axis=-1, kind="stable")
    places = (order + rows * np.arange(len(order))[:, None]).ravel()
    return {
        **found,
        "solutions": solutions.reshape(-1, solutions.shape[-1]).take(places, axis=0).reshape(solutions.shape),
        "residual": residual.ravel().take(places).reshape(residual.shape),
    }


def all_found(found: Found) -> bool:
    """Whether every pose has a solution: a formula's own count is of rows that solve the problem."""
    count = found["count"]
    return bool(count.all() if count.ndim else count)


def all_solved(found: Found) -> bool:
    """Whether every pose has a solution, and every solution is one: a pose that is no rotation has none."""
    count, residual = found["count"], found["residual"]
    if count.ndim:
        return bool(count.all()) and not (residual > _LOOSE).any()
    if not count:
        return False
    return not [error for error in residual.tolist() if error > _LOOSE]  # of so few faster than NumPy


def ends_well(pose: Any) -> bool:
    """Whether the last rows of matrices are 0 0 0 1, which no solution tells; what is in doubt is looked at elsewhere."""
    if type(pose) is not np.ndarray:
        return False
    if pose.shape == (4, 4):
        return pose[3].tobytes() == _LAST_BYTES  # faster than any comparison of numbers
    return pose.ndim > 2 and bool((pose[..., 3, :] == _LAST).all())


_LAST = np.array([0.0, 0.0, 0.0, 1.0])
_LAST_BYTES = _LAST.tobytes()
