"""Which joints are free, and what motors determine."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.loops import mechanisms as m
from tests.support.graph import symbol
from tests.support.model import COORDINATE, Coupling, Frame, Joint, Loop, analyse, cut, solve
from tests.support.spatial import Vec


def test_motors_are_the_free_coordinates() -> None:
    for motor in ("crank", "rocker", "coupler"):
        assert analyse(m.four_bar(actuated=[motor])).free == (motor,)


def test_without_motors_joints_near_the_base_are_free() -> None:
    assert analyse(m.four_bar(actuated=[])).free == ("crank",)
    assert analyse(m.planar_3rrr(platform=None, actuated=[])).free == ("px", "a0", "a1")


def test_the_platform_goes_before_the_motors() -> None:
    found = analyse(m.planar_3rrr())
    assert found.actuated == ("a0", "a1", "a2")
    assert found.independent == 3
    assert analyse(m.planar_3rrr(platform=None)).free == ("a0", "a1", "a2")


def test_redundant_motors_are_kept() -> None:
    robot = m.planar_3rrr(actuated=["a0", "a1", "a2", "b0"], platform=None)
    found = analyse(robot)
    assert found.independent == 3
    assert found.free == ("a0", "a1", "a2")
    assert cut(robot).actuated == (3, 5, 7, 4)


def test_followers_are_dependent() -> None:
    found = analyse(m.geared())
    assert (found.free, found.dependent) == (("a",), ("b", "c"))
    assert [b.names for b in found.order] == [("gear",), ("bent",)]


def test_a_motor_on_a_follower_still_determines_the_motion() -> None:
    qa = symbol(COORDINATE.format("a"))
    joints = [m.turn("a", "world"), m.turn("b", "world", m.at(1, 0))]
    robot = m.robot("gear", joints, [], [], couplings=[Coupling("gear", "b", 3 * qa)], actuated=["b"])
    assert analyse(robot).free == ("a",)
    assert cut(robot).actuated == (1,)


def test_the_spin_of_a_rod_between_balls_is_idle() -> None:
    robot = m.ball_rod()
    found = analyse(robot)
    assert found.idle == 1
    assert found.free == ("crank", "ball")
    c = found.coordinates
    assert c.free_q == (0,)  # the ball is free in part: all its positions are dependent
    assert len(c.free_v) == 2
    assert c.dependent_q == (1, 2, 3, 4, 5)


def test_a_floating_base_is_free_as_a_whole() -> None:
    c = analyse(m.four_bar(base=[m.FLOATING])).coordinates
    assert c.free_q == (0, 1, 2, 3, 4, 5, 6, 7)
    assert c.free_v == (0, 1, 2, 3, 4, 5, 6)


def test_a_passive_load_outside_the_loops_needs_no_motor() -> None:
    joints = [m.turn("a", "world"), m.turn("b", "world", m.at(1, 0)), m.turn("load", "b_link", m.at(1, 0))]
    gear = Coupling("gear", "b", 2 * symbol(COORDINATE.format("a")))
    found = analyse(m.robot("crane", joints, [], [], couplings=[gear], actuated=["a"]))
    assert found.free == ("a", "load")


def test_a_floating_trunk_on_a_leg_that_stands_depends_on_the_leg() -> None:
    axes = [Vec(1, 0, 0), Vec(0, 1, 0), Vec(0, 0, 1)]
    joints = [m.FLOATING]
    for k in range(6):
        joints.append(m.turn(f"j{k}", joints[-1].child, m.at(0.05, 0.02 * k, -0.2), axes[k % 3]))
    names = [j.name for j in joints[1:]]
    frames = [Frame("foot", "j5_link", m.at(0, 0, -0.1)), Frame("ground", "world", m.at(0.3, 0.1))]
    start = {n: 0.2 + 0.1 * k for k, n in enumerate(names)}
    robot = m.robot("leg", joints, frames, [Loop("stand", "weld", "foot", "ground")], actuated=names, start=start)
    found = analyse(robot)
    assert (found.mobility.true, found.free, found.dependent) == (6, tuple(names), ("root",))
    assert found.coordinates.dependent_q == tuple(range(7))
    q = solve(robot, [0.5, 0.1, -0.3, 0.8, 0.2, 0.4])
    assert np.linalg.norm(q[3:7]) == pytest.approx(1)
    foot = m.pose_of(robot, tuple(q), "j5_link") @ m.at(0, 0, -0.1)
    assert np.array(foot.matrix(), dtype=float) == pytest.approx(
        np.array(m.at(0.3, 0.1).matrix(), dtype=float), abs=1e-9
    )


def test_a_plate_on_a_plane_held_by_two_bars() -> None:
    joints = [
        Joint("plane", "planar", "world", "plate"),
        m.turn("a", "world", m.at(-1, 0)),
        m.turn("b", "world", m.at(1, 0.2)),
    ]
    frames = [Frame("p", "plate", m.at(-0.3, 0)), Frame("q", "plate", m.at(0.3, 0))]
    frames += [Frame("e", "a_link", m.at(1.2, 0)), Frame("f", "b_link", m.at(1.3, 0))]
    loops = [Loop("left", "pin", "p", "e"), Loop("right", "pin", "q", "f")]
    found = analyse(m.robot("plate", joints, frames, loops, start={"a": 1.2, "b": 1.8}, actuated=["a"]))
    assert (found.mobility.true, found.free, found.dependent) == (1, ("a",), ("plane", "b"))
    assert [x.rows for x in found.loops] == [("x", "y")] * 2
    assert [b.names for b in found.order] == [("left", "right")]  # neither can be solved alone


def test_a_floating_platform_on_six_rods_between_balls() -> None:
    joints: list[Joint] = [m.FLOATING]
    frames, loops, start = [], [], {}
    for k in range(6):
        foot, head = math.pi / 3 * k, 2 * math.pi / 3 * (k // 2) + (0.3 if k % 2 else -0.3)
        base = m.at(0.8 * math.cos(foot), 0.8 * math.sin(foot))
        joints += [Joint(f"ball{k}", "spherical", "world", f"rod{k}", base), m.slide(f"s{k}", f"rod{k}")]
        frames.append(Frame(f"corner{k}", "root_link", m.at(0.35 * math.cos(head), 0.35 * math.sin(head))))
        loops.append(Loop(f"leg{k}", "point", f"s{k}", f"corner{k}"))
        start[f"s{k}"] = 0.8
    motors = list(start)
    found = analyse(m.robot("6-SPS", joints, frames, loops, platform="root_link", actuated=motors, start=start))
    assert (found.mobility.true, found.idle, found.independent) == (12, 6, 6)
    assert found.coordinates.free_q == tuple(range(7))
    assert found.singularity.types == ()
