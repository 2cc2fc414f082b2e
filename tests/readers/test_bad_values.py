"""Values that are no numbers, and numbers at the edge of what a computer holds: read for what they mean, or refused."""

from __future__ import annotations

import datetime
import math
from pathlib import Path
from typing import Any

import pytest

import linkwright as lw

ARM = "linkwright: 1\njoints:\n  j: {{type: revolute, axis: {axis}, child: b, rpy: {rpy}}}\nbodies:\n  b: {{mass: {mass}}}\n"
SDF = '<sdf version="1.6">\n<model name="m"><link name="a"/>{}</model></sdf>'


def load(tmp_path: Path, text: str, name: str = "a.yaml", **options: Any) -> Any:
    path = tmp_path / name
    path.write_text(text)
    return lw.load(path, **options)


def arm(tmp_path: Path, axis: str = "[0, 0, 1]", rpy: str = "[0, 0, 0]", mass: str = "1") -> Any:
    return load(tmp_path, ARM.format(axis=axis, rpy=rpy, mass=mass))


@pytest.mark.parametrize(
    ("axis", "unit"),
    [
        ("[1, 1e200, 0]", (0, 1, 0)),
        ("[1e-200, 0, 0]", (1, 0, 0)),
        ("[3e200, 0, -4e200]", (0.6, 0, -0.8)),
        ("[3e-170, 0, -4e-170]", (0.6, 0, -0.8)),
    ],
)
def test_a_direction_has_no_size(axis: str, unit: tuple[float, ...], tmp_path: Path) -> None:
    robot = arm(tmp_path, axis=axis)
    assert [float(x) for x in robot.joints["j"].axis] == pytest.approx(unit, abs=1e-15)
    assert any("scaled" in note.what for note in robot.notes)


def test_large_angles_are_not_snapped(tmp_path: Path) -> None:
    robot = arm(tmp_path, rpy="[0, 0, 1e9]")
    assert float(robot.joints["j"].X.R[0][0]) == pytest.approx(math.cos(1e9), abs=1e-15)


@pytest.mark.parametrize(
    ("mass", "words"),
    [
        ("2024-01-01", "'2024-01-01' is a date"),
        ("2024-01-01T00:00:00Z", "is a date"),
        ("true", "true or false"),
        ("0x10", "operator is missing"),
        ("1_000", "operator is missing"),
        ("1:30", "':' is not understood"),
        (".inf", "not a finite"),
        ("-.INF", "not a finite"),
        (".nan", "not a finite"),
        ("null", "is empty"),
        ("[1]", "a list"),
        ("{a: 1}", "a mapping"),
        ("1e999", "too large"),
        ("9" * 309, "too large"),
        (str(2**1024 - 1), "too large"),
        ("pi/1e-308", "no finite"),
        ("pi*10**200*10**108", "no finite"),
        ("exp(1000)", "no finite"),
        ("1e308*1e308", "no finite"),
    ],
)
def test_what_is_no_number_is_said(mass: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(lw.LinkwrightError) as caught:
        arm(tmp_path, mass=mass)
    assert words in caught.value.what
    assert caught.value.where == "a.yaml:5"
    assert caught.value.hint


@pytest.mark.parametrize(
    "x",
    [datetime.date(2024, 1, 1), True, None, b"1", 1j, math.inf, 10**400, object(), {1}, (1, 2)],
    ids=lambda x: type(x).__name__,
)
@pytest.mark.parametrize("place", ["mass", "name", "type", "xyz", "linkwright", "axis"])
def test_values_of_other_types_in_python(x: Any, place: str) -> None:
    joint = {"type": "revolute", "child": "b"} | ({place: x} if place in ("type", "xyz", "axis") else {})
    top = {"linkwright": 1, "joints": {"j": joint}, "bodies": {"b": {"mass": x if place == "mass" else 1}}}
    with pytest.raises(lw.LinkwrightError) as caught:
        lw.load(top | ({place: x} if place in ("name", "linkwright") else {}))
    assert caught.value.what


def test_an_infinite_angle_is_refused(tmp_path: Path) -> None:
    with pytest.raises(lw.LinkwrightError, match="entry 1 of rpy of joint 'j': the formula has no finite real value"):
        arm(tmp_path, rpy="[pi/1e-308, 0, 0]")


@pytest.mark.parametrize("given", ["[1, 2]", "3", "e3", "null", "true"])
def test_a_symmetry_says_what_moves(given: str, tmp_path: Path) -> None:
    text = f"manifold: {{q: S2}}\nlagrangian: dot(dq, dq)/2\nsymmetries:\n  turn: {given}\n"
    with pytest.raises(lw.LinkwrightError, match="symmetry 'turn' does not say what moves") as caught:
        load(tmp_path, text)
    assert caught.value.where == "a.yaml:4"


@pytest.mark.parametrize("name", ["[1, 2]", "{}", "null", "''", "true"])
def test_a_lagrangian_is_called_by_a_word(name: str, tmp_path: Path) -> None:
    with pytest.raises(lw.LinkwrightError, match="'name' is not a name"):
        load(tmp_path, f"name: {name}\nmanifold: {{q: S2}}\nlagrangian: dot(dq, dq)/2\n")


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("a.yaml", "linkwright: 1\njoints: {}\nbodies: {}\n"),
        ("a.yaml", "linkwright: 1\njoints:\n"),
        ("a.sdf", SDF.replace('<link name="a"/>', "").format("")),
        ("a.urdf", "<robot name='a'/>"),
    ],
)
def test_a_robot_has_a_body(file: str, text: str, tmp_path: Path) -> None:
    with pytest.raises(lw.LinkwrightError, match=r"no (body|link)") as caught:
        load(tmp_path, text, file)
    assert caught.value.hint


