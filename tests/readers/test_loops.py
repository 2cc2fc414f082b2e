"""Closures, couplings, gears, motors and starts of the YAML format: what is written is what the robot has."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import linkwright as lw
from tests.readers.numeric import matrix, poses, rot, trans, value
from tests.support.graph import Expr, evaluate
from tests.support.model import COORDINATE, ClosedRobot, Coupling, OpenRobot

JOINTS = {
    "crank": {"type": "revolute", "child": "a"},
    "coupler": {"type": "revolute", "parent": "a", "child": "b", "xyz": ["l2", 0, 0]},
    "rocker": {"type": "revolute", "child": "c", "xyz": ["l1", 0, 0]},
    "slide": {"type": "prismatic", "child": "d", "axis": [1, 0, 0]},
}
VALUES = {"l1": 4.5, "l2": 2.0, "l3": 3.0, "r": 0.5, "n": 3.0}


def robot(**parts: Any) -> lw.Robot:
    return lw.load({"linkwright": 1, "parameters": VALUES, "joints": JOINTS, **parts})


def follows(coupling: Coupling, **q: float) -> float:
    assert isinstance(coupling.value, Expr)
    symbols = VALUES | {COORDINATE.format(n): x for n, x in q.items()}
    return float(evaluate(coupling.value.graph, [coupling.value.index], symbols)[0])


def failures(**parts: Any) -> list[str]:
    with pytest.raises(lw.LinkwrightError) as caught:
        robot(**parts)
    return [e.what for e in getattr(caught.value, "errors", [caught.value])]


# --- close ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["point", "ball", "pin", "weld", "slider", "cylinder", "universal"])
def test_every_kind(kind: str) -> None:
    loop = robot(close={"tip": {"kind": kind, "first": "b", "second": "rocker", "mode": "-1"}}).loops[0]
    assert (loop.name, loop.first, loop.second, loop.mode) == ("tip", "b", "rocker", -1)
    assert loop.kind == ("point" if kind == "ball" else kind)


def test_frames_written_in_place() -> None:
    ends = {"first": {"body": "b", "xyz": ["l3", 0, 0], "rpy": [0, 0, "90 deg"]}, "second": {"body": "world"}}
    found = robot(close={"tip": {"kind": "pin", **ends}})
    assert (found.loops[0].first, found.loops[0].second) == ("tip_first", "tip_second")
    assert found.frames["tip_second"].body == "world"
    at = poses(found, {"crank": 0.3, "coupler": 0.4}, VALUES)["tip_first"]
    assert np.allclose(at, rot("z", 0.3) @ trans("x", 2) @ rot("z", 0.4) @ trans("x", 3) @ rot("z", np.pi / 2))


def test_frames_are_placed_where_the_file_sees_the_body() -> None:
    """In a standard DH table a body's frame in the file is not the model's."""
    table = {"convention": "standard", "rows": [["R", 0, 2, 0, "q"]]}
    end = {"kind": "point", "first": {"body": "link1", "xyz": [1, 0, 0]}, "second": "world"}
    found = lw.load({"linkwright": 1, "dh": table, "close": {"tip": end}})
    assert np.allclose(poses(found, {})["tip_first"][:3, 3], [3, 0, 0])


def test_mode_may_be_a_parameter() -> None:
    loop = robot(close={"tip": {"kind": "pin", "first": "b", "second": "c", "mode": "n"}}).loops[0]
    assert repr(loop.mode) == "n"


# --- couplings and gears --------------------------------------------------------------------------------------------


@given(st.floats(-3, 3), st.floats(-3, 3))
def test_formulas_of_joints_and_parameters(x: float, y: float) -> None:
    found = robot(couplings={"rocker": "crank - 2*coupler/n + 30 deg", "slide": "r*sin(crank)"}).couplings
    assert [c.joint for c in found] == ["rocker", "slide"]
    assert np.isclose(follows(found[0], crank=x, coupler=y), x - 2 * y / 3 + np.pi / 6)
    assert np.isclose(follows(found[1], crank=x), 0.5 * np.sin(x))


@given(st.floats(-3, 3))
def test_gears_racks_and_rolling(x: float) -> None:
    gears = {
        "reduction": {"joints": ["crank", "rocker"], "ratio": "n", "offset": "pi/2"},
        "rack": {"joints": ["coupler", "slide"], "radius": "r"},
    }
    reduction, rack = robot(gears=gears).couplings
    assert (reduction.name, reduction.joint, rack.joint) == ("reduction", "rocker", "slide")
    assert np.isclose(follows(reduction, crank=x), x / 3 + np.pi / 2)
    assert np.isclose(follows(rack, coupler=x), 0.5 * x)


def test_coordinates_are_no_parameters() -> None:
    found = robot(couplings={"rocker": "crank + l1"})
    assert set(found.parameters) == set(VALUES)


def test_a_joint_that_is_called_as_a_parameter() -> None:
    assert failures(parameters={**VALUES, "crank": 1}, couplings={"rocker": "2*crank"}) == [
        "coupling of joint 'rocker': 'crank' is a joint and a parameter"
    ]
    fine = robot(parameters={**VALUES, "crank": 1}, couplings={"rocker": "2*coupler"})  # nothing is ambiguous
    assert np.isclose(follows(fine.couplings[0], coupler=1.0), 2.0)


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"couplings": {"crank": "rocker", "rocker": "crank"}}, "follows itself"),
        ({"couplings": {"crank": "crank + 1"}}, "follows itself"),
        ({"couplings": {"crank": "rocker"}, "gears": {"g": {"joints": ["slide", "crank"], "ratio": 2}}}, "a ratio between"),
        ({"couplings": {"crank": "rocker"}, "gears": {"g": {"joints": ["coupler", "crank"], "ratio": 2}}}, "two couplings"),
        ({"couplings": [1]}, "'couplings' is not a mapping"),
        ({"couplings": {"crank": [1, 2]}}, "coupling of joint 'crank' is a list"),
        ({"couplings": {"crank": "__import__('os')"}}, "is not understood"),
        ({"couplings": {"crank": "(" * 150 + "rocker" + ")" * 150}}, "too deeply nested"),
        ({"gears": {"g": {"joints": ["crank", "rocker"], "ratio": 2, "radius": 2}}}, "both a ratio and a radius"),
        ({"gears": {"g": {"joints": [1, 2], "ratio": 2}}}, "does not join two joints"),
        ({"start": [1]}, "'start' is not a mapping"),
        ({"start": {"crank": "1/0"}}, "has no finite real value"),
        ({"actuated": [["crank"]]}, "'actuated' is not a list of joints"),
        ({"actuated": "krank"}, "'krank' under actuated is no joint"),
        ({"close": {"t": {"kind": "pin", "first": "b", "second": "b"}}}, "joins frame 'b' to itself"),
        ({"close": {"t": {"kind": "pin", "first": {"body": "zz"}, "second": "b"}}}, "sits on unknown body 'zz'"),
    ],
)  # fmt: skip
def test_mistakes_are_explained(parts: Any, words: str) -> None:
    found = failures(**parts)
    assert any(words in what for what in found), found


# --- motors and start -----------------------------------------------------------------------------------------------

CLOSE = {"tip": {"kind": "pin", "first": {"body": "b", "xyz": ["l3", 0, 0]}, "second": "c"}}


def flagged(**flags: dict[str, Any]) -> dict[str, Any]:
    return {name: {**joint, **flags.get(name, {})} for name, joint in JOINTS.items()}


def test_motors_by_list_and_by_mark() -> None:
    assert robot(close=CLOSE, actuated=["rocker", "crank"]).actuated == ("rocker", "crank")
    assert robot(close=CLOSE, actuated="crank").actuated == ("crank",)
    assert robot(close=CLOSE, joints=flagged(crank={"actuated": True}, slide={"actuated": True})).actuated == (
        "crank",
        "slide",
    )
    assert robot(close=CLOSE, joints=flagged(coupler={"passive": True}, rocker={"passive": True})).actuated == (
        "crank",
        "slide",
    )
    assert robot(close=CLOSE, joints=flagged(crank={"actuated": False})).actuated == ()
    both = failures(close=CLOSE, joints=flagged(crank={"passive": True}), actuated=["crank"])
    assert both == ["'crank' is listed as actuated, and marked as passive"]


def test_motors_without_loops_are_told() -> None:
    assert any("nothing is closed or coupled" in n.what for n in robot(actuated=["crank"]).notes)


def test_start_takes_formulas_and_units() -> None:
    found = robot(close=CLOSE, start={"crank": "30 deg", "slide": "l1/2", "rocker": 1})
    assert {n: value(x, VALUES) for n, x in found.start.items()} == {"crank": np.pi / 6, "slide": 2.25, "rocker": 1}


def test_the_tree_of_a_closed_robot_is_the_robot_without_close() -> None:
    closed, tree = robot(close=CLOSE), robot()
    assert isinstance(closed, ClosedRobot)
    assert isinstance(tree, OpenRobot)
    assert isinstance(closed.tree, OpenRobot)
    for name, joint in tree.joints.items():
        assert np.allclose(matrix(closed.joints[name].X, VALUES), matrix(joint.X, VALUES))
