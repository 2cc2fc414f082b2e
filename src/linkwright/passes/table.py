"""The table of passes, and the loop that runs them while they gain."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from linkwright.graph.function import Function
from linkwright.lazy import lazy
from linkwright.passes.cost import cost
from linkwright.passes.expand import expand
from linkwright.passes.extract import extract
from linkwright.passes.fold import folded
from linkwright.passes.network import Network
from linkwright.passes.read import to_network
from linkwright.passes.reciprocal import reciprocal
from linkwright.passes.scale import scale
from linkwright.passes.units import units
from linkwright.passes.write import to_function


@dataclass(frozen=True)
class Pass:
    """An identity: changes a network in place, never what it computes. The goal is one of cost.GOALS."""

    name: str
    apply: Callable[[Network, str], None]


QUICK = (
    Pass("reciprocal", reciprocal),
    Pass("units", units),  # numeric robots: -0.5 % before `scale`
    Pass("scale", scale),  # numeric robots: -1 to -5 %
    Pass("extract", extract),  # -1 % of good recursions, -5 to -10 % of straightforward ones
    Pass("expand", expand),  # -1 to -5 %
)
"""Milliseconds; repeated while that pays."""

LINEAR = QUICK[:3]
"""Those whose time is proportional to the length of the function, whatever is in it."""

SLOW = (Pass("search", lazy("linkwright.passes.search:search")),)  # another -2 %
"""Seconds, at level 2; each repetition starts from the form written and read again, with its products open."""

ROUNDS = 4
ENOUGH = 0.03
"""At level 1 a round that gained less than this is the last."""
LONG = 2000
"""Operations beyond which level 1 makes one round: a second gains 0.3 % there, and takes as long as the first."""
HUGE = 40_000
"""Operations beyond which only the passes run that take a second for a hundred thousand of them: dense products of large
matrices, where the others need minutes for the last percent."""
STARTS, SMALL = 6, 1000
"""Chance decides much in a small function, and it is searched quickly: up to STARTS times, SMALL nodes in all."""


def run(function: Function, level: int, goal: str, seconds: float | None = None) -> Function:
    """Apply the passes of a level while they gain, and start none after so many seconds."""
    deadline = math.inf if seconds is None else time.monotonic() + seconds
    best, price = function, cost(function.ops, goal)
    rounds = 0 if level == 0 else 1 if level == 1 and function.ops.flops > LONG else ROUNDS
    for _ in range(rounds):
        if time.monotonic() >= deadline:
            return best
        found = once(best, QUICK if best.ops.flops <= HUGE else LINEAR, goal)
        gain = price - cost(found.ops, goal)
        if gain > 0:
            best, price = found, price - gain
        if gain <= (0 if level > 1 else ENOUGH * price):
            break
    if level < 2:
        return best
    starts = max(1, min(STARTS, SMALL // max(len(best.graph), 1)))
    found = (_searched(best, goal, k * ROUNDS, deadline) for k in range(starts))
    return min(found, key=lambda f: cost(f.ops, goal))


def _searched(function: Function, goal: str, seed: int, deadline: float) -> Function:
    best, price = function, cost(function.ops, goal)
    for k in range(ROUNDS):
        if time.monotonic() >= deadline:
            break
        found = once(best, SLOW, goal, seed + k, deadline)
        if cost(found.ops, goal) <= price:  # another form of the same cost is another place to search from
            best, price = found, cost(found.ops, goal)
    return best


def once(function: Function, passes: Sequence[Pass], goal: str, seed: int = 0, deadline: float = math.inf) -> Function:
    """Apply passes one after the other."""
    net = folded(to_network(function), function)
    net.seed, net.deadline = seed, deadline
    for p in passes:
        p.apply(net, goal)
        net = folded(net, function)
    return to_function(net, function)
