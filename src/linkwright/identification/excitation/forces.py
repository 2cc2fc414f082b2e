"""Forces of a robot along given motions, by its own file: of its joints, or of the motors that a closed robot names."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.errors import QuantityError
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.native import ClosedDynamics, Dynamics, OpenDynamics

Array = np.ndarray[Any, Any]


def forces_of(robot: Robot, q: Array, v: Array, a: Array) -> Array:
    """(N, m) at N states that follow each other, no wrench acting."""
    match robot:
        case ClosedRobot():
            return _of_closed(ClosedDynamics(robot), q, v, a)
        case _:
            return _called(OpenDynamics(robot), "inverse_dynamics", {"q": q, "v": v, "a": a})


def force_names(robot: Robot) -> tuple[str, ...]:
    """The joints whose forces these are."""
    if isinstance(robot, ClosedRobot) and _quantity(ClosedDynamics(robot)) == "actuator_forces":
        return robot.actuated
    return robot.rate_names


def _quantity(dynamics: ClosedDynamics) -> str:
    """Forces of motors, where there are enough of them."""
    if not dynamics.closed_robot.actuated:
        return "inverse_dynamics"
    try:
        dynamics.function("actuator_forces")
    except QuantityError:
        return "inverse_dynamics"
    return "actuator_forces"


def _of_closed(dynamics: ClosedDynamics, q: Array, v: Array, a: Array) -> Array:
    given: dict[str, Any] = {"q": q, "v": v, "a": a}
    quantity = _quantity(dynamics)
    if "theta" in dynamics.function(quantity).inputs:
        given["theta"] = dynamics.closure(q, dynamics.start[1])
    return _called(dynamics, quantity, given)


def _called(dynamics: Dynamics, quantity: str, given: dict[str, Any]) -> Array:
    function = dynamics.function(quantity)
    if "wrench" in function.inputs:
        given["wrench"] = np.zeros((len(given["q"]), *function.inputs["wrench"].shape))
    return function(**given, threads=1)
