"""Derivatives of the equations of motion. Entries of the table of quantities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwright.graph.quantity import Method, Nested, Quantity
from linkwright.lazy import lazy
from linkwright.mechanics.quantities.references import MUELLER
from linkwright.mechanics.state import Inputs

if TYPE_CHECKING:
    from linkwright.graph.calculus import Mode

coriolis_matrix = lazy("linkwright.mechanics.tree.coriolis_matrix:coriolis_matrix")
mass_matrix = lazy("linkwright.mechanics.tree.mass_matrix:mass_matrix")
newton_euler = lazy("linkwright.mechanics.tree.newton_euler:newton_euler")
without_drives = lazy("linkwright.mechanics.tree.newton_euler:without_drives")
inverse_dynamics_derivatives = lazy("linkwright.mechanics.tree.dynamics_derivatives:inverse_dynamics_derivatives")
forward_dynamics_derivatives = lazy("linkwright.mechanics.tree.dynamics_derivatives:forward_dynamics_derivatives")
tangent_jacobians = lazy("linkwright.mechanics.tree.tangent:tangent_jacobians")
linearisation = lazy("linkwright.mechanics.tree.linearisation:linearisation")
inverse_dynamics_parameter_derivatives = lazy(
    "linkwright.mechanics.tree.parameter_derivatives:inverse_dynamics_parameter_derivatives"
)
inverse_dynamics_rates = lazy("linkwright.mechanics.tree.newton_euler_rates:inverse_dynamics_rates")
gravity_rates = lazy("linkwright.mechanics.tree.newton_euler_rates:gravity_rates")
mass_matrix_rate2 = lazy("linkwright.mechanics.tree.matrix_rates:mass_matrix_rate2")
coriolis_matrix_rates = lazy("linkwright.mechanics.tree.matrix_rates:coriolis_matrix_rates")
time_derivative = lazy("linkwright.mechanics.tree.time_derivatives:time_derivative")


def _inverse_derivatives(x: Inputs) -> Nested:
    return inverse_dynamics_derivatives(x.tree, x.q, x.v, x.a, x.wrench)


def _forward_derivatives(x: Inputs) -> Nested:
    return forward_dynamics_derivatives(x.tree, x.q, x.v, x.tau, x.wrench)


def _differentiated(x: Inputs) -> Nested:
    return tangent_jacobians(x, newton_euler(x.tree, x.q, x.v, x.a, x.wrench))


def _linearised(x: Inputs) -> Nested:
    return linearisation(x.tree, x.q, x.v, x.tau, x.wrench)


def _by_parameters(mode: Mode) -> Method:
    def method(x: Inputs) -> Nested:
        return inverse_dynamics_parameter_derivatives(x, x.options["names"], mode)

    return method


def _force_rate(order: int) -> Method:
    def method(x: Inputs) -> Nested:
        motion = [x.v, x.a, x.j, x.s][: order + 2]
        return inverse_dynamics_rates(x.tree, x.q, motion, x.wrench)[order]

    return method


def _gravity_rate(order: int) -> Method:
    def method(x: Inputs) -> Nested:
        return gravity_rates(x.tree, x.q, [x.v, x.a][:order])[order]

    return method


def _mass_rate2(x: Inputs) -> Nested:
    return mass_matrix_rate2(x.tree, x.q, x.v, x.a)


def _coriolis_rate(order: int) -> Method:
    def method(x: Inputs) -> Nested:
        return coriolis_matrix_rates(x.tree, x.q, [x.v, x.a, x.j][: order + 1])

    return method


def _series(of: Method, order: int) -> Method:
    """A time derivative by Taylor series of what another method gives."""

    def method(x: Inputs) -> Nested:
        return time_derivative(x, of(x), order)

    return method


def _force(x: Inputs) -> Nested:
    return newton_euler(x.tree, x.q, x.v, x.a, x.wrench)


def _weight(x: Inputs) -> Nested:
    rest = [0] * x.tree.nv
    return newton_euler(without_drives(x.tree), x.q, rest, rest)


def _mass(x: Inputs) -> Nested:
    return mass_matrix(x.tree, x.q)


def _coriolis(x: Inputs) -> Nested:
    return coriolis_matrix(x.tree, x.q, x.v)


DERIVATIVES = (
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
        "inverse_dynamics_parameter_derivatives",
        "q v a wrench",
        "dtau_dp",
        {"reverse": _by_parameters("reverse"), "forward": _by_parameters("forward")},
        doc="Derivatives of the joint forces by the parameters that are symbols, in the order of the input `parameters`",
        equation="d tau / d p",
        reference="Griewank & Walther 2008",
        symbols=True,
    ),
    Quantity(
        "linearisation",
        "q v tau wrench",
        "A B",
        {"inverse_dynamics": _linearised},
        doc="How small deviations of position (tangent space) and velocity grow under forward dynamics",
        equation="d/dt (dq, dv) = A (dq, dv) + B dtau",
        reference="Carpentier & Mansard 2018",
    ),
    Quantity(
        "inverse_dynamics_rate",
        "q v a j wrench",
        "dtau",
        {"newton_euler": _force_rate(1), "taylor": _series(_force, 1)},
        doc="Time derivative of the joint forces along a motion; wrenches are constant in their frames",
        equation="d tau / d t",
        reference=MUELLER,
        unit="N m/s | N/s",
        aliases=("dtau",),
    ),
    Quantity(
        "inverse_dynamics_rate2",
        "q v a j s wrench",
        "ddtau",
        {"newton_euler": _force_rate(2), "taylor": _series(_force, 2)},
        doc="Second time derivative of the joint forces along a motion; wrenches are constant in their frames",
        equation="d^2 tau / d t^2",
        reference=MUELLER,
        unit="N m/s^2 | N/s^2",
        aliases=("ddtau",),
    ),
    Quantity(
        "mass_matrix_rate2",
        "q v a",
        "ddM",
        {"composite_body": _mass_rate2, "taylor": _series(_mass, 2)},
        doc="Second time derivative of the mass matrix along a motion",
        equation="d^2 M / d t^2",
        reference=MUELLER,
        unit="kg m^2/s^2 | kg m/s^2 | kg/s^2",
        aliases=("ddM",),
    ),
    Quantity(
        "coriolis_matrix_rate",
        "q v a",
        "dC",
        {"recursive": _coriolis_rate(1), "taylor": _series(_coriolis, 1)},
        doc="Time derivative of the Coriolis matrix along a motion",
        equation="d C / d t",
        reference=MUELLER,
        unit="N m | N",
        aliases=("dC",),
    ),
    Quantity(
        "coriolis_matrix_rate2",
        "q v a j",
        "ddC",
        {"recursive": _coriolis_rate(2), "taylor": _series(_coriolis, 2)},
        doc="Second time derivative of the Coriolis matrix along a motion",
        equation="d^2 C / d t^2",
        reference=MUELLER,
        unit="N m/s | N/s",
        aliases=("ddC",),
    ),
    Quantity(
        "gravity_rate",
        "q v",
        "dg",
        {"newton_euler": _gravity_rate(1), "taylor": _series(_weight, 1)},
        doc="Time derivative of the joint forces of gravity along a motion",
        equation="d g / d t",
        reference=MUELLER,
        unit="N m/s | N/s",
        aliases=("dg",),
    ),
    Quantity(
        "gravity_rate2",
        "q v a",
        "ddg",
        {"newton_euler": _gravity_rate(2), "taylor": _series(_weight, 2)},
        doc="Second time derivative of the joint forces of gravity along a motion",
        equation="d^2 g / d t^2",
        reference=MUELLER,
        unit="N m/s^2 | N/s^2",
        aliases=("ddg",),
    ),
)
