"""Forces, masses, energies of closed robots. Entries of the table of quantities."""

from __future__ import annotations

from types import MappingProxyType

from linkwright.graph.quantity import Method, Nested, Quantity
from linkwright.lazy import lazy
from linkwright.mechanics.embedding import Inputs

HOW = ("closure", "form")
"""Options of everything that depends on where the mechanism is."""
_FORCE = "N m | N"
_PROJECTION = "Khalil & Dombre 2002, section 10.5"
_DYNAMIC = MappingProxyType({"dynamic": "yes"})
"""Depends on the inertias only through the motion of the tree: they may be regrouped."""


def _both(name: str) -> dict[str, Method]:
    """By projection; by Lagrange's equations with d theta/dq from the closure; and with derivatives of the closed form."""
    return {
        "projection": lazy(f"linkwright.mechanics.closed.projection:{name}"),
        "lagrange": _holonomic(lazy(f"linkwright.mechanics.closed.lagrange:{name}")),
        "elimination": _holonomic(lazy(f"linkwright.mechanics.closed.elimination:{name}")),
    }


def _holonomic(method: Method) -> Method:
    """Where the free rates are no derivatives of coordinates, the method does not apply: None."""
    return lambda x: method(x) if x.holonomic else None


def _projection(name: str) -> dict[str, Method]:
    return {"projection": lazy(f"linkwright.mechanics.closed.projection:{name}")}


_WAYS = {way: (way, way) for way in ("projection", "planar", "legwise")} | {"mixed": ("projection", "planar")}
"""Way -> how mass matrix and forces are derived."""


def _composed(name: str, *parts: str) -> Method:
    def derivation(x: Inputs) -> Nested:
        from linkwright.mechanics.closed import composed  # knows all methods: loaded when one of these is derived

        return getattr(composed, name)(*parts)(x)

    return derivation


