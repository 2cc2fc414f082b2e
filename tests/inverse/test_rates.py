"""Rates of the joints from those of a frame: against Pinocchio's Jacobians, the referee, and differences of a path followed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings

import linkwright as lw
from tests.inverse.arms import EXAMPLES, TIPS, arm, path_of, random_positions
from tests.strategies import mechanisms
from tests.support.mechanics import last_frame
from tests.support.model import Robot, parametrised_tree
from tests.support.package import QuantityError
from tests.support.passes import schedule
from tests.support.verification import checks_for, read
from tests.verify.run_checks import failures

Array = np.ndarray[Any, Any]


def pinocchio_jacobians(name: str, q: Array, v: Array) -> tuple[Array, Array]:
    """J of the frame in world axes and dJ/dt v, row by row."""
    pin = pytest.importorskip("pinocchio")
    peer = read(arm(name), path_of(name))
    data, where = peer.model.createData(), peer.frame(TIPS[name])
    axes = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
    J, bias = [], []
    for row, rate in zip(q, v, strict=True):
        own = peer.q(row)
        pin.computeJointJacobians(peer.model, data, own)
        J.append(pin.getFrameJacobian(peer.model, data, where, axes).copy())
        pin.forwardKinematics(peer.model, data, own, rate, 0 * rate)
        pin.updateFramePlacements(peer.model, data)
        bias.append(pin.getFrameClassicalAcceleration(peer.model, data, where, axes).vector.copy())
    return np.array(J), np.array(bias)


ROWS = {"pose": [0, 1, 2, 3, 4, 5], "position": [0, 1, 2], "3T1R": [0, 1, 2, 5]}


@pytest.mark.parametrize(("name", "mask"), [("ur5", "pose"), ("ur5", "position"), ("ur5", "3T1R")])
def test_they_are_those_of_pinocchio_and_least_squares(name: str, mask: str) -> None:
    robot, rows = arm(name), ROWS[mask]
    rng = np.random.default_rng(1)
    q, twist, acceleration = random_positions(robot, 20), rng.normal(size=(20, 6)), rng.normal(size=(20, 6))
    found = lw.compile(robot).function("inverse_kinematics_rates", frame=TIPS[name], mask=mask)(q, twist, acceleration)
    J, bias = pinocchio_jacobians(name, q, found["v"])
    for n in range(20):
        tolerance = 1e-12 * np.linalg.cond(J[n, rows]) ** 2
        for value, wanted in ((found["v"], twist), (found["a"], acceleration - bias)):
            expected = np.linalg.lstsq(J[n, rows], wanted[n, rows])[0]
            np.testing.assert_allclose(value[n], expected, atol=tolerance * np.abs(expected).max())


@pytest.mark.parametrize(
    ("file", "frame", "mask", "q"),
    [
        ("scara.yaml", "tool", "3T1R", [0.4, 0.9, 0.1, -0.3]),
        ("arm6.yaml", "flange", "pose", [0.3, -0.8, 1.1, 0.4, 0.7, -0.2]),
        ("elbow6.urdf", "tool", "axis", [0.3, -0.8, 1.1, 0.4, 0.7, -0.2]),
        ("loops/palh3m2.yaml", "flange", "3T1R", [0.3, 1.2, 1.1, 0.2]),
        ("parallel/delta.yaml", "platform", "position", [0.05, 0.1, -0.6]),
    ],
)
def test_a_path_followed_has_these_rates(file: str, frame: str, mask: str, q: list[float]) -> None:
    """Joints along a curve move the frame; differences of its poses are what the rates are asked for."""
    robot = lw.load(EXAMPLES / file)
    at, step = np.array(q), 1e-3
    rng = np.random.default_rng(2)
    v, a = rng.normal(size=len(at)), rng.normal(size=len(at))
    if mask == "axis":  # the joint that turns the tool about its axis is free: it rests
        robot, at, v, a = _without_last(robot), at[:5], v[:5], a[:5]
    t = step * np.arange(-3, 4)[:, None]
    poses = lw.derive(robot, "forward_kinematics", frame=frame)(q=at + v * t + a * t**2 / 2)
    p, R = poses[:, :3, 3], poses[:, :3, :3]
    first = np.array([-1, 9, -45, 0, 45, -9, 1]) / 60 / step
    spin = np.einsum("n,nij,kj->ik", first, R, R[3])
    second = np.array([2, -27, 270, -490, 270, -27, 2]) / 180 / step**2
    turn = np.einsum("n,nij,kj->ik", second, R, R[3]) - spin @ spin  # d2R R' = [dw] + [w][w]
    twist = np.r_[first @ p, _vector(spin)]
    acceleration = np.r_[second @ p, _vector(turn)]
    found = lw.derive(robot, "inverse_kinematics_rates", frame=frame, mask=mask)(
        q=at, twist=twist, acceleration=acceleration
    )
    np.testing.assert_allclose(found["v"], v, atol=1e-8)
    np.testing.assert_allclose(found["a"], a, atol=1e-5)


def _vector(K: Array) -> Array:
    return np.array([K[2, 1] - K[1, 2], K[0, 2] - K[2, 0], K[1, 0] - K[0, 1]]) / 2


def _without_last(robot: Any) -> Any:
    rows = [("R", 0, 0, 0.3, "q"), ("R", "pi/2", 0.1, 0, "q"), ("R", 0, 0.5, 0.1, "q")]
    rows += [("R", "pi/2", 0.2, 0.4, "q"), ("R", "-pi/2", 0.05, 0, "q")]
    text = {"linkwright": 1, "dh": {"convention": "modified", "rows": rows}}
    text["frames"] = {"tool": {"body": "link5", "xyz": [0.1, 0.2, 0.1]}}
    return lw.load(text)


@given(mechanisms(size=4, symbolic=False, driven=False, wrenches=False))
@settings(max_examples=15, deadline=None)
def test_random_trees_move_as_the_referee_says(robot: Robot) -> None:
    """Any tree: ball joints, planar joints, mimics. What the frame should do, it does."""
    frame = last_frame(parametrised_tree(robot).tree)
    try:
        f = lw.derive(robot, "inverse_kinematics_rates", frame=frame)
    except QuantityError:
        assume(False)
        raise
    kernels = [schedule(f)]
    assert not failures(kernels, checks_for(robot, kernels, 2, frame=frame))


def test_seen_from_another_frame() -> None:
    """One hand of Talos seen from the other: rates of a relative motion, and the joints that both share rest."""
    robot = arm("talos")
    left, right = "gripper_left_base_link", "gripper_right_base_link"
    f = lw.derive(robot, "inverse_kinematics_rates", frame=left, base=right)
    q = 0.3 * random_positions(robot, 1)[0]
    twist, acceleration = np.array([0.1, 0.2, -0.1, 0.3, 0.1, 0.2]), np.array([0.3, 0.1, 0.2, -0.1, 0.2, 0.4])
    found = f(q=q, twist=twist, acceleration=acceleration)
    one, other = (lw.derive(robot, "forward_kinematics", frame=n) for n in (left, right))
    step = 1e-3 * np.arange(-2, 3)[:, None]
    path = q + found["v"] * step + found["a"] * step**2 / 2
    X = np.linalg.inv(other(q=path)) @ one(q=path)
    np.testing.assert_allclose(np.array([1, -8, 0, 8, -1]) @ X[:, :3, 3] / 12e-3, twist[:3], atol=1e-8)
    np.testing.assert_allclose(np.array([-1, 16, -30, 16, -1]) @ X[:, :3, 3] / 12e-6, acceleration[:3], atol=1e-4)
    shared = [k for k, n in enumerate(robot.rate_names) if n.startswith(("torso", "leg"))]
    assert shared
    assert not np.any(found["v"][shared])


def test_condition_bounds_the_condition_number() -> None:
    robot = arm("ur5")
    q = random_positions(robot, 50)
    bound = lw.compile(robot).function("jacobian_condition", frame=TIPS["ur5"])(q)
    J, _ = pinocchio_jacobians("ur5", q, 0 * q)
    exact = np.linalg.cond(J)
    np.testing.assert_allclose(bound, np.linalg.norm(J, axis=(1, 2)) * np.linalg.norm(np.linalg.inv(J), axis=(1, 2)))
    assert np.all((exact <= bound * (1 + 1e-12)) & (bound <= 6 * exact))


def test_what_no_joint_moves_is_told() -> None:
    robot = lw.load(EXAMPLES / "elbow6.urdf")
    with pytest.raises(QuantityError, match="no joint moves"):
        lw.derive(robot, "inverse_kinematics_rates", frame="base_link")
    with pytest.raises(QuantityError, match="no mask 'poze'"):
        lw.derive(robot, "inverse_kinematics_rates", mask="poze")
