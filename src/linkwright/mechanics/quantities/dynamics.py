"""Forces, masses, energies. Entries of the table of quantities."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.graph.expr import Scalar
from linkwright.graph.quantity import Method, Nested, Quantity
from linkwright.lazy import lazy
from linkwright.mechanics.quantities.references import FEATHERSTONE, FORCE, KLEINFINGER
from linkwright.mechanics.state import Inputs

articulated_body = lazy("linkwright.mechanics.tree.articulated_body:articulated_body")
center_of_mass = lazy("linkwright.mechanics.tree.center_of_mass:center_of_mass")
com_jacobian = lazy("linkwright.mechanics.tree.center_of_mass:com_jacobian")
coriolis_matrix = lazy("linkwright.mechanics.tree.coriolis_matrix:coriolis_matrix")
base_wrench = lazy("linkwright.mechanics.tree.cut_forces:base_wrench")
cut_forces = lazy("linkwright.mechanics.tree.cut_forces:cut_forces")
kinetic_energy = lazy("linkwright.mechanics.tree.energy:kinetic_energy")
potential_energy = lazy("linkwright.mechanics.tree.energy:potential_energy")
forward_dynamics = lazy("linkwright.mechanics.tree.forward_dynamics:forward_dynamics")
mass_matrix_inverse = lazy("linkwright.mechanics.tree.forward_dynamics:mass_matrix_inverse")
wrench_torques = lazy("linkwright.mechanics.tree.kinematics:wrench_torques")
mass_matrix = lazy("linkwright.mechanics.tree.mass_matrix:mass_matrix")
mass_matrix_columns = lazy("linkwright.mechanics.tree.mass_matrix:mass_matrix_columns")
mass_matrix_rate = lazy("linkwright.mechanics.tree.mass_matrix_rate:mass_matrix_rate")
centroidal_momentum = lazy("linkwright.mechanics.tree.momentum:centroidal_momentum")
centroidal_momentum_matrix = lazy("linkwright.mechanics.tree.momentum:centroidal_momentum_matrix")
momentum = lazy("linkwright.mechanics.tree.momentum:momentum")
newton_euler = lazy("linkwright.mechanics.tree.newton_euler:newton_euler")
passive_forces = lazy("linkwright.mechanics.tree.newton_euler:passive_forces")
weightless = lazy("linkwright.mechanics.tree.newton_euler:weightless")
without_drives = lazy("linkwright.mechanics.tree.newton_euler:without_drives")
lagrange = lazy("linkwright.mechanics.tree.lagrange:lagrange")
lie_group = lazy("linkwright.mechanics.tree.lie_group:lie_group")
rate_along_motion = lazy("linkwright.mechanics.tree.rates:rate_along_motion")
tangent_jacobians = lazy("linkwright.mechanics.tree.tangent:tangent_jacobians")


def _rest(x: Inputs) -> list[Scalar]:
    return [0] * x.tree.nv


def _less_wrenches(x: Inputs, tau: list[Scalar]) -> list[Scalar]:
    """The derivations by Lagrange and on the Lie group take external wrenches by virtual work."""
    return [t - w for t, w in zip(tau, wrench_torques(x.tree, x.q, x.wrench), strict=True)]


def _lagrange(x: Inputs) -> Nested:
    return _less_wrenches(x, lagrange(x.tree, x.q, x.v, x.a))


def _lie_group(x: Inputs) -> Nested:
    return _less_wrenches(x, lie_group(x.tree, x.q, x.v, x.a))


def _mass_matrix_derivative(x: Inputs) -> Nested:
    return rate_along_motion(x, mass_matrix(x.tree, x.q))


def _com_derivative(x: Inputs) -> Nested:
    """Shorter where parallel axes leave the centre of mass a short expression."""

    return tangent_jacobians(x, center_of_mass(x.tree, x.q))[0] if x.q else [[], [], []]


def _both(derive: Callable[..., Nested], *names: str) -> dict[str, Method]:
    """The derivation on inertias moved inward beforehand, and on those of the links as they are."""

    def by(settled: bool) -> Method:
        return lambda x: derive(x.tree, *(getattr(x, name) for name in names), settled=settled)

    return {"settled": by(True), "links": by(False)}


_CENTROIDAL = "Orin, Goswami & Lee 2013"

DYNAMICS = (
    Quantity(
        "inverse_dynamics",
        "q v a wrench",
        "tau",
        {
            "newton_euler": lambda x: newton_euler(x.tree, x.q, x.v, x.a, x.wrench),
            "lagrange": _lagrange,
            "lie_group": _lie_group,
        },
        doc="Joint forces that make the robot move with accelerations a",
        equation="tau = M(q) a + C(q,v) v + g(q) + passive(q,v) - J' w",
        reference=KLEINFINGER,
        unit=FORCE,
        aliases=("rnea", "tau"),
    ),
    Quantity(
        "mass_matrix",
        "q",
        "M",
        {
            "composite_body": lambda x: mass_matrix(x.tree, x.q),
            "newton_euler": lambda x: mass_matrix_columns(x.tree, x.q),
        },
        doc="Joint-space mass matrix, rotors included",
        equation="M(q)",
        reference=f"{FEATHERSTONE}, table 6.2",
        unit="kg m^2 | kg m | kg",
        aliases=("crba", "M"),
    ),
    Quantity(
        "mass_matrix_rate",
        "q v",
        "dM",
        {"composite_body": lambda x: mass_matrix_rate(x.tree, x.q, x.v), "directional": _mass_matrix_derivative},
        doc="Time derivative of the mass matrix",
        equation="dM/dt(q, v) = C + C'",
        reference=FEATHERSTONE,
        unit="kg m^2/s | kg m/s | kg/s",
        aliases=("dM",),
    ),
    Quantity(
        "coriolis_matrix",
        "q v",
        "C",
        {"recursive": lambda x: coriolis_matrix(x.tree, x.q, x.v)},
        doc="Coriolis matrix by Christoffel symbols: dM/dt - 2C is skew",
        equation="C(q,v)",
        reference="Echeandia & Wensing 2021",
        unit="N m s | N s",
        aliases=("C",),
    ),
    Quantity(
        "coriolis_vector",
        "q v",
        "c",
        {"newton_euler": lambda x: newton_euler(weightless(without_drives(x.tree)), x.q, x.v, _rest(x))},
        doc="Coriolis and centrifugal forces",
        equation="c(q,v) = C(q,v) v",
        reference=KLEINFINGER,
        unit=FORCE,
        aliases=("c",),
    ),
    Quantity(
        "gravity",
        "q",
        "g",
        {"newton_euler": lambda x: newton_euler(without_drives(x.tree), x.q, _rest(x), _rest(x))},
        doc="Joint forces that hold the robot still against gravity",
        equation="g(q)",
        reference=KLEINFINGER,
        unit=FORCE,
        aliases=("g",),
    ),
    Quantity(
        "passive_forces",
        "q v",
        "passive",
        {"drives": lambda x: passive_forces(x.tree, x.q, x.v)},
        doc="Springs, dampers and friction of the joints",
        equation="passive(q,v)",
        reference="-",
        unit=FORCE,
    ),
    Quantity(
        "velocity_terms",
        "q v",
        "V",
        {"newton_euler": lambda x: newton_euler(weightless(x.tree), x.q, x.v, _rest(x))},
        doc="Coriolis and centrifugal forces, springs, dampers and friction",
        equation="V = C(q,v) v + passive(q,v)",
        reference=KLEINFINGER,
        unit=FORCE,
        aliases=("V",),
    ),
    Quantity(
        "nonlinear_effects",
        "q v wrench",
        "nle",
        {"newton_euler": lambda x: newton_euler(x.tree, x.q, x.v, _rest(x), x.wrench)},
        doc="Everything but the mass matrix",
        equation="nle = C(q,v) v + g(q) + passive(q,v) - J' w",
        reference=KLEINFINGER,
        unit=FORCE,
        aliases=("nle",),
    ),
    Quantity(
        "forward_dynamics",
        "q v tau wrench",
        "a",
        {
            "mass_matrix": lambda x: forward_dynamics(x.tree, x.q, x.v, x.tau, x.wrench),
            "articulated_body": lambda x: articulated_body(x.tree, x.q, x.v, x.tau, x.wrench),
        },
        doc="Accelerations under joint forces tau",
        equation="a = M(q)^-1 (tau - nle(q,v))",
        reference=f"{FEATHERSTONE}, tables 6.3 and 7.1",
        unit="rad/s^2 | m/s^2",
        aliases=("aba",),
    ),
    Quantity(
        "mass_matrix_inverse",
        "q",
        "Minv",
        {"factored": lambda x: mass_matrix_inverse(x.tree, x.q)},
        doc="Inverse of the mass matrix",
        equation="M(q)^-1",
        reference=f"{FEATHERSTONE}, section 6.5",
        unit="1/(kg m^2) | 1/kg",
        aliases=("minv",),
    ),
    Quantity(
        "kinetic_energy",
        "q v",
        "T",
        {"twists": lambda x: kinetic_energy(x.tree, x.q, x.v)},
        doc="Kinetic energy",
        equation="T = v' M(q) v / 2",
        reference=FEATHERSTONE,
        unit="J",
        aliases=("T",),
    ),
    Quantity(
        "potential_energy",
        "q",
        "U",
        {"first_moments": lambda x: potential_energy(x.tree, x.q)},
        doc="Potential energy of gravity and springs",
        equation="U(q)",
        reference=FEATHERSTONE,
        unit="J",
        physical=True,
        aliases=("U",),
    ),
    Quantity(
        "cut_forces",
        "q v a wrench",
        "cut",
        {"newton_euler": lambda x: cut_forces(x.tree, x.q, x.v, x.a, x.wrench)},
        doc="Force and moment every joint transmits to its child, at the joint's frame",
        equation="f_i = sum over outer links",
        reference=KLEINFINGER,
        unit="N, N m",
        physical=True,
    ),
    Quantity(
        "base_wrench",
        "q v a wrench",
        "W",
        _both(base_wrench, "q", "v", "a", "wrench"),
        doc="Force and moment that the ground exerts on the moving links, at the world's origin (floating: residual)",
        equation="d(momentum)/dt - weight - external wrenches",
        reference=KLEINFINGER,
        unit="N, N m",
        physical=True,
    ),
    Quantity(
        "center_of_mass",
        "q",
        "com",
        _both(center_of_mass, "q"),
        doc="Centre of mass of all links that move (without rotors and bodies fixed to the ground)",
        equation="c(q) = sum m_i c_i / sum m_i",
        reference=FEATHERSTONE,
        unit="m",
        physical=True,
        aliases=("com",),
    ),
    Quantity(
        "com_jacobian",
        "q",
        "Jcom",
        {**_both(com_jacobian, "q"), "differentiated": _com_derivative},
        doc="Jacobian of the centre of mass",
        equation="dc/dt = Jcom(q) v",
        reference=_CENTROIDAL,
        unit="m | 1",
        physical=True,
        aliases=("Jcom",),
    ),
    Quantity(
        "momentum",
        "q v",
        "h",
        _both(momentum, "q", "v"),
        doc="Linear and angular momentum of the links about the world's origin, in world axes (without rotors)",
        equation="h = sum (p_i; L_i)",
        reference=_CENTROIDAL,
        unit="kg m/s, kg m^2/s",
        physical=True,
        aliases=("h",),
    ),
    Quantity(
        "centroidal_momentum_matrix",
        "q",
        "Ag",
        _both(centroidal_momentum_matrix, "q"),
        doc="Momentum of the links about their centre of mass per joint velocity, in world axes, rows linear then angular",
        equation="hg = Ag(q) v",
        reference=_CENTROIDAL,
        unit="kg, kg m | kg m, kg m^2",
        physical=True,
        aliases=("ccrba", "Ag"),
    ),
    Quantity(
        "centroidal_momentum",
        "q v",
        "hg",
        _both(centroidal_momentum, "q", "v"),
        doc="Linear and angular momentum of the links about their centre of mass, in world axes (without rotors)",
        equation="hg = Ag(q) v",
        reference=_CENTROIDAL,
        unit="kg m/s, kg m^2/s",
        physical=True,
        aliases=("hg",),
    ),
)