DYNAMICS = (
    Quantity(
        "inverse_dynamics",
        "q v a wrench",
        "tau",
        {
            **_both("inverse_dynamics"),
            "planar": lazy("linkwright.mechanics.closed.planar:inverse_dynamics"),
            "legwise": lazy("linkwright.mechanics.platform.quantities:inverse_dynamics"),
        },
        doc="Forces in the free joints that make the robot move with accelerations a",
        equation="tau = M(q) a + C(q,v) v + g(q) + passive(q,v) - J' w",
        reference=_PROJECTION,
        unit=_FORCE,
        aliases=("rnea", "tau"),
        options=HOW,
        facts=_DYNAMIC,
    ),
    Quantity(
        "mass_matrix",
        "q",
        "M",
        {
            **_both("mass_matrix"),
            "columns": lazy("linkwright.mechanics.closed.projection:mass_matrix_columns"),
            "planar": lazy("linkwright.mechanics.closed.planar:mass_matrix"),
            "legwise": lazy("linkwright.mechanics.platform.quantities:mass_matrix"),
        },
        doc="Mass matrix of the free coordinates, rotors included",
        equation="M(q) = W' M_tree W",
        reference=_PROJECTION,
        unit="kg m^2 | kg m | kg",
        aliases=("crba", "M"),
        options=HOW,
        facts=_DYNAMIC,
    ),
    Quantity(
        "mass_matrix_rate",
        "q v",
        "dM",
        _projection("mass_matrix_rate"),
        doc="Time derivative of the mass matrix",
        equation="dM/dt(q, v) = C + C'",
        reference=_PROJECTION,
        unit="kg m^2/s | kg m/s | kg/s",
        aliases=("dM",),
        options=HOW,
        facts=_DYNAMIC,
    ),
    Quantity(
        "coriolis_matrix",
        "q v",
        "C",
        _projection("coriolis_matrix"),
        doc="Coriolis matrix such that dM/dt - 2C is skew",
        equation="C(q,v) = W' C_tree W + W' M_tree dW/dt",
        reference="Echeandia & Wensing 2021",
        unit="N m s | N s",
        aliases=("C",),
        options=HOW,
        facts=_DYNAMIC,
    ),
    Quantity(
        "coriolis_vector",
        "q v",
        "c",
        {
            **_both("coriolis_vector"),
            "planar": lazy("linkwright.mechanics.closed.planar:coriolis_vector"),
            "legwise": lazy("linkwright.mechanics.platform.quantities:coriolis_vector"),
        },
        doc="Coriolis and centrifugal forces",
        equation="c(q,v) = C(q,v) v",
        reference=_PROJECTION,
        unit=_FORCE,
        aliases=("c",),
        options=HOW,
        facts=_DYNAMIC,
    ),
    Quantity(
        "gravity",
        "q",
        "g",
        {
            **_both("gravity"),
            "planar": lazy("linkwright.mechanics.closed.planar:gravity"),
            "legwise": lazy("linkwright.mechanics.platform.quantities:gravity"),
        },
        doc="Forces in the free joints that hold the robot still against gravity",
        equation="g(q) = W' g_tree",
        reference=_PROJECTION,
        unit=_FORCE,
        aliases=("g",),
        options=HOW,
        facts=_DYNAMIC,
    ),
    Quantity(
        "passive_forces",
        "q v",
        "passive",
        _projection("passive_forces"),
        doc="Springs, dampers and friction of all joints, felt at the free ones",
        equation="passive(q,v) = W' passive_tree",
        reference="-",
        unit=_FORCE,
        options=HOW,
    ),
    Quantity(
        "velocity_terms",
        "q v",
        "V",
        {**_projection("velocity_terms"), "planar": lazy("linkwright.mechanics.closed.planar:velocity_terms")},
        doc="Coriolis and centrifugal forces, springs, dampers and friction",
        equation="V = C(q,v) v + passive(q,v)",
        reference=_PROJECTION,
        unit=_FORCE,
        aliases=("V",),
        options=HOW,
        facts=_DYNAMIC,
    ),
    Quantity(
        "nonlinear_effects",
        "q v wrench",
        "nle",
        {
            **_both("nonlinear_effects"),
            "planar": lazy("linkwright.mechanics.closed.planar:nonlinear_effects"),
            "legwise": lazy("linkwright.mechanics.platform.quantities:nonlinear_effects"),
        },
        doc="Everything but the mass matrix",
        equation="nle = C(q,v) v + g(q) + passive(q,v) - J' w",
        reference=_PROJECTION,
        unit=_FORCE,
        aliases=("nle",),
        options=HOW,
        facts=_DYNAMIC,
    ),
    Quantity(
        "forward_dynamics",
        "q v tau wrench",
        "a",
        {way: _composed("forward_dynamics", *parts) for way, parts in _WAYS.items()},
        doc="Accelerations of the free joints under forces tau",
        equation="a = M(q)^-1 (tau - nle(q,v))",
        reference=_PROJECTION,
        unit="rad/s^2 | m/s^2",
        aliases=("aba",),
        options=HOW,
        facts=_DYNAMIC,
    ),
    Quantity(
        "mass_matrix_inverse",
        "q",
        "Minv",
        {way: _composed("mass_matrix_inverse", way) for way in ("projection", "planar", "legwise")},
        doc="Inverse of the mass matrix",
        equation="M(q)^-1",
        reference=_PROJECTION,
        unit="1/(kg m^2) | 1/kg",
        aliases=("minv",),
        options=HOW,
        facts=_DYNAMIC,
    ),
    Quantity(
        "kinetic_energy",
        "q v",
        "T",
        _projection("kinetic_energy"),
        doc="Kinetic energy",
        equation="T = v' M(q) v / 2",
        reference=_PROJECTION,
        unit="J",
        aliases=("T",),
        options=HOW,
        facts=_DYNAMIC,
    ),
    Quantity(
        "potential_energy",
        "q",
        "U",
        _projection("potential_energy"),
        doc="Potential energy of gravity and springs",
        equation="U(q)",
        reference=_PROJECTION,
        unit="J",
        physical=True,
        aliases=("U",),
        options=HOW,
    ),
    Quantity(
        "regressor",
        "q v a",
        "Y",
        {
            "screws": lazy("linkwright.mechanics.closed.regressor:by_screws"),
            "wrenches": lazy("linkwright.mechanics.closed.regressor:by_wrenches"),
        },
        doc="Forces in the free joints per inertial parameter",
        equation="tau = Y(q,v,a) p,  Y = W' Y_tree",
        reference=_PROJECTION,
        physical=True,
        aliases=("Y",),
        columns=("links", "base"),
        options=HOW,
    ),
    Quantity(
        "base_regressor",
        "q v a",
        "Yb",
        {
            "screws": lazy("linkwright.mechanics.closed.regressor:by_screws"),
            "wrenches": lazy("linkwright.mechanics.closed.regressor:by_wrenches"),
        },
        doc="Forces in the free joints per base parameter of the closed mechanism",
        equation="tau = Yb(q,v,a) p_base",
        reference="Khalil & Bennis 1995",
        physical=True,
        aliases=("Yb",),
        columns=("base",),
        options=HOW,
    ),
    Quantity(
        "base_parameters",
        "",
        "base",
        {"regroup": lazy("linkwright.mechanics.closed.regressor:base_values")},
        doc="Base parameters of the closed mechanism from the physical inertial parameters of the links",
        equation="p_base = B(p)",
        reference="Khalil & Bennis 1995",
        physical=True,
        aliases=("pb",),
        facts=MappingProxyType({"closure": "tree"}),
    ),
    Quantity(
        "constraint_forces",
        "q v a wrench",
        "lam",
        {"multipliers": lazy("linkwright.mechanics.closed.constraint_forces:multipliers")},
        doc="Multipliers of the closures' rows, then of the couplings, when the motors act at the free joints",
        equation="M a + C v + g + passive = tau + J' lambda  (of the tree)",
        reference="Khalil & Dombre 2002, section 10.5",
        unit="N, N m",
        options=HOW,
    ),
    Quantity(
        "cut_forces",
        "q v a wrench",
        "cut",
        {"newton_euler": lazy("linkwright.mechanics.closed.constraint_forces:cut_forces")},
        doc="Force and moment that every joint of the tree transmits to its child, at the joint's frame, loops closed",
        equation="f_i = sum over outer links, closing forces included",
        reference="Khalil & Dombre 2002, section 10.5",
        unit="N, N m",
        physical=True,
        options=HOW,
    ),
    Quantity(
        "actuator_forces",
        "q v a wrench",
        "u",
        {way: _composed("actuator_forces", way) for way in ("projection", "planar", "legwise")},
        doc="Forces of the motors (of the least weighted norm where there are more motors than free joints)",
        equation="W_m' u = tau",
        reference="Nakamura & Ghodoussi 1989",
        unit=_FORCE,
        options=(*HOW, "weights"),
        facts=_DYNAMIC,
    ),
)
