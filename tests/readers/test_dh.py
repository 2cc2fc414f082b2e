"""DH tables: frames against the textbook products of transforms, symbols, offsets, inertial parameters in all their forms."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import linkwright as lw
from benchmarks.chains import chains
from tests.support.graph import Expr, number
from tests.support.spatial import PARAMETER_NAMES

from .numeric import Array, poses, rot, trans, value

PUMA = [
    ("R", 0, 0, 0, "q"), ("R", "-pi/2", 0, 0, "q"), ("R", 0, "a2", "d3", "q"),
    ("R", "-pi/2", "a3", "d4", "q"), ("R", "pi/2", 0, 0, "q"), ("R", "-pi/2", 0, 0, "q"),
]  # fmt: skip


def product(convention: str, rows: list[tuple[str, float, float, float, float]], q: Array) -> list[Array]:
    """DH frames by the definition of the two conventions."""
    T, frames = np.eye(4), []
    for (kind, alpha, a, d, theta), x in zip(rows, q, strict=True):
        d, theta = (d + x, theta) if kind == "P" else (d, theta + x)
        if convention == "modified":
            T = T @ rot("x", alpha) @ trans("x", a) @ rot("z", theta) @ trans("z", d)
        else:
            T = T @ rot("z", theta) @ trans("z", d) @ trans("x", a) @ rot("x", alpha)
        frames.append(T)
    return frames


numbers = st.floats(-2, 2).map(lambda x: round(x, 3))
angles = st.one_of(numbers, st.sampled_from([0.0, np.pi / 2, -np.pi / 2, np.pi]))
rows = st.tuples(st.sampled_from("RP"), angles, numbers, numbers, angles)


@given(st.sampled_from(["standard", "modified"]), st.lists(rows, min_size=1, max_size=5), st.integers(0, 2**32 - 1))
def test_frames_are_the_textbook_s(convention: str, table: list[Any], seed: int) -> None:
    q = np.random.default_rng(seed).uniform(-2, 2, len(table))
    written = [
        (k, alpha, a, f"q + {d}" if k == "P" else d, theta if k == "P" else f"q + {theta}")
        for k, alpha, a, d, theta in table
    ]
    robot = lw.dh(written, convention=convention)
    at = poses(robot, {f"joint{i}": x for i, x in enumerate(q, 1)})
    for i, expected in enumerate(product(convention, table, q), 1):
        assert np.allclose(at[f"dh{i}" if convention == "standard" else f"link{i}"], expected, atol=1e-12)


extended = st.tuples(st.sampled_from("RP"), angles, numbers, angles, numbers, numbers, angles)


@given(st.lists(extended, min_size=1, max_size=4), st.integers(0, 2**32 - 1))
def test_frames_of_extended_rows_are_khalil_s(table: list[Any], seed: int) -> None:
    """Rows of seven: Rot_z(beta) Trans_z(b) before those of a modified row."""
    q = np.random.default_rng(seed).uniform(-2, 2, len(table))
    written = [
        (*row[:5], f"q + {row[5]}" if row[0] == "P" else row[5], row[6] if row[0] == "P" else f"q + {row[6]}")
        for row in table
    ]
    at = poses(lw.dh(written, convention="modified"), {f"joint{i}": x for i, x in enumerate(q, 1)})
    T = np.eye(4)
    for i, ((kind, beta, b, *rest), x) in enumerate(zip(table, q, strict=True), 1):
        T = T @ rot("z", beta) @ trans("z", b) @ product("modified", [(kind, *rest)], np.array([x]))[0]
        assert np.allclose(at[f"link{i}"], T, atol=1e-12)


def test_an_extended_table_is_the_same_in_every_form() -> None:
    """Lists of seven, mappings, YAML and a Khalil table: chains with a first frame of any attitude."""
    turned = [rows for chain in chains().values() if (rows := chain.rows)[0].beta != "0"]
    assert len(turned) == 12
    for rows in turned:
        chain = [row._asdict() for row in rows]
        columns = ("type", "beta", "b", "alpha", "a", "d", "theta")
        as_lists = lw.dh([tuple(row[c] for c in columns) for row in chain], convention="modified", inertials="full")
        as_maps = lw.dh([{c: row[c] for c in columns} for row in chain], convention="modified", inertials="full")
        symbols = [n for n in as_lists.parameters if n[0] in "abdt"]
        table = {"convention": "modified", "rows": [[row[c] for c in columns] for row in chain], "inertials": "full"}
        in_yaml = lw.load({"linkwright": 1, "parameters": symbols, "dh": table})
        geometry = ("beta", "b", "alpha", "a", "theta", "d")
        khalil = [
            [i, i - 1, 1, "RP".index(row["type"]), *(row[c] for c in geometry), f"link{i}"]
            for i, row in enumerate(chain, 1)
        ]
        antecedents = lw.load({"linkwright": 1, "parameters": symbols, "khalil": {"rows": khalil, "inertials": "full"}})
        for robot in (as_maps, in_yaml, antecedents):
            assert isinstance(robot, lw.OpenRobot)
            pairs = zip(robot.joints.values(), as_lists.joints.values(), strict=True)
            assert all((one.type, one.axis, one.X) == (two.type, two.axis, two.X) for one, two in pairs)
            assert [b.inertia for b in robot.bodies.values()] == [b.inertia for b in as_lists.bodies.values()]


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_inertials_are_at_the_dh_frame(convention: str) -> None:
    """A point mass at a place of the DH frame weighs the same wherever the model keeps the body's frame."""
    table = [("R", 0.3, 0.4, 0.5, 0.0), ("P", -0.7, 0.2, 0.1, 0.6)]
    com = {"mass": 2, "com": [0.1, 0.2, 0.3]}
    written = [("R", 0.3, 0.4, 0.5, "q"), ("P", -0.7, 0.2, "q + 0.1", 0.6)]
    robot = lw.dh(written, convention=convention, inertials=[None, com])
    q = np.array([0.8, -0.3])
    frame = product(convention, table, q)[1]
    at = poses(robot, {"joint1": q[0], "joint2": q[1]})["link2"]
    m, *h = (value(x) for x in robot.bodies["link2"].inertia.parameters[:4])
    assert m == 2
    assert np.allclose(at @ [*np.array(h) / m, 1], frame @ [0.1, 0.2, 0.3, 1])


