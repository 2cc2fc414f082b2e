"""Identities true of any expression: Function -> Function, then schedule -> Kernel. This room knows no robots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwright.collector import rarely_collected

if TYPE_CHECKING:
    from linkwright.graph.function import Function


@rarely_collected()
def optimise(function: Function, level: int = 1, goal: str = "speed", seconds: float | None = None) -> Function:
    """The same function with fewer operations.

    level:   0 does nothing, 1 takes milliseconds, 2 seconds (code that is generated once), within a budget counted in work done
    goal:    "speed" weighs operations by their time on a processor, "count" minimises additions and products
    seconds: a limit; without one, the result depends on nothing but the function
    """
    from linkwright.passes.table import run

    return run(function, level, goal, seconds)
