"""The table of quantities; a new derivation is one file, one entry in the part it belongs to, and one test file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import cast

from linkwright.graph.quantity import Quantities, Quantity
from linkwright.mechanics.quantities.closure import CLOSURE
from linkwright.mechanics.quantities.derivatives import DERIVATIVES
from linkwright.mechanics.quantities.dynamics import DYNAMICS
from linkwright.mechanics.quantities.inverse import INVERSE
from linkwright.mechanics.quantities.kinematics import KINEMATICS
from linkwright.mechanics.quantities.method import Method
from linkwright.mechanics.quantities.momenta import MOMENTA
from linkwright.mechanics.quantities.parameters import PARAMETERS
from linkwright.mechanics.quantities.platform import PARALLEL
from linkwright.mechanics.quantities.products import PRODUCTS

TABLE: tuple[Quantity, ...] = (
    *DYNAMICS,
    *MOMENTA,
    *PRODUCTS,
    *DERIVATIVES,
    *PARAMETERS,
    *CLOSURE,
    *KINEMATICS,
    *INVERSE,
    *PARALLEL,
)
HOW = ("closure", "form")
"""Options of everything that depends on where a closed robot is."""


def methods_of(entry: Quantity, closed: bool) -> Mapping[str, Method]:
    """The methods that serve closed robots, or trees."""
    methods = cast("Mapping[str, Method]", entry.methods)
    return MappingProxyType({n: m for n, m in methods.items() if m.way(closed) is not None})


def _of_kind(closed: bool) -> tuple[Quantity, ...]:
    """What one kind of robot has, and what is said of it there."""
    chosen: list[Quantity] = []
    steps = {entry.name: methods_of(entry, closed) for entry in TABLE}
    for entry in TABLE:
        methods = methods_of(entry, closed)
        if not methods and not steps.get(entry.repeats):
            continue
        if closed:
            options = tuple(dict.fromkeys((*entry.options, *(HOW if methods and not entry.closure else ()))))
            chosen.append(replace(entry, methods=methods, **{"options": options, **entry.closed}))
        else:
            chosen.append(replace(entry, methods=methods))
    return tuple(chosen)


OPEN = Quantities(
    _of_kind(closed=False),
    default=(
        "inverse_dynamics", "mass_matrix", "coriolis_matrix", "gravity", "nonlinear_effects", "forward_dynamics",
        "kinetic_energy", "potential_energy", "forward_kinematics", "jacobian",
    ),
)  # fmt: skip
CLOSED = Quantities(
    _of_kind(closed=True),
    default=(
        "inverse_dynamics", "mass_matrix", "coriolis_matrix", "gravity", "nonlinear_effects", "forward_dynamics",
        "kinetic_energy", "potential_energy", "closure_solution", "projection_matrix", "dependent_velocities",
        "dependent_accelerations", "forward_kinematics", "jacobian",
    ),
)  # fmt: skip
_BESIDE_LOOPS = {x.name: x for x in OPEN.entries if x.beside_loops}
WITHOUT_PLATFORM = Quantities(
    (*(x for x in CLOSED.entries if x.name not in _BESIDE_LOOPS), *_BESIDE_LOOPS.values()),
    CLOSED.default,
)
"""Of closed robots that no platform names as parallel: poses are those of frames that no loop is on the way to."""
QUANTITIES = OPEN.by_name
"""Of trees."""
