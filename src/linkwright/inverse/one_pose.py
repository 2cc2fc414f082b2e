"""Inverse kinematics at one pose, without detours: of eight rows of six numbers plain Python is faster than NumPy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from math import inf, isfinite, nan, pi, sqrt
from operator import add, mul, sub
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.inverse.poses import is_plain
from linkwright.inverse.solutions import AT_LIMIT, TURN, Found, Ranges

Rows = list[list[float]]
SIMPLE = {"frame", "base", "mask", "limits", "turns"}
"""Options that it may have; of whole turns there are so many rows that NumPy is faster."""


class OnePose:
    """The same as linkwright.inverse.solutions tells of batches, for one set of options.

    function: the compiled inverse kinematics of an arm without joints to spare
    """

    def __init__(self, function: Callable[[Array], Found], ranges: Ranges, limits: bool) -> None:
        self.function, self.limits = function, limits
        self.nq = len(ranges.low)
        low, high = (ranges.low - AT_LIMIT).tolist(), (ranges.high + AT_LIMIT).tolist()
        places = range(self.nq)
        angles = ranges.turning.tolist()
        self.angles = [(j, low[j], high[j]) for j in places if angles[j]]
        self.limited = [(j, low[j], high[j], angles[j]) for j in places if low[j] > -inf or high[j] < inf]

    def __call__(self, pose: Any, near: Any) -> Found | None:
        """None: it takes the longer way, where all formats are known, what is wrong is told, and the least error is found."""
        if (
            type(pose) is not np.ndarray
            or pose.shape != (4, 4)
            or pose.dtype.char != "d"
            or not is_plain(pose.tolist())
        ):
            return None
        close = self._near(near)
        if close is None:
            return None
        found = self.function(pose)
        solutions, residual = found["solutions"], found["residual"]
        rows: Rows = solutions.tolist()
        exists = [sum(row) == sum(row) for row in rows]  # sums with a nan are none
        if self.limits:
            self._drop(rows, exists, solutions, residual)
            found["count"] = np.float64(sum(exists))
        if not any(exists):
            return None
        if close:  # without it rows stay with their branches
            keys = self._distances(rows, exists, close, solutions)
            order = sorted(range(len(rows)), key=keys.__getitem__)
            found["solutions"], found["residual"] = solutions.take(order, 0), residual.take(order)
        return found

    def _near(self, near: Any) -> Sequence[float] | None:
        """Nothing where none is given, None where it is not plain."""
        if near is None:
            return ()
        if type(near) is not np.ndarray:
            near = np.asarray(near)
        if near.shape != (self.nq,) or near.dtype.kind not in "fi":
            return None
        close: list[float] = near.tolist()
        return close if isfinite(sum(close)) else None

    def _drop(self, rows: Rows, exists: list[bool], solutions: Array, residual: Array) -> None:
        """Rows out of the limits do not exist; angles are taken a whole turn on or back where that puts them within."""
        for k, row in enumerate(rows):
            good = exists[k]
            if good:
                for j, low, high, turns in self.limited:
                    x = row[j]
                    if low <= x <= high:
                        continue
                    y = x + TURN if x < low else x - TURN
                    if not (turns and low <= y <= high):
                        good = False
                        break
                    row[j] = solutions[k, j] = y
            if not good:
                exists[k] = False
                solutions[k] = residual[k] = nan
                rows[k] = [nan] * self.nq

    def _distances(self, rows: Rows, exists: list[bool], near: Sequence[float], solutions: Array) -> list[float]:
        """From `near`, angles taken to their nearest turn within the limits; infinite of rows that do not exist."""
        keys: list[float] = []
        for k, row in enumerate(rows):
            gaps = list(map(sub, near, row))
            if not exists[k] or max(gaps) > pi or min(gaps) < -pi:
                for j, low, high in self.angles:
                    if gaps[j] > pi or gaps[j] < -pi:
                        turns = TURN * round(gaps[j] / TURN)
                        if low <= row[j] + turns <= high:
                            solutions[k, j] = row[j] + turns
                            gaps[j] -= turns
            keys.append(sqrt(reduce(add, map(mul, gaps, gaps))) if exists[k] else inf)
        return keys