@pytest.mark.parametrize("link", ["a", "world"])
def test_an_sdf_joint_joins_two_links(link: str, tmp_path: Path) -> None:
    joint = f'<joint name="j" type="revolute"><parent>{link}</parent><child>{link}</child></joint>'
    with pytest.raises(lw.LinkwrightError, match=f"joint 'j' joins '{link}' to itself") as caught:
        load(tmp_path, SDF.format(joint), "a.sdf")
    assert caught.value.where == "a.sdf:2"


def test_a_nested_sdf_model_is_not_dropped(tmp_path: Path) -> None:
    inner = '<model name="n"><link name="b"><inertial><mass>3</mass></inertial></link></model>'
    with pytest.raises(lw.LinkwrightError, match="model 'n' lies inside a model"):
        load(tmp_path, SDF.format(inner), "a.sdf")
    assert load(tmp_path, SDF.format('<model name="n"/>'), "a.sdf").name == "m"


def test_friction_of_a_yaml_file_needs_no_option(tmp_path: Path) -> None:
    robot = load(tmp_path, ARM.format(axis="[0, 0, 1]", rpy="[0, 0, 0]", mass=1), friction=True)
    assert any("friction=True" in note.what for note in robot.notes)


@pytest.mark.parametrize("x", ["1e200", "-1e60", "2*1e60*L", "1e-320"])
def test_numbers_of_unusual_size(x: str, tmp_path: Path) -> None:
    """Large ones would end in infinities far from the file; tiny ones are the dust of an export."""
    text = (
        ARM.format(axis="[0, 0, 1]", rpy="[0, 0, 0]", mass=1)
        + f"frames: {{tip: {{body: b, xyz: [{x}, 0, 0]}}}}\nparameters: {{L: 1}}\n"
    )
    if x == "1e-320":
        robot = load(tmp_path, text, snap=False)
        assert robot.frames["tip"].X.p[0] == 0
        assert any("below 1e-50" in note.what for note in robot.notes)
        return
    with pytest.raises(lw.LinkwrightError, match="frame 'tip' has the number") as caught:
        load(tmp_path, text)
    assert caught.value.where == "a.yaml:6"


@pytest.mark.parametrize("x", ["1e999999999", "1e200", "-1e-60", "9" * 70])
def test_constants_of_lagrangians_of_unusual_size_end_soon(x: str, tmp_path: Path) -> None:
    for text in (f"constants: {{m: {x}}}\nlagrangian: m*dot(dq, dq)/2", f"lagrangian: {x}*dot(dq, dq)/2"):
        with pytest.raises(lw.LinkwrightError) as caught:
            load(tmp_path, f"manifold: {{q: S2}}\n{text}\n")
        assert caught.value.where.startswith("a.yaml:2")


def test_a_number_of_the_equations_beyond_floating_point(tmp_path: Path) -> None:
    robot = load(tmp_path, "manifold: {x: R}\nconstants: {a: 1e50}\nlagrangian: a**7*dx**2/2\n")
    with pytest.raises(lw.LinkwrightError, match="beyond what floating point holds"):
        lw.build(robot, to="c", quantities="equations_of_motion")


def test_motion_without_kinetic_energy(tmp_path: Path) -> None:
    robot = load(tmp_path, "manifold: {x: R, y: R}\nlagrangian: dx**2/2 - y**2/2\n")
    assert lw.build(robot, to="c", quantities="equations_of_motion").trees
    with pytest.raises(lw.LinkwrightError):
        lw.build(robot, to="c", quantities="accelerations")


