"""Plant: a mechanism as a system with states x, inputs u, outputs y and parameters; one function for all kinds.

    dx/dt, y = motion(x, u, theta, parameters),   x = (q, v)

theta are the dependent positions of loops that have no closed form: `closure` finds them, near those of the state before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linkwright.graph.function import Function
    from linkwright.passes.kernel import Kernel


@dataclass(frozen=True)
class Signal:
    """A variable: its name, its unit, its value at the start, and what it is."""

    name: str
    unit: str = ""
    start: float = 0.0
    doc: str = ""


@dataclass(frozen=True)
class Plant:
    """All that a unit is made from.

    states:      positions, then velocities;  nq: how many are positions
    rates:       of every state; those of velocities are accelerations
    motion:      (x, u, theta, parameters) -> rates, y
    directional: (x, u, theta, dx, du, parameters) -> changes of rates and y; None where it is not known
    projection:  x -> x with unit vectors and rotations at their length; None where there are none
    closure:     (x, guess, parameters) -> theta, residual, iterations; None where theta is no input
    """

    name: str
    states: tuple[Signal, ...]
    rates: tuple[Signal, ...]
    nq: int
    inputs: tuple[Signal, ...]
    outputs: tuple[Signal, ...]
    parameters: tuple[Signal, ...]
    motion: Function
    directional: Function | None = None
    projection: Function | None = None
    closure: Kernel | None = None
    theta: tuple[float, ...] = ()
    notes: tuple[str, ...] = ()
