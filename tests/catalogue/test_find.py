"""Which chain a robot is: the chain with the values found moves as the robot does."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwright as lw
from tests.inverse.arms import arm
from tests.readers.numeric import Array, poses, rot, trans
from tests.support.catalogue import Chain, Match, general_of, patterns, structure_of
from tests.support.catalogue import robot as robot_of

PUMA = [
    ("R", 0, 0, 0, "q"),
    ("R", "-pi/2", 0, 0.2435, "q"),
    ("R", 0, 0.4318, -0.0934, "q"),
    ("R", "pi/2", -0.0203, 0.4331, "q"),
    ("R", "-pi/2", 0, 0, "q"),
    ("R", "pi/2", 0, 0, "q"),
]
SCARA = [("R", 0, 0, 0.4, "q"), ("R", 0, 0.3, 0, "q"), ("R", 0, 0.25, 0.1, "q"), ("P", 0, 0, "q", 0)]
IIWA = [
    ("R", alpha, 0, d, "q")
    for alpha, d in zip((0, *("-pi/2", "pi/2") * 3), (0.34, 0, 0.4, 0, 0.4, 0, 0.126), strict=True)
]
GANTRY = [("P", 0, 0, "q", 0), ("P", "pi/2", 0, "q", "pi/2"), ("P", "pi/2", 0, "q", 0)]


def assert_moves_alike(robot: lw.OpenRobot, match: Match, within: float = 1e-9) -> None:
    """base (rows of the catalogue's own model with the values found) tool is the frame's pose, at random positions."""
    assert not match.differences
    model = robot_of(match.chain, inertials="none")
    parameters = {name: replace(p, value=match.values.get(name, p.value)) for name, p in model.parameters.items()}
    model = replace(model, parameters=MappingProxyType(parameters))
    values = {name: p.value for name, p in parameters.items() if p.value is not None}
    rows = match.way.table.rows
    for seed in range(3):
        q = np.random.default_rng(seed).uniform(-2, 2, len(rows))
        there = poses(robot, {row.joint: x for row, x in zip(rows, q, strict=True)})[match.way.frame]
        moved = {f"joint{k}": row.sign * x + row.offset for k, (row, x) in enumerate(zip(rows, q, strict=True), 1)}
        here = match.way.table.base @ poses(model, moved, values)[f"link{len(rows)}"] @ match.way.tool
        assert np.allclose(there, here, atol=within)


def best(robot: lw.OpenRobot, frame: str | None = None) -> dict[str, Match]:
    found = structure_of(robot, frame)
    for match in found:
        assert_moves_alike(robot, match)
    return {match.chain.name: match for match in found}


def test_named_arms() -> None:
    """Lengths are those that the makers publish."""
    ur5 = best(arm("ur5"), "tool0")
    assert list(ur5) == ["R+R=R=R+R+R", "R~R~R~R+R+R"]
    lengths = {name: abs(x) for name, x in ur5["R+R=R=R+R+R"].values.items() if abs(x) > 1e-9}
    assert lengths == pytest.approx({"a3": 0.425, "a4": 0.39225, "d4": 0.10915, "d5": 0.09465}, abs=1e-4)
    panda = best(arm("panda"))
    assert list(panda) == ["R+R+R+R+R+R+R", "R~R~R~R~R+R+R"]
    lengths = {name: abs(x) for name, x in panda["R+R+R+R+R+R+R"].values.items() if abs(x) > 1e-9}
    assert lengths == pytest.approx({"d3": 0.316, "a4": 0.0825, "a5": 0.0825, "d5": 0.384, "a7": 0.088}, abs=1e-9)


@pytest.mark.parametrize(
    ("rows", "names"),
    [
        (PUMA, ["U~R~S", "R~R~R~S", "R+R=R+R+R+R", "R~R~R~R+R+R"]),
        (SCARA, ["R=R=R=P"]),
        (GANTRY, ["P+P90+P"]),
        (IIWA, ["U~U~S", "R~R~U~S", "U~R~R~S", "R~R~R~R~S", "R+R+R+R+R+R+R", "R~R~R~R~R+R+R"]),
    ],
)
def test_classes_of_robots(rows: list[tuple[object, ...]], names: list[str]) -> None:
    assert list(best(lw.dh(rows, convention="modified"))) == names


@st.composite
def placed_chains(draw: st.DrawFn) -> tuple[Chain, lw.OpenRobot]:
    """A pattern or general model with random values, as a robot whose joint frames lie anywhere along their axes, turned in any
    way, those of sliders anywhere at all; axes point either way."""
    pattern = draw(st.sampled_from([chain for n in (2, 3, 4, 5, 6) for chain in patterns(n)]))
    chain = general_of(pattern) if draw(st.booleans()) else pattern
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))

    def anywhere() -> Array:
        return np.linalg.multi_dot([rot(axis, rng.uniform(-3, 3)) @ trans(axis, rng.normal()) for axis in "xyz"])

    def angle(quarters: int | None) -> float:
        return rng.uniform(0.2, 1.3) if quarters is None else quarters * np.pi / 2

    T, before = anywhere(), np.eye(4)
    joints = {}
    for k, row in enumerate(chain.rows):
        a, d = rng.uniform(0.1, 1, 2) * (row.a, row.d)
        theta = angle(row.theta) if row.joint == "P" else rng.uniform(-3, 3)
        T = T @ rot("x", angle(row.alpha)) @ trans("x", a) @ rot("z", theta) @ trans("z", d)
        own = anywhere()
        own[:3, 3] = T[:3, 3] + T[:3, 2] * rng.normal() + (row.joint == "P") * rng.normal(size=3)
        X, axis = np.linalg.inv(before) @ own, own[:3, :3].T @ T[:3, 2] * rng.choice([-1, 1])
        pitch = -np.arcsin(X[2, 0])
        rpy = [np.arctan2(X[2, 1], X[2, 2]), pitch, np.arctan2(X[1, 0], X[0, 0])]
        kind = "revolute" if row.joint == "R" else "prismatic"
        place = {"xyz": X[:3, 3].tolist(), "rpy": [float(x) for x in rpy], "axis": axis.tolist()}
        joints[f"j{k}"] = {"type": kind, "parent": f"b{k - 1}" if k else "world", "child": f"b{k}", **place}
        before = own
    bodies = {f"b{k}": {"mass": 1, "inertia": [1, 1, 1]} for k in range(chain.joints)}
    robot = lw.load({"linkwright": 1, "name": "any", "bodies": bodies, "joints": joints})
    assert isinstance(robot, lw.OpenRobot)
    return chain, robot


@settings(max_examples=60, deadline=None)
@given(placed_chains())
def test_frames_of_a_file_do_not_matter(case: tuple[Chain, lw.OpenRobot]) -> None:
    chain, robot = case
    assert chain.name in best(robot)


def test_what_is_oblique_is_told() -> None:
    rows = [("R", 0, 0, 0, "q"), ("R", 0, 0.5, 0, "q"), ("R", "pi/6", 0.4, 0, "q"), ("P", 0, 0.1, "q", 0)]
    found = structure_of(lw.dh(rows, convention="modified"))
    assert found[0].chain.name == "R=R=R=P"
    assert found[0].differences == ("alpha3 is 30 deg where the chain has 0 deg (joint 'joint3')",)
    assert {match.chain.name for match in found} >= {"R=R+R=P"}


def test_joints_that_add_no_motion_are_told() -> None:
    planar = [("R", 0, 0.5, 0, "q")] * 4
    found = structure_of(lw.dh(planar, convention="modified"))
    assert [match.chain.name for match in found] == ["R=R=R=R"]
    assert found[0].differences == (
        "its 4 joints make 3 independent motions; in the catalogue each joint adds one, up to six",
    )


def test_axes_that_meet_in_one_point_have_no_lengths() -> None:
    wrist = [("R", 0, 0, 0, "q"), ("R", "pi/2", 1e-17, 1e-16, "q"), ("R", "pi/2", 0, 1e-15, "q")]
    assert next(iter(best(lw.dh(wrist, convention="modified")))) == "S"


def test_lengths_without_values_are_none() -> None:
    found = structure_of(
        lw.dh([("R", 0, "l", 0, "q"), ("R", "pi/2", 0, "h", "q"), ("P", 0, 0, "q", 0)], convention="modified")
    )
    assert found[0].chain.name == "U=P"
    assert not found[0].values
    assert not found[0].differences


def test_fingers_are_no_part_of_the_arm_and_a_floating_body_is_its_base() -> None:
    fingers = {f"finger{k}": {"type": "prismatic", "parent": "b2", "child": f"f{k}", "axis": [0, 1, 0]} for k in (1, 2)}
    joints = {
        "base": {"type": "floating", "parent": "world", "child": "hull"},
        "one": {"type": "continuous", "parent": "hull", "child": "b1"},
        "two": {"type": "revolute", "parent": "b1", "child": "b2", "axis": [1, 0, 0], "xyz": [0.3, 0, 0]},
        **fingers,
    }
    bodies = {name: {"mass": 1, "inertia": [1, 1, 1]} for name in ("hull", "b1", "b2", "f1", "f2")}
    robot = lw.load({"linkwright": 1, "name": "swimmer", "bodies": bodies, "joints": joints})
    found = structure_of(robot)
    assert (found[0].way.base, found[0].way.frame, found[0].chain.name) == ("hull", "b2", "U")
    assert structure_of(robot, "f1")[0].chain.name == "U+P"
    with pytest.raises(lw.errors.QuantityError, match="no joint moves 'hull'"):
        structure_of(robot, "hull")
