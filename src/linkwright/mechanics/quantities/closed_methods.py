"""Methods of closed robots beside projection: Lagrange's equations, elimination, planar, leg by leg. One table per quantity."""

from __future__ import annotations

from linkwright.lazy import lazy
from linkwright.mechanics.quantities import derivations
from linkwright.mechanics.quantities.method import Derivation, Method, embedded, of_closed, very_short, when_named

_LAGRANGE = {
    "inverse_dynamics": lazy("linkwright.mechanics.closed.lagrange:inverse_dynamics"),
    "mass_matrix": lazy("linkwright.mechanics.closed.lagrange:mass_matrix"),
    "coriolis_vector": lazy("linkwright.mechanics.closed.lagrange:coriolis_vector"),
    "gravity": lazy("linkwright.mechanics.closed.lagrange:gravity"),
    "nonlinear_effects": lazy("linkwright.mechanics.closed.lagrange:nonlinear_effects"),
}
_ELIMINATION = {
    "inverse_dynamics": lazy("linkwright.mechanics.closed.elimination:inverse_dynamics"),
    "mass_matrix": lazy("linkwright.mechanics.closed.elimination:mass_matrix"),
    "coriolis_vector": lazy("linkwright.mechanics.closed.elimination:coriolis_vector"),
    "gravity": lazy("linkwright.mechanics.closed.elimination:gravity"),
    "nonlinear_effects": lazy("linkwright.mechanics.closed.elimination:nonlinear_effects"),
}
PLANAR = {
    "inverse_dynamics": embedded(lazy("linkwright.mechanics.closed.planar:inverse_dynamics")),
    "mass_matrix": embedded(lazy("linkwright.mechanics.closed.planar:mass_matrix")),
    "coriolis_vector": embedded(lazy("linkwright.mechanics.closed.planar:coriolis_vector")),
    "gravity": embedded(lazy("linkwright.mechanics.closed.planar:gravity")),
    "velocity_terms": embedded(lazy("linkwright.mechanics.closed.planar:velocity_terms")),
    "nonlinear_effects": embedded(lazy("linkwright.mechanics.closed.planar:nonlinear_effects")),
}
"""Newton-Euler in axes that do not turn; None where a mechanism is not made of revolute and prismatic joints."""
LEGWISE = {
    "inverse_dynamics": embedded(lazy("linkwright.mechanics.platform.quantities:inverse_dynamics")),
    "mass_matrix": embedded(lazy("linkwright.mechanics.platform.quantities:mass_matrix")),
    "coriolis_vector": embedded(lazy("linkwright.mechanics.platform.quantities:coriolis_vector")),
    "gravity": embedded(lazy("linkwright.mechanics.platform.quantities:gravity")),
    "nonlinear_effects": embedded(lazy("linkwright.mechanics.platform.quantities:nonlinear_effects")),
}
"""Leg by leg; None where a robot is not a platform on legs."""
PROJECTION: dict[str, Derivation] = {
    "inverse_dynamics": derivations.inverse_dynamics,
    "mass_matrix": derivations.mass_matrix,
    "coriolis_vector": derivations.coriolis_vector,
    "gravity": derivations.gravity,
    "velocity_terms": derivations.velocity_terms,
    "nonlinear_effects": derivations.nonlinear_effects,
}


def closed_methods(quantity: str, lagrange: Method = Method(), **more: Method) -> dict[str, Method]:
    """How closed robots derive a quantity, in the order in which methods are preferred where they cost the same.

    lagrange: what trees derive by Lagrange's equations; more: further methods
    """
    found = {"projection": of_closed(PROJECTION[quantity], through_W=True)}
    if quantity in _LAGRANGE:
        found["lagrange"] = lagrange | of_closed(embedded(_LAGRANGE[quantity], holonomic=True), very_short)
        found["elimination"] = of_closed(embedded(_ELIMINATION[quantity], holonomic=True), when_named)
    found |= more
    if quantity in PLANAR:
        found["planar"] = of_closed(PLANAR[quantity], through_W=True)
    if quantity in LEGWISE:
        found["legwise"] = of_closed(LEGWISE[quantity])
    return found


WAYS = {"projection": PROJECTION, "planar": PLANAR, "legwise": LEGWISE}
"""Ways to forces and masses that quantities made of these may take, too."""
