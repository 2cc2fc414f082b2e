"""Methods of closed robots beside projection: Lagrange's equations, elimination, planar, leg by leg. One table per quantity."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from linkwright.graph.quantity import Nested
from linkwright.lazy import lazy
from linkwright.mechanics.loads import LOADS
from linkwright.mechanics.quantities import derivations
from linkwright.mechanics.quantities.method import Derivation, Method, holonomic, of_closed, very_short, when_named


def _way(
    mass_matrix: Derivation, forces: Callable[..., Nested | None], without: tuple[str, ...] = ("velocity_terms",)
) -> Mapping[str, Derivation]:
    """A method's derivation of each quantity, but for those it is of no use for."""
    loads = {name: derivations.of_load(forces, name) for name in LOADS if name not in without}
    return {"mass_matrix": mass_matrix, **loads}


_LAGRANGE = _way(
    lazy("linkwright.mechanics.closed.lagrange:mass_matrix"), lazy("linkwright.mechanics.closed.lagrange:forces")
)
_ELIMINATION = _way(
    lazy("linkwright.mechanics.closed.elimination:mass_matrix"),
    lazy("linkwright.mechanics.closed.elimination:forces"),
)
PLANAR = _way(
    lazy("linkwright.mechanics.closed.planar:mass_matrix"), lazy("linkwright.mechanics.closed.planar:forces"), ()
)
"""Newton-Euler in axes that do not turn; None where a mechanism is not made of revolute and prismatic joints."""
LEGWISE = _way(
    lazy("linkwright.mechanics.platform.quantities:mass_matrix"),
    lazy("linkwright.mechanics.platform.quantities:forces"),
)
"""Leg by leg; None where a robot is not a platform on legs."""
PROJECTION = {**_way(derivations.mass_matrix, derivations.forces, ()), "gravity": derivations.gravity}


def closed_methods(quantity: str, lagrange: Method = Method(), **more: Method) -> dict[str, Method]:
    """How closed robots derive a quantity, in the order in which methods are preferred where they cost the same.

    lagrange: what trees derive by Lagrange's equations; more: further methods
    """
    found = {"projection": of_closed(PROJECTION[quantity], through_W=True)}
    if quantity in _LAGRANGE:
        found["lagrange"] = lagrange | of_closed(holonomic(_LAGRANGE[quantity]), very_short)
        found["elimination"] = of_closed(holonomic(_ELIMINATION[quantity]), when_named)
    found |= more
    if quantity in PLANAR:
        found["planar"] = of_closed(PLANAR[quantity], through_W=True)
    if quantity in LEGWISE:
        found["legwise"] = of_closed(LEGWISE[quantity])
    return found


WAYS = {"projection": PROJECTION, "planar": PLANAR, "legwise": LEGWISE}
"""Ways to forces and masses that quantities made of these may take, too."""