def test_exact_quarter_turns_and_symbols() -> None:
    robot = lw.dh(PUMA, convention="modified", inertials="full", gravity=(0, 0, "G3"))
    for joint in robot.joints.values():
        assert all(x in (0, 1, -1) and not isinstance(x, float | Expr) for row in joint.X.R for x in row)
    X = robot.joints["joint3"].X
    assert X.p == (lw.symbol("a2"), 0, lw.symbol("d3"))
    assert robot.gravity == (0, 0, lw.symbol("G3"))
    assert list(robot.parameters)[:4] == ["a2", "d3", "a3", "d4"]
    assert len(robot.parameters) == 4 + 60 + 1
    assert [p.value for p in robot.parameters.values()] == [None] * 65


def test_modified_row_is_a_joint_about_z_and_its_frame_is_the_dh_frame() -> None:
    robot = lw.dh([("P", "pi/2", "a", "q - h", "pi/2")], convention="modified")
    joint = robot.joints["joint1"]
    assert (joint.type, joint.axis, joint.parent, joint.child) == ("prismatic", (0, 0, 1), "world", "link1")
    assert joint.X.p == (lw.symbol("a"), lw.symbol("h"), 0)
    assert robot.frames["link1"].X.p == (0, 0, 0)


@pytest.mark.parametrize(
    ("theta", "axis"),
    [("q", 1), ("-q", -1), ("q1", 1), ("pi/2 - q", -1), ("q + L - pi/2", 1), ("", 1), (None, 1), ("L - (q + 1)", -1)],
)
def test_spellings_of_the_joint_variable(theta: Any, axis: int) -> None:
    robot = lw.dh([("R", 0, 0, 0, theta)], convention="modified")
    assert robot.joints["joint1"].axis == (0, 0, axis)
    assert set(robot.parameters) <= {"L"}


def test_symbols_may_be_expressions_and_have_values() -> None:
    L = lw.symbol("L")
    robot = lw.dh([("R", 0, 2 * L, 0, "q"), ("revolute", 0, "L", 0, "q")], convention="standard", parameters={"L": 0.5})
    assert {n: p.value for n, p in robot.parameters.items()} == {"L": 0.5}
    assert robot.frames["dh1"].X.p[0] == 2 * lw.symbol("L")


def test_rows_may_be_mappings_with_names() -> None:
    table = [
        {"type": "R", "name": "waist", "link": "torso"},
        {"type": "P", "alpha": "90 deg", "d": "q", "name": "lift"},
    ]
    robot = lw.dh(table, convention="modified", inertials={"torso": {"ZZ": "J"}})
    assert robot.joint_names == ("waist", "lift")
    assert robot.joints["lift"].parent == "torso"
    assert robot.bodies["torso"].inertia.parameters[9] == lw.symbol("J")


