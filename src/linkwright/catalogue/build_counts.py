"""Operation counts of a function: which kinds are told apart, and which are added up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING

from linkwright.mechanism import derive
from linkwright.passes import optimise

if TYPE_CHECKING:
    from linkwright.graph.function import Function
    from linkwright.model.robot import OpenRobot

OPERATIONS = ("add", "mul", "div", "neg", "sin", "cos", "other")
FREE = "neg"
"""What is not added up: a change of sign costs nothing."""


def fewest(robot: OpenRobot, quantity: str, parameters: str, level: int = 1) -> Function:
    """A function with as few operations as the optimiser finds at this level."""
    return optimise(derive(robot, quantity, parameters=parameters), level, "count")


def counts_of(function: Function) -> tuple[int, ...]:
    """In the order of OPERATIONS."""
    counts: dict[str, int] = asdict(function.ops)
    named = tuple(counts.pop(kind) for kind in OPERATIONS[:-1])
    return (*named, sum(counts.values()))


def total(counts: Iterable[int]) -> int:
    """Of counts in the order of OPERATIONS, all that take time."""
    return sum(n for kind, n in zip(OPERATIONS, counts, strict=True) if kind != FREE)
