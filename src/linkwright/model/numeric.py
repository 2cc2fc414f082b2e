"""A robot in numbers: every expression evaluated, with the model's own values, or with sample values where it has none.

Sample values are made up, the same in every run: lengths between 0.3 and 0.8, angles between 0.3 and 1.2, masses between 1
and 2, principal moments of inertia near 1, products of inertia and offsets of centres of mass below 0.1, gravity 9.81.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from linkwright.graph.evaluate import FLOAT, evaluate
from linkwright.graph.expr import Expr
from linkwright.graph.rewrite import symbols_of
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.parameters import substitute
from linkwright.model.robot import OpenRobot

RobotT = TypeVar("RobotT", OpenRobot, ClosedRobot, Robot)


def numeric(robot: RobotT) -> RobotT:
    """The robot in numbers. Parameters without a value get one that suits what they are used for; those of a closed robot one
    with which its loops close."""
    return in_numbers(robot, closing_values(robot))


def closing_values(robot: Robot) -> dict[str, float]:
    """A number for every parameter of the file; where it has loops, one with which they close."""
    if isinstance(robot, ClosedRobot):
        from linkwright.model.assembly.mobility_study import study

        return dict(study(robot).values)
    return own_values(robot)


def in_numbers(robot: RobotT, values: Mapping[str, float]) -> RobotT:
    """The robot with a number for every expression. No check: sample values need not be those of a real body."""

    def number(x: Any) -> Any:
        return float(evaluate(x.graph, [x.index], dict(values), FLOAT)[0]) if isinstance(x, Expr) else x

    if isinstance(robot, ClosedRobot) and robot.couplings:
        rest = replace(robot, couplings=()).map(number)
        return replace(rest, couplings=substitute(robot, values).couplings)  # these keep the symbols of coordinates
    return robot.map(number)


def own_values(robot: Robot) -> dict[str, float]:
    """A number for every parameter of the file: its value, or a sample."""
    samples = sample_values(robot)
    return {n: samples[n] if p.value is None else p.value for n, p in robot.parameters.items()}


def sample_values(robot: Robot) -> dict[str, float]:
    """A sensible number for every parameter without a value, by what it is used for."""
    rng = np.random.default_rng(7)
    found: dict[str, float] = {}
    ranges = _ranges(robot)
    for p in robot.parameters.values():
        low, high = ranges.get(p.name, (0.5, 1.5))
        value = float(rng.uniform(low, high))
        if p.value is None:
            found[p.name] = value
    return found


def _ranges(robot: Robot) -> dict[str, tuple[float, float]]:
    """Least and greatest sample of each symbol; the first use counts."""
    ranges: dict[str, tuple[float, float]] = {}

    def note(values: Iterable[Any], low: float, high: float) -> None:
        for x in values:
            for n in symbols_of(x.graph, [x.index]) if isinstance(x, Expr) else ():
                ranges.setdefault(n, (low, high))

    note(robot.gravity, 9.81, 9.81)
    note((b.inertia.m for b in robot.bodies.values()), 1.0, 2.0)
    for joint in robot.joints.values():
        note(joint.X.p, 0.3, 0.8)
        note((x for row in joint.X.R for x in row), 0.3, 1.2)
    for frame in robot.frames.values():
        note(frame.X.p, 0.3, 0.8)
    for body in robot.bodies.values():
        note(body.inertia.h, 0.02, 0.1)
        note((body.inertia.I[k][k] for k in range(3)), 0.9, 1.1)
        note((x for row in body.inertia.I for x in row), 0.01, 0.05)
    return ranges
