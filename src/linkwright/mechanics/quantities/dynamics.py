"""Forces, masses, energies. Entries of the table of quantities."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.graph.expr import Scalar
from linkwright.graph.quantity import Nested, Quantity
from linkwright.lazy import lazy
from linkwright.mechanics.quantities import derivations
from linkwright.mechanics.quantities.closed_methods import closed_methods
from linkwright.mechanics.quantities.method import (
    Derivation,
    Method,
    always,
    both,
    long_without_mimics,
    not_deep,
    of_closed,
    of_trees,
)
from linkwright.mechanics.quantities.references import FEATHERSTONE, FORCE, KLEINFINGER, PROJECTED, PROJECTION
from linkwright.mechanics.state import State

articulated_body = lazy("linkwright.mechanics.tree.articulated_body:articulated_body")
forward_dynamics = lazy("linkwright.mechanics.tree.forward_dynamics:forward_dynamics")
kinetic_energy = lazy("linkwright.mechanics.tree.energy:kinetic_energy")
lagrange = lazy("linkwright.mechanics.tree.lagrange:lagrange")
lie_group = lazy("linkwright.mechanics.tree.lie_group:lie_group")
mass_matrix_columns = lazy("linkwright.mechanics.tree.mass_matrix:mass_matrix_columns")
mass_matrix_inverse = lazy("linkwright.mechanics.tree.forward_dynamics:mass_matrix_inverse")
mass_matrix_rates = lazy("linkwright.mechanics.tree.matrix_rates:mass_matrix_rates")
potential_energy = lazy("linkwright.mechanics.tree.energy:potential_energy")
rate_along_motion = lazy("linkwright.mechanics.tree.rates:rate_along_motion")
composed_forward = lazy("linkwright.mechanics.closed.composed:forward_dynamics")
composed_inverse = lazy("linkwright.mechanics.closed.composed:mass_matrix_inverse")
composed_actuators = lazy("linkwright.mechanics.closed.composed:actuator_forces")


def _less_wrenches(derive: Callable[..., list[Scalar]]) -> Derivation:
    return lambda x: derivations.less_wrenches(x, derive(x.tree, x.q, x.v, x.a))


def _kinetic_energy(x: State) -> Nested:
    return kinetic_energy(x.tree, x.q, x.v)


_FORWARD = {way: (way, way) for way in ("projection", "planar", "legwise")} | {"mixed": ("projection", "planar")}
"""Way -> how mass matrix and forces are derived."""


def _composed(derive: Callable[..., Nested], *ways: str) -> Method:
    """A quantity of closed robots made of others, each derived in its way."""
    through_W = "legwise" not in ways
    return of_closed(lambda x: derive(x, *ways), through_W=through_W)


DYNAMICS = (
    Quantity(
        "inverse_dynamics",
        "q v a wrench",
        "tau",
        {
            "newton_euler": of_trees(derivations.inverse_dynamics, always),
            "lie_group": of_trees(_less_wrenches(lie_group)),
            **closed_methods("inverse_dynamics", lagrange=of_trees(_less_wrenches(lagrange))),
        },
        doc="Joint forces that make the robot move with accelerations a",
        equation="tau = M(q) a + C(q,v) v + g(q) + passive(q,v) - J' w",
        reference=KLEINFINGER,
        unit=FORCE,
        aliases=("rnea", "tau"),
        closed={
            "doc": "Forces in the free joints that make the robot move with accelerations a",
            "reference": PROJECTION,
        },
        lanes=True,
    ),
    Quantity(
        "mass_matrix",
        "q",
        "M",
        {
            "composite_body": of_trees(derivations.mass_matrix, always),
            "newton_euler": of_trees(lambda x: mass_matrix_columns(x.tree, x.q)),
            **closed_methods("mass_matrix", columns=of_closed(derivations.mass_matrix_by_columns)),
        },
        doc="Joint-space mass matrix, rotors included",
        equation="M(q)",
        reference=f"{FEATHERSTONE}, table 6.2",
        unit="kg m^2 | kg m | kg",
        aliases=("crba", "M"),
        closed={
            "doc": "Mass matrix of the free coordinates, rotors included",
            "equation": "M(q) = W' M_tree W",
            "reference": PROJECTION,
        },
        lanes=True,
    ),
    Quantity(
        "mass_matrix_rate",
        "q v",
        "dM",
        {
            "composite_body": of_trees(lambda x: mass_matrix_rates(x.tree, x.q, [x.v]), always),
            "directional": of_trees(lambda x: rate_along_motion(x, derivations.mass_matrix(x))),
            "projection": of_closed(derivations.mass_matrix_rate, through_W=True),
        },
        doc="Time derivative of the mass matrix",
        equation="dM/dt(q, v) = C + C'",
        reference=FEATHERSTONE,
        unit="kg m^2/s | kg m/s | kg/s",
        aliases=("dM",),
        closed=PROJECTED,
        lanes=True,
    ),
    Quantity(
        "coriolis_matrix",
        "q v",
        "C",
        {
            "recursive": of_trees(derivations.coriolis_matrix, always),
            "projection": of_closed(derivations.coriolis_matrix, through_W=True),
        },
        doc="Coriolis matrix by Christoffel symbols: dM/dt - 2C is skew",
        equation="C(q,v)",
        reference="Echeandia & Wensing 2021",
        unit="N m s | N s",
        aliases=("C",),
        closed={
            "doc": "Coriolis matrix such that dM/dt - 2C is skew",
            "equation": "C(q,v) = W' C_tree W + W' M_tree dW/dt",
        },
        lanes=True,
    ),
    Quantity(
        "coriolis_vector",
        "q v",
        "c",
        {
            "newton_euler": of_trees(derivations.coriolis_vector, always),
            **closed_methods("coriolis_vector"),
        },
        doc="Coriolis and centrifugal forces",
        equation="c(q,v) = C(q,v) v",
        reference=KLEINFINGER,
        unit=FORCE,
        aliases=("c",),
        closed=PROJECTED,
        lanes=True,
    ),
    Quantity(
        "gravity",
        "q",
        "g",
        {
            "weights": of_trees(derivations.gravity, always),
            "first_moments": of_trees(derivations.gravity_of_composites, always),
            "newton_euler": of_trees(derivations.gravity_at_rest),
            **closed_methods("gravity"),
        },
        doc="Joint forces that hold the robot still against gravity",
        equation="g(q)",
        reference=KLEINFINGER,
        unit=FORCE,
        aliases=("g",),
        closed={
            "doc": "Forces in the free joints that hold the robot still against gravity",
            "equation": "g(q) = W' g_tree",
            "reference": PROJECTION,
        },
        lanes=True,
    ),
    Quantity(
        "passive_forces",
        "q v",
        "passive",
        {"drives": both(derivations.passive_forces)},
        doc="Springs, dampers and friction of the joints",
        equation="passive(q,v)",
        reference="-",
        unit=FORCE,
        closed={
            "doc": "Springs, dampers and friction of all joints, felt at the free ones",
            "equation": "passive(q,v) = W' passive_tree",
        },
        kinematic=True,
    ),
    Quantity(
        "velocity_terms",
        "q v",
        "V",
        {"newton_euler": of_trees(derivations.velocity_terms, always), **closed_methods("velocity_terms")},
        doc="Coriolis and centrifugal forces, springs, dampers and friction",
        equation="V = C(q,v) v + passive(q,v)",
        reference=KLEINFINGER,
        unit=FORCE,
        aliases=("V",),
        closed=PROJECTED,
        lanes=True,
    ),
    Quantity(
        "nonlinear_effects",
        "q v wrench",
        "nle",
        {
            "newton_euler": of_trees(derivations.nonlinear_effects, always),
            **closed_methods("nonlinear_effects"),
        },
        doc="Everything but the mass matrix",
        equation="nle = C(q,v) v + g(q) + passive(q,v) - J' w",
        reference=KLEINFINGER,
        unit=FORCE,
        aliases=("nle",),
        closed=PROJECTED,
        lanes=True,
    ),
    Quantity(
        "forward_dynamics",
        "q v tau wrench",
        "a",
        {
            "mass_matrix": of_trees(lambda x: forward_dynamics(x.tree, x.q, x.v, x.tau, x.wrench), not_deep),
            "articulated_body": of_trees(
                lambda x: articulated_body(x.tree, x.q, x.v, x.tau, x.wrench), long_without_mimics
            ),
            **{way: _composed(composed_forward, *parts) for way, parts in _FORWARD.items()},
        },
        doc="Accelerations under joint forces tau",
        equation="a = M(q)^-1 (tau - nle(q,v))",
        reference=f"{FEATHERSTONE}, tables 6.3 and 7.1",
        unit="rad/s^2 | m/s^2",
        aliases=("aba",),
        closed={
            "doc": "Accelerations of the free joints under forces tau",
            "reference": PROJECTION,
        },
        lanes=True,
    ),
    Quantity(
        "mass_matrix_inverse",
        "q",
        "Minv",
        {
            "factored": of_trees(lambda x: mass_matrix_inverse(x.tree, x.q), always),
            **{way: _composed(composed_inverse, way) for way in ("projection", "planar", "legwise")},
        },
        doc="Inverse of the mass matrix",
        equation="M(q)^-1",
        reference=f"{FEATHERSTONE}, section 6.5",
        unit="1/(kg m^2) | 1/kg",
        aliases=("minv",),
        closed=PROJECTED,
        lanes=True,
        alike=True,
    ),
    Quantity(
        "kinetic_energy",
        "q v",
        "T",
        {"twists": of_trees(_kinetic_energy, always) | of_closed(_kinetic_energy, through_W=True)},
        doc="Kinetic energy",
        equation="T = v' M(q) v / 2",
        reference=FEATHERSTONE,
        unit="J",
        aliases=("T",),
        closed=PROJECTED,
        lanes=True,
    ),
    Quantity(
        "potential_energy",
        "q",
        "U",
        {"first_moments": both(lambda x: potential_energy(x.tree, x.q))},
        doc="Potential energy of gravity and springs",
        equation="U(q)",
        reference=FEATHERSTONE,
        unit="J",
        physical=True,
        aliases=("U",),
        closed=PROJECTED,
    ),
    Quantity(
        "actuator_forces",
        "q v a wrench",
        "u",
        {way: _composed(composed_actuators, way) for way in ("projection", "planar", "legwise")},
        doc="Forces of the motors (of the least weighted norm where there are more motors than free joints)",
        equation="W_m' u = tau",
        reference="Nakamura & Ghodoussi 1989",
        unit=FORCE,
        options=("closure", "form", "weights"),
        lanes=True,
    ),
)
