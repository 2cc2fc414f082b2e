"""The table of quantities: one line per quantity, its inputs, outputs, methods, equation and reference."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from linkwright.graph.expr import Scalar
from linkwright.model.tree import Tree

Nested = Any
"""A scalar, or a list (of lists) of scalars."""


@dataclass(frozen=True)
class Inputs:
    """What a derivation may use: the tree and symbols (or numbers) for its inputs; options of the call."""

    tree: Tree
    q: list[Scalar]
    v: list[Scalar]
    a: list[Scalar]
    tau: list[Scalar]
    wrench: list[Scalar]
    options: Mapping[str, Any]


Method = Callable[[Inputs], Nested]


@dataclass(frozen=True)
class Quantity:
    """One quantity. `physical` says that it needs the inertias as they are: regrouping would change the result."""

    name: str
    inputs: str
    output: str
    methods: Mapping[str, Method]
    doc: str
    equation: str
    reference: str
    unit: str = ""
    physical: bool = False
    aliases: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def _newton_euler(x: Inputs) -> Nested:
    from linkwright.derive.newton_euler import newton_euler

    return newton_euler(x.tree, x.q, x.v, x.a, x.wrench)


def _lagrange(x: Inputs) -> Nested:
    from linkwright.derive.lagrange import lagrange

    return _minus_wrenches(x, lagrange(x.tree, x.q, x.v, x.a))


def _lie_group(x: Inputs) -> Nested:
    from linkwright.derive.lie_group import lie_group

    return _minus_wrenches(x, lie_group(x.tree, x.q, x.v, x.a))


def _minus_wrenches(x: Inputs, tau: list[Scalar]) -> list[Scalar]:
    """External wrenches by virtual work: J' w of the frames they act at."""
    from linkwright.derive.kinematics import jacobian

    for n, frame in enumerate(x.tree.wrenches):
        J = jacobian(x.tree, x.q, frame, "local")
        for k in range(x.tree.nv):
            for r in range(6):
                tau[k] = tau[k] - J[r][k] * x.wrench[6 * n + r]
    return tau


def _zeros(x: Inputs) -> list[Scalar]:
    return [0] * x.tree.nv


def _nonlinear_effects(x: Inputs) -> Nested:
    from linkwright.derive.newton_euler import newton_euler

    return newton_euler(x.tree, x.q, x.v, _zeros(x), x.wrench)


def _gravity(x: Inputs) -> Nested:
    from linkwright.derive.newton_euler import newton_euler, without_drives

    return newton_euler(without_drives(x.tree), x.q, _zeros(x), _zeros(x))


def _coriolis_vector(x: Inputs) -> Nested:
    from linkwright.derive.newton_euler import newton_euler, weightless, without_drives

    return newton_euler(weightless(without_drives(x.tree)), x.q, x.v, _zeros(x))


def _velocity_terms(x: Inputs) -> Nested:
    from linkwright.derive.newton_euler import newton_euler, weightless

    return newton_euler(weightless(x.tree), x.q, x.v, _zeros(x))


def _passive_forces(x: Inputs) -> Nested:
    from linkwright.derive.newton_euler import passive_forces

    return passive_forces(x.tree, x.q, x.v)


def _mass_matrix(x: Inputs) -> Nested:
    from linkwright.derive.mass_matrix import mass_matrix

    return mass_matrix(x.tree, x.q)


def _mass_matrix_columns(x: Inputs) -> Nested:
    """Column k is the torque of a unit acceleration of joint k without gravity and velocity."""
    from linkwright.derive.newton_euler import newton_euler, weightless

    bare = weightless(x.tree)
    units = [[1 if j == k else 0 for j in range(bare.nv)] for k in range(bare.nv)]
    rest = newton_euler(bare, x.q, _zeros(x), _zeros(x))
    columns = [newton_euler(bare, x.q, _zeros(x), unit) for unit in units]
    return [[columns[c][r] - rest[r] for c in range(bare.nv)] for r in range(bare.nv)]


def _coriolis_matrix(x: Inputs) -> Nested:
    from linkwright.derive.coriolis_matrix import coriolis_matrix

    return coriolis_matrix(x.tree, x.q, x.v)


def _forward_dynamics(x: Inputs) -> Nested:
    from linkwright.derive.forward_dynamics import forward_dynamics

    return forward_dynamics(x.tree, x.q, x.v, x.tau, x.wrench)


