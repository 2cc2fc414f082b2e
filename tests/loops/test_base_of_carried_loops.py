"""Base parameters of a loop that is carried by a joint of several degrees of freedom: none is lost that a torque depends on."""

from __future__ import annotations

import numpy as np
import pytest

import linkwright as lw
from tests.support.verification import verify

BODY = {"mass": 1.1, "com": [0.1, 0.2, -0.1], "inertia": [0.3, 0.4, 0.5, 0.02, 0.03, -0.01]}
TURNS = {"type": "revolute", "axis": [0, 0, 1]}


def four_bar_on(root: str) -> lw.ClosedRobot:
    joints = {
        "root": {"type": root, "parent": "world", "child": "base"},
        "crank": {**TURNS, "parent": "base", "child": "a"},
        "coupler": {**TURNS, "parent": "a", "child": "b", "xyz": [2, 0, 0]},
        "rocker": {**TURNS, "parent": "base", "child": "c", "xyz": [4.5, 0, 0]},
    }
    pin = {"kind": "pin", "first": {"body": "b", "xyz": [3, 0, 0]}, "second": {"body": "c", "xyz": [4, 0, 0]}}
    start = {"crank": "90 deg", "coupler": "-60 deg", "rocker": "115 deg"}
    bodies = dict.fromkeys(("base", "a", "b", "c"), BODY)
    robot = lw.load(
        {"linkwright": 1, "name": "carried", "joints": joints, "bodies": bodies, "close": {"pin": pin}, "start": start}
    )
    assert isinstance(robot, lw.ClosedRobot)
    return robot


@pytest.mark.parametrize("root", ["spherical", "planar", "gimbal"])
def test_base_parameters_give_the_same_forces(root: str) -> None:
    robot = four_bar_on(root)
    rng = np.random.default_rng(1)
    q = rng.uniform(-0.5, 0.5, robot.nq)
    q[: robot.nq - 1] = {
        "spherical": [0.1, 0.7, -0.1, 0.7],
        "planar": [0.2, 0.1, 0.6, 0.8],
        "gimbal": [0.3, 0.4, -0.5],
    }[root]
    if root == "spherical":
        q[:4] /= np.linalg.norm(q[:4])
    q[-1] = 1.5
    v, a = rng.uniform(-1, 1, (2, robot.nv))
    tau, base = (lw.derive(robot, "inverse_dynamics", parameters=form)(q=q, v=v, a=a) for form in ("inertial", "base"))
    np.testing.assert_allclose(base, tau, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("root", ["spherical", "gimbal"])
def test_laws_of_base_parameters_hold(root: str) -> None:
    verdict = verify(four_bar_on(root), laws=[8, 9])
    assert verdict.ok, str(verdict)


def test_joints_that_follow_are_named() -> None:
    robot = four_bar_on("planar")
    assert robot.joint_names == ("root", "crank")
    assert robot.dependent_joint_names == ("coupler", "rocker")
    assert (robot.nq, robot.nv, robot.tree.nq, robot.tree.nv) == (5, 4, 7, 6)
