"""`platform:` and `legs:` of parallel robots: places, chains, names, mistakes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.support.graph import number
from tests.support.spatial import Transform

ROWS = [["R", 0, 0, 0, "q"], ["R", "pi/2", 0, 0, "q"], ["P", "pi/2", 0, "q", 0], ["R", 0, 0, 0, "q"]]


def robot(**legs: Any) -> lw.Robot:
    return lw.load(description(**legs))


def description(**legs: Any) -> dict[str, Any]:
    shared = {
        "count": 6, "rows": ROWS, "coupling": 4, "actuated": 3, "base": {"method": "G1", "radius": 1},
        "platform": {"method": "P1", "radius": 0.3}, "start": [1.5, 2.2, 1],
    }  # fmt: skip
    return {
        "linkwright": 1,
        "platform": {"coordinates": ["x", "y", "z", "phix", "phiy", "phiz"], "body": {"mass": 2}, "start": {"z": 0.5}},
        "legs": {k: v for k, v in {**shared, **legs}.items() if v is not None},
    }


def matrix(X: Transform) -> np.ndarray:
    return np.array([[float(number(x) or 0) for x in row] for row in X.matrix()])


def turn(axis: int, angle: float) -> np.ndarray:
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R = np.eye(3)
    R[i, i] = R[j, j] = math.cos(angle)
    R[i, j], R[j, i] = -math.sin(angle), math.sin(angle)
    return R


def expected(frame: int, beta: float, cone: float) -> np.ndarray:
    """The frames as products of three turns, Rx(a) Ry(b) Rz(c), and the inclined one."""
    half = math.pi / 2
    angles = {1: (0, 0, half + beta), 2: (-half, -beta, -half), 3: (-half, -half - beta, 0)}
    if frame == 4:
        return turn(2, half + beta) @ turn(0, -cone)
    a, b, c = angles[frame]
    return turn(0, a) @ turn(1, b) @ turn(2, c)


@pytest.mark.parametrize("code", [f"G{k}" for k in range(1, 9)])
def test_base_frames_are_those_of_the_method(code: str) -> None:
    number_of = int(code[1])
    pairs, frame = number_of > 4, (number_of - 1) % 4 + 1
    sizes = {"radius": 0.8} | ({"distance": 0.2} if pairs else {}) | ({"cone": 0.3} if frame == 4 else {})
    made = robot(base={"method": code, **sizes})
    for i in range(6):
        beta = 2 * math.pi * (i // 2) / 3 if pairs else 2 * math.pi * i / 6
        at = np.array([0.8, (0.1 if i % 2 else -0.1) if pairs else 0.0, 0])
        X = matrix(made.frames[f"leg{i + 1}_base"].X)
        assert np.allclose(X[:3, 3], turn(2, beta) @ at, atol=1e-15)
        assert np.allclose(X[:3, :3], expected(frame, beta, 0.3), atol=1e-15)
        assert np.allclose(matrix(made.joints[f"leg{i + 1}_joint1"].X), X)


@pytest.mark.parametrize("code", [f"P{k}" for k in range(1, 7)])
def test_platform_points_are_those_of_the_method(code: str) -> None:
    pairs = int(code[1]) > 3
    made = robot(platform={"method": code, "radius": 0.35} | ({"distance": 0.2} if pairs else {}))
    for i in range(6):
        beta = 2 * math.pi * (i // 2) / 3 if pairs else 2 * math.pi * i / 6
        at = np.array([0.35, (0.1 if i % 2 else -0.1) if pairs else 0.0, 0])
        assert np.allclose(matrix(made.frames[f"platform_leg{i + 1}"].X)[:3, 3], turn(2, beta) @ at, atol=1e-15)


@pytest.mark.parametrize(
    ("where", "code", "sizes", "z"),
    [
        ("base", "G9", {}, lambda _: [0, -1, 0]),
        ("base", "G10", {}, lambda _: [0, 0, 1]),
        ("platform", "P7", {}, lambda _: [0, 0, 1]),
        ("platform", "P8", {"angle": 0.4}, lambda _: [math.cos(0.4), -math.sin(0.4), 0]),
        ("platform", "P9", {"tilt": 0.4}, lambda b: turn(2, b) @ [-math.cos(0.4), 0, -math.sin(0.4)]),
        ("platform", "P10", {"tilt": 0.4}, lambda b: turn(2, b) @ [0, math.cos(0.4), -math.sin(0.4)]),
    ],
)
def test_parallel_and_inclined_frames(where: str, code: str, sizes: dict[str, float], z: Any) -> None:
    """Where the leg's axis points, written out by hand: with a pin at the end the platform's frames are seen, too."""
    made = robot(count=3, closure="pin", **{where: {"method": code, "radius": 0.7, **sizes}})
    for i in range(3):
        beta = 2 * math.pi * i / 3
        X = matrix(made.frames[f"leg{i + 1}_base" if where == "base" else f"platform_leg{i + 1}"].X)
        assert np.allclose(X[:3, 3], turn(2, beta) @ [0.7, 0, 0], atol=1e-15)
        assert np.allclose(X[:3, 2], z(beta), atol=1e-15)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"closure": "hinge"}, "closure of leg 1 is 'hinge'"),
        ({"closure": "pin", "coupling": 3}, "rows behind the pin"),
        ({"closure": "pin", "coupling": 3, "rows": ROWS[:3]}, "slides"),
    ],
)
def test_a_closure_that_cannot_be(given: dict[str, Any], said: str) -> None:
    with pytest.raises(lw.LinkwrightError, match=said):
        robot(**given)


def test_a_pin_is_the_last_row_and_a_weld_stands_behind_it() -> None:
    pinned, welded = robot(closure="pin"), robot(closure="weld", start=None)
    assert [loop.kind for loop in pinned.loops] == ["pin"] * 6
    assert [loop.kind for loop in welded.loops] == ["weld"] * 6
    assert (pinned.frames["leg1_end"].body, welded.frames["leg1_end"].body) == ("leg1_link3", "leg1_link4")


def test_the_pose_is_the_coordinates_and_the_legs_end_at_the_coupling() -> None:
    made = robot()
    names = tuple(f"platform_{x}" for x in ("x", "y", "z", "phix", "phiy", "phiz"))
    assert made.platform == "platform"
    assert made.platform_joints == names
    assert made.tree.joint_names[:6] == names
    assert made.tree.joint_names[6:9] == ("leg1_joint1", "leg1_joint2", "leg1_joint3")
    assert len(made.tree.joint_names) == 6 + 18, "joints at and behind the coupling are left out"
    assert made.actuated == tuple(f"leg{k}_joint3" for k in range(1, 7))
    assert [loop.kind for loop in made.loops] == ["point"] * 6
    assert (made.start["platform_z"], made.start["leg4_joint2"]) == (0.5, 2.2)


def test_a_point_behind_a_turning_joint_belongs_to_the_body_before() -> None:
    rows = [["R", 0, 0, 0, "q"], ["R", 0, 0.6, 0, "q"], ["R", 0, 0.5, 0.1, "q"]]
    made = robot(rows=rows, coupling=3, actuated=1, start=None)
    end = made.frames["leg2_end"]
    assert end.body == "leg2_link2"
    assert [number(x) for x in end.X.p] == [0.5, 0, 0.1]


def test_a_point_behind_a_slider_moves_with_it() -> None:
    made = robot(rows=ROWS[:3], coupling=3)
    assert made.frames["leg1_end"].body == "leg1_link3"
    assert [number(x) for x in made.frames["leg1_end"].X.p] == [0, 0, 0]


def test_legs_one_by_one() -> None:
    place = {"xyz": [1, 2, 0], "angles": [0, 0, "pi/2"]}
    each = [{"name": "left", "base": place, "platform": {"xyz": [0.1, 0, 0]}, "elbow": -1}]
    made = robot(each=each, base=None, platform=None, count=None)
    assert made.tree.joint_names[6:] == ("left_joint1", "left_joint2", "left_joint3")
    assert number(made.loops[0].mode) == -1
    assert np.allclose(matrix(made.frames["left_base"].X)[:3, :3], turn(2, math.pi / 2))
    whole = description()
    whole["legs"] = [{**{k: v for k, v in whole["legs"].items() if k not in ("count", "base", "platform")}, **each[0]}]
    assert lw.load(whole).tree.joint_names == made.tree.joint_names


def test_values_may_differ_from_leg_to_leg() -> None:
    starts = [[k, 1, 0.5] for k in range(6)]
    made = robot(start=starts, elbow=[1, -1] * 3)
    assert [number(made.start[f"leg{k}_joint1"]) for k in range(1, 7)] == list(range(6))
    assert [number(loop.mode) for loop in made.loops] == [1, -1] * 3


def test_other_orientations() -> None:
    whole = description()
    whole["platform"] |= {"coordinates": ["x", "y", "z", "phi1", "phi2", "phi3"], "orientation": "zyz"}
    made = lw.load(whole)
    axes = [tuple(made.joints[n].axis) for n in made.platform_joints[3:]]
    assert axes == [(0, 0, 1), (0, 1, 0), (0, 0, 1)]
    whole["platform"] |= {"coordinates": ["x", "y", "z", "phix", "phiy", "phiz"], "orientation": "zyx"}
    assert lw.load(whole).platform_joints[3:] == ("platform_phiz", "platform_phiy", "platform_phix")


def test_inertials_are_shared_by_all_legs() -> None:
    made = robot(bodies={1: {"mass": 0.5}, 3: {"parameters": {"m": None, "mz": None}}})
    assert {"m_3", "mz_3"} == set(made.parameters)
    assert all(number(made.bodies[f"leg{k}_link1"].inertia.m) == 0.5 for k in range(1, 7))


MISTAKES: list[tuple[str, str]] = [
    ("legs: {count: 6}", "leg 1 has no rows"),
    ("legs: {rows: [[R, 0, 0, 0, q], [R, 0, 1, 0, q]]}", "'legs' does not say how many there are"),
    (
        "legs: {count: 2, rows: [[R, 0, 0, 0, q], [R, 0, 1, 0, q]], base: {method: G11}}",
        "method of base of 'legs' is 'G11'",
    ),
    ("legs: {count: 3, rows: [[R, 0, 0, 0, q]], base: {method: G5, radius: 1, distance: 2}}", "do not come in pairs"),
    ("legs: {count: 2, rows: [[R, 0, 0, 0, q]], base: {method: G1}}", "method G1 needs radius"),
    ("legs: {count: 2, rows: [[R, 0, 0, 0, q]], coupling: 2, base: {method: G1, radius: 1}}", "is no row of it"),
    ("legs: {count: 2, rows: [[R, 0, 0, 0, q], [R, 0, 1, 0, q]], actuated: 2}", "actuated of leg 1 is 2"),
    ("legs: {count: 2, rows: [[R, 0, 0, 0, q], [R, 0, 1, 0, q]], bodies: {2: {mass: 1}}}", "leg 1 has no body '2'"),
    ("legs: {count: 2, rows: [[R, 0, 0, 0, q], [R, 0, 1, 0, q]]}", "leg 1 has no base"),
    ("legs: {count: 2, rows: [[X, 0, 0, 0, q]]}", "joint type 'X'"),
    ("legs: {count: 0.5, rows: [[R, 0, 0, 0, q]]}", "count of 'legs' is 0.5"),
    ("legs: 7", "'legs' is not a mapping"),
]


@pytest.mark.parametrize(("line", "said"), MISTAKES)
def test_mistakes_are_named_with_their_line(line: str, said: str, tmp_path: Any) -> None:
    path = tmp_path / "robot.yaml"
    path.write_text(f"linkwright: 1\nplatform: {{coordinates: [x, y]}}\n{line}\n")
    with pytest.raises(lw.LinkwrightError) as caught:
        lw.load(path)
    assert said in str(caught.value)
    assert "robot.yaml:3" in str(caught.value)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("platform: {coordinates: [x, w]}", "coordinate 'w' of the platform is not known"),
        ("platform: {coordinates: [x, x]}", "is listed twice"),
        ("platform: {coordinates: [x, phix, phi1]}", "mixes phix with phi1"),
        ("platform: {coordinates: [x], orientation: xxy}", "orientation 'xxy'"),
        ("platform: {body: {mass: 1}}", "'platform' has no coordinates"),
        ("platform: {coordinates: [x], body: 3}", "body of 'platform' is not a mapping"),
        ("platform: {coordinates: [x], body: {com: [0, 0, 1]}}", "body of 'platform' has com, but no mass"),
    ],
)
def test_mistakes_of_the_platform(line: str, said: str, tmp_path: Any) -> None:
    path = tmp_path / "robot.yaml"
    path.write_text(f"linkwright: 1\nlegs: []\n{line}\n")
    with pytest.raises(lw.LinkwrightError) as caught:
        lw.load(path)
    assert said in str(caught.value)
    assert "robot.yaml:3" in str(caught.value)
