"""dyn.inverse_kinematics: formats of poses, order, limits, turns, redundancy, the least error, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.inverse.arms import EXAMPLES, TIPS, arm, pinocchio_poses, random_positions
from tests.inverse.test_elimination import BENT_WRIST
from tests.support.mechanics import joint_limits
from tests.support.package import InputError, LinkwrightError

Array = np.ndarray[Any, Any]
TURN = 2 * np.pi


@cache
def elbow() -> Any:
    return lw.compile(lw.load(EXAMPLES / "elbow6.urdf"))


@cache
def panda() -> Any:
    return lw.compile(arm("panda"))


def elbow_poses(q: Any) -> Array:
    return lw.derive(elbow().robot, "forward_kinematics", frame="tool")(q=np.asarray(q))


Q = np.array([0.3, 0.4, -0.5, 0.6, 0.7, 0.2])


def test_formats_of_a_pose_are_one() -> None:
    X = elbow_poses(Q)
    expected = elbow().inverse_kinematics(X)
    x, y, z, w = lw.derive(elbow().robot, "pose_quaternion", frame="tool")(q=Q)[3:]
    for pose in ([*X[:3, 3], x, y, z, w], X.tolist(), type("SE3", (), {"homogeneous": X})()):
        for _ in range(2):  # the second call may be a shorter way
            found = elbow().inverse_kinematics(pose)
            np.testing.assert_allclose(found["solutions"], expected["solutions"], atol=1e-12)
    batch = elbow().inverse_kinematics(np.stack([X, X]))
    assert batch["solutions"].shape == (2, 8, 6)
    np.testing.assert_array_equal(elbow().ik(X)["solutions"], expected["solutions"])


@pytest.mark.parametrize(
    ("pose", "says"),
    [
        (np.full((4, 4), np.nan), "nan in row 1, column 1"),
        (np.diag([1, 1, -1, 1]), "mirrors"),
        (np.diag([1, 1, 1.1, 1]), "R'R is 0.21 from the identity"),
        (np.eye(3), r"shape \(3, 3\)"),
        ([0, 0, 0, 0, 0, 0, 2], "quaternion of the pose has length 2"),
        ("there", "no array of numbers but str"),
        (np.stack([np.eye(4), np.diag([1, 1, 1.1, 1])]), "pose 1 of 2 has no rotation"),
    ],
)
def test_what_is_no_pose_is_told(pose: Any, says: str) -> None:
    for _ in range(2):
        with pytest.raises(InputError, match=says):
            elbow().inverse_kinematics(pose)
    with pytest.raises(InputError, match=says):
        elbow().inverse_kinematics(pose, Q)


def test_what_is_asked_in_vain_is_told() -> None:
    with pytest.raises(InputError, match="takes no 'limit'"):
        elbow().inverse_kinematics(np.eye(4), limit=True)
    with pytest.raises(InputError, match="near has the shape"):
        elbow().inverse_kinematics(np.eye(4), [0, 0])
    with pytest.raises(InputError, match="0 samples"):
        panda().inverse_kinematics(np.eye(4), frame=TIPS["panda"], samples=0)


def test_no_poses_have_no_solutions() -> None:
    none = np.zeros((0, 4, 4))
    for found in (elbow().inverse_kinematics(none, Q), elbow().inverse_kinematics(none, limits=True, turns=True)):
        assert found["solutions"].shape[0] == 0
        assert found["count"].shape == (0,)


@pytest.mark.parametrize(
    ("near", "says"),
    [
        (Q[:5], r"shape \(5,\), not \(6,\) or \(2, 6\)"),
        (np.tile(Q, (3, 1)), r"shape \(3, 6\)"),
        (Q * np.nan, "not finite"),
    ],
)
def test_what_is_no_posture_is_told(near: Any, says: str) -> None:
    with pytest.raises(InputError, match=says):
        elbow().inverse_kinematics(np.stack([elbow_poses(Q)] * 2), near)


def test_the_last_row_of_a_matrix_is_looked_at() -> None:
    wrong = elbow_poses(Q)
    wrong[3, 3] = 2.0
    for pose in (wrong, np.stack([elbow_poses(Q), wrong])):
        for _ in range(2):  # the second call may be a shorter way
            with pytest.raises(InputError, match="last row of"):
                elbow().inverse_kinematics(pose)
    with pytest.raises(InputError, match="last row of the pose is 0 0 0 2"):
        elbow().inverse_kinematics(np.diag([1, 1, 1, 2]), Q)


def test_nearest_comes_first_a_whole_turn_on_where_it_may() -> None:
    turns = np.array([0, 0, 0, 0, 0, 3 * TURN])
    near = 1.02 * Q + turns  # the last joint has no limits
    found = elbow().inverse_kinematics(elbow_poses(Q), near)
    np.testing.assert_allclose(found["solutions"][0], Q + turns, atol=1e-9)
    gaps = np.linalg.norm(found["solutions"] - near, axis=1)
    assert np.all(np.diff(gaps) >= 0)
    several = elbow().inverse_kinematics(elbow_poses([Q, 1.1 * Q]), [Q, 1.1 * Q])
    np.testing.assert_allclose(several["solutions"][:, 0], [Q, 1.1 * Q], atol=1e-9)


def test_limits_drop_solutions_and_turns_add_them() -> None:
    low, high = (
        np.array([x[k] if x[k] is not None else s for x in joint_limits(elbow().robot)]) for k, s in ((0, -9), (1, 9))
    )
    X = elbow_poses(random_positions(elbow().robot, 50))
    every, kept = elbow().inverse_kinematics(X), elbow().inverse_kinematics(X, limits=True)
    inside = (every["solutions"] >= low) & (every["solutions"] <= high)
    np.testing.assert_array_equal(kept["count"], inside.all(axis=-1).sum(axis=-1))
    assert 0 < kept["count"].sum() < every["count"].sum()
    rows = kept["solutions"][~np.isnan(kept["residual"])]
    assert np.all((rows >= low) & (rows <= high))


def _rows(found: dict[str, Array], k: Any = ...) -> Array:
    """Those that exist."""
    return found["solutions"][k][np.isfinite(found["residual"][k])]


def test_rows_stay_with_their_branches_at_every_call() -> None:
    X = elbow_poses(random_positions(elbow().robot, 60))
    X[:, :3, 3] *= 1.2
    dyn = lw.compile(elbow().robot)
    first = [dyn.inverse_kinematics(pose)["solutions"] for pose in X]
    np.testing.assert_array_equal(first, [dyn.inverse_kinematics(pose)["solutions"] for pose in X])
    np.testing.assert_array_equal(first, lw.compile(elbow().robot).inverse_kinematics(X)["solutions"])
    assert np.isnan(np.array(first)[:, 0]).any(), "some first branch does not exist"


def test_turns_are_not_told_twice_where_the_nearest_comes_first() -> None:
    plain = elbow().inverse_kinematics(elbow_poses(Q), turns=True)
    near = elbow().inverse_kinematics(elbow_poses(Q), Q, turns=True)
    rows = np.round(_rows(near), 9)
    assert len(np.unique(rows, axis=0)) == len(rows) == near["count"] == plain["count"]


def test_what_has_the_wrong_shape_is_told() -> None:
    X = elbow_poses(Q)
    with pytest.raises(InputError, match="near has the shape"):
        elbow().inverse_kinematics(X, np.zeros((3, 6)))
    with pytest.raises(InputError, match="q0 has the shape"):
        elbow().follow([X, X], np.zeros(5))
    with pytest.raises(InputError, match="poses of a path"):
        elbow().follow(np.empty((0, 4, 4)), Q)
    assert elbow().inverse_kinematics(np.empty((0, 4, 4)), turns=True)["count"].shape == (0,)
    with pytest.raises(InputError, match="samples are no values"):
        panda().inverse_kinematics(X, frame=TIPS["panda"], samples=[np.nan])
    with pytest.raises(InputError, match="no joint to spare"):
        elbow().inverse_kinematics(X, samples=5)


def test_turns_within_limits() -> None:
    robot = lw.load(EXAMPLES / "elbow6.urdf")
    turns = {n: replace(j, limits=replace(j.limits, lower=-4.0, upper=6.0)) for n, j in robot.joints.items()}
    dyn = lw.compile(replace(robot, joints=MappingProxyType(turns)))
    X = elbow_poses(random_positions(robot, 5))
    plain, turned = (dyn.inverse_kinematics(X, limits=True, turns=t) for t in (False, True))
    for k in range(5):
        rows = turned["solutions"][k, : int(turned["count"][k])]
        assert np.all((rows >= -4) & (rows <= 6))
        assert len(np.unique(np.round(rows, 9), axis=0)) == len(rows)
        np.testing.assert_allclose(elbow_poses(rows) - X[k], 0, atol=1e-9)
        for row in _rows(plain, k):
            ways = [sum(-4 <= x + t <= 6 for t in (-TURN, 0, TURN)) for x in row]
            same = np.abs(np.exp(1j * (rows - row)) - 1).max(axis=1) < 1e-9
            assert same.sum() == np.prod(ways)


def test_a_joint_to_spare_is_sampled_given_or_taken_from_near() -> None:
    q = random_positions(arm("panda"), 1)[0]
    X, poses = pinocchio_poses("panda")(q)[0], pinocchio_poses("panda")
    frame = TIPS["panda"]
    sampled = panda().inverse_kinematics(X, frame=frame)
    rows = _rows(sampled)
    assert len(rows) >= 31
    assert len(np.unique(np.round(rows[:, 6], 9))) > 10
    np.testing.assert_allclose(poses(rows) - X, 0, atol=1e-9)
    near = panda().inverse_kinematics(X, q, frame=frame)
    np.testing.assert_allclose(near["solutions"][0][:7], q[:7], atol=1e-8)
    given = panda().inverse_kinematics(X, frame=frame, given={"panda_joint7": q[6]}, limits=True)
    assert np.all(_rows(given)[:, 6] == q[6])
    assert np.abs(_rows(given)[:, :7] - q[:7]).max(axis=1).min() < 1e-8
    batch = panda().inverse_kinematics(np.stack([X, X]), frame=frame, samples=[q[6], 0.1])
    assert batch["solutions"].shape == (2, 16, 8)


def test_a_solution_that_all_samples_of_a_joint_to_spare_miss_is_found() -> None:
    """The last joint may have a narrow range at a pose; what is within reach is not called out of reach."""
    frame, poses = TIPS["panda"], pinocchio_poses("panda")
    q = np.array([0.4, 1.2, 0.3, -0.5, 0.2, 1.9, 1.0, 0.0])
    X = poses(q)[0]
    for samples in (1, None):
        found = panda().inverse_kinematics(X, frame=frame, samples=samples)
        assert found["count"] == 1
        np.testing.assert_allclose(poses(found["solutions"][:1])[0], X, atol=1e-8)
        assert "nearest" not in found
    both = panda().inverse_kinematics(np.stack([X, X + 9 * np.eye(4, k=3)]), frame=frame, samples=1, turns=True)
    np.testing.assert_array_equal(both["count"], [1, 0])
    assert np.isnan(both["nearest"][0]).all()
    assert both["nearest_residual"][1] > 5
    assert panda().inverse_kinematics(X, frame=frame, samples=[2.0])["count"] == 0  # these values and no others
    assert panda().inverse_kinematics(X, frame=frame, given={"panda_joint7": 2.0})["count"] == 0


def test_a_joint_that_is_not_to_spare_cannot_be_given_or_sampled() -> None:
    with pytest.raises(InputError, match="no joint to spare"):
        elbow().inverse_kinematics(elbow_poses(Q), samples=5)
    with pytest.raises(LinkwrightError, match="needs all 6 joints, none is to spare"):
        elbow().inverse_kinematics(elbow_poses(Q), given={"waist": 0.3})


def test_out_of_reach_the_least_error_is_told() -> None:
    robot = lw.load(EXAMPLES / "elbow6.urdf")
    X = elbow_poses(Q)
    X[:3, 3] *= 3
    found = elbow().inverse_kinematics(X)
    assert found["count"] == 0
    assert np.isnan(found["solutions"]).all()
    # no posture of many is better, and small changes are worse
    reach = _errors(robot, random_positions(robot, 2000), X)
    left = found["nearest_residual"]
    assert left < reach.min()
    around = found["nearest"] + np.random.default_rng(0).normal(0, 1e-2, (200, 6))
    assert left <= _errors(robot, around, X).min() + 1e-6
    assert _errors(robot, found["nearest"][None], X)[0] == pytest.approx(left, abs=1e-9)
    both = elbow().inverse_kinematics(np.stack([X, elbow_poses(Q)]), Q)
    np.testing.assert_array_equal(both["count"], [0, 8])
    assert np.isnan(both["nearest"][1]).all()


def _errors(robot: Any, q: Array, X: Array) -> Array:
    """Length of position gap and rotation angle together."""
    at = lw.derive(robot, "forward_kinematics", frame="tool")(q=q)
    trace = np.einsum("nij,ij->n", at[:, :3, :3], X[:3, :3])
    angle = np.arccos(np.clip((trace - 1) / 2, -1, 1))
    return np.hypot(np.linalg.norm(at[:, :3, 3] - X[:3, 3], axis=1), angle)


def test_the_method_is_told() -> None:
    assert elbow().inverse_kinematics_method() == "closed_form: spherical wrist"
    assert panda().inverse_kinematics_method(frame=TIPS["panda"]) == "closed_form: spherical wrist"
    assert lw.compile(BENT_WRIST.robot).inverse_kinematics_method(frame="flange") == "elimination"


def test_both_hands_of_a_humanoid() -> None:
    """Several goals, and joints to spare: by search, and from a posture nearby the one of the least change."""
    dyn = lw.compile(arm("talos"))
    frames = ["gripper_left_base_link", "gripper_right_base_link"]
    both = [pinocchio_poses("talos", frame) for frame in frames]
    q = 0.5 * random_positions(arm("talos"), 2)
    X = np.stack([poses(q) for poses in both], axis=1)
    assert dyn.inverse_kinematics_method(frame=frames) == "search"
    near = q + np.random.default_rng(0).normal(0, 0.02, q.shape)
    found = dyn.inverse_kinematics(X, near, frame=frames, limits=True)
    assert found["solutions"].shape[0] == 2
    for k in range(2):
        rows = found["solutions"][k, : int(found["count"][k])]
        assert len(rows) >= 1
        for n, poses in enumerate(both):
            np.testing.assert_allclose(poses(rows) - X[k, n], 0, atol=1e-8)
        assert np.abs(rows[0] - near[k]).max() < 0.2
    with pytest.raises(InputError, match="2 frames have goals"):
        dyn.inverse_kinematics(X[:, :1], frame=frames)


def test_turns_are_rows_of_their_own_also_where_near_sorts_them() -> None:
    dynamics = lw.compile(lw.load(EXAMPLES / "elbow6.urdf"))
    q = np.array([0.3, -0.8, 1.1, 0.4, 0.7, -0.2])
    pose = dynamics.function("forward_kinematics", frame="tool")(q)
    found = dynamics.inverse_kinematics(pose, near=q, turns=True, frame="tool")
    rows = found["solutions"][: int(found["count"])]
    assert len(np.unique(rows.round(9), axis=0)) == len(rows)
    assert np.allclose(rows[0], q)
    assert (np.diff(np.linalg.norm(rows - q, axis=1)) > -1e-9).all()
