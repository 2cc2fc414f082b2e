"""YAML: the design's example, every key, Python dicts, screws against exponentials, units and formulas."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm

import linkwright as lw
from tests.support.model import JOINT_SIZES, JOINT_TYPES, Robot

from .numeric import poses, value

EXAMPLES = Path(__file__).parents[2] / "examples"


def read(text: str, tmp_path: Path, **options: Any) -> Robot:
    path = tmp_path / "robot.yaml"
    path.write_text(text, encoding="utf-8")
    return lw.load(path, **options)


def pendulum(**changes: Any) -> dict[str, Any]:
    joint = {"type": "revolute", "axis": [0, 0, 1], "parent": "world", "child": "rod"}
    return {"linkwright": 1, "joints": {"pivot": joint | changes}, "bodies": {"rod": {"mass": 1}}}


def test_the_double_pendulum_of_the_design() -> None:
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    s = lw.symbol
    assert robot.name == "double_pendulum"
    assert robot.joint_names == ("shoulder", "elbow")
    assert robot.gravity == (0, s("g"), 0)
    assert {n: p.value for n, p in robot.parameters.items()} == {
        "L1": 1,
        "L2": 1,
        "m1": 1,
        "m2": 1,
        "g": 9.8,
        "c": 1,
        "d": 1,
    }
    assert robot.joints["elbow"].X.p == (0, s("L1"), 0)
    assert (robot.joints["shoulder"].drive.stiffness, robot.joints["shoulder"].drive.damping) == (s("c"), s("d"))
    m, mx, my, mz, *_ = robot.bodies["upper"].inertia.parameters
    assert (m, mx, mz) == (s("m1"), 0, 0)
    assert my == s("m1") * (s("L1") / 2)
    assert robot.frames["tip"].body == "lower"
    assert robot.frames["tip"].X.p == (0, s("L2"), 0)
    assert not robot.notes


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.yaml")), ids=lambda p: p.stem)
def test_examples_load_without_a_word(path: Path) -> None:
    robot = lw.load(path)
    assert robot.nv > 0
    assert not [n for n in robot.notes if n.kind != "assumed"]


@pytest.mark.parametrize("kind", JOINT_SIZES)
def test_every_joint_type(kind: str) -> None:
    row = JOINT_TYPES[kind]
    extra = ({"axis2": [0, 1, 0]} if row.axes == 2 else {}) | ({"pitch": "2 mm"} if row.without_pitch else {})
    robot = lw.load(pendulum(type=kind, **extra))
    assert (robot.nq, robot.nv) == JOINT_SIZES[kind]
    if row.without_pitch:
        assert robot.joints["pivot"].pitch == Fraction(1, 500)


def test_every_key_of_a_joint() -> None:
    entry = {
        "xyz": ["250 mm", "L/2", 0], "rpy": ["90 deg", 0, "-pi/2"], "spring": "k", "rest": "10 deg", "damper": 0.1,
        "viscous": 0.2, "coulomb": 0.3, "rotor_inertia": "J", "gear_ratio": 100,
        "limits": {"lower": "-pi/2", "upper": "pi/2", "velocity": 3, "effort": "80 Nm"},
    }  # fmt: skip
    robot = lw.load(pendulum(**entry) | {"parameters": {"L": 1, "k": 2, "J": "1e-4"}})
    joint = robot.joints["pivot"]
    assert joint.X.p == (Fraction(1, 4), lw.symbol("L") / 2, 0)
    assert joint.X.R == ((0, 0, -1), (-1, 0, 0), (0, 1, 0))  # Rz(-90) Rx(90), exactly
    drive = joint.drive
    assert (drive.stiffness, drive.rotor_inertia) == (lw.symbol("k"), lw.symbol("J"))
    assert (drive.damping, drive.viscous, drive.coulomb, drive.gear_ratio) == (0.1, 0.2, 0.3, 100)
    assert value(drive.rest) == pytest.approx(np.deg2rad(10))
    assert joint.limits.lower == pytest.approx(-np.pi / 2)
    assert joint.limits.effort == 80


def test_quaternions_place_frames() -> None:
    robot = lw.load(pendulum(quaternion=[0, 0, 1, 1]))
    assert np.allclose(
        [[value(x) for x in row] for row in robot.joints["pivot"].X.R], [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
    )
    assert any("scaled to length 1" in n.what for n in robot.notes)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"mass": 2, "com": [0, 0, "1/2"]}, [2, 0, 0, 1, 0.5, 0, 0.5, 0, 0, 0]),
        ({"mass": 2, "inertia": [1, 2, 3]}, [2, 0, 0, 0, 1, 0, 2, 0, 0, 3]),
        ({"mass": 2, "inertia": [1, 0.1, 2, 0.2, 0.3, 3]}, [2, 0, 0, 0, 1, 0.1, 2, 0.2, 0.3, 3]),
        ({"parameters": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ({"parameters": {"m": 3, "ZZ": 1}}, [3, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
        (None, [0] * 10),
    ],
)
def test_forms_of_a_body(body: Any, expected: list[float]) -> None:
    robot = lw.load({**pendulum(), "bodies": {"rod": body}})
    assert [value(x) for x in robot.bodies["rod"].inertia.parameters] == expected


def test_a_parameter_without_a_value_and_one_that_is_short_for_others() -> None:
    robot = lw.load(
        pendulum(xyz=["half", "L", "w"])
        | {"parameters": {"L": {"value": "2 m", "doc": "length"}, "w": None, "half": "L/2", "spare": 1}}
    )
    assert {n: p.value for n, p in robot.parameters.items()} == {"L": 2, "w": None, "spare": 1}
    assert robot.parameters["L"].doc == "length"
    assert robot.joints["pivot"].X.p[0] == lw.symbol("L") / 2
    assert [n.what for n in robot.notes if n.kind == "unused"] == ["parameter 'spare' is used nowhere"]


def test_python_dicts_may_hold_expressions_and_arrays() -> None:
    L = lw.symbol("L")
    robot = lw.load(
        pendulum(xyz=np.array([0.0, 0.25, 1.0])) | {"frames": {"tip": {"body": "rod", "xyz": [L, 2 * L, 0]}}}
    )
    assert robot.frames["tip"].X.p == (L, 2 * L, 0)
    assert list(robot.parameters) == ["L"]


def test_mimic_and_its_option() -> None:
    joints = {
        "a": {"type": "revolute", "child": "one"},
        "b": {
            "type": "revolute",
            "parent": "one",
            "child": "two",
            "mimic": {"joint": "a", "multiplier": "1/2", "offset": "pi"},
        },
        "c": {"type": "revolute", "parent": "two", "child": "three", "mimic": "a"},
    }
    robot = lw.load({"linkwright": 1, "joints": joints})
    assert robot.nv == 1
    mimic = robot.joints["b"].mimic
    assert mimic is not None
    assert mimic.multiplier == Fraction(1, 2)
    assert lw.load({"linkwright": 1, "joints": joints}, mimic=False).nv == 3
    assert any("no mass: one, two, three" in n.what for n in robot.notes)


def test_a_body_without_a_joint_to_the_world_is_the_base() -> None:
    legs = {"hip": {"type": "revolute", "parent": "trunk", "child": "leg"}}
    robot = {"linkwright": 1, "joints": legs, "bodies": {"trunk": {"mass": 5}, "leg": {"mass": 1}}}
    assert lw.load(robot).nv == 1
    assert (lw.load(robot, floating=True).nq, lw.load(robot, floating=True).nv) == (8, 7)
    with pytest.raises(lw.LinkwrightError, match="attached to 'world' already"):
        lw.load(pendulum(), floating=True)


def test_wrenches_act_at_frames() -> None:
    robot = lw.load({**pendulum(), "frames": {"tip": {"body": "rod"}}, "wrenches": ["tip"]})
    assert robot.wrenches == ("tip",)
    with pytest.raises(lw.LinkwrightError, match="unknown frame 'top'"):
        lw.load({**pendulum(), "wrenches": ["top"]})


def test_dh_in_yaml_with_bodies_and_a_tool(tmp_path: Path) -> None:
    text = """
