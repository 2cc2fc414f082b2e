"""The numeric inverse kinematics: it ends at poses that others compute, within limits, and with the least error where there is
no solution."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import linkwright as lw
from tests.inverse.arms import EXAMPLES, TIPS, arm, pinocchio_poses, random_positions
from tests.strategies import mechanisms
from tests.support.mechanics import joint_limits, last_frame, rotation_vector
from tests.support.model import Robot, parametrised_tree
from tests.support.package import QuantityError
from tests.support.referee import FrameMotion, at_instant, reference_tree
from tests.support.verification import sample

Array = np.ndarray[Any, Any]


def rotation(axis: Array, angle: float) -> Array:
    """Rodrigues' formula."""
    x, y, z = axis / np.linalg.norm(axis)
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


def solver(robot: Robot, **options: Any) -> Any:
    return lw.compile(robot).function("inverse_kinematics_solution", **options)


@pytest.mark.parametrize("angle", [0.0, 1e-200, 1e-9, 1.0, 3.0, np.pi - 1e-9, np.pi - 1e-15, np.pi])
def test_rotation_vectors_are_right_up_to_a_half_turn(angle: float) -> None:
    for axis in np.random.default_rng(0).normal(size=(20, 3)):
        found = np.array(rotation_vector(rotation(axis, angle).tolist()), dtype=float)
        expected = angle * axis / np.linalg.norm(axis)
        gap = min(np.abs(found - expected).max(), np.abs(found + expected).max() if angle > 3.1 else np.inf)
        assert gap < 1e-7 * min(1.0, angle + 1e-300) + 1e-15


@pytest.mark.parametrize("name", ["ur5", "panda"])
def test_from_nearby_it_finds_the_poses_of_pinocchio(name: str) -> None:
    robot, poses = arm(name), pinocchio_poses(name)
    q = random_positions(robot, 50)
    guess = q + np.random.default_rng(1).normal(0, 0.05, q.shape)
    found = solver(robot, frame=TIPS[name])(poses(q), guess)
    good = found["residual"] < 1e-10
    assert good.mean() > 0.9  # others are at limits, or on the other side of a singularity
    np.testing.assert_allclose(poses(found["q"][good]), poses(q[good]), atol=1e-10)
    assert np.max(found["iterations"][good]) < 30


def test_joints_stay_within_their_limits() -> None:
    robot = arm("panda")
    q, guess = random_positions(robot, 100), random_positions(robot, 100, seed=2)
    poses = pinocchio_poses("panda")(q)
    low, high = np.array(joint_limits(robot)).T
    kept = solver(robot, frame=TIPS["panda"])(poses, guess)["q"]
    assert np.all((kept >= low) & (kept <= high))
    free = solver(robot, frame=TIPS["panda"], limits="ignored")(poses, guess)["q"]
    assert not np.all((free >= low) & (free <= high))


def test_at_limits_it_still_finds_what_is_left() -> None:
    """Joints frozen at a limit leave it again when the error pulls them inward."""
    robot = arm("panda")
    q = random_positions(robot, 100)
    guess = np.where(np.random.default_rng(3).random(q.shape) < 0.5, np.array(joint_limits(robot))[:, 0], q)
    found = solver(robot, frame=TIPS["panda"])(pinocchio_poses("panda")(q), guess)
    assert (found["residual"] < 1e-10).mean() > 0.4


def planar(count: int = 3) -> Robot:
    rows = [("R", 0, 0 if k == 0 else 1, 0, "q") for k in range(count)]
    robot = lw.dh(rows, convention="modified")
    assert not isinstance(robot, lw.ClosedRobot)
    return robot


def pose(x: float, y: float, z: float, angle: float = 0.0) -> Array:
    X = np.eye(4)
    X[:3, :3] = rotation(np.array([0, 0, 1.0]), angle)
    X[:3, 3] = x, y, z
    return X


