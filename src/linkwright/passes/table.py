"""The table of passes, and the loop that runs them while they gain."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from linkwright.graph.function import Function
from linkwright.passes.cost import cost
from linkwright.passes.extract import extract
from linkwright.passes.network import Network
from linkwright.passes.read import to_network
from linkwright.passes.write import to_function

ROUNDS = 4


@dataclass(frozen=True)
class Pass:
    """An identity: changes a network in place, never what it computes."""

    name: str
    apply: Callable[[Network], None]
    level: int = 1


PASSES = (
    Pass("extract", extract),
)  # fmt: skip


def run(function: Function, level: int, goal: str) -> Function:
    """Apply the passes of a level until they gain nothing more."""
    best = function
    if level <= 0:
        return best
    price = cost(best.ops, goal)
    for _ in range(ROUNDS):
        net = to_network(best)
        for p in PASSES:
            if p.level <= level:
                p.apply(net)
        found = to_function(net, function)
        now = cost(found.ops, goal)
        if now >= price:
            break
        best, price = found, now
    return best
