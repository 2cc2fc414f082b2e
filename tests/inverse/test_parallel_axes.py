"""Planar arms, SCARA arms, arms with parallel axes: random ones of each family, against products of exponentials."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwright as lw
from tests.inverse.arms import TIPS, arm, pinocchio_poses, random_positions
from tests.inverse.brute_force import Arm, Array, Axis, gap
from tests.inverse.families import (
    Random,
    across,
    backward,
    check,
    frame,
    in_plane,
    meeting,
    point,
    pointing,
    position,
    postures,
    revolute,
    unit,
    whole,
)
from tests.support.package import QuantityError, derive

Z = np.array([0.0, 0.0, 1.0])
seeds = st.integers(0, 2**32 - 1).map(np.random.default_rng)


def slide(h: Array) -> Axis:
    return Axis("P", h, np.zeros(3))


def turns_and_slides(kinds: str, n: Array, rng: Random) -> list[Axis]:
    """R: about n; P: in any direction; L: across n."""
    made = {"R": lambda: revolute(n, rng), "P": lambda: slide(unit(rng)), "L": lambda: slide(across(n, rng))}
    return [made[k]() for k in kinds]


def six(kinds: str, rng: Random) -> Arm:
    """A joint, three that move in a plane, two that meet."""
    return Arm((revolute(unit(rng), rng), *in_plane(kinds, unit(rng), rng), *meeting(rng, 2)), frame(rng))


def last_two_parallel(rng: Random) -> Arm:
    h = unit(rng)
    joints = revolute(unit(rng), rng), *in_plane("RRR", unit(rng), rng), revolute(h, rng), revolute(-h, rng)
    return Arm(joints, frame(rng))


def last_two_skew(rng: Random) -> Arm:
    joints = (
        revolute(unit(rng), rng),
        *in_plane("RRR", unit(rng), rng),
        revolute(unit(rng), rng),
        revolute(unit(rng), rng),
    )
    return Arm(joints, frame(rng))


def slide_first(rng: Random) -> Arm:
    n = unit(rng)
    h = n if rng.random() < 0.5 else unit(rng)
    return Arm((slide(h), *in_plane("RRR", n, rng), revolute(unit(rng), rng), revolute(unit(rng), rng)), frame(rng))


def parallel_first(rng: Random) -> Arm:
    """The other three in a row, of which the first two or the last two meet."""
    others = [*meeting(rng, 2), revolute(unit(rng), rng)]
    return Arm((*in_plane("RRR", unit(rng), rng), *(others if rng.random() < 0.5 else reversed(others))), frame(rng))


def scara_and_wrist(kinds: str, rng: Random) -> Arm:
    inner = turns_and_slides(kinds, unit(rng), rng)
    first = int(rng.integers(0, 2))
    return Arm(
        (*[revolute(unit(rng), rng)] * first, *inner, *(revolute(unit(rng), rng) for _ in range(2 - first))), frame(rng)
    )


_SCARA = ("RRRP", "RPRR", "PPPR", "LRPR")
SIX: dict[str, Callable[[Random], Arm]] = {
    **{f"one {kinds} two": (lambda rng, kinds=kinds: six(kinds, rng)) for kinds in ("RRR", "RPR", "RRP", "PRR", "PPR", "PRP")},
    "last two parallel": last_two_parallel,
    "last two skew": last_two_skew,
    "slide first": slide_first,
    "parallel first": parallel_first,
    **{f"{kinds} and two": (lambda rng, kinds=kinds: scara_and_wrist(kinds, rng)) for kinds in _SCARA},
}  # fmt: skip


@pytest.mark.parametrize("name", SIX)
@settings(max_examples=2, deadline=None)
@given(rng=seeds)
def test_six_joints(name: str, rng: Random) -> None:
    made = SIX[name](rng)
    if rng.random() < 0.5:
        made = backward(made)
    assert check(made, postures(made, 8, rng)).max() <= 8
    assert made.solve().facts["family"] == "parallel axes"


@pytest.mark.slow
@pytest.mark.parametrize("name", SIX)
def test_none_is_missing(name: str) -> None:
    """As many as Newton's method finds from many starts."""
    for seed in range(3):
        rng = np.random.default_rng(seed)
        made = SIX[name](rng)
        q = postures(made, 6, rng)
        turning = np.array([a.kind == "R" for a in made.axes])
        found = made.solve()(pose=made.pose(q))
        for n, pose in enumerate(made.pose(q)):
            rows = found["solutions"][n][np.isfinite(found["residual"][n])]
            for searched in made.search(pose, 400):
                assert gap(rows, searched, turning).min() < 1e-4


