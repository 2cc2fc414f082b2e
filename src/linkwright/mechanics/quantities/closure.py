"""How the mechanism closes. Entries of the table of quantities."""

from __future__ import annotations

from types import MappingProxyType

from linkwright.graph.quantity import Quantity
from linkwright.lazy import lazy

_GIVEN = MappingProxyType({"closure": "given"})
_HOW = ("closure", "form")
_NEWTON = "Wampler & Sommese 2011, section 3"
_RATES = "Khalil & Dombre 2002, section 7.4"

CLOSURE = (
    Quantity(
        "closure",
        "q",
        "theta",
        {"closed_form": lazy("linkwright.mechanics.closure.kinematics:dependent_positions")},
        doc="Dependent positions in closed form",
        equation="h(q, theta) = 0",
        reference=_RATES,
        unit="rad | m",
        aliases=("theta",),
        options=("form",),
        facts=MappingProxyType({"closure": "explicit"}),
    ),
    Quantity(
        "closure_residual",
        "q theta",
        "h",
        {"loops": lazy("linkwright.mechanics.closure.kinematics:closure_residual")},
        doc="How far the loops and couplings are from being closed",
        equation="h(q, theta)",
        reference=_RATES,
        unit="m | rad",
        aliases=("residual",),
        facts=_GIVEN,
    ),
    Quantity(
        "closure_jacobian",
        "q theta",
        "Jq Jtheta",
        {"differentiated": lazy("linkwright.mechanics.closure.kinematics:closure_jacobian")},
        doc="Derivatives of the closure along free and along dependent rates",
        equation="dh/dt = Jq v + Jtheta dtheta/dt",
        reference=_RATES,
        unit="m | 1",
        facts=_GIVEN,
    ),
    Quantity(
        "closure_step",
        "q theta direction damping",
        "theta_next direction_next error",
        {"newton": lazy("linkwright.mechanics.closure.newton:step")},
        doc="A damped step towards closure, the next Newton direction, and the largest error of the closure",
        equation="theta + damping direction;  -Jtheta^-1 h;  max |h|",
        reference=_NEWTON,
        facts=_GIVEN,
    ),
    Quantity(
        "closure_solution",
        "q",
        "theta",
        {},
        doc="Dependent positions by Newton's method from a guess",
        equation="h(q, theta) = 0",
        reference=_NEWTON,
        unit="rad | m",
        repeats="closure_step",
    ),
    Quantity(
        "projection_matrix",
        "q",
        "W",
        {"blocks": lazy("linkwright.mechanics.closure.kinematics:projection_matrix")},
        doc="All rates of the tree per rate of a free joint",
        equation="v_tree = W(q) v",
        reference=_RATES,
        unit="1 | m",
        options=_HOW,
    ),
    Quantity(
        "dependent_velocities",
        "q v",
        "dtheta",
        {"blocks": lazy("linkwright.mechanics.closure.kinematics:dependent_velocities")},
        doc="Rates of the dependent joints",
        equation="dtheta/dt = -Jtheta^-1 Jq v",
        reference=_RATES,
        unit="rad/s | m/s",
        options=_HOW,
    ),
    Quantity(
        "dependent_accelerations",
        "q v a",
        "ddtheta",
        {"blocks": lazy("linkwright.mechanics.closure.kinematics:dependent_accelerations")},
        doc="Accelerations of the dependent joints",
        equation="d2theta/dt2 = -Jtheta^-1 (Jq a + dJ/dt v_tree)",
        reference=_RATES,
        unit="rad/s^2 | m/s^2",
        options=_HOW,
    ),
)
