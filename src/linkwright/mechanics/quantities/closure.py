"""How the mechanism closes. Entries of the table of quantities."""

from __future__ import annotations

from linkwright.graph.quantity import Quantity
from linkwright.lazy import lazy
from linkwright.mechanics.quantities.method import embedded, of_closed

_NEWTON = "Wampler & Sommese 2011, section 3"
_RATES = "Khalil & Dombre 2002, section 7.4"

CLOSURE = (
    Quantity(
        "closure",
        "q",
        "theta",
        {"closed_form": of_closed(embedded(lazy("linkwright.mechanics.closure.kinematics:dependent_positions")))},
        doc="Dependent positions in closed form",
        equation="h(q, theta) = 0",
        reference=_RATES,
        unit="rad | m",
        aliases=("theta",),
        options=("form",),
        kinematic=True,
        closure="explicit",
    ),
    Quantity(
        "closure_residual",
        "q theta",
        "h",
        {"loops": of_closed(embedded(lazy("linkwright.mechanics.closure.kinematics:closure_residual")))},
        doc="How far the loops and couplings are from being closed",
        equation="h(q, theta)",
        reference=_RATES,
        unit="m | rad",
        aliases=("residual",),
        kinematic=True,
        closure="given",
    ),
    Quantity(
        "closure_jacobian",
        "q theta",
        "Jq Jtheta",
        {"differentiated": of_closed(embedded(lazy("linkwright.mechanics.closure.kinematics:closure_jacobian")))},
        doc="Derivatives of the closure along free and along dependent rates",
        equation="dh/dt = Jq v + Jtheta dtheta/dt",
        reference=_RATES,
        unit="m | 1",
        kinematic=True,
        closure="given",
    ),
    Quantity(
        "closure_step",
        "q theta direction damping",
        "theta_next direction_next error",
        {"newton": of_closed(embedded(lazy("linkwright.mechanics.closure.newton:step")))},
        doc="A damped step towards closure, the next Newton direction, and the largest error of the closure",
        equation="theta + damping direction;  -Jtheta^-1 h;  max |h|",
        reference=_NEWTON,
        kinematic=True,
        closure="given",
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
        {"blocks": of_closed(embedded(lazy("linkwright.mechanics.closure.kinematics:projection_matrix")))},
        doc="All rates of the tree per rate of a free joint",
        equation="v_tree = W(q) v",
        reference=_RATES,
        unit="1 | m",
        kinematic=True,
    ),
    Quantity(
        "dependent_velocities",
        "q v",
        "dtheta",
        {"blocks": of_closed(embedded(lazy("linkwright.mechanics.closure.kinematics:dependent_velocities")))},
        doc="Rates of the dependent joints",
        equation="dtheta/dt = -Jtheta^-1 Jq v",
        reference=_RATES,
        unit="rad/s | m/s",
        kinematic=True,
    ),
    Quantity(
        "dependent_accelerations",
        "q v a",
        "ddtheta",
        {"blocks": of_closed(embedded(lazy("linkwright.mechanics.closure.kinematics:dependent_accelerations")))},
        doc="Accelerations of the dependent joints",
        equation="d2theta/dt2 = -Jtheta^-1 (Jq a + dJ/dt v_tree)",
        reference=_RATES,
        unit="rad/s^2 | m/s^2",
        kinematic=True,
    ),
)
