"""Inputs made up for functions: poses that can be reached, guesses near solutions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.kernels import kernel
from linkwright.runtime import native
from linkwright.simulation.states import inputs_of

EXAMPLES = Path(__file__).parents[2] / "examples"
COUNT = 40


def test_poses_are_those_of_random_positions() -> None:
    """The arm's branches contain the positions themselves: what is asked is neither out of reach nor no pose."""
    robot = lw.load(EXAMPLES / "elbow6.urdf")
    k = kernel(robot, "inverse_kinematics")
    (pose,) = inputs_of(robot, k, COUNT)
    q = inputs_of(robot, kernel(robot, "gravity"), COUNT)[0]
    R = pose[:, :3, :3]
    assert np.allclose(R @ R.swapaxes(1, 2), np.eye(3), atol=1e-14)
    apart = np.asarray(native(k)(pose)["solutions"]) - q[:, None]
    apart = np.abs((apart + np.pi) % (2 * np.pi) - np.pi).max(axis=-1)
    assert (np.nanmin(apart, axis=1) < 1e-6).all()


@pytest.mark.parametrize(
    ("file", "quantity", "options"),
    [
        ("elbow6.urdf", "inverse_kinematics_solution", {}),
        ("elbow6.urdf", "inverse_kinematics_solution", {"base": "shoulder"}),
        ("quadruped.yaml", "inverse_kinematics_solution", {"frame": "front_left_foot,hind_right_foot"}),
        ("loops/fourbar.yaml", "closure_solution", {}),
        ("loops/palh1m1.yaml", "inverse_kinematics_solution", {"frame": "turntable"}),
    ],
)
def test_solvers_reach_what_they_are_asked_from_their_guesses(
    file: str, quantity: str, options: dict[str, str]
) -> None:
    robot = lw.load(EXAMPLES / file)
    k = kernel(robot, quantity, **options)
    found = native(k)(*inputs_of(robot, k, COUNT, options.get("base")))
    assert (np.asarray(found["residual"]) < 1e-8).mean() > 0.9
