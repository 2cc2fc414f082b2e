"""What is linear in the inertial parameters. Entries of the table of quantities."""

from __future__ import annotations

from linkwright.graph.quantity import Method, Nested, Quantity
from linkwright.lazy import lazy
from linkwright.mechanics.quantities.references import KHALIL
from linkwright.mechanics.state import Inputs

kinetic_energy_regressor = lazy("linkwright.mechanics.tree.energy_regressors:kinetic_energy_regressor")
momentum_regressor = lazy("linkwright.mechanics.tree.energy_regressors:momentum_regressor")
potential_energy_regressor = lazy("linkwright.mechanics.tree.energy_regressors:potential_energy_regressor")
regressor = lazy("linkwright.mechanics.tree.regressor:regressor")
regressor_by_wrenches = lazy("linkwright.mechanics.tree.regressor:regressor_by_wrenches")

_BOTH = ("links", "base")


def _torque_regressor(by_screws: bool, moving: bool = True) -> Method:
    build = regressor if by_screws else regressor_by_wrenches

    def method(x: Inputs) -> Nested:
        rest = [0] * x.tree.nv
        return build(x.tree, x.q, x.v if moving else rest, x.a if moving else rest, x.options["columns"])

    return method


PARAMETERS = (
    Quantity(
        "regressor",
        "q v a",
        "Y",
        {"screws": _torque_regressor(True), "wrenches": _torque_regressor(False)},
        doc="Joint forces per inertial parameter",
        equation="tau = Y(q,v,a) p",
        reference=f"{KHALIL}, chapter 12",
        physical=True,
        aliases=("Y",),
        columns=_BOTH,
    ),
    Quantity(
        "base_regressor",
        "q v a",
        "Yb",
        {"screws": _torque_regressor(True), "wrenches": _torque_regressor(False)},
        doc="Joint forces per base parameter",
        equation="tau = Yb(q,v,a) p_base",
        reference=f"{KHALIL}, chapter 12",
        physical=True,
        aliases=("Yb",),
        columns=("base",),
    ),
    Quantity(
        "gravity_regressor",
        "q",
        "Yg",
        {"screws": _torque_regressor(True, moving=False), "wrenches": _torque_regressor(False, moving=False)},
        doc="Joint forces of gravity per inertial parameter",
        equation="g = Yg(q) p",
        reference=f"{KHALIL}, chapter 12",
        physical=True,
        aliases=("Yg",),
        columns=_BOTH,
    ),
    Quantity(
        "kinetic_energy_regressor",
        "q v",
        "YT",
        {"twists": lambda x: kinetic_energy_regressor(x.tree, x.q, x.v, x.options["columns"])},
        doc="Kinetic energy per inertial parameter, rotors apart",
        equation="T = YT(q,v) p",
        reference="Gautier & Khalil 1988",
        physical=True,
        aliases=("YT",),
        columns=_BOTH,
    ),
    Quantity(
        "potential_energy_regressor",
        "q",
        "YU",
        {"heights": lambda x: potential_energy_regressor(x.tree, x.q, x.options["columns"])},
        doc="Potential energy of gravity per inertial parameter",
        equation="U = YU(q) p",
        reference="Gautier & Khalil 1988",
        physical=True,
        aliases=("YU",),
        columns=("links",),
    ),
    Quantity(
        "momentum_regressor",
        "q v",
        "Yh",
        {"screws": lambda x: momentum_regressor(x.tree, x.q, x.v, x.options["columns"])},
        doc="Generalised momentum per inertial parameter, rotors apart",
        equation="M v = Yh(q,v) p",
        reference="Gautier & Khalil 1988",
        physical=True,
        aliases=("Yh",),
        columns=_BOTH,
    ),
    Quantity(
        "base_parameters",
        "",
        "base",
        {"regroup": lambda x: list(x.options["values"])},
        doc="Base parameters from the physical inertial parameters of the links",
        equation="p_base = B(p)",
        reference=f"Gautier & Khalil 1990; {KHALIL}, chapter 9",
        physical=True,
        aliases=("pb",),
    ),
)
