"""What a format cannot say is listed, each with its place and what the file says instead; what it can say is not."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import linkwright as lw
from tests.support.model import Body, Joint, make_robot
from tests.support.spatial import Inertia, Mat, Vec
from tests.support.writers import force_difference

from .round_trip import SAME, SUFFIXES, round_trip

LOOPS = Path(__file__).parents[2] / "examples" / "loops"
BODY = {"mass": 2, "com": [0.1, 0, 0], "inertia": [0.1, 0.2, 0.3]}


def robot(**joint: Any) -> Any:
    """One joint, with numbers that every format can say."""
    return lw.load({
        "linkwright": 1, "joints": {"j": {"type": "revolute", "child": "arm", **joint}}, "bodies": {"arm": BODY},
    })  # fmt: skip


def listed(mechanism: Any, folder: Path) -> dict[str, list[str]]:
    """Suffix -> things on the list; the law is asked on the way."""
    return {s: [x.thing for x in round_trip(mechanism, folder, s)] for s in SUFFIXES}


def test_a_plain_robot_is_said_by_all(tmp_path: Path) -> None:
    assert listed(robot(axis=[0, 1, 0], xyz=[0.1, 0.2, 0.3], rpy=[0.1, 1.2, -2]), tmp_path) == {s: [] for s in SUFFIXES}


@pytest.mark.parametrize(
    ("joint", "expected"),
    [
        ({"spring": 3, "rest": 0.2}, {".urdf": ["spring"], ".xml": [], ".sdf": []}),
        ({"rotor_inertia": 1e-3, "gear_ratio": 50}, {".urdf": ["rotor"], ".xml": [], ".sdf": ["rotor"]}),
        ({"damper": 0.5}, {".urdf": ["damper"], ".xml": [], ".sdf": ["damper"]}),
        ({"coulomb": 0.5}, {".urdf": ["friction"], ".xml": ["friction"], ".sdf": ["friction"]}),
        ({"limits": {"lower": -1, "upper": 1}}, {".urdf": [], ".xml": [], ".sdf": []}),
        ({"limits": {"lower": -1, "upper": 1, "effort": 5}}, {".urdf": [], ".xml": ["limit"], ".sdf": []}),
        ({"type": "helical", "pitch": 0.01}, {".urdf": ["joint type"], ".xml": ["joint type"], ".sdf": []}),
        ({"type": "spherical"}, {".urdf": ["joint type"], ".xml": [], ".sdf": []}),
        ({"type": "planar"}, {".urdf": [], ".xml": ["joint type"], ".sdf": ["joint type"]}),
        ({"type": "floating"}, {".urdf": [], ".xml": [], ".sdf": ["joint type"]}),
        (
            {"type": "universal", "axis": [1, 0, 0], "axis2": [0, 1, 0]},
            {".urdf": ["joint type"], ".xml": ["joint type"], ".sdf": []},
        ),
    ],
    ids=lambda x: next(iter(x)) + str(next(iter(x.values()))) if isinstance(x, dict) else "",
)  # fmt: skip
def test_joints(joint: dict[str, Any], expected: dict[str, list[str]], tmp_path: Path) -> None:
    assert listed(robot(**joint), tmp_path) == {".yaml": [], **expected}


def test_elastic_joints_become_rigid(tmp_path: Path) -> None:
    """In the limit of stiff springs: the rotor turns with its joint, as a body where it is one."""
    for name in ("elastic_arm.yaml", "elastic_turret.yaml"):
        elastic = lw.load(LOOPS.parent / name)
        things = listed(elastic, tmp_path)
        assert things[".yaml"] == []
        assert all("elastic joint" in things[s] for s in SUFFIXES[1:])
        assert lw.load(tmp_path / "robot.yaml").motors == elastic.motors
        assert lw.load(tmp_path / "robot.xml").nv == elastic.nv - len(elastic.motors)


def test_gravity_parameters_and_wrenches(tmp_path: Path) -> None:
    mechanism = lw.load({
        "linkwright": 1, "gravity": [0, "-g", 0], "parameters": {"g": 9.81, "m": 2},
        "joints": {"j": {"type": "revolute", "child": "arm"}}, "bodies": {"arm": {**BODY, "mass": "m"}},
        "frames": {"tip": {"body": "arm", "xyz": [1, 0, 0]}}, "wrenches": ["tip"],
    })  # fmt: skip
    assert listed(mechanism, tmp_path) == {
        ".yaml": [],
        ".urdf": ["gravity", "wrench", "parameter", "parameter"],
        ".xml": ["wrench", "parameter", "parameter"],
        ".sdf": ["wrench", "parameter", "parameter"],
    }
    (_, wrench, symbol, _) = lw.save(mechanism, tmp_path / "again.urdf")
    assert (symbol.name, symbol.instead) == ("g", "its value 9.81 in every place")
    assert str(wrench) == "wrench 'tip': an external wrench acts at this frame; left out"
    assert lw.load(tmp_path / "again.urdf").frame("tip").body == "tip"


def test_bodies_that_are_alike(tmp_path: Path) -> None:
    joint = {"type": "revolute", "parent": "world"}
    twins = lw.load({
        "linkwright": 1, "joints": {"a": {**joint, "child": "left"}, "b": {**joint, "child": "right", "xyz": [1, 0, 0]}},
        "bodies": {"left": BODY, "right": BODY}, "alike": [["left", "right"]],
    })  # fmt: skip
    assert listed(twins, tmp_path) == {".yaml": [], **{s: ["alike bodies"] for s in SUFFIXES[1:]}}
    assert lw.load(tmp_path / "robot.yaml").alike == twins.alike == (("left", "right"),)


def _written(folder: Path, name: str, text: str) -> Any:
    (folder / name).write_text(text)
    return lw.load(folder / name)


def _of_mapping(folder: Path) -> Any:
    def made(value: float | None) -> Any:
        tree = {"linkwright": 1, "joints": {"j": {"type": "revolute", "child": "arm"}}, "parameters": {"m": value}}
        return lw.load({**tree, "bodies": {"arm": {**BODY, "mass": "m"}}})

    return (made(None), "under 'parameters' of the mapping"), lambda: made(2.0)


def _of_dh(folder: Path) -> Any:
    def made(**values: Any) -> Any:
        return lw.dh([("R", 0, "L", 0, "q")], convention="modified", inertials=[{"M": 1, "ZZ": 1}], **values)

    return (made(), "parameters={...} of lw.dh"), lambda: made(parameters={"L": 0.5})


def _of_skidy(folder: Path) -> Any:
    text = (LOOPS.parent / "formats" / "two_link.yaml").read_text()
    symbols, values = text.split("assignments:")
    more = "".join(
        f"  {n}: 1.0\n" for n in lw.load(LOOPS.parent / "formats" / "two_link.yaml").parameters if n[0] in "mI"
    )
    valued = f"{symbols}assignments:{values.rstrip()}\n{more}"
    return (_written(folder, "two_link.yaml", symbols), "'assignments:'"), lambda: _written(folder, "x.yaml", valued)


def _of_par(folder: Path) -> Any:
    shutil.copy(LOOPS.parent / "formats" / "rx90.par", folder / "x.par")
    symbols = lw.load(folder / "x.par")

    def valued() -> Any:
        values = ", ".join(f"{n}: 0.5" for n in symbols.parameters)
        (folder / "x.loops.yaml").write_text(f"parameters: {{{values}}}\n")
        return lw.load(folder / "x.par")

    return (symbols, "under 'parameters:' in x.loops.yaml beside it"), valued


def _of_csv(folder: Path) -> Any:
    table = "# convention: modified\n{}type,alpha,a,theta,d,M\nR,0,L1,q1,0,2\n"
    symbols = _written(folder, "x.csv", table.format(""))
    return (symbols, "'# parameters: L1=0.5"), lambda: _written(folder, "x.csv", table.format("# parameters: L1=0.5\n"))


HINTS = {"mapping": _of_mapping, "dh": _of_dh, "two_link.yaml": _of_skidy, "x.par": _of_par, "x.csv": _of_csv}


def test_a_parameter_without_a_value_has_no_number(tmp_path: Path) -> None:
    mechanism = lw.dh([("R", 0, "L", 0, "q")], convention="modified", inertials="full")
    for suffix in SUFFIXES[1:]:
        with pytest.raises(lw.LinkwrightError, match="no value") as caught:
            lw.save(mechanism, tmp_path / f"x{suffix}")
        assert ".yaml" in caught.value.hint
    assert not list(tmp_path.iterdir())
    assert lw.save(mechanism, tmp_path / "x.yaml") == ()
    assert lw.load(tmp_path / "x.yaml").parameters.keys() == mechanism.parameters.keys()


def test_four_parameters_without_a_value_are_named_and_of_more_the_first_four(tmp_path: Path) -> None:
    for count, named in ((4, "'a', 'b', 'c', 'd' of"), (5, "'a', 'b', 'c', 'd' ... of")):
        rows = [("R", 0, name, 0, f"q{k}") for k, name in enumerate("abcde"[:count], 1)]
        with pytest.raises(lw.LinkwrightError, match="no value") as caught:
            lw.save(lw.dh(rows, convention="modified"), tmp_path / "x.urdf")
        assert named in caught.value.what


@pytest.mark.parametrize("source", ["mapping", "dh", "two_link.yaml", "x.par", "x.csv"])
def test_the_hint_says_where_values_go(source: str, tmp_path: Path) -> None:
    """Followed to the letter, it gives a robot that can be written."""
    hinted, valued = HINTS[source](tmp_path)
    with pytest.raises(lw.LinkwrightError, match="no value") as caught:
        lw.save(hinted[0], tmp_path / "out.urdf")
    assert hinted[1] in caught.value.hint
    assert [x.thing for x in lw.save(valued(), tmp_path / "out.urdf")][-1] == "parameter"


def test_a_body_of_a_planar_robot_keeps_its_moment(tmp_path: Path) -> None:
    """A moment about z alone, as textbooks give it: MJCF makes it a flat plate, and the plane does not notice."""
    planar = lw.load({
        "linkwright": 1, "joints": {
            "a": {"type": "revolute", "child": "arm"},
            "b": {"type": "revolute", "parent": "arm", "child": "hand", "xyz": [1, 0, 0]},
        },
        "bodies": {n: {"mass": 2, "com": [0.5, 0, 0], "inertia": [0, 0, 0.12]} for n in ("arm", "hand")},
    })  # fmt: skip
    losses = round_trip(planar, tmp_path, ".xml")
    assert [(x.thing, x.name) for x in losses] == [("inertia", "arm"), ("inertia", "hand")]
    assert losses[0].lost == "moments 0 0 0.12 about its centre of mass: no body has one above the sum of the others"
    assert losses[0].instead == "moments 0.06 0.06 0.12"
    assert force_difference(planar, lw.load(tmp_path / "robot.xml")) < SAME


def test_inertias_that_mujoco_refuses(tmp_path: Path) -> None:
    """No mass where something moves; moments that no body has."""
    thin = Body("thin", Inertia.about_com(1.0, Vec(0.1, 0, 0), Mat(Vec(1.0, 0, 0), Vec(0, 1, 0), Vec(0, 0, 3))))
    joints = [Joint("a", "revolute", "world", "none"), Joint("b", "revolute", "none", "thin", axis=Vec(1, 0, 0))]
    tilted = make_robot("x", [Body("none"), thin], [joints[0], joints[1]])
    assert [(x.thing, x.name) for x in round_trip(tilted, tmp_path, ".xml")] == [("inertia", "thin")]
    held = make_robot(
        "x", [Body("none"), thin], [joints[0], replace(joints[1], X=replace(joints[1].X, p=Vec(1, 0, 0)))]
    )
    assert [x.name for x in round_trip(held, tmp_path, ".xml")] == ["none", "thin"]
    assert round_trip(held, tmp_path, ".urdf") == ()


def test_loops_stand_beside_a_urdf(tmp_path: Path) -> None:
    robot = lw.load(LOOPS / "fourbar.yaml")
    things = {x.thing for x in round_trip(robot, tmp_path, ".urdf")}
    assert things == {"parameter", "gravity"}
    back = lw.load(tmp_path / "robot.urdf")
    assert back.joint_names == robot.joint_names
    assert [x.kind for x in back.loops] == ["pin"]


def test_loops_of_sdf_are_closed_where_coordinates_are_zero(tmp_path: Path) -> None:
    """So coordinates count from the start; rests of springs and limits go with them."""
    fourbar = lw.load(LOOPS / "fourbar.yaml")
    losses = round_trip(fourbar, tmp_path, ".sdf")
    assert [x.name for x in losses if x.thing == "zero"] == list(fourbar.tree.joint_names)
    assert not [x for x in losses if x.thing == "loop"]
    assert [x.kind for x in lw.load(tmp_path / "robot.sdf").loops] == ["pin"]
    sarrus = lw.load(LOOPS / "sarrus.yaml")
    assert not [x for x in round_trip(sarrus, tmp_path, ".sdf") if x.thing == "loop"]


def test_loops_and_joints_that_follow_others_in_one_sdf(tmp_path: Path) -> None:
    losses = round_trip(lw.load(LOOPS / "exoskeleton.yaml"), tmp_path, ".sdf")
    assert [x.name for x in losses if x.thing == "coupling"] == ["q6"]
    back = lw.load(tmp_path / "robot.sdf")
    assert len(back.loops) == 3
    assert any(j.mimic for j in back.joints.values())


def test_a_kind_of_loop_that_a_format_has_not_is_left_open(tmp_path: Path) -> None:
    slider = lw.load(LOOPS / "fourbarpris.yaml")
    kinds = {x.kind for x in slider.loops}
    universal = replace(slider, loops=tuple(replace(x, kind="universal") for x in slider.loops))
    assert kinds
    for suffix in (".xml", ".sdf"):
        losses = lw.save(universal, tmp_path / f"x{suffix}")
        assert "there is no such closure" in next(x.instead for x in losses if x.thing == "loop")
        assert isinstance(lw.load(tmp_path / f"x{suffix}"), lw.OpenRobot)


def test_couplings_of_several_joints_are_told(tmp_path: Path) -> None:
    tree: dict[str, Any] = {
        "linkwright": 1,
        "joints": {
            n: {"type": "revolute", "parent": parent, "child": f"b{n}"}
            for n, parent in (("q1", "world"), ("q2", "bq1"), ("q3", "bq2"))
        },
        "bodies": {f"b{n}": BODY for n in ("q1", "q2", "q3")},
    }  # fmt: skip
    mixed = lw.load({**tree, "couplings": {"q3": "q1 - 2*q2"}})
    assert {s: x for s, x in listed(mixed, tmp_path).items() if x} == {".xml": ["coupling"], ".sdf": ["coupling"]}
    curved = lw.load({**tree, "couplings": {"q3": "q1**2/3 - q1/2 + 1/5"}})
    assert {s: x for s, x in listed(curved, tmp_path).items() if x} == {".sdf": ["coupling"]}
    geared = lw.load({**tree, "couplings": {"q3": "2*q2 - 1/5", "q2": "-q1"}})
    assert not any(listed(geared, tmp_path).values())


def test_a_lagrangian_is_refused(tmp_path: Path) -> None:
    system = lw.load(LOOPS.parent / "manifold" / "spherical_pendulum.yaml")
    with pytest.raises(lw.LinkwrightError, match="Lagrangian"):
        lw.save(system, tmp_path / "x.urdf")
