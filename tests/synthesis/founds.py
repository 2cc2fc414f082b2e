"""What a synthesis finds of the planar arm by hand: arms of different masses as structures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from linkwright.synthesis.evaluation import evaluate
from linkwright.synthesis.found import Found, Point, Tried
from linkwright.synthesis.recheck import recheck
from linkwright.synthesis.search.pareto import undominated
from linkwright.synthesis.structure import Structure
from linkwright.synthesis.task import Task
from tests.synthesis.planar import Planar

TASK = """
name: two points
mask: 2T0R
payload: {mass: 1}
path:
  points: [[0.5, 0.2, 0], [0.3, 0.7, 0]]
  time: 1.2 s
limits: {revolute: {velocity: 4, acceleration: 100}}
objectives: [energy, torque, footprint]
"""


class Arms:
    """Planar arms by the names of their structures."""

    def __init__(self, *names: str) -> None:
        self.made: dict[str, Planar] = {}
        for k, name in enumerate(names):
            arm = self.made[name] = Planar(m1=0.5 + 0.3 * k, m2=1 + 0.2 * k)
            arm.structure = replace(arm.structure, name=name, title=f"masses {0.5 + 0.3 * k:g} and {1 + 0.2 * k:g} kg")

    def __call__(self, structure: Structure) -> Planar:
        return self.made[structure.name]


def found(arms: Arms, text: str = TASK, count: int = 60, checked: int = 2) -> Found:
    """Candidates by chance; the first points of the front looked at again."""
    task = Task.read(text)
    tried, rows = list[Tried](), list[Point]()
    for name, machine in arms.made.items():
        X = np.random.default_rng(len(name)).uniform([0.2, 0.2, -0.3, -0.3], [0.9, 0.9, 0.3, 0.3], (count, 4))
        seen = evaluate(machine, task, X)
        points = {k: _point(task, name, int(k), X, seen) for k in np.flatnonzero(seen.violation <= 0)}
        rows += points.values()
        best = {n: min(points.values(), key=lambda p, n=n: p.objectives[n]) for n in task.objectives if points}
        first = [(k + 1, p.objectives[task.objectives[0]]) for k, p in points.items()]
        progress = tuple(p for k, p in enumerate(first) if all(p[1] < q[1] for q in first[:k]))
        tried.append(Tried(machine.structure, count, len(points), best, 1.0, seen.reasons, progress))
    values = np.array([list(p.objectives.values()) for p in rows]).reshape(len(rows), len(task.objectives))
    front = tuple(sorted((rows[k] for k in undominated(values)), key=lambda p: next(iter(p.objectives.values()))))
    tried.sort(key=lambda t: next((p.objectives[n] for n, p in t.best.items()), np.inf))
    made = Found(task, tuple(tried), front, len(front), 1.5)
    checks: Mapping[str, Any] = {p.name: _again(made, arms, p) for p in front[:checked]}
    return replace(made, checks=checks)


def _point(task: Task, name: str, k: int, X: Any, seen: Any) -> Point:
    values = {n: float(v) for n, v in zip(task.objectives, seen.objectives[k], strict=True)}
    return Point(name, k, tuple(float(x) for x in X[k]), int(seen.branch[k]), values)


def _again(made: Found, arms: Arms, p: Point) -> dict[str, Any]:
    structure = made.structure(p)
    return recheck(structure, made.task, p.x, arms(structure))
