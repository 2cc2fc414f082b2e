"""Derivatives of the equations of motion. Entries of the table of quantities."""

from __future__ import annotations

from linkwright.derive.newton_euler import newton_euler
from linkwright.derive.quantity import Inputs, Nested, Quantity


def _inverse_derivatives(x: Inputs) -> Nested:
    from linkwright.derive.dynamics_derivatives import inverse_dynamics_derivatives

    return inverse_dynamics_derivatives(x.tree, x.q, x.v, x.a, x.wrench)


def _forward_derivatives(x: Inputs) -> Nested:
    from linkwright.derive.dynamics_derivatives import forward_dynamics_derivatives

    return forward_dynamics_derivatives(x.tree, x.q, x.v, x.tau, x.wrench)


def _differentiated(x: Inputs) -> Nested:
    from linkwright.derive.tangent import tangent_jacobians

    return tangent_jacobians(x, newton_euler(x.tree, x.q, x.v, x.a, x.wrench))


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
)
