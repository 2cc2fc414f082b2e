"""One pose goes a shorter way than a batch of one; what comes out is the same."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.inverse.serial import serial

Array = np.ndarray[Any, Any]
TURN = 2 * np.pi


ENDS = (0.6, 0.1, 0.1, 0.2)


def random_arm(kinds: str, seed: int, ends: tuple[float, ...] = ENDS) -> Any:
    """Three joints and a wrist; limits also of more than a turn. ends: how probable it is that both, one or none is there."""
    random = np.random.default_rng(seed)
    wrist = random.uniform(-1, 1, 3)
    joints = [(kind, random.normal(size=3), random.uniform(-1, 1, 3)) for kind in kinds]
    joints += [("R", random.normal(size=3), wrist) for _ in range(3)]
    robot = serial(joints)  # type: ignore[arg-type]
    limited: dict[str, Any] = {}
    for name, joint in robot.joints.items():
        low, high = -random.uniform(0.5, 7.0), random.uniform(0.5, 7.0)
        lower, upper = [(low, high), (None, high), (low, None), (None, None)][random.choice(4, p=ends)]
        limited[name] = replace(joint, limits=replace(joint.limits, lower=lower, upper=upper))
    return lw.compile(replace(robot, joints=MappingProxyType(limited)))


def asked_for() -> list[dict[str, Any]]:
    ways = product((False, True), (False, True))
    return [{"frame": "tool", "limits": limits, "turns": turns} for limits, turns in ways]


@pytest.mark.parametrize(
    ("kinds", "seed"),
    [("RRR", 0), pytest.param("PRR", 1, marks=pytest.mark.slow), pytest.param("RRP", 3, marks=pytest.mark.slow)],
)
def test_one_pose_is_as_a_batch_of_one(kinds: str, seed: int) -> None:
    dyn, random = random_arm(kinds, seed), np.random.default_rng(seed)
    q = random.uniform(-3, 3, (4, 6))
    poses = dyn.function("forward_kinematics", frame="tool")(q)
    poses[-1, :3, 3] += 50.0  # out of reach
    missing = False
    for k, asked in product(range(len(q)), asked_for()):
        for near in (None, q[k] + random.normal(0, 0.1, 6), random.uniform(-9, 9, 6).tolist()):
            one = dyn.inverse_kinematics(poses[k], near, **asked)
            batch = dyn.inverse_kinematics(poses[k : k + 1], near, **asked)
            assert one.keys() == batch.keys()
            for name, value in one.items():
                np.testing.assert_allclose(value, batch[name][0], rtol=0, atol=1e-12, err_msg=f"{name} {asked}")
            missing |= bool(np.isnan(one["residual"]).any())
    assert missing


def rounded(row: Any) -> tuple[float, ...]:
    return tuple(float(round(x, 8)) for x in row.tolist())


def test_limits_and_turns_beside_a_plain_search() -> None:
    """All whole turns of all branches, tried one by one."""
    dyn = random_arm("RPR", 2, (1, 0, 0, 0))
    ranges = dyn.inverse.ranges
    q = np.random.default_rng(1).uniform(-0.4, 0.4, 6)
    pose = dyn.function("forward_kinematics", frame="tool")(q)
    branches = dyn.function("inverse_kinematics", frame="tool")(pose)["solutions"]
    ends = list(zip(ranges.low, ranges.high, ranges.turning, strict=True))
    expected = set[tuple[float, ...]]()
    for row in branches[~np.isnan(branches).any(axis=1)]:
        shifts = [(-TURN, 0, TURN) if turns else (0,) for _, _, turns in ends]
        for shift in product(*shifts):
            moved = row + np.array(shift)
            if all(low <= x <= high for x, (low, high, _) in zip(moved, ends, strict=True)):
                expected.add(rounded(moved))
    found = dyn.inverse_kinematics(pose, frame="tool", limits=True, turns=True)
    rows = found["solutions"][: int(found["count"])]
    assert len(rows) == len(expected) > 1
    assert {rounded(row) for row in rows} == expected
    nearest = dyn.inverse_kinematics(pose, q, frame="tool", limits=True)
    np.testing.assert_allclose(nearest["solutions"][0], q, atol=1e-8)
    gaps = np.linalg.norm(nearest["solutions"] - q, axis=1)
    assert np.all(np.diff(gaps[: int(nearest["count"])]) >= 0)


def test_rows_are_branches_from_the_first_call_on() -> None:
    dyn = random_arm("RRR", 0)
    poses = dyn.function("forward_kinematics", frame="tool")(np.random.default_rng(2).uniform(-3, 3, (40, 6)))
    expected = dyn.function("inverse_kinematics")(poses)["solutions"]
    gone = np.isnan(expected).any(axis=-1)
    k = int(np.argmax(gone[:, 0] & ~gone.all(axis=1)))
    assert gone[k, 0]
    for _ in range(2):
        np.testing.assert_array_equal(dyn.inverse_kinematics(poses[k])["solutions"], expected[k])
