"""Starts of joints with several coordinates: which way a mechanism is assembled, and what is wrong with a start."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.support.model import analyse, cut, spelled
from tests.support.package import LinkwrightError
from tests.support.referee import quaternion_matrix

FOUR_BAR = """
linkwright: 1
name: floating coupler
joints:
  crank:   {type: revolute, axis: [0, 0, 1], child: crank_body}
  coupler: {type: planar, axis: [0, 0, 1], child: coupler_body}
  rocker:  {type: revolute, axis: [0, 0, 1], child: rocker_body, xyz: [4, 0, 0]}
bodies:
  crank_body: {mass: 1, com: [1, 0, 0], inertia: [0.1, 0.1, 0.1]}
  coupler_body: {mass: 1, com: [2, 0, 0], inertia: [0.1, 0.1, 0.1]}
  rocker_body: {mass: 1, com: [1.5, 0, 0], inertia: [0.1, 0.1, 0.1]}
close:
  near: {kind: pin, first: {body: crank_body, xyz: [2, 0, 0]}, second: {body: coupler_body}}
  far: {kind: pin, first: {body: coupler_body, xyz: [4, 0, 0]}, second: {body: rocker_body, xyz: [3, 0, 0]}}
actuated: [crank]
start: {crank: 90 deg, coupler: START}
"""

ROD = """
linkwright: 1
name: rod
joints:
  slide: {type: prismatic, axis: [1, 0, 0], child: cart}
  ball:  {type: spherical, child: rod, xyz: [0, 0, 0.5]}
bodies:
  cart: {mass: 1}
  rod: {mass: 1, com: [0.5, 0, 0], inertia: [0.01, 0.1, 0.1]}
close:
  tip: {kind: point, first: {body: rod, xyz: [1, 0, 0]}, second: {body: cart}}
start: {ball: START}
"""


def load(text: str, start: str, folder: Path) -> lw.Robot:
    path = folder / "robot.yaml"
    path.write_text(text.replace("START", start))
    return lw.load(path)


@pytest.mark.parametrize(("start", "above"), [("[0, 2, 0.4]", True), ("[0, 2, -70 deg]", False)])
def test_a_planar_joint_tells_the_ways_to_assemble_apart(start: str, above: bool, tmp_path: Path) -> None:
    robot = load(FOUR_BAR, start, tmp_path)
    q = cut(robot).start
    iq = robot.tree.offsets["coupler"][0]
    x, y, c, s = q[iq : iq + 4]
    assert (x, y) == pytest.approx((0, 2), abs=1e-9)
    end = np.array([x + 4 * c, y + 4 * s])
    assert math.hypot(end[0] - 4, end[1]) == pytest.approx(3)
    assert bool(end[1] > 0) is above


@pytest.mark.parametrize(("angle", "side"), [(30, 1), (150, -1)])
def test_a_quaternion_tells_the_ways_to_assemble_apart(angle: float, side: int, tmp_path: Path) -> None:
    """The rod leans down from the ball to the cart's line, ahead or behind; a quaternion of any length will do."""
    half = math.radians(angle) / 2
    robot = load(ROD, f"[0, {3 * math.sin(half):.6f}, 0, {3 * math.cos(half):.6f}]", tmp_path)
    q = np.array(cut(robot).start)
    (slide, _), (ball, _) = robot.tree.offsets["slide"], robot.tree.offsets["ball"]
    assert np.linalg.norm(q[ball : ball + 4]) == pytest.approx(1)
    tip = quaternion_matrix(q[ball : ball + 4]) @ np.array([1.0, 0, 0]) + np.array([0, 0, 0.5])
    assert tip == pytest.approx([q[slide], 0, 0], abs=1e-9)
    assert q[slide] == pytest.approx(side * math.sqrt(0.75))


