"""Arms that inverse kinematics is tried on, and Pinocchio's forward kinematics to judge it by."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.support.model import Robot

Array = np.ndarray[Any, Any]
EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = {
    "panda": "panda_description/urdf/panda.urdf",
    "ur5": "ur_description/urdf/ur5_robot.urdf",
    "talos": "talos_data/robots/talos_reduced.urdf",
}
TIPS = {"panda": "panda_hand_tcp", "ur5": "ee_link", "talos": "gripper_left_base_link"}


def path_of(name: str) -> Path:
    pin = pytest.importorskip("pinocchio")
    path = Path(pin.__file__).parents[4] / "share" / "example-robot-data" / "robots" / FILES[name]
    if not path.exists():
        pytest.skip("example-robot-data is not installed")
    return path


@cache
def arm(name: str) -> Robot:
    robot = lw.load(path_of(name))
    assert not isinstance(robot, lw.ClosedRobot)
    return robot


@cache
def pinocchio_poses(name: str, frame: str = "") -> Callable[[Array], Array]:
    """Poses of a frame at many positions, by Pinocchio."""
    pin = pytest.importorskip("pinocchio")

    from tests.support.verification import read

    peer = read(arm(name), path_of(name))
    data, where = peer.model.createData(), peer.frame(frame or TIPS[name])

    def poses(q: Array) -> Array:
        found: list[Array] = []
        for row in np.atleast_2d(q):
            pin.framesForwardKinematics(peer.model, data, peer.q(row))
            found.append(data.oMf[where].homogeneous.copy())
        return np.array(found)

    return poses


def random_positions(robot: Robot, count: int, seed: int = 0) -> Array:
    """Uniform within the limits; within a turn and a bit where there are none."""
    from tests.support.mechanics import joint_limits

    ends = np.array(joint_limits(robot), dtype=float)
    low, high = np.nan_to_num(ends[:, 0], nan=-3.1), np.nan_to_num(ends[:, 1], nan=3.1)
    return np.random.default_rng(seed).uniform(low, high, (count, len(ends)))
