"""From the courses of a search to what it found: the common front, and the standing of every structure."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.synthesis.evaluation import OBJECTIVES
from linkwright.synthesis.found import Found, Point, Tried
from linkwright.synthesis.search.pareto import spread, undominated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linkwright.synthesis.search.run import Course
    from linkwright.synthesis.task import Task


def gather(task: Task, courses: Sequence[Course]) -> Found:
    """All of a run as data."""
    tried = sorted((_tried(task, c) for c in courses), key=lambda t: _standing(task, t))
    points, whole = _front(task, courses)
    return Found(task, tuple(tried), points, whole, sum(c.seconds for c in courses))


def _tried(task: Task, course: Course) -> Tried:
    if not course.results:
        return Tried(course.structure, 0, 0, {}, course.dropped, {}, (), course.message)
    violation, stage = course.column("violation"), course.column("stage").astype(int)
    objectives = course.column("objectives")
    good = np.flatnonzero(violation <= 0)
    best = {
        name: _point(task, course, int(good[np.argmin(objectives[good, k])]))
        for k, name in enumerate(task.objectives)
        if len(good)
    }
    names: list[str] = course.results[0]["constraints"]
    failed = Counter([names[int(s)] for s in stage[violation > 0].tolist()])
    return Tried(
        course.structure,
        len(violation),
        len(good),
        best,
        course.dropped,
        dict(failed.most_common()),
        _progress(np.where(violation <= 0, objectives[:, 0], np.inf), OBJECTIVES[task.objectives[0]].sense),
        course.message,
    )


def _progress(values: Any, sense: int) -> tuple[tuple[int, float], ...]:
    """Where the best so far got better."""
    best = np.minimum.accumulate(values)
    better = np.flatnonzero(np.isfinite(best) & (best < np.concatenate([[np.inf], best[:-1]])))
    return tuple((int(k) + 1, sense * float(best[k])) for k in better)


def _standing(task: Task, tried: Tried) -> tuple[int, float]:
    """Feasible ones by the best value of the first objective, the others in their order."""
    name = task.objectives[0]
    return (0, OBJECTIVES[name].sense * tried.best[name].objectives[name]) if tried.best else (1, 0.0)


def _front(task: Task, courses: Sequence[Course]) -> tuple[tuple[Point, ...], int]:
    """Points of the common front, thinned, and how many it has."""
    rows: list[tuple[Course, int]] = []
    values: list[Any] = []
    for course in courses:
        if course.results:
            good = np.flatnonzero(course.column("violation") <= 0)
            rows += [(course, int(k)) for k in good]
            values.append(course.column("objectives")[good])
    if not rows:
        return (), 0
    objectives = np.concatenate(values)
    front = undominated(objectives)
    chosen = front[spread(objectives[front], task.search.front)]
    chosen = sorted(chosen, key=lambda k: tuple(objectives[k]))
    points = [_point(task, *rows[int(k)]) for k in chosen]
    return tuple(points), len(front)


def _point(task: Task, course: Course, number: int) -> Point:
    row = course.column("objectives")[number]
    return Point(
        course.structure.name,
        number,
        tuple(float(v) for v in course.column("x")[number]),
        int(course.column("branch")[number]),
        {name: OBJECTIVES[name].sense * float(v) for name, v in zip(task.objectives, row, strict=True)},
    )