def test_rows_may_say_what_acts_in_the_joint() -> None:
    robot = lw.dh([{"type": "R", "rotor_inertia": "J", "gear_ratio": 50, "viscous": 0.1}], convention="modified")
    drive = robot.joints["joint1"].drive
    assert (drive.rotor_inertia, drive.gear_ratio, drive.viscous) == (lw.symbol("J"), 50, 0.1)
    with pytest.raises(lw.LinkwrightError, match="is fixed, so nothing acts in it"):
        lw.dh([{"type": "F", "spring": 1}], convention="modified")


def test_fixed_rows_carry_a_tool() -> None:
    robot = lw.dh([("R", 0, 0, 0, "q"), ("F", 0, "L", 0, 0)], convention="modified")
    assert robot.nv == 1
    assert robot.frames["link2"].body == "link2"


FORMS: list[tuple[Any, dict[str, Any]]] = [
    ("full", {n: f"{n}1" for n in PARAMETER_NAMES}),
    ("XX YY ZZ M", {"Ixx": "XX1", "Iyy": "YY1", "Izz": "ZZ1", "m": "M1"}),
    (["ZZ", "MX"], {"Izz": "ZZ1", "mx": "MX1"}),
    ({"m": 3, "Izz": "m0*L**2", "mx": None}, {"m": 3, "Izz": "m0*L**2", "mx": "mx1"}),
    (list(range(1, 11)), dict(zip(PARAMETER_NAMES, range(1, 11), strict=True))),
    ({"mass": 2, "com": [0, 0, 1], "inertia": [1, 2, 3]}, {"m": 2, "mz": 2, "Ixx": 3, "Iyy": 4, "Izz": 3}),
    ({"mass": 2, "inertia": [1, 0.1, 2, 0.2, 0.3, 3]},
     {"m": 2, "Ixx": 1, "Ixy": 0.1, "Iyy": 2, "Ixz": 0.2, "Iyz": 0.3, "Izz": 3}),
    (None, {}),
]  # fmt: skip


