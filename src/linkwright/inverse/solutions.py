"""Solutions within the limits, with whole turns, and in order: the nearest first."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from linkwright.inverse.starts import turning_positions
from linkwright.mechanics.inverse.limits import joint_limits
from linkwright.model.robot import OpenRobot

Array = np.ndarray[Any, Any]
Found = dict[str, Any]
"""solutions (..., N, nq), count (...), residual (..., N)."""
TURN = 2 * np.pi
_LOOSE = 1e-6
"""An error that no solution of a pose has."""
_AT_LIMIT = 1e-9
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

    def moved_inside(self, q: Array) -> Array:
        """Angles a whole turn on or back where that puts them within their limits."""
        for way in (TURN, -TURN):
            other = q + way
            better = self.turning & (self.beyond(q) > _AT_LIMIT) & (self.beyond(other) <= _AT_LIMIT)
            q = np.where(better, other, q)
        return q

    def towards(self, q: Array, near: Array) -> Array:
        """Angles whole turns on or back, to the nearest of `near` that is within the limits."""
        with np.errstate(invalid="ignore"):
            other = q + TURN * np.round((near - q) / TURN)
            return np.where(self.turning & (self.beyond(other) <= _AT_LIMIT), other, q)

    def within_a_turn(self, q: Array) -> Array:
        """Angles between -pi and pi."""
        return np.where(self.turning, q - TURN * np.ceil((q - np.pi) / TURN), q)

    def distance(self, one: Array, other: Array) -> Array:
        """The largest gap between positions, whole turns apart."""
        gaps = np.abs(one - other)
        return np.where(self.turning, np.minimum(gaps, np.abs(TURN - gaps)), gaps).max(axis=-1)


def within_limits(found: Found, ranges: Ranges) -> Found:
    """Without those that have a joint out of its limits, whole turns apart."""
    solutions = ranges.moved_inside(found["solutions"])
    with np.errstate(invalid="ignore"):
        good = (ranges.beyond(solutions) <= _AT_LIMIT).all(axis=-1)
    return _only(solutions, found["residual"], good)


def with_turns(found: Found, ranges: Ranges) -> Found:
    """With those, too, that differ by whole turns and are within the limits; angles without limits stay as they are."""
    solutions, residual = found["solutions"], found["residual"]
    batch, (rows, nq) = solutions.shape[:-2], solutions.shape[-2:]
    made = [
        _turned(s, r, ranges) for s, r in zip(solutions.reshape(-1, rows, nq), residual.reshape(-1, rows), strict=True)
    ]
    most = max([1, *(len(r) for _, r in made)])
    every = np.full((len(made), most, nq), np.nan)
    errors = np.full((len(made), most), np.nan)
    for k, (s, r) in enumerate(made):
        every[k, : len(r)], errors[k, : len(r)] = s, r
    return _only(every.reshape(*batch, most, nq), errors.reshape(*batch, most), True)


def _turned(solutions: Array, residual: Array, ranges: Ranges) -> tuple[Array, Array]:
    rows: list[Any] = []
    errors: list[float] = []
    limited = ranges.turning & ~ranges.endless
    for q, error in zip(solutions, residual, strict=True):
        if np.isnan(q).any():
            continue
        choices = [
            [q[j] + k * TURN for k in (0, -1, 1) if not k or low - _AT_LIMIT <= q[j] + k * TURN <= high + _AT_LIMIT]
            if turns
            else [q[j]]
            for j, (turns, low, high) in enumerate(zip(limited, ranges.low, ranges.high, strict=True))
        ]
        rows += product(*choices)
        errors += [float(error)] * (len(rows) - len(errors))
    return np.array(rows).reshape(-1, solutions.shape[-1]), np.array(errors)


def nearest_first(found: Found, near: Array, ranges: Ranges) -> Found:
    """By the distance of all joints from `near`; angles are taken to their nearest turn within the limits."""
    near = np.asarray(near, dtype=float)
    near = near if near.ndim < 2 else near[..., None, :]
    solutions = ranges.towards(found["solutions"], near)
    distance = np.linalg.norm(solutions - near, axis=-1)
    return _sorted({**found, "solutions": solutions}, np.where(np.isnan(distance), np.inf, distance))


def _sorted(found: Mapping[str, Any], key: Array) -> Found:
    order = np.argsort(key, axis=-1, kind="stable")
    return {
        **found,
        "solutions": np.take_along_axis(found["solutions"], order[..., None], axis=-2),
        "residual": np.take_along_axis(found["residual"], order, axis=-1),
    }


def _only(solutions: Array, residual: Array, good: Any) -> Found:
    good = good & ~np.isnan(solutions).any(axis=-1)
    return {
        "solutions": np.where(good[..., None], solutions, np.nan),
        "count": good.sum(axis=-1).astype(float),
        "residual": np.where(good, residual, np.nan),
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
