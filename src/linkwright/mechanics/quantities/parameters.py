"""What is linear in the inertial parameters. Entries of the table of quantities."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.graph.quantity import Nested, Quantity
from linkwright.lazy import lazy
from linkwright.mechanics.quantities.method import Derivation, both, short
from linkwright.mechanics.quantities.references import KHALIL, PROJECTION
from linkwright.mechanics.state import State
from linkwright.spatial.matrix import Matrix

kinetic_energy_regressor = lazy("linkwright.mechanics.tree.energy_regressors:kinetic_energy_regressor")
momentum_regressor = lazy("linkwright.mechanics.tree.energy_regressors:momentum_regressor")
potential_energy_regressor = lazy("linkwright.mechanics.tree.energy_regressors:potential_energy_regressor")
regressor = lazy("linkwright.mechanics.tree.regressor:regressor")
regressor_by_wrenches = lazy("linkwright.mechanics.tree.regressor:regressor_by_wrenches")

identification_columns = lazy("linkwright.mechanics.identifiable:identification_columns")

_BOTH = ("links", "base")


def _forces(derive: Callable[..., Matrix], moving: bool = True) -> Derivation:
    """Forces per parameter; of gravity alone where nothing moves."""

    def derivation(x: State) -> Nested:
        v, a = (x.v, x.a) if moving else (x.rest, x.rest)
        return x.project_rows(derive(x.tree, x.q, v, a, x.options["columns"]))

    return derivation


PARAMETERS = (
    Quantity(
        "regressor",
        "q v a",
        "Y",
        {"screws": both(_forces(regressor)), "wrenches": both(_forces(regressor_by_wrenches), short)},
        doc="Joint forces per inertial parameter",
        equation="tau = Y(q,v,a) p",
        reference=f"{KHALIL}, chapter 12",
        physical=True,
        aliases=("Y",),
        columns=_BOTH,
        closed={
            "doc": "Forces in the free joints per inertial parameter",
            "equation": "tau = Y(q,v,a) p,  Y = W' Y_tree",
            "reference": PROJECTION,
        },
        lanes=True,
    ),
    Quantity(
        "base_regressor",
        "q v a",
        "Yb",
        {"screws": both(_forces(regressor)), "wrenches": both(_forces(regressor_by_wrenches), short)},
        doc="Joint forces per base parameter",
        equation="tau = Yb(q,v,a) p_base",
        reference=f"{KHALIL}, chapter 12",
        physical=True,
        aliases=("Yb",),
        columns=("base",),
        closed={
            "doc": "Forces in the free joints per base parameter of the closed mechanism",
            "reference": "Khalil & Bennis 1995",
        },
    ),
    Quantity(
        "gravity_regressor",
        "q",
        "Yg",
        {
            "screws": both(_forces(regressor, moving=False)),
            "wrenches": both(_forces(regressor_by_wrenches, moving=False), short),
        },
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
        {"twists": both(lambda x: kinetic_energy_regressor(x.tree, x.q, x.v, x.options["columns"]))},
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
        {"heights": both(lambda x: potential_energy_regressor(x.tree, x.q, x.options["columns"]))},
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
        {"screws": both(lambda x: x.project_rows(momentum_regressor(x.tree, x.q, x.v, x.options["columns"])))},
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
        {"regroup": both(lambda x: list(x.options["values"]))},
        doc="Base parameters from the physical inertial parameters of the links",
        equation="p_base = B(p)",
        reference=f"Gautier & Khalil 1990; {KHALIL}, chapter 9",
        physical=True,
        aliases=("pb",),
        columns=("values",),
        closure="tree",
        closed={
            "doc": "Base parameters of the closed mechanism from the physical inertial parameters of the links",
            "reference": "Khalil & Bennis 1995",
            "options": (),
        },
    ),
    Quantity(
        "identification_regressor",
        "q v a tau slow",
        "Yi",
        {"columns": both(identification_columns)},
        doc="Joint forces per parameter that measurements can identify: of bodies with all ten inertial numbers unknown, and "
        "of drives (drives='viscous,coulomb,offset,rotor'; also spring, asymmetric, stribeck, load)",
        equation="tau = Yi(q,v,a) p",
        reference=f"{KHALIL}, chapter 12; Swevers et al. 1997",
        physical=True,
        unknown=True,
        aliases=("Yi",),
        options=("drives", "couplings"),
        columns=("base",),
        closed={
            "doc": "Forces of the motors, or at the free joints where no motors are named, per parameter that measurements can "
            "identify (drives='viscous,coulomb,offset,rotor')",
            "reference": "Khalil & Bennis 1995; Swevers et al. 1997",
            "options": ("drives", "closure", "form"),
        },
    ),
    Quantity(
        "identification_parameters",
        "",
        "pi",
        {"regroup": both(lambda x: list(x.options["values"]))},
        doc="Identifiable parameters from the physical ones: ten per body, and those of the drives",
        equation="p = B p_physical",
        reference=f"Gautier & Khalil 1990; {KHALIL}, chapter 9",
        physical=True,
        unknown=True,
        options=("drives", "couplings"),
        columns=("values",),
        closure="tree",
        closed={"reference": "Khalil & Bennis 1995", "options": ("drives",)},
    ),
)
