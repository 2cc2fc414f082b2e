"""The table of quantities: one entry per quantity; a new derivation is one file, one entry here and one test file."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from linkwright.derive.articulated_body import articulated_body
from linkwright.derive.coriolis_matrix import coriolis_matrix
from linkwright.derive.cut_forces import cut_forces
from linkwright.derive.energy import kinetic_energy, potential_energy
from linkwright.derive.forward_dynamics import forward_dynamics, mass_matrix_inverse
from linkwright.derive.kinematics import analytic_jacobian, forward_kinematics, jacobian, wrench_torques
from linkwright.derive.mass_matrix import mass_matrix, mass_matrix_columns
from linkwright.derive.newton_euler import newton_euler, passive_forces, weightless, without_drives
from linkwright.derive.quantity import Inputs, Nested, Quantity
from linkwright.derive.regressor import regressor, regressor_by_wrenches
from linkwright.graph.expr import Scalar

_FEATHERSTONE = "Featherstone 2008"
_KHALIL = "Khalil & Dombre 2002"
_KLEINFINGER = "Khalil & Kleinfinger 1987"
_SICILIANO = "Siciliano et al. 2009"
_FORCE = "N m | N"


def _rest(x: Inputs) -> list[Scalar]:
    return [0] * x.tree.nv


def _less_wrenches(x: Inputs, tau: list[Scalar]) -> list[Scalar]:
    """The derivations by Lagrange and on the Lie group take external wrenches by virtual work."""
    return [t - w for t, w in zip(tau, wrench_torques(x.tree, x.q, x.wrench), strict=True)]


# Derivations that differentiate graphs, and those that only serve to check others, are loaded when they are asked for.


def _lagrange(x: Inputs) -> Nested:
    from linkwright.derive.lagrange import lagrange

    return _less_wrenches(x, lagrange(x.tree, x.q, x.v, x.a))


def _lie_group(x: Inputs) -> Nested:
    from linkwright.derive.lie_group import lie_group

    return _less_wrenches(x, lie_group(x.tree, x.q, x.v, x.a))


def _inverse_derivatives(x: Inputs) -> Nested:
    from linkwright.derive.dynamics_derivatives import inverse_dynamics_derivatives

    return inverse_dynamics_derivatives(x.tree, x.q, x.v, x.a, x.wrench)


def _forward_derivatives(x: Inputs) -> Nested:
    from linkwright.derive.dynamics_derivatives import forward_dynamics_derivatives

    return forward_dynamics_derivatives(x.tree, x.q, x.v, x.tau, x.wrench)


def _differentiated(x: Inputs) -> Nested:
    from linkwright.derive.tangent import tangent_jacobians

    return tangent_jacobians(x, newton_euler(x.tree, x.q, x.v, x.a, x.wrench))


def _rate(x: Inputs, rows: list[list[Scalar]]) -> Nested:
    from linkwright.derive.rates import rate_along_motion

    return rate_along_motion(x, rows)


def _poses(x: Inputs) -> Nested:
    frame = x.options.get("frame")
    poses = forward_kinematics(x.tree, x.q, [frame] if frame is not None else None)
    return poses[0] if frame is not None else poses


def _jacobian(x: Inputs) -> list[list[Scalar]]:
    return jacobian(x.tree, x.q, x.options.get("frame"), x.options.get("reference", "local_world_aligned"))


def _analytic(x: Inputs) -> list[list[Scalar]]:
    return analytic_jacobian(x.tree, x.q, x.options.get("frame"), x.options.get("orientation", "xyz"))


_TABLE = (
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
        reference=_KLEINFINGER,
        unit=_FORCE,
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
        reference=f"{_FEATHERSTONE}, table 6.2",
        unit="kg m^2 | kg m | kg",
        aliases=("crba", "M"),
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
        reference=_KLEINFINGER,
        unit=_FORCE,
        aliases=("c",),
    ),
    Quantity(
        "gravity",
        "q",
        "g",
        {"newton_euler": lambda x: newton_euler(without_drives(x.tree), x.q, _rest(x), _rest(x))},
        doc="Joint forces that hold the robot still against gravity",
        equation="g(q)",
        reference=_KLEINFINGER,
        unit=_FORCE,
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
        unit=_FORCE,
    ),
    Quantity(
        "velocity_terms",
        "q v",
        "V",
        {"newton_euler": lambda x: newton_euler(weightless(x.tree), x.q, x.v, _rest(x))},
        doc="Coriolis and centrifugal forces, springs, dampers and friction",
        equation="V = C(q,v) v + passive(q,v)",
        reference=_KLEINFINGER,
        unit=_FORCE,
        aliases=("V",),
    ),
    Quantity(
        "nonlinear_effects",
        "q v wrench",
        "nle",
        {"newton_euler": lambda x: newton_euler(x.tree, x.q, x.v, _rest(x), x.wrench)},
        doc="Everything but the mass matrix",
        equation="nle = C(q,v) v + g(q) + passive(q,v) - J' w",
        reference=_KLEINFINGER,
        unit=_FORCE,
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
        reference=f"{_FEATHERSTONE}, tables 6.3 and 7.1",
        unit="rad/s^2 | m/s^2",
        aliases=("aba",),
    ),
    Quantity(
        "inverse_dynamics_derivatives",
        "q v a wrench",
        "dtau_dq dtau_dv",
        {
            "recursive": _inverse_derivatives,
            "differentiation": _differentiated,
        },
        doc="Derivatives of the joint forces along q (tangent space) and v; along a they are the mass matrix",
        equation="d tau / d q,  d tau / d v",
        reference="Singh, Russell & Wensing 2022",
        unit="N m/rad, N m s/rad",
        aliases=("rnea_derivatives",),
    ),
    Quantity(
        "forward_dynamics_derivatives",
        "q v tau wrench",
        "da_dq da_dv da_dtau",
        {"inverse_dynamics": _forward_derivatives},
        doc="Derivatives of the accelerations along q (tangent space), v and tau",
        equation="d a / d q,  d a / d v,  d a / d tau",
        reference="Carpentier & Mansard 2018",
        unit="1/s^2, 1/s, 1/(kg m^2)",
        aliases=("aba_derivatives",),
    ),
    Quantity(
        "mass_matrix_inverse",
        "q",
        "Minv",
        {"factored": lambda x: mass_matrix_inverse(x.tree, x.q)},
        doc="Inverse of the mass matrix",
        equation="M(q)^-1",
        reference=f"{_FEATHERSTONE}, section 6.5",
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
        reference=_FEATHERSTONE,
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
        reference=_FEATHERSTONE,
        unit="J",
        physical=True,
        aliases=("U",),
    ),
    Quantity(
        "regressor",
        "q v a",
        "Y",
        {
            "screws": lambda x: regressor(x.tree, x.q, x.v, x.a, x.options["columns"]),
            "wrenches": lambda x: regressor_by_wrenches(x.tree, x.q, x.v, x.a, x.options["columns"]),
        },
        doc="Joint forces per inertial parameter",
        equation="tau = Y(q,v,a) p",
        reference=f"{_KHALIL}, chapter 12",
        physical=True,
        aliases=("Y",),
    ),
    Quantity(
        "base_parameters",
        "",
        "base",
        {"regroup": lambda x: list(x.options["values"])},
        doc="Base parameters from the physical inertial parameters of the links",
        equation="p_base = B(p)",
        reference=f"Gautier & Khalil 1990; {_KHALIL}, chapter 9",
        physical=True,
        aliases=("pb",),
    ),
    Quantity(
        "cut_forces",
        "q v a wrench",
        "cut",
        {"newton_euler": lambda x: cut_forces(x.tree, x.q, x.v, x.a, x.wrench)},
        doc="Force and moment every joint transmits to its child, at the joint's frame",
        equation="f_i = sum over outer links",
        reference=_KLEINFINGER,
        unit="N, N m",
        physical=True,
    ),
    Quantity(
        "forward_kinematics",
        "q",
        "pose",
        {"product": _poses},
        doc="Pose of every frame (or of one: frame=...) as a homogeneous matrix",
        equation="X_world_frame(q)",
        reference=_FEATHERSTONE,
        unit="m",
        aliases=("pose", "fk"),
        options=("frame",),
    ),
    Quantity(
        "jacobian",
        "q",
        "J",
        {"geometric": _jacobian},
        doc="Geometric Jacobian of a frame, rows linear then angular",
        equation="(velocity; angular velocity) = J(q) v",
        reference=_SICILIANO,
        unit="m | 1",
        aliases=("J",),
        options=("frame", "reference"),
    ),
    Quantity(
        "jacobian_rate",
        "q v",
        "dJ",
        {"directional": lambda x: _rate(x, _jacobian(x))},
        doc="Time derivative of the geometric Jacobian",
        equation="dJ/dt(q, v)",
        reference=_SICILIANO,
        unit="m/s | 1/s",
        aliases=("dJ",),
        options=("frame", "reference"),
    ),
    Quantity(
        "analytic_jacobian",
        "q",
        "JA",
        {"chain_rule": _analytic},
        doc="Jacobian of position and orientation numbers (XYZ Euler angles or quaternion)",
        equation="d(p, phi)/dt = JA(q) v",
        reference=_SICILIANO,
        unit="m | 1",
        aliases=("JA",),
        options=("frame", "orientation"),
    ),
    Quantity(
        "analytic_jacobian_rate",
        "q v",
        "dJA",
        {"directional": lambda x: _rate(x, _analytic(x))},
        doc="Time derivative of the analytic Jacobian",
        equation="dJA/dt(q, v)",
        reference=_SICILIANO,
        unit="m/s | 1/s",
        options=("frame", "orientation"),
    ),
)

QUANTITIES: Mapping[str, Quantity] = MappingProxyType({x.name: x for x in _TABLE})
ALIASES: Mapping[str, str] = MappingProxyType({alias: x.name for x in _TABLE for alias in (x.name, *x.aliases)})
