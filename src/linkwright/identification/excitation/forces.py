"""Forces of a robot along given motions, by its own file: of its joints, or of the motors that a closed robot names."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.identification.excitation.closing import dependent_positions
from linkwright.mechanics.identifiable import force_rows
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.native import ClosedDynamics, OpenDynamics


def measured(robot: Robot) -> str:
    """The quantity that these forces are."""
    motors = isinstance(robot, ClosedRobot) and force_rows(robot) != robot.rate_names
    return "actuator_forces" if motors else "inverse_dynamics"


def forces_of(robot: Robot, q: Array, v: Array, a: Array) -> Array:
    """(N, m) at N states that follow each other, no wrench acting."""
    dynamics = ClosedDynamics(robot) if isinstance(robot, ClosedRobot) else OpenDynamics(robot)
    function = dynamics.function(measured(robot))
    given: dict[str, Any] = {"q": q, "v": v, "a": a}
    if "theta" in function.inputs:
        assert isinstance(dynamics, ClosedDynamics)
        given["theta"] = dependent_positions(dynamics, q)
    if "wrench" in function.inputs:
        given["wrench"] = np.zeros((len(q), *function.inputs["wrench"].shape))
    return function(**given, threads=1)
