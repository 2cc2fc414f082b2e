"""A kernel in lanes, where that is faster."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from linkwright.errors import ExpressionError
from linkwright.graph.columns import Alike
from linkwright.graph.function import Function
from linkwright.passes.kernel import Kernel
from linkwright.passes.lanes.compose import composed
from linkwright.passes.lanes.orbits import orbits
from linkwright.passes.lanes.phases import phases
from linkwright.passes.lanes.sums import leg_by_leg
from linkwright.passes.lanes.vectors import price, vectorised

GAIN = 0.8
"""Of the price of straight-line code: what code in lanes must cost less than."""


def with_lanes(kernel: Kernel, alike: Alike, optimise: Callable[[Function], Function], gain: float = GAIN) -> Kernel:
    """A kernel, and where that is faster the same in lanes. alike: the same function, with symbols for what differs."""
    try:
        found = orbits(leg_by_leg(alike.function, alike.groups), alike.groups)
    except ExpressionError:  # it has no values in prime fields
        return kernel
    cut = phases(found, alike.columns)
    if cut is None or not (found.members or alike.columns):
        return kernel
    lanes = composed(kernel, found, cut, alike, optimise)
    return replace(kernel, lanes=lanes) if price(vectorised(lanes)) < gain * price(kernel) else kernel
