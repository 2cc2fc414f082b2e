"""The funnel: candidates through all constraints, cheapest first; what fails goes no further.

Feasibility by Deb's rule (Deb 2000): a feasible candidate is better than any other, of two that are not the one that came
further; no penalties.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.errors import InputError
from linkwright.synthesis.demand import demand
from linkwright.synthesis.evaluation.branches import pairs
from linkwright.synthesis.evaluation.constraints import bounds
from linkwright.synthesis.evaluation.objectives import OBJECTIVES
from linkwright.synthesis.evaluation.rows import Rows, Setting

if TYPE_CHECKING:
    from linkwright.synthesis.evaluation.protocol import Machine
    from linkwright.synthesis.evaluation.table import Bound
    from linkwright.synthesis.task import Task

Array = np.ndarray[Any, Any]
CHUNK = 2**18
"""Samples times joints that are in work at a time: few enough for the cache, many enough that calls cost nothing."""
BEFORE = ("lengths", "postures")
"""What constraints on whole candidates need; the others are asked of every branch."""


@dataclass(frozen=True)
class Evaluation:
    """Of N candidates.

    objectives:  (N, m) to be made small (what is to be large with its sign turned), NaN where a candidate is not feasible
    violation:   (N,) 0 if feasible, else constraints left + amount / (1 + amount)
    stage:       (N,) which of `constraints` failed, of the branch that came furthest; -1: none
    branch:      (N,) the branch that was best; -1 where it came to none
    values:      by name of a constraint or objective (N,), NaN where it was not reached
    constraints: names, in order
    """

    objectives: Array
    violation: Array
    stage: Array
    branch: Array
    values: dict[str, Array]
    constraints: tuple[str, ...]

    @property
    def reasons(self) -> dict[str, int]:
        """How many candidates failed at each constraint."""
        counts = np.bincount(self.stage[self.stage >= 0], minlength=len(self.constraints))
        return {name: int(count) for name, count in zip(self.constraints, counts, strict=True) if count}


@dataclass(frozen=True)
class Verdicts:
    """Of rows: the stage that failed (-1: none), by how much, and all values (rows, names)."""

    stage: Array
    amount: Array
    values: Array

    @classmethod
    def of(cls, count: int, names: int) -> Verdicts:
        """Nothing asked yet."""
        return cls(np.full(count, -1), np.zeros(count), np.full((count, names), np.nan))


@dataclass(frozen=True)
class Funnel:
    """Constraints and objectives of one task for one machine."""

    setting: Setting
    bounds: tuple[Bound, ...]

    @classmethod
    def of(cls, setting: Setting) -> Funnel:
        """With all that the task asks."""
        return cls(setting, bounds(setting))

    @property
    def names(self) -> list[str]:
        """Of all values: constraints, then objectives that are not among them."""
        return list(dict.fromkeys([*(b.measure.name for b in self.bounds), *self.setting.task.objectives]))

    def evaluate(self, X: Array, chunk: int = CHUNK) -> Evaluation:
        """See `evaluate`; chunk: see CHUNK."""
        setting, variables = self.setting, self.setting.machine.variables
        if X.ndim != 2 or X.shape[1] != len(variables):
            hint = f"one row per candidate, with {', '.join(v.name for v in variables)}"
            raise InputError(f"candidates of '{setting.structure.name}' have the shape {X.shape}", hint=hint)
        found, branch = Verdicts.of(len(X), len(self.names)), np.full(len(X), -1)
        every = Rows(setting, np.arange(len(X)), branch.copy(), setting.machine.parameters(X))
        corners = len(setting.demand.corners) + len(setting.demand.reach)
        for part in _parts(len(X), chunk // (8 * corners * setting.joints)):
            rows = self._ask(every.some(part), part, found, whole=True)
            if len(rows):
                self._follow(pairs(rows), chunk, found, branch)
        return self._evaluation(found, branch)

    def _ask(self, rows: Rows, places: Array, verdicts: Verdicts, *, whole: bool) -> Rows:
        """All constraints of whole candidates, or those of branches and then the objectives; the rows that hold."""
        for stage, bound in enumerate(self.bounds):
            if (bound.measure.needs in BEFORE) != whole or not len(rows):
                continue
            value = bound.measure.value(rows)
            excess = bound.excess(value)
            verdicts.values[places, self.names.index(bound.measure.name)] = value
            failed = excess > 0
            verdicts.stage[places[failed]], verdicts.amount[places[failed]] = stage, excess[failed]
            rows, places = rows.kept(~failed), places[~failed]
        for name in () if whole or not len(rows) else self.setting.task.objectives:
            verdicts.values[places, self.names.index(name)] = OBJECTIVES[name].value(rows)
        return rows

    def _follow(self, rows: Rows, chunk: int, found: Verdicts, branch: Array) -> None:
        """Branches along the path; the best of each candidate is what is found of it."""
        tried = Verdicts.of(len(rows), len(self.names))
        for part in _parts(len(rows), chunk // (len(self.setting.demand.t) * self.setting.joints)):
            self._ask(rows.some(part), part, tried, whole=False)
        order = np.lexsort((rows.branch, self._objectives(tried)[:, 0], self._violation(tried), rows.candidate))
        candidates, where = np.unique(rows.candidate[order], return_index=True)
        best = order[where]
        branch[candidates] = rows.branch[best]
        found.stage[candidates], found.amount[candidates] = tried.stage[best], tried.amount[best]
        values = tried.values[best]
        found.values[candidates] = np.where(np.isnan(values), found.values[candidates], values)

    def _violation(self, found: Verdicts) -> Array:
        left = len(self.bounds) - 1 - found.stage
        share = 1 / (1 + 1 / np.where(found.amount > 0, found.amount, 1.0))  # of an infinite amount: 1
        return np.where(found.stage < 0, 0.0, left + share)

    def _objectives(self, found: Verdicts) -> Array:
        names = self.setting.task.objectives
        columns = [OBJECTIVES[name].sense * found.values[:, self.names.index(name)] for name in names]
        return np.where(found.stage[:, None] < 0, np.stack(columns, axis=1), np.nan)

    def _evaluation(self, found: Verdicts, branch: Array) -> Evaluation:
        values = {name: found.values[:, k] for k, name in enumerate(self.names)}
        constraints = tuple(bound.measure.name for bound in self.bounds)
        return Evaluation(self._objectives(found), self._violation(found), found.stage, branch, values, constraints)


def _parts(count: int, size: int) -> Iterator[Array]:
    """0, 1, ... count - 1 in pieces of a size."""
    size = max(1, size)
    return (np.arange(start, min(start + size, count)) for start in range(0, count, size))


_RECENT: deque[Funnel] = deque(maxlen=4)


def evaluate(machine: Machine, task: Task, X: Array) -> Evaluation:
    """Candidates (N, variables) of a structure for a task. The same for any order and company of candidates."""
    for known in _RECENT:
        if known.setting.machine is machine and known.setting.task is task:
            return known.evaluate(X)
    _RECENT.append(Funnel.of(Setting.of(machine, task, demand(task))))
    return _RECENT[-1].evaluate(X)