@pytest.mark.parametrize(("form", "expected"), FORMS)
def test_inertials_in_every_form(form: Any, expected: dict[str, Any]) -> None:
    from tests.support.formula import parse

    robot = lw.dh([("R", 0, 0, 0, "q")], convention="modified", inertials=form if form == "full" else [form])
    for name, x in zip(PARAMETER_NAMES, robot.bodies["link1"].inertia.parameters, strict=True):
        wanted = expected.get(name, 0)
        assert x == (parse(wanted) if isinstance(wanted, str) else wanted)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"rows": [("R", 0, 0, 0, "q")]}, "does not say its convention"),
        ({"rows": [("R", 0, 0, 0, "q")], "convention": "classic"}, "convention 'classic' is not known"),
        ({"rows": [], "convention": "modified"}, "has no rows"),
        ({"rows": [("R", 0, 0, "q")], "convention": "modified"}, "DH row 1 has 4 entries, not 5 or 7"),
        ({"rows": [("R", 0, 0, 0, 0, "q")], "convention": "modified"}, "(type, beta, b, alpha, a, d, theta)"),
        ({"rows": [("R", "q", 0, 0, "q")], "convention": "modified"}, "with q in alpha"),
        ({"rows": [("P", 0, "q", 0, 0, "q", 0)], "convention": "modified"}, "with q in b"),
        ({"rows": [("R", "be1", 0, 0, 0, 0, "q")], "convention": "standard"}, "DH row 1 has beta, which modified"),
        ({"rows": [{"type": "R", "b": 1}], "convention": "standard"}, "add it to d"),
        ({"rows": [("P", 0, 0, 0, "q")], "convention": "modified"}, "DH row 1 is a prismatic joint with q in theta"),
        ({"rows": [("R", 0, 0, 0, "sin(q)")], "convention": "modified"}, "must be its variable q"),
        ({"rows": [("R", 0, 0, 0, "q2")], "convention": "modified"}, "must be its variable q"),
        ({"rows": [("R", float("nan"), 0, 0, "q")], "convention": "modified"}, "not a finite number"),
        ({"rows": [{"type": "R", "aplha": 1}], "convention": "modified"}, "unknown key 'aplha' in DH row 1"),
        ({"rows": PUMA, "convention": "modified", "inertials": ["full"]}, "1 entry for 6 rows"),
        ({"rows": PUMA[:1], "convention": "modified", "inertials": ["XX YZ QQ"]}, "unknown key 'QQ' in the inertia of link 1"),
        ({"rows": PUMA[:1], "convention": "modified", "inertials": [{"M": 1, "mass": 1}]}, "has both mass and M"),
        ({"rows": PUMA[:1], "convention": "modified", "inertials": {"link9": "full"}}, "unknown link 'link9'"),
        ({"rows": PUMA[:1], "convention": "modified", "gravity": (0, 0)}, "gravity has 2 entries"),
    ],
)  # fmt: skip
def test_mistakes_are_explained(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(lw.LinkwrightError) as caught:
        lw.dh(**arguments)
    assert words in str(caught.value)
    assert "\n    " in str(caught.value)  # a remedy


CSV = """# convention: {convention}
# gravity: 0 0 -g
# parameters: L1=0.5 g=9.81
type; alpha [deg]; a [mm]; d; theta; name; m; mz
R; 90; 100; 0; q; base; 2; 0.5
P; 0; 0; q + L1; 90 deg; lift; m2;
"""


@pytest.mark.parametrize("convention", ["standard", "modified"])
def test_csv_is_the_same_robot(convention: str, tmp_path: Path) -> None:
    path = tmp_path / "arm.csv"
    path.write_text(CSV.format(convention=convention))
    robot = lw.load(path)
    table = [
        {"type": "R", "alpha": "pi/2", "a": "1/10", "theta": "q", "name": "base"},
        {"type": "P", "d": "q + L1", "theta": "pi/2", "name": "lift"},
    ]
    same = lw.dh(table, convention=convention, inertials=[{"m": 2, "mz": 0.5}, {"m": "m2"}], gravity=(0, 0, "-g"))
    assert robot.name == "arm"
    assert robot.joint_names == ("base", "lift")
    assert {n: p.value for n, p in robot.parameters.items()} == {"L1": 0.5, "g": 9.81, "m2": None}
    for a, b in zip(robot.joints.values(), same.joints.values(), strict=True):
        assert a.X == b.X
    for a, b in zip(robot.bodies.values(), same.bodies.values(), strict=True):
        assert a.inertia.parameters == b.inertia.parameters


def test_csv_with_beta_and_b(tmp_path: Path) -> None:
    path = tmp_path / "arm.csv"
    path.write_text("# convention: modified\ntype,beta [deg],b [mm],alpha,a,d,theta\nP,90,300,pi/2,L,q,-pi/2\n")
    robot = lw.load(path)
    assert isinstance(robot, lw.OpenRobot)
    same = lw.dh([("P", "pi/2", "3/10", "pi/2", "L", "q", "-pi/2")], convention="modified")
    assert robot.joints["joint1"].X == same.joints["joint1"].X


def test_csv_with_a_convention_column_and_commas(tmp_path: Path) -> None:
    path = tmp_path / "arm.csv"
    path.write_text("type,alpha,a,d,theta,convention\nR,0,0,0,q,modified\nR,pi/2,0.3,0,q,modified\n")
    robot = lw.load(path)
    assert number(robot.joints["joint2"].X.p[0]) == 0.3
    assert not robot.parameters


@pytest.mark.parametrize(
    ("file", "without", "says"),
    [
        ("arm.csv", "type,alpha,a,d,theta\nR,0,1,0,q\n", "# convention: modified"),
        ("arm.yaml", "linkwright: 1\nname: arm\ndh:\n  rows: [[R, 0, 1, 0, q]]\n", "convention: modified"),
    ],
)
def test_the_hint_about_the_convention_works_where_the_table_stands(
    file: str, without: str, says: str, tmp_path: Path
) -> None:
    path = tmp_path / file
    path.write_text(without)
    with pytest.raises(lw.LinkwrightError, match=r"(does not say its|has no) convention") as told:
        lw.load(path)
    assert told.value.hint.startswith(f"{says} is ")
    path.write_text(without.replace("dh:\n", f"dh:\n  {says}\n") if "dh:" in without else f"{says}\n{without}")
    assert lw.load(path).nq == 1


@pytest.mark.parametrize(
    ("row", "gravity", "told"),
    [
        (("R", 0, "300 kg", 0, "q"), (0, 0, -9.81), "a of DH row 1: the unit is that of kg, not m"),
        (("R", "300 mm", 0, 0, "q"), (0, 0, -9.81), "alpha of DH row 1: the unit is that of m, not rad"),
        (("P", 0, 0, "q + 30 deg", 0), (0, 0, -9.81), None),  # a sum with a name may be anything
        (("R", "90 deg", "300 mm", "2 cm", "q + 30 deg"), ("0", "0", "-9.81 m/s^2"), None),
        (("R", 0, 0, 0, "q"), ("0", "0", "-9.81 m"), "entry 3 of gravity: the unit is that of m, not m/s^2"),
    ],
)
def test_units_of_something_else_are_told(row: Any, gravity: Any, told: str | None) -> None:
    def made() -> object:
        return lw.dh([row], convention="standard", gravity=gravity)

    if told is None:
        made()
        return
    with pytest.raises(lw.LinkwrightError, match=re.escape(told)):
        made()
