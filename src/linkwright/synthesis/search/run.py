"""The whole search: blocks of all structures, block by block, with the worse half dropped twice on the way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.jobs import Job
from linkwright.synthesis.search.halving import plan_blocks, survivors
from linkwright.synthesis.search.methods import METHODS, method_for

if TYPE_CHECKING:
    from linkwright.jobs import Crew, Journal, Outcome
    from linkwright.synthesis.structure import Structure
    from linkwright.synthesis.task import Task

BLOCK = 2000
"""Candidates of one block at most: some seconds to a minute, the most that is lost when a machine stops."""


@dataclass
class Course:
    """How far one structure is. results: of its blocks; dropped: part of the budget after which it was given up."""

    structure: Structure
    results: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    seconds: float = 0.0
    dropped: float = 1.0
    message: str = ""

    @property
    def open(self) -> bool:
        """Whether it goes on; where nothing is to be chosen, one candidate is all."""
        return self.dropped == 1.0 and not self.message and not (self.results and not self.structure.variables)

    def column(self, name: str) -> Any:
        """One column of all its candidates."""
        return np.concatenate([r[name] for r in self.results])

    def feasible(self, objectives: int) -> Any:
        """Objectives of its feasible candidates."""
        if not self.results:
            return np.zeros((0, objectives))
        return self.column("objectives")[self.column("violation") <= 0]


@dataclass(frozen=True)
class Step:
    """What a watcher is told after each block: candidates judged and planned, and the best so far by the first objective."""

    judged: int
    planned: int
    structure: str
    best: float


def search(
    task: Task,
    structures: tuple[Structure, ...],
    folder: str,
    crew: Crew,
    journal: Journal,
    watch: Callable[[Step], None] = lambda _: None,
) -> list[Course]:
    """Courses of all structures, in their order. What the journal knows is not computed again; who computes does not matter."""
    objectives = len(task.objectives)
    method = method_for(task.search.method, objectives)
    METHODS[method].check()
    sizes, rungs = plan_blocks(task.search.evaluations, BLOCK)
    courses = [Course(s) for s in structures]
    for number, size in enumerate(sizes):
        going = [c for c in courses if c.open]
        plan = {"method": method, "population": task.search.population, "seed": task.search.seed, "evaluations": size}
        work = {w.key: (w, c) for c in going for w in [_work(c, task, folder, plan, number)]}
        for outcome in crew.run([w for w, _ in work.values()], journal):
            course = work[outcome.key][1]
            _enter(course, outcome)
            watch(Step(_judged(courses), _planned(courses, sizes, number), course.structure.name, _best(courses)))
        if number + 1 in rungs and task.search.halving:
            _drop(courses, objectives, rungs[number + 1])
    return courses


def _work(course: Course, task: Task, folder: str, plan: dict[str, Any], number: int) -> Job:
    key = f"{course.structure.name}/{plan['seed']}/{number}"
    start = course.results[-1]["end"] if course.results else None
    arguments = {"structure": course.structure.as_dict(), "task": task.text, "folder": folder, "start": start}
    return Job(key, "linkwright.synthesis.search.block:run_block", {**arguments, "plan": {**plan, "key": key}})


def _enter(course: Course, outcome: Outcome) -> None:
    if outcome.ok:
        course.seconds += outcome.result["seconds"]
        course.results.append(outcome.result)
    else:
        course.message = f"{outcome.status}: {outcome.message}"


def _drop(courses: list[Course], objectives: int, part: float) -> None:
    """Give up the worse half of those that are open."""
    going = {c.structure.name: c for c in courses if c.open}
    if len(going) < 2:
        return
    furthest = {n: float(c.column("violation").min()) for n, c in going.items()}
    kept = survivors({n: c.feasible(objectives) for n, c in going.items()}, furthest)
    for name, course in going.items():
        if name not in kept:
            course.dropped = part


def _judged(courses: list[Course]) -> int:
    return sum(len(r["x"]) for c in courses for r in c.results)


def _planned(courses: list[Course], sizes: list[int], number: int) -> int:
    """Candidates in all, were none dropped from now on."""
    done = sum(len(r["x"]) for c in courses for r in c.results[:number])
    return done + sum(sizes[number:]) * sum(c.open for c in courses)


def _best(courses: list[Course]) -> float:
    least = [float(np.nanmin(r["objectives"][:, 0])) for c in courses for r in c.results if np.any(r["violation"] <= 0)]
    return min(least, default=float("nan"))
