"""Plant: a mechanism as a system with states x, inputs u, outputs y and parameters; one function for all kinds.

    dx/dt, y = motion(x, u, theta, parameters),   x = (q, v)

theta are the dependent positions of loops that have no closed form: `closure` finds them, near those of the state before.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from linkwright.errors import QuantityError
from linkwright.mechanism import Mechanism, require_mechanism
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot

if TYPE_CHECKING:
    from linkwright.graph.function import Function
    from linkwright.passes.kernel import Kernel
    from linkwright.request import Request


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


def plant_of(mechanism: Mechanism, request: Request) -> Plant:
    """The plant of a mechanism of any kind; request: parameters that stay symbols become parameters of the unit."""
    require_mechanism(mechanism, "an FMU")
    if mechanism.nv == 0:
        raise QuantityError(f"'{mechanism.name}' has nothing that moves", hint="an FMU needs at least one joint")
    match mechanism:
        case OpenRobot():
            from linkwright.fmu.open_plant import open_plant

            return _distinct(open_plant(mechanism, request))
        case ClosedRobot():
            from linkwright.fmu.closed_plant import closed_plant

            return _distinct(closed_plant(mechanism, request))
        case _:
            from linkwright.fmu.lagrangian_plant import lagrangian_plant

            return _distinct(lagrangian_plant(mechanism, request))


def _distinct(plant: Plant) -> Plant:
    """With a name of its own for every variable: a parameter may be called as a state is."""
    taken = {"time", "solver_tolerance", "solver_step"}

    def named(signals: tuple[Signal, ...]) -> tuple[Signal, ...]:
        found: list[Signal] = []
        for s in signals:
            name = _plain(s.name)
            while name in taken:
                name += "_"
            taken.add(name)
            found.append(replace(s, name=name, doc=_plain(s.doc) if s.doc else ""))
        return tuple(found)

    groups = ("states", "rates", "inputs", "outputs", "parameters")
    return replace(plant, **{group: named(getattr(plant, group)) for group in groups})


def _plain(text: str) -> str:
    """One line without characters that XML has no place for."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split()) or "_"
