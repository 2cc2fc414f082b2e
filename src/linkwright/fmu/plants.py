"""The plant of a mechanism: one file per kind; every variable has a name of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from linkwright.errors import QuantityError
from linkwright.fmu.plant import Plant, Signal
from linkwright.mechanism import Mechanism, require_mechanism
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot

if TYPE_CHECKING:
    from linkwright.request import Request


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
