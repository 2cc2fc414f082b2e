"""The table of passes, and the loop that runs them while they gain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from linkwright.graph.function import Function
from linkwright.passes.cost import cost
from linkwright.passes.extract import extract
from linkwright.passes.network import Network
from linkwright.passes.read import to_network
from linkwright.passes.scale import scale
from linkwright.passes.search import search
from linkwright.passes.write import to_function


@dataclass(frozen=True)
class Pass:
    """An identity: changes a network in place, never what it computes. The goal is one of cost.GOALS."""

    name: str
    apply: Callable[[Network, str], None]


ROUNDS = 4

QUICK = (
    Pass("scale", scale),  # numeric robots: -1 to -2.5 %
    Pass("extract", extract),  # -1 % of good recursions, -5 % where joints slide or nothing was factored
)
"""Repeated while they gain, at most ROUNDS times: milliseconds."""

SLOW = (Pass("search", search),)  # another -1.5 %
"""Once, at level 2: seconds."""


def run(function: Function, level: int, goal: str) -> Function:
    """Apply the passes of a level while they gain."""
    best = function
    for stage in (QUICK, SLOW)[:level]:
        for _ in range(ROUNDS if stage is QUICK else 1):
            found = once(best, stage, goal)
            if cost(found.ops, goal) >= cost(best.ops, goal):
                break
            best = found
    return best


def once(function: Function, passes: Sequence[Pass], goal: str) -> Function:
    """Apply passes one after the other."""
    net = to_network(function)
    for p in passes:
        p.apply(net, goal)
    return to_function(net, function)
