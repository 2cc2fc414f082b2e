"""Paths: the branch goes on where it can; jumps, singularities, reach and limits are told."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.inverse.arms import EXAMPLES, TIPS, arm, random_positions
from tests.support.mechanics import last_frame
from tests.support.model import parametrised_tree
from tests.support.package import InputError

Array = np.ndarray[Any, Any]
COUNT = 40


@cache
def elbow() -> Any:
    return lw.compile(lw.load(EXAMPLES / "elbow6.urdf"))


def lines(dyn: Any, frame: str, count: int, seed: int = 0, length: float = 0.3) -> tuple[Array, Array]:
    """Straight lines with a constant rotation from random postures, and where they start."""
    rng = np.random.default_rng(seed)
    q = random_positions(dyn.robot, count, seed)
    X = np.array(dyn.function("forward_kinematics", frame=frame)(q))
    way = rng.normal(size=(count, 3))
    way *= length * rng.uniform(0.3, 1, (count, 1)) / np.linalg.norm(way, axis=1, keepdims=True)
    poses = np.repeat(X[:, None], COUNT, axis=1)
    poses[:, :, :3, 3] += np.linspace(0, 1, COUNT)[None, :, None] * way[:, None]
    return poses, q


def integrated(dyn: Any, frame: str, poses: Array, q: Array, steps: int) -> tuple[Array, Array]:
    """Referee: dq/ds = J^-1 dx/ds along straight lines by small steps of fourth order, and the smallest singular value met."""
    jacobian = dyn.function("jacobian", frame=frame)
    used = np.abs(jacobian(random_positions(dyn.robot, 1)[0])).max(axis=0) > 0
    v = np.zeros((len(q), 6))
    v[:, :3] = poses[:, -1, :3, 3] - poses[:, 0, :3, 3]
    least = np.full(len(q), np.inf)

    def rate(x: Array) -> Array:
        J = jacobian(x)[..., used]
        np.minimum(least, np.linalg.svd(J, compute_uv=False)[:, -1], out=least)
        full = np.zeros_like(x)
        full[:, used] = np.einsum("nij,nj->ni", np.linalg.pinv(J), v)
        return full

    h = 1 / steps
    for _ in range(steps):
        a = rate(q)
        b = rate(q + h / 2 * a)
        c = rate(q + h / 2 * b)
        q = q + h / 6 * (a + 2 * b + 2 * c + rate(q + h * c))
    return q, least


def test_lines_are_followed_as_integration_does() -> None:
    dyn = elbow()
    poses, q = lines(dyn, "tool", 12)
    found = dyn.follow(poses, q)
    pose = dyn.function("forward_kinematics", frame="tool")
    expected, least = integrated(dyn, "tool", poses, q, 200)
    good = found.continuous
    np.testing.assert_allclose(pose(found.q[good]), poses[good], atol=1e-8)
    compared = good & (least > 0.02)
    np.testing.assert_allclose(found.q[compared, -1], expected[compared], atol=1e-5)
    assert compared.sum() >= 4


def test_a_wrist_singularity_on_the_way_is_told() -> None:
    """A line of postures of the wrist through zero: the tool turns about a fixed axis."""
    dyn = elbow()
    q = np.array([0.3, 0.4, -0.5, 0.2, 0.0, 0.1])
    way = q + np.linspace(-0.4, 0.3, 30)[:, None] * np.array([0, 0, 0, 0, 1.0, 0])
    poses = dyn.function("forward_kinematics", frame="tool")(way)
    found = dyn.follow(poses, way[0])
    np.testing.assert_allclose(found.q, way, atol=1e-6)
    assert not found.jumps.any()
    told = [e for e in found.events if e.kind == "singular"]
    assert told
    assert "wrist" in str(told[0])
    crossing = int(np.argmax(way[:, 4] > 0))
    assert any(abs(e.index - crossing) <= 1 for e in told)
    assert found.smallest.min() < 0.05


def test_out_of_reach_and_limits_are_told() -> None:
    dyn = elbow()
    q = np.array([0.3, 0.4, -0.5, 0.6, 0.7, 0.2])
    start = dyn.function("forward_kinematics", frame="tool")(q)
    poses = np.repeat(start[None], 30, axis=0)
    poses[:, 0, 3] += np.linspace(0, 3, 30)
    found = dyn.follow(poses, q)
    kinds = {e.kind for e in found.events}
    assert "reach" in kinds
    assert not found.continuous
    assert found.residual[-1] > 1
    first = next(e.index for e in found.events if e.kind == "reach")
    assert np.all(found.residual[:first] < 1e-9)
    assert found.residual[first] > 1e-9
    way = q + np.linspace(0, 1, 20)[:, None] * np.array([0, 2.0, 0, 0, 0, 0])  # its limit is 1.92
    found = dyn.follow(dyn.function("forward_kinematics", frame="tool")(way), q)
    if np.abs(found.q - way).max() < 1e-6:
        assert [e.index for e in found.events if e.kind == "limit"] == [int(np.argmax(way[:, 1] > 1.9199))]


def test_a_joint_to_spare_changes_least() -> None:
    dyn = lw.compile(arm("panda"))
    poses, q = lines(dyn, TIPS["panda"], 5, length=0.1)
    found = dyn.follow(poses, q, frame=TIPS["panda"])
    assert found.q.shape == (5, COUNT, 8)
    good = found.continuous
    assert good.sum() >= 3
    assert np.abs(np.diff(found.q[good], axis=1)).max() < 0.3


def test_one_path_may_be_in_quaternions_and_wrong_shapes_are_told() -> None:
    dyn = elbow()
    poses, q = lines(dyn, "tool", 1)
    numbers = np.zeros((COUNT, 7))
    numbers[:, :3] = poses[0, :, :3, 3]
    numbers[:, 3:] = dyn.function("pose_quaternion", frame="tool")(q[0])[3:]
    one, other = dyn.follow(numbers, q[0]), dyn.follow(poses[0], q[0])
    np.testing.assert_allclose(one.q, other.q, atol=1e-9)
    assert one.q.shape == (COUNT, 6)
    with pytest.raises(InputError, match=r"\(T, 4, 4\)"):
        dyn.follow(poses[0, 0], q[0])


def random_wrist_arm() -> Any:
    """Any three axes, then three that meet."""
    rng = np.random.default_rng(7)
    rows = [
        ("R", *(float(x) for x in (rng.uniform(-1.5, 1.5), rng.uniform(0, 0.4), rng.uniform(-0.2, 0.4))), "q")
        for _ in range(3)
    ]
    rows += [("R", 1.4, 0.1, 0.35, "q"), ("R", -1.2, 0, 0, "q"), ("R", 1.3, 0, 0, "q")]
    return lw.dh(rows, convention="modified")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ur5", "elbow", "random"])
def test_a_thousand_lines(name: str) -> None:
    """Those that integration follows without meeting a singularity are followed to the same end."""
    robot = {"ur5": lambda: arm("ur5"), "elbow": lambda: elbow().robot, "random": random_wrist_arm}[name]()
    dyn = lw.compile(robot)
    frame = {"ur5": TIPS["ur5"], "elbow": "tool"}.get(name) or last_frame(parametrised_tree(robot).tree)
    poses, q = lines(dyn, frame, 1000)
    found = dyn.follow(poses, q, frame=frame)
    expected, least = integrated(dyn, frame, poses, q, 200)
    off = np.abs(dyn.function("forward_kinematics", frame=frame)(expected) - poses[:, -1]).max(axis=(1, 2))
    followed = (least > 0.02) & (off < 1e-7)
    assert followed.sum() > 400
    assert found.continuous[followed].all()
    np.testing.assert_allclose(found.q[followed, -1], expected[followed], atol=1e-4)
    for e in found.events:  # a jump is where a path comes back into reach, or at a singularity
        if e.kind == "jump":
            near = found.smallest[e.path, max(e.index - 2, 0) : e.index + 2].min() < 0.05
            assert near or found.residual[e.path, e.index - 1] > 1e-9