@pytest.mark.parametrize("axis", ["0 0 0", "nan 0 1", "1 2", "x y z", "1e20 0 0"])
def test_an_sdf_axis_is_a_direction(axis: str, tmp_path: Path) -> None:
    joint = (
        f'<joint name="j" type="revolute"><parent>world</parent><child>a</child><axis><xyz>{axis}</xyz></axis></joint>'
    )
    with pytest.raises(lw.LinkwrightError, match="is no direction") as caught:
        load(tmp_path, SDF.format(joint), "a.sdf")
    assert caught.value.where == "a.sdf:2"


@pytest.mark.parametrize(
    "value", ["[[1, 0], 2]", "[1, [2]]", "[[], []]", "[[1], [1, 2]]", "[]", "[[[1]]]", "{type: matrix, value: 3}"]
)
def test_constants_that_are_no_matrix(value: str, tmp_path: Path) -> None:
    with pytest.raises(lw.LinkwrightError) as caught:
        load(tmp_path, f"manifold: {{q: S2}}\nconstants:\n  J: {value}\nlagrangian: dot(dq, dq)/2\n")
    assert caught.value.where == "a.yaml:3"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('["cos(tilt)", 0,', '["cos(tilt)", 1e200,', "is no rotation"),
        ('"axis": [0, 1, 0], "vec"', '"axis": [0, 1e200, 0], "vec"', "not a unit vector"),
        ('{"rpy": [0.3, 0, 0]}', '{"axis": [1e200, 0, 0], "angle": "tilt"}', "has the length 1e+200"),
    ],
)
def test_large_numbers_in_skidys_rotations(old: str, new: str, words: str, tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "examples" / "formats" / "tree.json").read_text()
    assert old in text
    with pytest.raises(lw.LinkwrightError) as caught:
        load(tmp_path, text.replace(old, new, 1), "tree.json")
    assert words in str(caught.value)


def test_products_that_leave_the_numbers(tmp_path: Path) -> None:
    text = "linkwright: 1\njoints: {j: {type: revolute, child: b}}\nparameters: {J: 1}\n"
    with pytest.raises(lw.LinkwrightError, match="not a finite number"):
        load(tmp_path, text + "bodies: {b: {mass: 1, com: [1e200, 0, 0], inertia: [J, J, J]}}\n")


def test_couplings_have_numbers_that_can_be_computed_with(tmp_path: Path) -> None:
    text = "linkwright: 1\njoints:\n  a: {type: revolute, child: x}\n  b: {type: revolute, parent: x, child: y}\n"
    with pytest.raises(lw.LinkwrightError, match="coupling 'b' has the number 1e\\+200"):
        load(tmp_path, text + "bodies: {x: {mass: 1}, y: {mass: 1}}\ncouplings: {b: 1e200*a}\n")


def test_nothing_is_divided_by_less_than_computing_can_bear(tmp_path: Path) -> None:
    text = "linkwright: 1\nparameters: {L: 1}\njoints:\n  a: {type: revolute, child: x, xyz: [L/1e-300, 0, 0]}\n"
    with pytest.raises(lw.LinkwrightError, match=r"joint 'a' has the number 1e[-+]300"):
        load(tmp_path, text + "bodies: {x: {mass: 1}}\n")


def test_a_lagrangian_that_is_not_real_everywhere(tmp_path: Path) -> None:
    """Tests that travel ask where it is; where it never is, the error says so."""
    half = load(tmp_path, "name: half\nmanifold: {x: R}\nlagrangian: dx**2/2 + dx**2.5\n")
    built = lw.build(half, to=["numpy"], out=tmp_path / "out", quantities=["momentum", "lagrangian"])
    assert [row.ok for row in built.tests] == [True]
    nowhere = load(tmp_path, "name: nowhere\nmanifold: {x: R}\nlagrangian: dx**2/2 + sqrt(-1 - x**2)\n")
    with pytest.raises(lw.LinkwrightError, match="no real number"):
        lw.build(nowhere, to=["numpy"], out=tmp_path / "none", quantities=["momentum"])
    assert not (tmp_path / "none").exists()


def test_the_axis_of_a_screw_may_be_written_with_pi(tmp_path: Path) -> None:
    text = "linkwright: 1\nscrews:\n  a: {{child: x, screw: [0, 0, {}, 0, 0, 0]}}\nbodies: {{x: {{mass: 1}}}}\n"
    with pytest.raises(lw.LinkwrightError, match="is not a unit vector"):
        load(tmp_path, text.format("2*pi"))
    assert load(tmp_path, text.format("pi/pi")).nv == load(tmp_path, text.format("cos(0)")).nv == 1


def test_messages_are_short_whatever_they_quote(tmp_path: Path) -> None:
    with pytest.raises(lw.LinkwrightError) as caught:
        load(tmp_path, f'<robot name="a"><link name="b"/><joint name="{"j" * 100_000}" type="x"/></robot>', "a.urdf")
    assert len(str(caught.value)) < 20_000
    assert "joint 'jjj" in str(caught.value)
