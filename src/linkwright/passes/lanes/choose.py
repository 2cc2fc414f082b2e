"""A kernel in lanes, where that is faster."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from linkwright.errors import ExpressionError
from linkwright.graph.expr import Scalar
from linkwright.graph.function import Function
from linkwright.passes.kernel import Kernel
from linkwright.passes.lanes.compose import composed
from linkwright.passes.lanes.orbits import Group, orbits
from linkwright.passes.lanes.phases import phases
from linkwright.passes.lanes.sums import leg_by_leg
from linkwright.passes.lanes.vectors import price, vectorised

GAIN = 0.8
"""Of the price of straight-line code: what code in lanes must cost less than."""


def with_lanes(
    kernel: Kernel,
    function: Function,
    groups: Sequence[Group],
    values: Mapping[str, Scalar],
    optimise: Callable[[Function], Function],
    gain: float = GAIN,
) -> Kernel:
    """A kernel, and where that is faster the same in lanes.

    function: the same function, in which the legs of each group have symbols of their own
    values:   what some of these symbols stand for: numbers, or formulas of inputs
    """
    try:
        found = orbits(leg_by_leg(function, groups), groups)
    except ExpressionError:  # it has no values in prime fields
        return kernel
    cut = phases(found)
    if not found.members or cut is None:
        return kernel
    lanes = composed(kernel, found, cut, values, optimise)
    return replace(kernel, lanes=lanes) if price(vectorised(lanes)) < gain * price(kernel) else kernel
