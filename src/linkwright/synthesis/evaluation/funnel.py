"""The funnel: candidates through all constraints, cheapest first; what fails goes no further.

Feasibility by Deb's rule (Deb 2000): a feasible candidate is better than any other, of two that are not the one that came
further; no penalties.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.synthesis.demand import demand
from linkwright.synthesis.evaluation.branches import pairs
from linkwright.synthesis.evaluation.constraints import bounds
from linkwright.synthesis.evaluation.makes import makes
from linkwright.synthesis.evaluation.objectives import OBJECTIVES
from linkwright.synthesis.evaluation.rows import COARSE, Rows, Setting

if TYPE_CHECKING:
    from linkwright.synthesis.demand import Demand
    from linkwright.synthesis.evaluation.protocol import Machine
    from linkwright.synthesis.evaluation.table import Bound
    from linkwright.synthesis.task import Task

CHUNK = 2**18
"""Samples times joints that are in work at a time: few enough for the cache, many enough that calls cost nothing."""
PREVIEW = 100
"""Samples on which branches are compared, where a path has four times as many or more."""
WHOLE, BRANCH = ("lengths", "postures"), ("corners", "motion")
"""What constraints on whole candidates need, and those on branches; the others are asked of every make."""


@dataclass(frozen=True)
class Evaluation:
    """Of N candidates.

    objectives:  (N, m) to be made small (what is to be large with its sign turned), NaN where a candidate is not feasible
    violation:   (N,) 0 if feasible, else constraints left + amount / (1 + amount)
    stage:       (N,) which of `constraints` failed, of the branch that came furthest; -1: none
    branch:      (N,) the branch that was best; -1 where it came to none
    make:        (N,) the tube and motor that were best, of `makes`
    values:      by name of a constraint or objective (N,), NaN where it was not reached
    parameters:  of the robot file that are no variables, by name (N,): strokes, tube and motor; NaN where not reached
    constraints: names, in order
    """

    objectives: Array
    violation: Array
    stage: Array
    branch: Array
    make: Array
    values: dict[str, Array]
    parameters: dict[str, Array]
    constraints: tuple[str, ...]

    @property
    def reasons(self) -> dict[str, int]:
        """How many candidates failed at each constraint."""
        counts = np.bincount(self.stage[self.stage >= 0], minlength=len(self.constraints))
        return {name: int(count) for name, count in zip(self.constraints, counts, strict=True) if count}


@dataclass(frozen=True)
class Verdicts:
    """Of rows: the stage that failed (-1: none), by how much, branch, make, all values (rows, names), parameters set."""

    stage: Array
    amount: Array
    branch: Array
    make: Array
    values: Array
    parameters: Array

    @classmethod
    def of(cls, count: int, names: int, parameters: int) -> Verdicts:
        """Nothing asked yet."""
        first = np.full(count, -1), np.zeros(count), np.full(count, -1), np.zeros(count, dtype=int)
        return cls(*first, np.full((count, names), np.nan), np.full((count, parameters), np.nan))

    def put(self, places: Array, other: Verdicts, rows: Array) -> None:
        """Rows of another; values that it does not have stay."""
        for name, mine in vars(self).items():
            given = getattr(other, name)[rows]
            missing = np.isnan(given)
            mine[places] = np.where(missing, mine[places], given)


@dataclass(frozen=True)
class Funnel:
    """Constraints and objectives of one task for one machine.

    settings: one per make, with its bounds; preview: the same on few samples, by which one branch of each candidate is chosen
    """

    settings: tuple[Setting, ...]
    bounds: tuple[tuple[Bound, ...], ...]
    preview: Funnel | None = None

    @classmethod
    def of(cls, setting: Setting) -> Funnel:
        """With all that the task asks."""
        settings = tuple(replace(setting, make=make) for make in makes(setting.task, setting.machine.names))
        phases = (*WHOLE, *BRANCH)
        ordered = (sorted(bounds(s), key=lambda b: b.measure.needs not in phases) for s in settings)
        long = len(setting.demand.t) >= 4 * PREVIEW
        return cls(settings, tuple(tuple(x) for x in ordered), cls.of(setting.thinned(PREVIEW)) if long else None)

    @property
    def setting(self) -> Setting:
        """Of the first make."""
        return self.settings[0]

    @cached_property
    def constraints(self) -> tuple[str, ...]:
        """Names, in order."""
        return tuple(bound.measure.name for bound in self.bounds[0])

    @cached_property
    def names(self) -> list[str]:
        """Of all values: constraints, then objectives that are not among them."""
        return list(dict.fromkeys([*self.constraints, *self.setting.task.objectives]))

    @cached_property
    def parameters(self) -> dict[str, int]:
        """What is set beside variables: strokes, tube and motor, with their columns in P."""
        names = [name for _, name in self.setting.structure.strokes] + [name for name, _ in self.setting.make.values]
        return {name: self.setting.column(name) for name in names if self.setting.column(name) >= 0}

    def nothing(self, count: int) -> Verdicts:
        """Of rows that nothing was asked of."""
        return Verdicts.of(count, len(self.names), len(self.parameters))

    def evaluate(self, X: Array, chunk: int = CHUNK) -> Evaluation:
        """See `evaluate`; chunk: see CHUNK."""
        setting, variables = self.setting, self.setting.machine.variables
        if X.ndim != 2 or X.shape[1] != len(variables):
            hint = f"one row per candidate, with {', '.join(v.name for v in variables)}"
            raise InputError(f"candidates of '{setting.structure.name}' have the shape {X.shape}", hint=hint)
        found = self.nothing(len(X))
        every = Rows(setting, np.arange(len(X)), np.full(len(X), -1), setting.machine.parameters(X))
        corners = len(setting.demand.corners) + len(setting.demand.reach)
        for part in _parts(len(X), chunk // (8 * corners * setting.joints)):
            rows, _ = self._ask(every.some(part), part, found, WHOLE)
            if len(rows):
                self._follow(pairs(rows), chunk, found)
        return self._evaluation(found)

    def row(self, x: Sequence[float], demand: Demand | None = None, coarse: int = COARSE) -> tuple[Evaluation, Rows]:
        """What is found of one candidate, and its row with the best make, on the samples of the search or on others."""
        X = np.array([x], dtype=float)
        found, own = self.evaluate(X), self.setting
        make = self.settings[int(found.make[0])].make
        if demand is not None:
            own = replace(Setting.of(own.machine, own.task, demand, coarse), exact=True)
        setting = replace(own, make=make)
        return found, Rows(setting, np.zeros(1, dtype=int), found.branch, own.machine.parameters(X)).of_make(setting)

    def chosen(self, row: Rows) -> dict[str, float]:
        """Numbers of the robot file beside the variables, of one row: strokes, which its motion sets, tube and motor."""
        _ = row.motion
        return {name: float(row.P[0, column]) for name, column in self.parameters.items()}

    def _ask(
        self, rows: Rows, places: Array, verdicts: Verdicts, needs: tuple[str, ...], make: int = 0
    ) -> tuple[Rows, Array]:
        """Constraints with such needs (none: all others), one after the other; the rows that hold, and their places."""
        rest = (*WHOLE, *BRANCH)
        for stage, bound in enumerate(self.bounds[make]):
            wanted = bound.measure.needs in needs if needs else bound.measure.needs not in rest
            if not wanted or not len(rows):
                continue
            value = bound.measure.value(rows)
            excess = bound.excess(value)
            verdicts.values[places, self.names.index(bound.measure.name)] = value
            failed = excess > 0
            verdicts.stage[places[failed]], verdicts.amount[places[failed]] = stage, excess[failed]
            rows, places = rows.kept(~failed), places[~failed]
        return rows, places

    def _follow(self, rows: Rows, chunk: int, found: Verdicts) -> None:
        """Branches along the path; the best of each candidate is what is found of it."""
        if self.preview is not None:
            rows = self._previewed(rows, chunk, found)
        if len(rows):
            tried = self._tried(rows, chunk)
            best = self._best(rows, tried)
            found.put(rows.candidate[best], tried, best)

    def _previewed(self, rows: Rows, chunk: int, found: Verdicts) -> Rows:
        """One row per candidate: its best branch on few samples. What fails there for sure is found, and not among them."""
        assert self.preview is not None
        tried = self.preview._tried(rows.of_setting(self.preview.setting), chunk)
        best = self._best(rows, tried)
        sure = np.array([bound.measure.peak for bound in self.bounds[0]] + [False])[tried.stage[best]]
        found.put(rows.candidate[best[sure]], tried, best[sure])
        return rows.some(best[~sure])

    def _tried(self, rows: Rows, chunk: int) -> Verdicts:
        tried = self.nothing(len(rows))
        tried.branch[:] = rows.branch
        for part in _parts(len(rows), chunk // (len(self.setting.demand.t) * self.setting.joints)):
            alive, places = self._ask(rows.some(part), part, tried, BRANCH)
            if len(alive):
                self._build(alive, places, tried)
        return tried

    def _best(self, rows: Rows, tried: Verdicts) -> Array:
        """The best row of each candidate."""
        order = np.lexsort((rows.branch, *self._merit(tried), rows.candidate))
        _, where = np.unique(rows.candidate[order], return_index=True)
        return order[where]

    def _build(self, rows: Rows, places: Array, tried: Verdicts) -> None:
        """Rows of every make; the best of each row is what is found of it."""
        for k, setting in enumerate(self.settings):
            made, own = self.nothing(len(rows)), rows.of_make(setting)
            made.make[:], made.parameters[:] = k, own.P[:, list(self.parameters.values())]
            made.branch[:] = rows.branch
            alive, at = self._ask(own, np.arange(len(rows)), made, (), k)
            for name in self.setting.task.objectives if len(alive) else ():
                made.values[at, self.names.index(name)] = OBJECTIVES[name].value(alive)
            better = np.full(len(rows), True) if k == 0 else self._better(made, tried, places)
            tried.put(places[better], made, np.flatnonzero(better))

    def _better(self, made: Verdicts, tried: Verdicts, places: Array) -> Array:
        (first, violation), (old_first, old) = self._merit(made), self._merit(tried)
        return (violation < old[places]) | ((violation == old[places]) & (first < old_first[places]))

    def _merit(self, found: Verdicts) -> tuple[Array, Array]:
        """The first objective, where it counts, and the violation, which counts more."""
        first = self._objectives(found)[:, 0]
        return np.where(np.isnan(first), np.inf, first), self._violation(found)

    def _violation(self, found: Verdicts) -> Array:
        left = len(self.constraints) - 1 - found.stage
        share = 1 / (1 + 1 / np.where(found.amount > 0, found.amount, 1.0))  # of an infinite amount: 1
        return np.where(found.stage < 0, 0.0, left + share)

    def _objectives(self, found: Verdicts) -> Array:
        names = self.setting.task.objectives
        columns = [OBJECTIVES[name].sense * found.values[:, self.names.index(name)] for name in names]
        return np.where(found.stage[:, None] < 0, np.stack(columns, axis=1), np.nan)

    def _evaluation(self, found: Verdicts) -> Evaluation:
        return Evaluation(
            self._objectives(found),
            self._violation(found),
            found.stage,
            found.branch,
            found.make,
            {name: found.values[:, k] for k, name in enumerate(self.names)},
            {name: found.parameters[:, k] for k, name in enumerate(self.parameters)},
            self.constraints,
        )


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
