"""Twist, acceleration and jerk of a frame: exactly the time derivatives of its pose, and as Pinocchio says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

import linkwright as lw
from tests.derive.moving import Motion, close, flat, last_body, peers, pinocchio_state
from tests.strategies import mechanisms
from tests.support.model import Robot
from tests.support.spatial import Vec, skew


@settings(max_examples=8)
@given(robot=mechanisms(size=3))
def test_twist_is_the_rate_of_the_pose(robot: Robot) -> None:
    scene, frame = Motion(robot), last_body(robot)
    twist = scene.of("twist", frame=frame)
    R, p = scene.pose(frame)
    assert scene.equal(twist[:3], scene.flow(list(p)))
    assert scene.equal(flat(skew(Vec(*twist[3:])) @ R), scene.flow(flat(R)))


@settings(max_examples=8)
@given(robot=mechanisms(size=3))
def test_acceleration_and_jerk_are_the_next_rates(robot: Robot) -> None:
    scene, frame = Motion(robot), last_body(robot)
    acceleration = scene.of("frame_acceleration", frame=frame)
    assert scene.equal(acceleration, scene.flow(scene.of("twist", frame=frame)))
    assert scene.equal(scene.of("frame_jerk", frame=frame), scene.flow(acceleration))


@peers
def test_against_pinocchio(name: str) -> None:
    x = pinocchio_state(name)
    pin = x.pin
    pin.forwardKinematics(x.model, x.data, x.Q, x.V, x.A)
    at = (x.model, x.data, x.frame, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED)
    pin.updateFramePlacements(x.model, x.data)
    close(x.ours("twist", frame=x.tip), pin.getFrameVelocity(*at).vector)
    close(x.ours("frame_acceleration", frame=x.tip), pin.getFrameClassicalAcceleration(*at).vector)


@pytest.mark.parametrize("name", ["panda", "ur5"])
def test_jerk_is_the_difference_of_pinocchio_s_accelerations(name: str) -> None:
    x = pinocchio_state(name)
    pin, h = x.pin, 1e-4

    def acceleration(t: float) -> np.ndarray:
        q = x.G @ (x.v * t + x.a * t**2 / 2 + x.j * t**3 / 6)
        v, a = x.G @ (x.v + x.a * t + x.j * t**2 / 2), x.G @ (x.a + x.j * t)
        pin.forwardKinematics(x.model, x.data, pin.integrate(x.model, x.Q, q), v, a)
        pin.updateFramePlacements(x.model, x.data)
        aligned = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        return pin.getFrameClassicalAcceleration(x.model, x.data, x.frame, aligned).vector

    # fourth-order central difference
    difference = (8 * (acceleration(h) - acceleration(-h)) - (acceleration(2 * h) - acceleration(-2 * h))) / (12 * h)
    close(x.ours("frame_jerk", frame=x.tip), difference, 1e-8)


@pytest.fixture
def wheel() -> Robot:
    """A body that turns about z, with a frame two metres off its axis."""
    joints = {"j": {"type": "revolute", "parent": "world", "child": "b"}}
    frames = {"rim": {"body": "b", "xyz": [2, 0, 0]}, "floor": {"body": "world", "xyz": [1, 0, 0]}}
    return lw.load({"linkwright": 1, "name": "wheel", "joints": joints, "bodies": {"b": {"mass": 1}}, "frames": frames})


def test_a_frame_on_the_ground_does_not_move(wheel: Robot) -> None:
    assert not np.any(lw.derive(wheel, "frame_jerk", frame="floor")(q=[1.0], v=[1.0], a=[1.0], j=[1.0]))


def test_short(wheel: Robot) -> None:
    """Shorter than what multiplies Jacobians: velocity of one joint costs no more than the two products it is."""
    assert lw.derive(wheel, "twist", frame="rim").ops.flops <= 4
    x = pinocchio_state("panda")
    ops = {
        n: lw.derive(x.robot, n, frame=x.tip).ops.flops
        for n in ("jacobian", "jacobian_rate", "twist", "frame_acceleration")
    }
    products = 6 * (2 * x.robot.nv - 1)
    assert ops["twist"] < ops["jacobian"]
    assert ops["frame_acceleration"] < ops["jacobian_rate"] + products


def test_a_point_on_a_circle(wheel: Robot) -> None:
    """Velocity, acceleration and jerk in polar coordinates."""
    q, v, a, j = 0.4, 0.7, -0.3, 1.1
    outward, along = np.array([np.cos(q), np.sin(q), 0]), np.array([-np.sin(q), np.cos(q), 0])
    at = {"q": [q], "v": [v], "a": [a], "j": [j]}
    expected = {
        "twist": (2 * v * along, v),
        "frame_acceleration": (2 * a * along - 2 * v**2 * outward, a),
        "frame_jerk": (2 * (j - v**3) * along - 6 * v * a * outward, j),
    }
    for quantity, (linear, angular) in expected.items():
        f = lw.derive(wheel, quantity, frame="rim")
        assert f(**{k: at[k] for k in f.inputs}) == pytest.approx([*linear, 0, 0, angular])
