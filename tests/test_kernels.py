"""Kernels of many quantities: their order, and what is said of those that a robot does not have."""

from __future__ import annotations

from pathlib import Path

import pytest

import linkwright as lw
from tests.support.package import Request, kernels_of

ROBOT = Path(__file__).parents[1] / "examples" / "double_pendulum.yaml"
NAMES = ["mass_matrix", "gravity", "coriolis_matrix", "forward_kinematics", "jacobian", "twist"]


def test_order_and_errors_are_the_callers() -> None:
    robot = lw.load(ROBOT)
    found, left_out = kernels_of(robot, NAMES, Request(effort=0))
    assert [k.name for k in found] == NAMES
    assert left_out == ()
    with pytest.raises(lw.LinkwrightError, match="potential_energy cannot be computed"):
        kernels_of(robot, [*NAMES, "potential_energy"], Request("base", effort=0))
    _, left_out = kernels_of(robot, "all", Request("base", effort=0))
    assert "potential_energy" in dict(left_out)