@pytest.mark.parametrize("kinds", ["RRR", "RPR", "RRP", "PRR", "PPR", "RPP", "PRP"])
@settings(max_examples=2, deadline=None)
@given(rng=seeds)
def test_three_joints_in_a_plane(kinds: str, rng: Random) -> None:
    made = Arm(tuple(in_plane(kinds, Z if rng.random() < 0.5 else unit(rng), rng)), frame(rng))
    assert check(made, postures(made, 8, rng)).max() == (2 if kinds.count("P") < 2 else 1)


@pytest.mark.parametrize("kinds", ["RR", "RP", "PR", "PP"])
@settings(max_examples=2, deadline=None)
@given(rng=seeds)
def test_two_joints_in_a_plane_reach_a_position(kinds: str, rng: Random) -> None:
    made = Arm(tuple(in_plane(kinds, unit(rng), rng)), frame(rng))
    check(made, postures(made, 8, rng), position)


@pytest.mark.parametrize("kinds", ["RRRP", "RRPR", "RPRR", "PRRR", "PPPR", "PRPP", "LRPR", "RRPL", "LPRR"])
@settings(max_examples=2, deadline=None)
@given(rng=seeds)
def test_turns_about_one_direction(kinds: str, rng: Random) -> None:
    made = Arm(tuple(turns_and_slides(kinds, Z, rng)), frame(rng))
    assert check(made, postures(made, 8, rng)).max() == (1 if kinds.count("P") == 3 else 2)


@settings(max_examples=3, deadline=None)
@given(rng=seeds)
def test_three_joints_reach_a_position(rng: Random) -> None:
    for joints in ([slide(unit(rng)) for _ in range(3)], turns_and_slides("RRP", Z, rng), turns_and_slides("RPP", Z, rng),
                   [revolute(unit(rng), rng), *in_plane("RR", unit(rng), rng)]):  # fmt: skip
        made = Arm(tuple(joints), frame(rng))
        check(made, postures(made, 8, rng), position)


@pytest.mark.parametrize("kinds", ["RRR", "RRP", "PRR", "RPR", "PRP", "RPP", "PPR"])
@settings(max_examples=3, deadline=None)
@given(rng=seeds)
def test_three_joints_that_lie_nowhere_special_reach_a_position(kinds: str, rng: Random) -> None:
    made = Arm(tuple((revolute if k == "R" else lambda h, _: slide(h))(unit(rng), rng) for k in kinds), frame(rng))
    check(made, postures(made, 8, rng), position)


@settings(max_examples=3, deadline=None)
@given(rng=seeds)
def test_five_joints_reach_poses_that_they_can(rng: Random) -> None:
    made = Arm((revolute(unit(rng), rng), *in_plane("RRR", unit(rng), rng), revolute(unit(rng), rng)), frame(rng))
    check(made, postures(made, 8, rng), mask="pose")


@settings(max_examples=3, deadline=None)
@given(rng=seeds)
def test_the_direction_of_the_tool(rng: Random) -> None:
    """Five joints, the last axis of which meets the tool's; and four, which reach directions in their plane."""
    n, home, centre = unit(rng), frame(rng), point(rng)
    home[:3, 3] = centre + 0.2 * home[:3, 2]
    five = Arm((revolute(unit(rng), rng), *in_plane("RRR", n, rng), Axis("R", unit(rng), centre)), home)
    check(five, postures(five, 8, rng), pointing)
    four = Arm((revolute(unit(rng), rng), *in_plane("RRR", n, rng)), home)
    check(four, postures(four, 8, rng), pointing, mask="axis")


def test_with_the_tool_s_axis_for_a_last_joint_a_wrist_has_five_joints() -> None:
    rng = np.random.default_rng(5)
    home, centre = frame(rng), point(rng)
    home[:3, 3] = centre + 0.3 * home[:3, 2]
    wrist = [Axis("R", unit(rng), centre) for _ in range(2)]
    made = Arm((revolute(unit(rng), rng), *in_plane("RR", unit(rng), rng), *wrist), home)
    check(made, postures(made, 20, rng), pointing)
    assert made.solve().facts["family"] == "spherical wrist"


def test_a_last_joint_about_the_tool_s_axis_is_not_asked_for() -> None:
    rng = np.random.default_rng(6)
    home = frame(rng)
    inner = revolute(unit(rng), rng), *in_plane("RRR", unit(rng), rng)
    made = Arm((*inner, Axis("R", home[:3, 2], home[:3, 3] - 0.1 * home[:3, 2])), home)
    with pytest.raises(QuantityError, match="'j5' turns the tool about its own axis"):
        derive(made.robot, "inverse_kinematics", method="closed_form")
    check(made, postures(made, 20, rng), mask="pose")
    q = postures(made, 20, rng)
    found = made.solve(given="j5")(pose=made.pose(q), given=q[:, 4:])
    assert np.all(np.nanmin(gap(found["solutions"], q[:, None], np.ones(5, bool)), axis=1) < 1e-6)