linkwright: 1
gravity: [0, 0, -g]
parameters: {L1: 1, L2: 0.5, m: 2, g: 9.81}
dh:
  convention: standard
  rows:
    - [R, 0, L1, 0, q]
    - {type: R, a: L2, theta: q - 90 deg}
  inertials: [full, null]
bodies:
  link2: {mass: m, com: [-L2/2, 0, 0]}
frames:
  tool: {body: link2, xyz: [0, 0, 0.1]}
"""
    robot = read(text, tmp_path)
    at = poses(robot, {"joint1": 0.3, "joint2": 0.4}, {"L1": 1, "L2": 0.5})
    assert np.allclose(
        at["tool"][:3, 3],
        [np.cos(0.3) + 0.5 * np.cos(0.7 - np.pi / 2), np.sin(0.3) + 0.5 * np.sin(0.7 - np.pi / 2), 0.1],
    )
    mx = robot.bodies["link2"].inertia.parameters[1]
    assert value(mx, {"L2": 0.5, "m": 2}) == pytest.approx(0.5)  # half a link before its end, seen from the axis
    assert "m1" in robot.parameters


# --- screws -----------------------------------------------------------------------------------------------------------

SCREWS: dict[str, list[Any]] = {
    "j1": [0, 0, 1, 0, 0, 0],
    "j2": [0, -1, 0, "h", 0, 0],
    "j3": [0, 0, 0, 0, 0.6, 0.8],
    "j4": [0.6, 0, 0.8, 0.3, -0.2, "0.1 + w"],
}
SYMBOLS = {"h": 0.7, "w": 0.25}
HOME = {"xyz": [0.4, "w", "h"], "rpy": [0.1, "pi/2", -0.3]}


def screw_robot(**bodies: Any) -> Robot:
    screws = {n: {"child": f"b{n[1]}", "screw": s} for n, s in SCREWS.items()}
    return lw.load({
        "linkwright": 1, "parameters": SYMBOLS, "screws": screws, "bodies": bodies,
        "frames": {"tool": {"body": "b4", "home": HOME}, "behind": {"body": "b4", "xyz": [0, 0, "1 m"]}},
    })  # fmt: skip


def exponential(screw: list[float], q: float) -> Any:
    w, v = np.array(screw[:3]), np.array(screw[3:])
    return expm(
        q
        * np.block([[np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]]), v[:, None]], [np.zeros((1, 4))]])
    )


@pytest.mark.parametrize("home", [None, HOME, {"xyz": [0, 0, "h"]}])
def test_screws_are_a_product_of_exponentials(home: Any) -> None:
    """Against matrix exponentials of the screws, for bodies with and without a home of their own."""
    robot = screw_robot(**({"b2": {"mass": 1, "home": home}, "b4": {"mass": 1, "home": home}} if home else {}))
    q = np.array([0.5, -0.8, 0.3, 1.1])
    at = poses(robot, dict(zip(SCREWS, q, strict=True)), SYMBOLS)
    zero = poses(robot, {}, SYMBOLS)
    fixed = [[0.0, 0, 1, 0, 0, 0], [0.0, -1, 0, 0.7, 0, 0], [0.0, 0, 0, 0, 0.6, 0.8], [0.6, 0, 0.8, 0.3, -0.2, 0.35]]
    T = np.eye(4)
    for i, screw in enumerate(fixed):
        T = T @ exponential(screw, q[i])
        for name in (f"b{i + 1}", f"b{i + 1}_home"):
            assert name not in at or np.allclose(at[name], T @ zero[name], atol=1e-12)
    assert np.allclose(at["tool"], T @ zero["tool"], atol=1e-12)
    assert np.allclose(zero["tool"][:3, 3], [0.4, 0.25, 0.7])
    if home:  # b2's axis goes through [0, 0, h]: there the home is the body's own frame
        assert np.allclose(zero["b4_home"][:3, 3], zero["tool"][:3, 3] if home is HOME else [0, 0, 0.7])
        assert ("b2_home" in robot.frames) is (home is HOME)
    placed = poses(robot, {}, SYMBOLS).get("b4_home", zero["b4"])
    assert np.allclose(zero["behind"], placed @ np.array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1], [0, 0, 0, 1]]))


def test_screw_types_and_the_axis_form() -> None:
    robot = screw_robot()
    assert [robot.joints[n].type for n in SCREWS] == ["revolute", "revolute", "prismatic", "helical"]
    screws = {
        "a": {"child": "one", "axis": [0, 0, 2], "point": [1, 0, 0]},
        "b": {"child": "two", "axis": [1, 0, 0], "type": "prismatic"},
    }
    other = lw.load({"linkwright": 1, "screws": screws})
    assert np.allclose(poses(other, {"a": np.pi / 2})["one"][:3, 3], [1, 0, 0])
    assert other.joints["b"].type == "prismatic"
    assert other.joints["b"].parent == "one"


@pytest.mark.parametrize(
    ("screw", "words"),
    [
        ({"child": "b"}, "needs either 'screw' or 'axis'"),
        ({"child": "b", "screw": [0, 0, 2, 0, 0, 0]}, "not a unit vector"),
        ({"child": "b", "screw": [0, 0, 0, 0, 0, 0]}, "no direction"),
        ({"child": "b", "screw": [0, 0, 1]}, "has 3 entries, not 6"),
        ({"child": "b", "axis": [0, 0, 0]}, "no usable axis"),
        ({"screw": [0, 0, 1, 0, 0, 0]}, "has no child"),
        ({"child": "b", "parent": "x", "axis": [0, 0, 1]}, "which no screw before it moves"),
    ],
)
def test_mistakes_in_screws(screw: dict[str, Any], words: str) -> None:
    with pytest.raises(lw.LinkwrightError) as caught:
        lw.load({"linkwright": 1, "screws": {"s": screw}})
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"linkwright": 2}, "format version '2' is not known"),
        ({"joints": [1, 2]}, "'joints' is not a mapping"),
        ({"joints": {"j": 3}}, "joint 'j' is not a mapping"),
        ({"bodies": {"rod": {"mass": 1, "parameters": [0] * 10}}}, "has both parameters and mass"),
        ({"bodies": {"rod": {"mass": True}}}, "is true or false, not a number"),
        ({"bodies": {"rod": {"mass": float("nan")}}}, "not a finite number"),
        ({"bodies": {"rod": {"mass": 1, "home": {"xyz": [0, 0, 0]}}}}, "has a home, but no screw moves it"),
        ({"bodies": {"rod": {"mass": 1}, "lost": {"mass": 1}}}, "not connected to the root: lost"),
        ({"frames": {"rod": {"body": "rod"}}}, "frame 'rod' is defined twice"),
        ({"frames": {"f": {"body": "nobody"}}}, "frame 'f' sits on unknown body 'nobody'"),
        ({"gravity": [0, 1]}, "'gravity' has 2 entries"),
        ({"parameters": {"x": "y + 1"}}, "unknown name 'y'"),
        ({"wrenches": [1]}, "'wrenches' is not a list of names"),
        ({"dh": {"convention": "modified"}}, "'dh' has no rows"),
    ],
)  # fmt: skip
def test_mistakes_are_explained(change: dict[str, Any], words: str) -> None:
    with pytest.raises(lw.LinkwrightError) as caught:
        lw.load(pendulum() | change)
    assert words in str(caught.value)


def test_joint_mistakes_are_explained() -> None:
    for change, words in [
        ({"limits": "high"}, "limits of joint 'pivot' is not a mapping"),
        ({"limits": {"lower": "L"}}, "unknown name 'L'"),
        ({"mimic": {"multiplier": 2}}, "has no joint"),
        ({"mimic": "nobody"}, "mimics unknown joint 'nobody'"),
        ({"type": "helical"}, "has no pitch"),
        ({"pitch": 1}, "only helical joints have pitch"),
        ({"type": "universal"}, "has no second axis"),
        ({"rpy": [0, 0, 0], "quaternion": [0, 0, 0, 1]}, "has both rpy and quaternion"),
        ({"axis": [0, 0, 0]}, "has no direction"),
        ({"parent": "nobody"}, "unknown parent body 'nobody'"),
    ]:
        with pytest.raises(lw.LinkwrightError) as caught:
            lw.load(pendulum(**change))
        assert words in str(caught.value)