def test_out_of_reach_is_the_least_error() -> None:
    """A planar arm of reach 2 asked for a point at 5 stretches towards it, and says how far it is away."""
    found = solver(planar(3), mask="position")(pose(3, 4, 0), np.array([0.3, 0.4, 0.5]))
    assert found["residual"] == pytest.approx(3, abs=1e-6)
    np.testing.assert_allclose(found["q"][:2], [np.arctan2(4, 3), 0], atol=1e-3)


def test_a_stretched_arm_is_found() -> None:
    """The Jacobian is singular at the solution."""
    found = solver(planar(3), mask="position")(pose(1.2, 1.6, 0), np.array([0.3, 0.4, 0.5]))
    assert found["residual"] < 1e-6
    np.testing.assert_allclose(found["q"][:2], [np.arctan2(4, 3), 0], atol=2e-3)


def test_redundant_joints_change_least_and_are_drawn_to_rest() -> None:
    robot = planar(4)
    f, at = solver(robot, mask="position"), np.array([0.3, 0.4, 0.5, 0.6])
    there = pose(1.1, 1.9, 0)
    plain = f(there, at)
    rest = np.array([1.5, 0.2, -0.5, 0.6])
    drawn = f(there, at, rest=rest, gain=0.5)
    assert max(plain["residual"], drawn["residual"]) < 1e-11
    assert np.linalg.norm(drawn["q"] - rest) < np.linalg.norm(plain["q"] - rest)
    assert np.linalg.norm(plain["q"] - at) < np.linalg.norm(drawn["q"] - at)
    assert plain["q"][3] == at[3]  # it does not move the frame's origin


def test_weights_choose_what_is_missed() -> None:
    """A planar arm of two joints cannot have any position and angle: what weighs more is right."""
    f = solver(planar(2), mask="plane")
    goal, guess = pose(0.6, 0.5, 0, 1.2), np.array([0.2, 0.5])
    place = f(goal, guess, weights=np.array([1e3, 1e-3]))["q"]
    turn = f(goal, guess, weights=np.array([1e-3, 1e3]))["q"]
    assert place[0] == pytest.approx(np.arctan2(0.5, 0.6), abs=1e-3)
    assert sum(turn) == pytest.approx(1.2, abs=1e-3)


@pytest.mark.parametrize(
    ("mask", "kept"),
    [
        ("position", lambda a, b: a[:3, 3] - b[:3, 3]),
        ("axis", lambda a, b: np.r_[a[:3, 2:] - b[:3, 2:]]),
        ("axis x", lambda a, b: np.c_[a[:3, [0, 3]] - b[:3, [0, 3]]]),
        ("axis y", lambda a, b: np.c_[a[:3, [1, 3]] - b[:3, [1, 3]]]),
        ("3T1R", lambda a, b: np.r_[a[:3, 3] - b[:3, 3], _turn(a, b)]),
    ],
)
def test_masks_ask_for_a_part(mask: str, kept: Any) -> None:
    robot, poses = arm("ur5"), pinocchio_poses("ur5")
    q = random_positions(robot, 20)
    there = poses(q)
    found = solver(robot, frame=TIPS["ur5"], mask=mask)(there, q + 0.3)
    good = found["residual"] < 1e-10
    assert good.mean() > 0.7
    ends = poses(found["q"][good])
    for a, b in zip(ends, there[good], strict=True):
        np.testing.assert_allclose(kept(a, b), 0, atol=1e-9)
    gaps = np.abs(ends - there[good]).max(axis=(1, 2))
    assert np.median(gaps) > 1e-2  # the rest is free, and the guess was elsewhere


def _turn(a: Array, b: Array) -> float:
    """The part about z of the rotation between two poses, by its quaternion."""
    M = b[:3, :3] @ a[:3, :3].T
    return float(np.arctan2(M[1, 0] - M[0, 1], M[0, 0] + M[1, 1]))


