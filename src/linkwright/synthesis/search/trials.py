"""Trials: every candidate of one block of one structure, in the order they were judged, by variables scaled to 0..1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from linkwright.arrays import Array, Indices


class Verdicts(Protocol):
    """What an evaluation says of a population, in the order of its rows."""

    @property
    def objectives(self) -> Array: ...
    @property
    def violation(self) -> Array: ...
    @property
    def stage(self) -> Any: ...
    @property
    def branch(self) -> Any: ...


@dataclass(frozen=True)
class Judged:
    """Candidates and what was found of them. x: (n, variables) in 0..1; objectives NaN and violation > 0 where not feasible."""

    x: Array
    objectives: Array
    violation: Array

    def __len__(self) -> int:
        return len(self.x)

    def take(self, rows: Any) -> Judged:
        """Some of them."""
        return Judged(self.x[rows], self.objectives[rows], self.violation[rows])

    def best_first(self) -> Indices:
        """By Deb's rule: feasible ones by the first objective, then the others by how far they came."""
        first = np.where(self.violation > 0, 0.0, self.objectives[:, 0])
        return np.lexsort((first, self.violation))


def together(parts: list[Judged]) -> Judged:
    """Several as one."""
    return Judged(*(np.concatenate([getattr(p, name) for p in parts]) for name in ("x", "objectives", "violation")))


@dataclass
class Trials:
    """Judges candidates and keeps every one of them.

    low, high: ranges of the variables. judge: from values (n, variables) to what is found of them. left: candidates
    that may still be judged; methods stop at zero.
    """

    low: Array
    high: Array
    judge: Callable[[Array], Verdicts]
    left: int
    kept: list[Judged] = field(default_factory=list[Judged])
    stages: list[Indices] = field(default_factory=list[Indices])
    branches: list[Indices] = field(default_factory=list[Indices])

    @property
    def variables(self) -> int:
        """How many numbers a candidate is."""
        return len(self.low)

    def values(self, x: Array) -> Array:
        """Variables in their own units."""
        return self.low + x * (self.high - self.low)

    def __call__(self, x: Array) -> Judged:
        """Judge a population; of one that is too large for what is left the rest counts as not feasible and is not kept."""
        x = np.clip(x, 0.0, 1.0)
        now = x[: self.left]
        found = self.judge(self.values(now))
        judged = Judged(now, found.objectives, found.violation)
        self.kept.append(judged)
        self.stages.append(np.asarray(found.stage, np.intp))
        self.branches.append(np.asarray(found.branch, np.intp))
        self.left -= len(now)
        over = len(x) - len(now)
        if not over:
            return judged
        unknown = Judged(x[len(now) :], np.full((over, judged.objectives.shape[1]), np.nan), np.full(over, np.inf))
        return together([judged, unknown])
