"""Found: what a synthesis found, as data: the front, and of every structure what was tried and why it fell short."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from linkwright.synthesis.structure import Structure
from linkwright.synthesis.task import Task


@dataclass(frozen=True)
class Point:
    """One feasible candidate. number: its place among all candidates of its structure; branch: of inverse kinematics."""

    structure: str
    number: int
    x: tuple[float, ...]
    branch: int
    objectives: Mapping[str, float]

    @property
    def name(self) -> str:
        """A word that names it in tables and files."""
        return f"{self.structure}-{self.number}"


@dataclass(frozen=True)
class Tried:
    """One structure, and what became of it.

    best:     its best candidate by each objective; empty if none was feasible
    dropped:  part of the budget after which it was given up, 1 if it went to the end
    reasons:  how many candidates failed at which constraint
    progress: (candidates so far, best value so far of the first objective), where that got better
    message:  why it could not be tried at all
    """

    structure: Structure
    evaluations: int
    feasible: int
    best: Mapping[str, Point]
    dropped: float
    reasons: Mapping[str, int]
    progress: tuple[tuple[int, float], ...]
    message: str = ""


@dataclass(frozen=True)
class Found:
    """All of a run.

    tried:    by structure, the best by the first objective first, those without a feasible candidate last
    front:    points of the common front, at most as many as the task's search keeps, by the first objective
    on_front: how many points the whole common front has
    checks:   what `recheck` says of each point of the front, by its name
    seconds:  processor time of the candidates, on all machines together
    """

    task: Task
    tried: tuple[Tried, ...]
    front: tuple[Point, ...]
    on_front: int
    seconds: float
    checks: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Any])

    @property
    def evaluations(self) -> int:
        """Candidates in all."""
        return sum(t.evaluations for t in self.tried)

    def structure(self, point: Point) -> Structure:
        """What a point is a candidate of."""
        return next(t.structure for t in self.tried if t.structure.name == point.structure)

    def values(self, point: Point) -> dict[str, float]:
        """A point's variables by name."""
        return self.structure(point).values(point.x)