def test_poses_may_be_seen_from_another_frame() -> None:
    """One hand of Talos seen from the other: the joints they share do not matter, and do not move."""
    robot = arm("talos")
    left, right = "gripper_left_base_link", "gripper_right_base_link"
    one, other = pinocchio_poses("talos", left), pinocchio_poses("talos", right)
    q = 0.5 * random_positions(robot, 5)
    there = np.linalg.inv(other(q)) @ one(q)
    guess = q + np.random.default_rng(1).normal(0, 0.05, q.shape)
    found = solver(robot, frame=left, base=right)(there, guess)
    assert np.max(found["residual"]) < 1e-10
    np.testing.assert_allclose(np.linalg.inv(other(found["q"])) @ one(found["q"]), there, atol=1e-9)
    names = [n for n in robot.position_names if n.startswith(("torso", "leg"))]
    fixed = [robot.position_names.index(n) for n in names]
    clipped = np.clip(guess, *np.array(joint_limits(robot), dtype=float).T)
    assert names
    np.testing.assert_array_equal(found["q"][:, fixed], clipped[:, fixed])


def test_several_frames_of_a_tree_may_have_goals() -> None:
    robot = arm("talos")
    frames = ("gripper_left_base_link", "gripper_right_base_link")
    both = [pinocchio_poses("talos", frame) for frame in frames]
    q = 0.5 * random_positions(robot, 5)
    there = np.stack([poses(q) for poses in both], axis=1)
    f = solver(robot, frame=",".join(frames))
    assert f.inputs["pose"].shape == (2, 4, 4)
    assert f.inputs["weights"].shape == (2, 2)
    found = f(there, q + np.random.default_rng(1).normal(0, 0.05, q.shape))
    assert np.max(found["residual"]) < 1e-10
    np.testing.assert_allclose(np.stack([poses(found["q"]) for poses in both], axis=1), there, atol=1e-9)


@given(mechanisms(size=4, symbolic=False, driven=False, wrenches=False), st.integers(0, 100))
@settings(max_examples=10, deadline=None)
def test_random_trees_reach_the_poses_of_the_referee(robot: Robot, seed: int) -> None:
    """Any tree, with ball joints, planar joints, a floating base; the derivation runs in the interpreter."""
    _random_tree(robot, seed)


@pytest.mark.slow
@given(mechanisms(size=6, symbolic=False, driven=False, wrenches=False), st.integers(0, 100))
@settings(settings.get_profile("slow"), max_examples=60, deadline=None)
def test_many_random_trees(robot: Robot, seed: int) -> None:
    _random_tree(robot, seed)


def _random_tree(robot: Robot, seed: int) -> None:
    try:
        step = lw.derive(robot, "inverse_kinematics_step")
    except QuantityError as error:
        assume("no joint moves" not in error.what)
        raise
    states = sample(robot, 3, seed)
    tree = reference_tree(robot)
    name = last_frame(parametrised_tree(robot).tree)
    goal = FrameMotion(at_instant(tree, states), name).pose.value
    q = states.q + 1e-3 * np.cos(np.arange(states.q.size)).reshape(states.q.shape)
    given: dict[str, Any] = {"pose": goal, "q": q, "direction": 0 * q, "damping": 0.0}
    first = step(**given)
    again = step(**{**given, "direction": first["direction_next"], "damping": 1.0})
    third = step(**{**given, "q": again["q_next"], "direction": again["direction_next"], "damping": 1.0})
    # quadratic, or slower where the Jacobian is singular; never away from it
    assert np.all(third["error"] <= np.maximum(0.5 * first["error"], 1e-11))


def test_what_cannot_be_asked_is_told() -> None:
    robot = lw.load(EXAMPLES / "elbow6.urdf")
    with pytest.raises(QuantityError, match="no mask 'poze'"):
        lw.derive(robot, "inverse_kinematics_step", mask="poze")
    with pytest.raises(QuantityError, match="no joint moves frame 'base_link'"):
        lw.derive(robot, "inverse_kinematics_step", frame="base_link")
    with pytest.raises(QuantityError, match="no limits 'yes'"):
        lw.derive(robot, "inverse_kinematics_step", limits="yes")