@settings(max_examples=3, deadline=None)
@given(rng=seeds)
def test_whole_poses_that_a_scara_or_a_planar_arm_can_reach(rng: Random) -> None:
    for joints in (turns_and_slides("RRRP", unit(rng), rng), in_plane("RRR", unit(rng), rng)):
        made = Arm(tuple(joints), frame(rng))
        check(made, postures(made, 8, rng), mask="pose")


def test_one_joint_of_four_in_a_plane_is_given() -> None:
    rng = np.random.default_rng(3)
    made = Arm(tuple(in_plane("RRRR", Z, rng)), frame(rng))
    q = postures(made, 20, rng)
    for name, own in (("j4", 3), ("j2", 1)):
        found = made.solve(given=name)(pose=made.pose(q), given=q[:, own : own + 1])
        rows = found["solutions"]
        assert np.all(np.nanmin(gap(rows, q[:, None], np.ones(4, bool)), axis=1) < 1e-6)
        n, k = np.nonzero(np.isfinite(found["residual"]))
        assert np.allclose(whole(made.pose(rows[n, k])), whole(made.pose(q[n])), atol=1e-9)


def test_a_stretched_arm_is_found() -> None:
    made = Arm(tuple(Axis("R", Z, np.array([float(k), 0, 0])) for k in range(3)), np.eye(4))
    found = made.solve()(pose=made.pose(np.array([[0.3, 0.0, 0.2]])))
    assert found["count"][0] == 2
    assert np.allclose(found["solutions"][0], [0.3, 0.0, 0.2], atol=1e-5)


def test_out_of_reach_there_is_none() -> None:
    made = Arm(tuple(Axis("R", Z, np.array([float(k), 0, 0])) for k in range(3)), np.eye(4))
    far: Any = np.eye(4)
    far[0, 3] = 5.0
    found = made.solve()(pose=far)
    assert found["count"] == 0
    assert np.all(np.isnan(found["solutions"]))


def test_parallel_axes_that_do_not_help_are_told() -> None:
    rng = np.random.default_rng(0)
    made = Arm((*in_plane("RRR", Z, rng), *(revolute(unit(rng), rng) for _ in range(3))), frame(rng))
    with pytest.raises(QuantityError, match="no neighbours meet"):
        made.solve(method="closed_form")


def test_axes_that_are_nearly_parallel_are_told() -> None:
    rng = np.random.default_rng(0)
    tilted = np.array([0.0, 2.7e-6, 1.0])
    joints = [revolute(unit(rng), rng), *in_plane("RR", Z, rng), revolute(tilted / np.linalg.norm(tilted), rng)]
    made = Arm((*joints, *meeting(rng, 2)), frame(rng))
    with pytest.raises(QuantityError, match=r"'j2', 'j3' and 'j4' but for 2\.7e-06 rad"):
        made.solve(method="closed_form")


def test_a_ur5_from_its_file() -> None:
    robot = arm("ur5")
    f = derive(robot, "inverse_kinematics", frame=TIPS["ur5"])
    assert f.facts["family"] == "parallel axes"
    q = random_positions(robot, 200)
    poses = pinocchio_poses("ur5")
    found = f(pose=poses(q))
    there = np.isfinite(found["residual"])
    assert there.sum() == found["count"].sum()
    assert found["count"].max() == 8
    assert np.all(
        gap(np.where(there[..., None], found["solutions"], 99), q[:, None], np.ones(6, bool)).min(axis=1) < 1e-5
    )
    rows = found["solutions"][there]
    assert np.allclose(poses(rows), np.repeat(poses(q), there.sum(axis=1), axis=0), atol=1e-7)


@pytest.mark.parametrize("kinds", ["RRPPPR", "RRRR"])
def test_joints_that_depend_on_each_other_have_no_closed_form_that_loses_solutions(kinds: str) -> None:
    """Three slides side by side, or two hinges on one line: solutions are curves, and none of a formula's would be one."""
    x, y, z = np.eye(3)
    lines = {
        "RRPPPR": [(z, 0 * z), (y, 0.3 * z), (x, z), (x, z), (z, z), (x, z + 0.4 * x)],
        "RRRR": [(z, 0 * z), (y, 0.3 * z), (y, 0.3 * z), (x + 0.2 * z, z)],
    }[kinds]
    tool = np.eye(4)
    tool[:3, 3] = 0.7, 0.2, 0.9
    arm = Arm(tuple(Axis(k, h / np.linalg.norm(h), p) for k, (h, p) in zip(kinds, lines, strict=True)), tool)
    dyn = lw.compile(arm.robot)
    pose = arm.pose(np.linspace(0.2, 0.8, len(kinds))[None])[0]
    found = dyn.inverse_kinematics(pose)
    rows = found["solutions"][np.isfinite(found["residual"])]
    assert len(rows)
    assert np.abs(arm.pose(rows)[:, :3, 3] - pose[:3, 3]).max() < 1e-7
