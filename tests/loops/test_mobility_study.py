"""What is wrong with closed mechanisms, said with numbers."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.loops import mechanisms as m
from tests.support.model import Frame, Loop, analyse, cut, make_robot, study
from tests.support.package import CannotClose, FarStart, Locked
from tests.support.spatial import Transform, Vec, rot_x


def test_a_loop_that_cannot_close_says_how_far_it_is_open() -> None:
    robot = m.four_bar((10, 1, 2, 3), start={})
    with pytest.raises(CannotClose, match="'loop' of 'four_bar' cannot be closed") as error:
        analyse(robot)
    assert "4 m" in error.value.what  # 10 - 1 - 2 - 3
    assert "crank:" in error.value.hint


def test_a_start_far_from_closure_names_a_near_one() -> None:
    robot = m.four_bar(start={"crank": 1.2, "coupler": 2.5, "rocker": 0.2})
    with pytest.raises(FarStart, match="far from closure") as error:
        analyse(robot)
    assert "crank: 1.2" in error.value.hint


def test_a_spatial_loop_that_locks_says_so_with_numbers() -> None:
    alpha, beta = 0.7, 1.9
    a, b = math.sin(alpha), math.sin(beta)
    good = analyse(m.bennett()).start
    robot = m.spatial_four_bar((a, b, a, b), (alpha, beta, alpha, beta), good)
    assert analyse(robot).mobility.true == 1
    step = Transform(robot.frames["last"].X.R, Vec(a + 0.05, 0, 0))
    where = (
        m.pose_of(robot, good, "j3_link") @ step
    )  # the ground's axis goes where the longer link ends: closed, but no Bennett
    frames = [Frame("last", "j3_link", step), Frame("ground", "world", where)]
    stiff = make_robot(
        "stiff", [x for n, x in robot.bodies.items() if n != "world"], robot.joints.values(), frames=frames,
        loops=[Loop("loop", "pin", "last", "ground")], start=dict(zip(("j1", "j2", "j3"), good, strict=True)),
    )  # fmt: skip
    with pytest.raises(Locked, match="cannot move: 3 joint rates, 5 closure equations of rank 3, mobility 0"):
        analyse(stiff)


def test_a_truss_in_a_mechanism_is_no_error_but_a_loop_that_jams_is() -> None:
    bars = [m.turn("a", "world"), m.turn("b", "world", m.at(2, 0)), m.turn("free", "a_link", m.at(1, 0))]
    frames = [Frame("f", "a_link", m.at(1.5, 0)), Frame("g", "b_link", m.at(1.5, 0))]
    start = {"a": 0.8, "b": 2.3}
    found = analyse(m.robot("truss", bars, frames, [Loop("l", "pin", "f", "g")], start=start))
    assert (found.mobility.true, found.free, found.dependent) == (1, ("free",), ("a", "b"))
    tilted = m.turn("b", "world", m.at(2, 0, 0, rot_x(0.3)))
    two = m.robot("two", [bars[0], tilted], [], [])
    there = m.pose_of(two, (0.8, 2.3), "b_link").inverse @ m.pose_of(two, (0.8, 2.3), "a_link") @ m.at(1.5, 0)
    frames = [Frame("f", "a_link", m.at(1.5, 0)), Frame("g", "b_link", there)]
    jammed = m.robot("jammed", [bars[0], tilted, bars[2]], frames, [Loop("l", "pin", "f", "g")], start=start)
    with pytest.raises(Locked, match="loop 'l' of 'jammed' locks all its 2 joint rates"):
        analyse(jammed)


def test_axes_that_a_file_rounded_are_parallel() -> None:
    """Six digits of an angle: the loop is planar, its axes are off by 4e-7, and it moves."""
    tilt = rot_x(4e-7)
    joints = [
        m.turn("crank", "world"),
        m.turn("coupler", "crank_link", m.at(2, 0, 0, tilt)),
        m.turn("rocker", "world", m.at(4.5, 0, 1e-6)),
    ]
    frames = [Frame("tip", "coupler_link", m.at(3, 0)), Frame("end", "rocker_link", m.at(4, 0))]
    for kind in ("pin", "point"):
        robot = m.robot("rounded", joints, frames, [Loop("loop", kind, "tip", "end")], start=m.FOUR_BAR_START)
        found = analyse(robot)
        assert (found.mobility.true, found.loops[0].motion, found.loops[0].rows) == (1, "planar", ("x", "y"))
        assert [c.rows for c in cut(robot).closures] == [(0, 1)]
    lifted = [*joints[:2], m.turn("rocker", "world", m.at(4.5, 0, 0.1))]
    with pytest.raises(CannotClose, match=r"0\.1 m"):
        analyse(m.robot("lifted", lifted, frames, [Loop("loop", "pin", "tip", "end")], start=m.FOUR_BAR_START))


def test_a_start_that_nobody_chose_is_not_next_to_a_singular_leg(tmp_path: Path) -> None:
    """Closing this 3-PRR from zeros leaves two of its rods within 0.05 rad of a right angle to their sliders."""
    (tmp_path / "prr.yaml").write_text("""
linkwright: 1
name: prr
platform: {coordinates: [x, y, phiz], body: {mass: 2, inertia: [0.03, 0.03, 0.03]}}
legs:
  coupling: 3
  actuated: 1
  rows: [[P, 0, 0, q, pi/2], [R, pi/2, 0, 0, q], [R, 0, 0.6, 0, q]]
  each:
    - {name: a, base: {xyz: [0, -0.7, 0], rpy: [0, -90 deg, 0]}, platform: {xyz: [0, -0.15, 0]}}
    - {name: b, base: {xyz: [0.6, 0.35, 0], rpy: [0, -90 deg, 120 deg]}, platform: {xyz: [0.13, 0.07, 0]},
       rows: [[P, 0, 0, q, pi/2], [R, pi/2, 0, 0, q], [R, 0, 0.5, 0, q]]}
    - {name: c, base: {xyz: [-0.6, 0.35, 0], rpy: [0, -90 deg, 230 deg]}, platform: {xyz: [-0.12, 0.09, 0]},
       rows: [[P, 0, 0, q, pi/2], [R, pi/2, 0, 0, q], [R, 0, 0.55, 0, q]]}
""")
    found = study(lw.load(tmp_path / "prr.yaml"))
    assert min(abs(math.sin(found.start[k])) for k in (4, 6, 8)) > 0.1
    assert np.max(np.abs(found.conditions(found.start[None])[0])) < 1e-10