@pytest.mark.parametrize(
    ("text", "start", "what", "hint"),
    [
        (FOUR_BAR, "[0, 2]", "start of joint 'coupler' is no list of 3 numbers", "x, y and an angle"),
        (FOUR_BAR, "0.4", "start of joint 'coupler' is no list of 3 numbers", "x, y and an angle"),
        (ROD, "[0, 0, 0, 0]", "has a quaternion of zeros", "0 0 0 1"),
        (ROD, "[0, 0, 1]", "is no list of 4 numbers", "quaternion x y z w"),
    ],
)
def test_starts_of_the_wrong_kind(text: str, start: str, what: str, hint: str, tmp_path: Path) -> None:
    with pytest.raises(LinkwrightError) as error:
        load(text, start, tmp_path)
    assert what in str(error.value)
    assert hint in str(error.value)


def test_a_closed_configuration_is_spelled_as_a_start(tmp_path: Path) -> None:
    for text, start in ((FOUR_BAR, "[0, 2, 0.4]"), (ROD, "[0, 0.2, 0, 1]")):
        robot = load(text, start, tmp_path)
        q = np.array(cut(robot).start)
        again = text[: text.index("start:")] + f"start: {{{spelled(robot, q)}}}\n"
        np.testing.assert_allclose(cut(load(again, "", tmp_path)).start, q, atol=1e-5)


def test_a_start_given_in_python_has_the_size_of_its_joint(tmp_path: Path) -> None:
    from tests.support.model import make_robot

    robot = load(ROD, "[0, 0.2, 0, 1]", tmp_path)
    with pytest.raises(LinkwrightError, match="the start of spherical joint 'ball' has 3 numbers, not 4"):
        make_robot("rod", robot.bodies.values(), robot.joints.values(), start={"ball": (0, 0, 1)})
    with pytest.raises(LinkwrightError, match="the start of prismatic joint 'slide' has 2 numbers, not 1"):
        make_robot("rod", robot.bodies.values(), robot.joints.values(), start={"slide": (0, 1)})


def test_a_start_of_a_joint_that_mimics_is_refused_and_that_of_its_master_works() -> None:
    def made(start: dict[str, float]) -> lw.Robot:
        joint = {"type": "revolute", "axis": [0, 0, 1]}
        follower = {**joint, "parent": "a", "child": "b", "xyz": [1, 0, 0], "mimic": {"joint": "one", "multiplier": 2}}
        third = {**joint, "child": "c", "xyz": [3, 0, 0]}
        pin = {"kind": "pin", "first": {"body": "b", "xyz": [1.2, 0, 0]}, "second": {"body": "d", "xyz": [1.5, 0, 0]}}
        last = {**joint, "parent": "c", "child": "d", "xyz": [1.4, 0, 0]}
        joints = {"one": {**joint, "child": "a"}, "two": follower, "three": third, "four": last}
        bodies = {n: {"mass": 1} for n in "abcd"}
        return lw.load({"linkwright": 1, "joints": joints, "bodies": bodies, "close": {"tip": pin}, "start": start})

    with pytest.raises(lw.LinkwrightError, match="joint 'two' has a start, but mimics 'one'") as error:
        made({"two": 0.4})
    assert "give the start of 'one'" in str(error.value)
    assert made({"one": 0.2}).nv == 1


@pytest.mark.parametrize(("offset", "told"), [(0.0, []), (1e-8, []), (0.0004, ["across their planes by 4.0e-04 m"])])
def test_planar_loops_that_are_apart_across_their_plane_are_told(
    offset: float, told: list[str], tmp_path: Path
) -> None:
    robot = load(FOUR_BAR.replace("xyz: [3, 0, 0]}", f"xyz: [3, 0, {offset:.8f}]}}"), "[0, 2, 0.4]", tmp_path)
    assert isinstance(robot, lw.ClosedRobot)
    notes = [note.what for note in analyse(robot).notes]
    assert [part in what for part, what in zip(told, notes, strict=True)] == [True] * len(told)