def _articulated_body(x: Inputs) -> Nested:
    from linkwright.derive.articulated_body import articulated_body

    return articulated_body(x.tree, x.q, x.v, x.tau, x.wrench)


def _mass_matrix_inverse(x: Inputs) -> Nested:
    from linkwright.derive.forward_dynamics import mass_matrix_inverse

    return mass_matrix_inverse(x.tree, x.q)


def _kinetic_energy(x: Inputs) -> Nested:
    from linkwright.derive.energy import kinetic_energy

    return kinetic_energy(x.tree, x.q, x.v)


def _potential_energy(x: Inputs) -> Nested:
    from linkwright.derive.energy import potential_energy

    return potential_energy(x.tree, x.q)


def _cut_forces(x: Inputs) -> Nested:
    from linkwright.derive.cut_forces import cut_forces

    return cut_forces(x.tree, x.q, x.v, x.a, x.wrench)


def _forward_kinematics(x: Inputs) -> Nested:
    from linkwright.derive.kinematics import forward_kinematics

    frame = x.options.get("frame")
    poses = forward_kinematics(x.tree, x.q, [frame] if frame is not None else None)
    return poses[0] if frame is not None else poses


def _jacobian(x: Inputs) -> Nested:
    from linkwright.derive.kinematics import jacobian

    return jacobian(x.tree, x.q, x.options.get("frame"), x.options.get("reference", "local_world_aligned"))


def _jacobian_rate(x: Inputs) -> Nested:
    from linkwright.derive.kinematics import jacobian
    from linkwright.derive.rates import rate_along_motion

    J = jacobian(x.tree, x.q, x.options.get("frame"), x.options.get("reference", "local_world_aligned"))
    return rate_along_motion(x, J)


def _analytic_jacobian(x: Inputs) -> Nested:
    from linkwright.derive.kinematics import analytic_jacobian

    return analytic_jacobian(x.tree, x.q, x.options.get("frame"), x.options.get("orientation", "xyz"))


def _analytic_jacobian_rate(x: Inputs) -> Nested:
    from linkwright.derive.rates import rate_along_motion

    return rate_along_motion(x, _analytic_jacobian(x))


def _base_parameters(x: Inputs) -> Nested:
    return list(x.options["values"])


def _regressor(x: Inputs) -> Nested:
    from linkwright.derive.regressor import regressor

    return regressor(x.tree, x.q, x.v, x.a, x.options["columns"])


_FEATHERSTONE = "Featherstone 2008"
_KHALIL = "Khalil & Dombre 2002"

