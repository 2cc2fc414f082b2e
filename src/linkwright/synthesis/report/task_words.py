"""A task in words and numbers."""

from __future__ import annotations

import math
from dataclasses import asdict

import numpy as np

from linkwright.errors import counted
from linkwright.synthesis.demand import demand
from linkwright.synthesis.evaluation import CONSTRAINTS, OBJECTIVES
from linkwright.synthesis.task import Task
from linkwright.synthesis.task.parts import JointLimits
from linkwright.synthesis.task.shapes import Box
from linkwright.view.markup import Markup, in_unit, number, tag


def task_words(task: Task) -> Markup:
    """A list of what is asked."""
    rows = [
        ("Degrees of freedom", task.mask),
        ("Path", _path(task)),
        ("Payload", f"{number(task.payload.mass)} kg"),
        ("Installation space", _box(task.space) if task.space else "not bounded"),
        *([("Working space", _reach(task))] if task.reach else []),
        *([("Obstacles", ", ".join(x.name for x in task.obstacles))] if task.obstacles else []),
        ("Turning joints", _limits(task.limits.revolute, "rad", "N m")),
        ("Sliding joints", _limits(task.limits.prismatic, "m", "N")),
        ("Objectives", "; ".join(f"{in_unit(n, OBJECTIVES[n].unit)}: {OBJECTIVES[n].doc}" for n in task.objectives)),
        *([("Further bounds", _bounds(task))] if task.constraints else []),
        ("Search", _search(task)),
    ]
    return tag("dl", [part for name, text in rows for part in (tag("dt", name), tag("dd", text))])


def _path(task: Task) -> str:
    asked = demand(task)
    at = asked.poses[:, :3, 3]
    steps = np.linalg.norm(np.diff(at, axis=0), axis=1)
    size = " × ".join(number(float(x)) for x in np.ptp(at, axis=0))
    points, way = counted(len(asked.corners), "point"), number(float(steps.sum()))
    return f"{points}, {way} m in {number(task.path.duration)} s, within {size} m; {len(asked.t)} samples"


def _box(box: Box) -> str:
    ranges = [f"{axis} {number(a)} to {number(b)} m" for axis, a, b in zip("xyz", box.low, box.high, strict=True)]
    return ", ".join(r for r in ranges if "inf" not in r) or "not bounded"


def _reach(task: Task) -> str:
    assert task.reach is not None
    turns = ", ".join(number(math.degrees(x)) for x in task.reach.yaws)
    return f"{_box(task.reach.box)}; turned by {turns} deg"


def _limits(limits: JointLimits, unit: str, effort: str) -> str:
    units = {"velocity": f"{unit}/s", "acceleration": f"{unit}/s²", "range": unit, "effort": effort}
    known = [(n, x) for n, x in asdict(limits).items() if math.isfinite(x)]
    return ", ".join(f"{name} {number(x)} {units[name]}" for name, x in known) or "no limits"


def _bounds(task: Task) -> str:
    """At most, or at least where more is better."""
    rows = {**OBJECTIVES, **CONSTRAINTS}
    signs = {1: "≤", -1: "≥"}
    return ", ".join(f"{n} {signs[rows[n].sense]} {number(x, rows[n].unit)}" for n, x in task.constraints.items())


def _search(task: Task) -> str:
    s = task.search
    halving = ", the worse half of the structures dropped after a quarter and a half" if s.halving else ""
    return (
        f"{s.evaluations} candidates per structure, {s.population} at a time, method {s.method}, seed {s.seed}{halving}"
    )
