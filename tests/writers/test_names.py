"""Names that mean something to XML, YAML or formulas read back as they are, or are refused: never another robot."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwright as lw
from tests.support.graph import symbol
from tests.support.model import COORDINATE, Body, Coupling, Joint, make_robot
from tests.support.spatial import Inertia, Mat, Vec

from .round_trip import SUFFIXES, round_trip

NAMES = [
    'quo"te', "apo'strophe", "<tag>", "a&b", "a: b", "# no comment", "- dash", "{brace}", "[list]", "on", "null", "~", "True",
    "1e5", "0x10", "*alias", "&anchor", "!tag", "%", "@", "`", "a, b", "?", "|", ">", "Füße", "关节", "a  b", "--- x", "\\n",
    "a/b", "a\\", "=", "<<", "pi", "sin", "q1", "world_", "x" * 200,
]  # fmt: skip
UNUSUAL = [
    " lead",
    "trail ",
    "new\nline",
    "tab\tbed",
    "\x85",
    "\u2028",
    "\x00",
    "\x1b[31m",
    "\ud800",
    "\ufeff",
    "world",
    "",
]


def named(body: str, joint: str) -> lw.OpenRobot:
    """Two joints, the second with these names, a frame on the last body."""
    inertia = Inertia.about_com(1.5, Vec(0.1, 0.2, 0.3), Mat(Vec(1.0, 0, 0), Vec(0, 1, 0), Vec(0, 0, 1)))
    bodies = [Body("first", inertia), Body(body, inertia)]
    joints = [Joint("one", "revolute", "world", "first"), Joint(joint, "prismatic", "first", body, axis=Vec(1, 0, 0))]
    return make_robot("a & b", bodies, joints)


@pytest.mark.parametrize("name", NAMES)
def test_names_read_back(name: str, tmp_path: Path) -> None:
    robot = named(name, name)
    for suffix in SUFFIXES:
        assert round_trip(robot, tmp_path, suffix) == ()
        back = lw.load(tmp_path / f"robot{suffix}")
        assert name in back.bodies
        assert back.joint_names == ("one", name)
        assert suffix == ".xml" or back.name == "a & b"


@pytest.mark.parametrize("suffix", SUFFIXES)
@settings(max_examples=40)
@given(name=st.one_of(st.sampled_from(UNUSUAL), st.text(max_size=6)))
def test_others_read_back_or_are_refused(name: str, suffix: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("x") / f"robot{suffix}"
    try:
        robot = named(name, name)
        losses = lw.save(robot, path)
    except lw.LinkwrightError:
        assert not path.exists()
        return
    assert losses == ()
    back = lw.load(path)
    assert back.joint_names == ("one", name)
    assert name in back.bodies


def test_joints_that_no_formula_can_name_are_coupled(tmp_path: Path) -> None:
    robot = named("b", "left-knee")
    coupled = make_robot(
        "x",
        robot.bodies.values(),
        robot.joints.values(),
        couplings=[Coupling("one", "one", 3 * symbol(COORDINATE.format("left-knee")) + 1)],
    )
    for suffix in (".yaml", ".urdf", ".xml"):
        assert round_trip(coupled, tmp_path, suffix) == ()
    assert "joints: {x1: left-knee}" in (tmp_path / "robot.yaml").read_text()


def test_a_name_of_the_formula_that_names_no_joint_is_told() -> None:
    tree = {"linkwright": 1, "joints": {n: {"type": "revolute", "child": f"b{n}"} for n in ("a", "b-c")}}
    for entry, what in [
        ({"formula": "2*x", "joints": {"x": "nobody"}}, "no joint 'nobody'"),
        ({"formula": "2*x", "joints": {"sin": "b-c"}}, "'sin' cannot be a name"),
        ({"joints": {"x": "b-c"}}, "has no formula"),
        ({"formula": "2*y", "joints": {"x": "b-c"}}, "'y'"),
    ]:
        with pytest.raises(lw.LinkwrightError, match=what):
            lw.load({**tree, "couplings": {"a": entry}})