_TABLE = (
    Quantity("inverse_dynamics", "q v a wrench", "tau", {"newton_euler": _newton_euler, "lagrange": _lagrange, "lie_group": _lie_group},
             "Joint forces that make the robot move with accelerations a", "tau = M(q) a + C(q,v) v + g(q) + passive(q,v) - J' w",
             "Khalil & Kleinfinger 1987", "N m | N", aliases=("rnea", "tau")),
    Quantity("mass_matrix", "q", "M", {"composite_body": _mass_matrix, "newton_euler": _mass_matrix_columns},
             "Joint-space mass matrix, rotors included", "M(q)", f"{_FEATHERSTONE}, table 6.2", "kg m^2 | kg m | kg", aliases=("crba", "M")),
    Quantity("coriolis_matrix", "q v", "C", {"recursive": _coriolis_matrix},
             "Coriolis matrix by Christoffel symbols: dM/dt - 2C is skew", "C(q,v)", "Echeandia & Wensing 2021", "N m s | N s", aliases=("C",)),
    Quantity("coriolis_vector", "q v", "c", {"newton_euler": _coriolis_vector},
             "Coriolis and centrifugal forces", "c(q,v) = C(q,v) v", "Khalil & Kleinfinger 1987", "N m | N", aliases=("c",)),
    Quantity("gravity", "q", "g", {"newton_euler": _gravity},
             "Joint forces that hold the robot still against gravity", "g(q)", "Khalil & Kleinfinger 1987", "N m | N", aliases=("g",)),
    Quantity("passive_forces", "q v", "passive", {"drives": _passive_forces},
             "Springs, dampers and friction of the joints", "passive(q,v)", "-", "N m | N"),
    Quantity("velocity_terms", "q v", "V", {"newton_euler": _velocity_terms},
             "Coriolis and centrifugal forces, springs, dampers and friction", "V = C(q,v) v + passive(q,v)", "Khalil & Kleinfinger 1987", "N m | N", aliases=("V",)),
    Quantity("nonlinear_effects", "q v wrench", "nle", {"newton_euler": _nonlinear_effects},
             "Everything but the mass matrix", "nle = C(q,v) v + g(q) + passive(q,v) - J' w", "Khalil & Kleinfinger 1987", "N m | N", aliases=("nle",)),
    Quantity("forward_dynamics", "q v tau wrench", "a", {"mass_matrix": _forward_dynamics, "articulated_body": _articulated_body},
             "Accelerations under joint forces tau", "a = M(q)^-1 (tau - nle(q,v))", f"{_FEATHERSTONE}, tables 6.3 and 7.1", "rad/s^2 | m/s^2", aliases=("aba",)),
    Quantity("mass_matrix_inverse", "q", "Minv", {"factored": _mass_matrix_inverse},
             "Inverse of the mass matrix", "M(q)^-1", f"{_FEATHERSTONE}, section 6.5", "1/(kg m^2) | 1/kg", aliases=("minv",)),
    Quantity("kinetic_energy", "q v", "T", {"twists": _kinetic_energy},
             "Kinetic energy", "T = v' M(q) v / 2", _FEATHERSTONE, "J", aliases=("T",)),
    Quantity("potential_energy", "q", "U", {"first_moments": _potential_energy},
             "Potential energy of gravity and springs", "U(q)", _FEATHERSTONE, "J", physical=True, aliases=("U",)),
    Quantity("regressor", "q v a", "Y", {"screws": _regressor},
             "Joint forces per inertial parameter", "tau = Y(q,v,a) p", f"{_KHALIL}, chapter 12", "", physical=True, aliases=("Y",)),
    Quantity("base_parameters", "", "base", {"regroup": _base_parameters},
             "Base parameters from the physical inertial parameters of the links", "p_base = B(p)", f"Gautier & Khalil 1990; {_KHALIL}, chapter 9", "",
             physical=True, aliases=("pb",)),
    Quantity("cut_forces", "q v a wrench", "cut", {"newton_euler": _cut_forces},
             "Force and moment every joint transmits to its child, at the joint's frame", "f_i = sum over outer links", "Khalil & Kleinfinger 1987",
             "N, N m", physical=True),
    Quantity("forward_kinematics", "q", "pose", {"product": _forward_kinematics},
             "Pose of every frame (or of one: frame=...) as a homogeneous matrix", "X_world_frame(q)", _FEATHERSTONE, "m", aliases=("pose", "fk"), options=("frame",)),
    Quantity("jacobian", "q", "J", {"geometric": _jacobian},
             "Geometric Jacobian of a frame, rows linear then angular", "(velocity; angular velocity) = J(q) v", "Siciliano et al. 2009", "m | 1",
             aliases=("J",), options=("frame", "reference")),
    Quantity("jacobian_rate", "q v", "dJ", {"directional": _jacobian_rate},
             "Time derivative of the geometric Jacobian", "dJ/dt(q, v)", "Siciliano et al. 2009", "m/s | 1/s", aliases=("dJ",), options=("frame", "reference")),
    Quantity("analytic_jacobian", "q", "JA", {"chain_rule": _analytic_jacobian},
             "Jacobian of position and orientation numbers (XYZ Euler angles or quaternion)", "d(p, phi)/dt = JA(q) v", "Siciliano et al. 2009", "m | 1",
             aliases=("JA",), options=("frame", "orientation")),
    Quantity("analytic_jacobian_rate", "q v", "dJA", {"directional": _analytic_jacobian_rate},
             "Time derivative of the analytic Jacobian", "dJA/dt(q, v)", "Siciliano et al. 2009", "m/s | 1/s", options=("frame", "orientation")),
)  # fmt: skip

QUANTITIES: Mapping[str, Quantity] = MappingProxyType({x.name: x for x in _TABLE})
ALIASES: Mapping[str, str] = MappingProxyType({alias: x.name for x in _TABLE for alias in (x.name, *x.aliases)})
