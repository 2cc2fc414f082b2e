"""Extended Khalil tables: frames against a product of elementary motions, cut joints, antecedents, mistakes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.readers.closing import Closing
from tests.readers.numeric import matrix, poses, rot, trans, value
from tests.support.spatial import PARAMETER_NAMES

FOURBAR = [
    [1, 0, 1, 0, 0, 0, 0, 0, "q1", 0, "crank"],
    [2, 1, 0, 0, 0, 0, 0, "l2", "q2 + pi", 0, "coupler"],
    [3, 0, 0, 0, 0, 0, 0, "l1", "q3", 0, "rocker"],
    [4, 2, 0, 0, 0, 0, 0, "l3", "q4", 0],
    [5, 3, 0, 2, 0, 0, 0, "l4", 0, 0],
]
LENGTHS = {"l1": 4.5, "l2": 2, "l3": 3, "l4": 4}


def fourbar(**changes: Any) -> lw.Robot:
    table = {"rows": FOURBAR, "close": [[4, 5]], **changes}
    return lw.load({"linkwright": 1, "parameters": LENGTHS, "khalil": table})


def failures(table: Any, **top: Any) -> list[str]:
    with pytest.raises(lw.LinkwrightError) as caught:
        lw.load({"linkwright": 1, "parameters": LENGTHS, **top, "khalil": table})
    errors = getattr(caught.value, "errors", [caught.value])
    assert all(e.hint for e in errors)
    return [e.what for e in errors]


def test_frames_are_products_of_elementary_motions() -> None:
    rng = np.random.default_rng(0)
    for _ in range(20):
        rows, expected, q = [], {"0": np.eye(4)}, {}
        for i in range(1, 8):
            ant, sigma = int(rng.integers(0, i)), int(rng.integers(0, 3))
            beta, b, alpha, a, theta, d = (float(x) for x in rng.normal(size=6))
            sign = int(rng.choice([-1, 1]))
            x = float(rng.normal())
            entries: list[Any] = [i, ant, 0, sigma, beta, b, alpha, a, theta, d, f"b{i}"]
            if sigma < 2:
                entries[8 if sigma == 0 else 9] = f"{'-' if sign < 0 else ''}q{i} + ({theta if sigma == 0 else d!r})"
                theta, d = theta + (sigma == 0) * sign * x, d + (sigma == 1) * sign * x
                q[f"q{i}"] = x
            rows.append(entries)
            motions = rot("z", beta) @ trans("z", b) @ rot("x", alpha) @ trans("x", a) @ rot("z", theta) @ trans("z", d)
            expected[str(i)] = expected[str(ant)] @ motions
        at = poses(lw.load({"linkwright": 1, "khalil": {"rows": rows}}), q)
        for i in range(1, 8):
            assert np.allclose(at[f"b{i}"], expected[str(i)], atol=1e-12)


def test_a_cut_joint_is_a_pin_and_its_angle_is_the_rows_variable() -> None:
    robot = fourbar()
    assert robot.tree.joint_names == ("q1", "q2", "q3")
    assert [(x.kind, x.first, x.second) for x in robot.loops] == [("pin", "frame4", "frame5")]
    assert robot.actuated == ("q1",)
    kept = fourbar(cut_joints="keep")
    assert kept.tree.joint_names == ("q1", "q2", "q4", "q3")  # depth first
    assert [(x.kind, x.first, x.second) for x in kept.loops] == [("weld", "link4", "frame5")]
    one, two = Closing(robot), Closing(kept)
    start = {"q1": 1.5, "q2": 2.2, "q3": 2.0, "q4": 1.5}
    q = two.solve(start, {"q1": 1.5})
    assert np.abs(one.residual({n: q[n] for n in one.names})).max() < 1e-10
    assert np.isclose(one.cut_angle(q, "loop1"), q["q4"])


def test_an_offset_of_a_cut_joint_counts() -> None:
    rows = [*FOURBAR[:3], [4, 2, 0, 0, 0, 0, 0, "l3", "q4 + pi/3", 0], FOURBAR[4]]
    q = {"q1": 1.5, "q2": 2.1942, "q3": 2.039}
    plain, turned = Closing(fourbar()), Closing(fourbar(rows=rows))
    assert np.isclose(turned.cut_angle(q, "loop1"), plain.cut_angle(q, "loop1") - np.pi / 3)


def test_a_prismatic_cut_joint_is_a_slider() -> None:
    rows = [
        [1, 0, 1, 0, 0, 0, 0, 0, "q", 0, "yes"],
        [2, 1, 0, 1, 0, 0, "pi/2", 0, 0, "q2"],
        [3, 0, 0, 2, 0, 0, 0, 1, 0, 0],
    ]
    robot = fourbar(rows=rows, close=[{"rows": [3, 2], "name": "guide", "mode": "-1"}])
    loop = robot.loops[0]
    assert (loop.name, loop.kind, loop.first, loop.second, loop.mode) == ("guide", "slider", "frame2", "frame3", -1)
    assert robot.tree.joint_names == ("joint1",)
    assert "link1" in robot.bodies


def test_rows_that_carry_others_or_bodies_stay_joints() -> None:
    rows = [*FOURBAR, [6, 4, 0, 2, 0, 0, 0, 1, 0, 0, "hook"]]
    robot = fourbar(rows=rows)
    assert "q4" in robot.tree.joint_names
    assert robot.loops[0].kind == "weld"
    assert robot.joints["joint6"].type == "fixed"
    assert any("no mass" in n.what for n in robot.notes)


def test_full_inertials_are_numbered_by_row() -> None:
    rows = [[1, 0, 0, 2, 0, 0, 0, 0, 0, 1], [2, 1, 1, 0, 0, 0, 0, 0, "q", 0, "arm"]]
    robot = fourbar(rows=rows, close=[], inertials="full")
    assert {n for n in robot.parameters if n not in LENGTHS} == {f"{p}2" for p in PARAMETER_NAMES}
    some = fourbar(inertials={"crank": {"m": 2, "mx": "l2"}, "rocker": "M ZZ"})
    assert {"M3", "ZZ3"} <= set(some.parameters)
    assert value(some.bodies["crank"].inertia.m) == 2


def test_khalils_letters() -> None:
    columns = ["i", "ant", "mu", "sigma", "gamma", "b", "alpha", "d", "theta", "r", "body"]
    named = [dict(zip(columns, row, strict=False)) for row in FOURBAR]
    for other in (fourbar(columns=columns), fourbar(rows=named)):
        for name, joint in fourbar().joints.items():
            assert np.allclose(matrix(joint.X, LENGTHS), matrix(other.joints[name].X, LENGTHS))


CSV = """# gravity: 0 -g 0
# parameters: unused l1=4.5 l2=2, l3=3 l4 = 4 g=9.81
# close: 4=5
# start: q1=90 deg, q2=2.2, q3 = 2
# couplings: arm = 2*q1 + pi/2
i, ant, mu, sigma, beta [deg], alpha, a,  theta,   d, body, m, mx, Izz, name
1, 0,   1,  0,     90,   0,     0,  q1,      0, crank, 2, 1, l2,
2, 1,   0,  0,     0,    0,     l2, q2 + pi, 0, yes, 3, 1, 9,
3, 0,   0,  0,     0,    0,     l1, q3,      0, rocker, 4, 2, 9,
4, 2,   0,  0,     0,    0,     l3, q4,      0, , , , ,
5, 3,   0,  2,     0,    0,     l4, 0,       0, , , , , end
6, 3,   0,  0,     0,    0,     0,  q,       0, hand, , , , arm
"""


def test_csv(tmp_path: Path) -> None:
    path = tmp_path / "bars.csv"
    path.write_text(CSV)
    robot = lw.load(path)
    assert robot.name == "bars"
    assert robot.tree.joint_names == ("q1", "q2", "q3", "arm")
    assert [(x.first, x.second, x.where) for x in robot.loops] == [("frame4", "end", "bars.csv:3")]
    assert {n: value(x) for n, x in robot.start.items()} == {"q1": np.pi / 2, "q2": 2.2, "q3": 2}
    assert [(c.joint, c.where) for c in robot.couplings] == [("arm", "bars.csv:5")]
    assert np.allclose(matrix(robot.joints["q1"].X), rot("z", np.pi / 2))
    assert value(robot.bodies["crank"].inertia.I.r2.z, LENGTHS) == 2
    assert robot.bodies["hand"].inertia.vanishes
    assert any("'unused' is used nowhere" in n.what for n in robot.notes)
    path.write_text(CSV.replace("sigma,", "sigmas,"))
    with pytest.raises(lw.LinkwrightError, match=r"bars.csv:6  column 'sigmas' is not known"):
        lw.load(path)
    path.write_text(CSV.replace("3, 0,   0,", "3, 9,   0,"))
    with pytest.raises(
        lw.LinkwrightError, match=r"bars.csv:9  Khalil row 3 has antecedent '9', which is no row above it"
    ):
        lw.load(path)


def test_a_dh_table_says_that_it_does_not_close(tmp_path: Path) -> None:
    (tmp_path / "arm.csv").write_text("# convention: modified\n# close: 1=2\ntype, alpha, a, d, theta\nR, 0, 0, 0, q\n")
    assert next((n.kind, n.where) for n in lw.load(tmp_path / "arm.csv").notes) == ("ignored", "arm.csv:2")


def rows_with(**changes: Any) -> list[dict[str, Any]]:
    row = {"i": 1, "ant": 0, "mu": 0, "sigma": 0, "theta": "q", "body": "yes"}
    return [{**row, **changes}]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({}, "'khalil' has no rows"),
        ({"rows": []}, "the Khalil table has no rows"),
        ({"rows": [[1, 0]] * 501}, "the Khalil table has 501 rows"),
        ({"rows": [[1, 0, 1]]}, "Khalil row 1 has 3 entries, not 11"),
        ({"rows": [7]}, "Khalil row 1 has no list of entries"),
        ({"rows": FOURBAR, "columns": ["i", "ant", "what"]}, "column 'what' of the Khalil table is not known"),
        ({"rows": FOURBAR, "columns": "i"}, "columns of 'khalil' is not a list"),
        ({"rows": FOURBAR, "columns": ["i", "ant", "r", "d", "a"]}, "the Khalil table has two columns for a"),
        ({"rows": rows_with(color="red")}, "unknown key 'color' in Khalil row 1"),
        ({"rows": rows_with(ant=1)}, "Khalil row 1 is its own antecedent"),
        ({"rows": rows_with(ant=2)}, "Khalil row 1 has antecedent '2', which is no row above it"),
        ({"rows": rows_with(ant=None)}, "Khalil row 1 has no antecedent"),
        ({"rows": rows_with() * 2}, "two rows have the number 1"),
        ({"rows": rows_with(i=0)}, "a row has the number 0, which is the base"),
        ({"rows": rows_with(sigma=3)}, "Khalil row 1 has sigma = '3'"),
        ({"rows": rows_with(mu="yes")}, "Khalil row 1 has mu = 'yes'"),
        ({"rows": rows_with(sigma=2, theta=0, mu=1)}, "has a motor (mu = 1), but is fixed"),
        ({"rows": rows_with(a="q")}, "is a revolute joint with q in a"),
        ({"rows": rows_with(sigma=2)}, "is a fixed row with q in theta"),
        ({"rows": rows_with(theta=0)}, "theta of a revolute joint must be its variable q"),
        ({"rows": rows_with(theta="2*q")}, "theta of a revolute joint must be its variable q"),
        ({"rows": rows_with(theta="q1 + q2")}, "theta of a revolute joint must be its variable q"),
        ({"rows": rows_with(theta="q + nothing")}, "unknown name 'nothing'"),
        ({"rows": FOURBAR, "close": 5}, "'close' of khalil is not a list"),
        ({"rows": FOURBAR, "close": [[4]]}, "loop 1 is not a pair of two rows"),
        ({"rows": FOURBAR, "close": [[4, 4]]}, "loop 1 is not a pair of two rows"),
        ({"rows": FOURBAR, "close": [[4, 9]]}, "'loop1' closes unknown row '9'"),
        ({"rows": FOURBAR, "close": [{"rows": [4, 5], "mode": 0}]}, "mode of loop 'loop1' is 0"),
        ({"rows": FOURBAR, "cut_joints": "drop"}, "cut_joints of 'khalil' is 'drop'"),
        ({"rows": FOURBAR, "inertials": [1]}, "inertials have 1 entry for 3 rows"),
        ({"rows": FOURBAR, "extra": 1}, "unknown key 'extra' in 'khalil'"),
        ({"rows": [FOURBAR[0], [2, 1, 0, 0, 0, 0, 0, 0, "q1", 0, "b"]]}, "joint 'q1'"),
    ],
)
def test_mistakes_are_explained(table: Any, words: str) -> None:
    found = failures(table)
    assert any(words in what for what in found), found


def test_a_circle_of_antecedents_is_refused_row_by_row() -> None:
    rows = [
        [1, 2, 0, 0, 0, 0, 0, 0, "q", 0, "a"],
        [2, 1, 0, 0, 0, 0, 0, 0, "q", 0, "b"],
        [3, 0, 0, 0, 0, 0, 0, 0, "q", 0, "c"],
    ]
    assert failures({"rows": rows}) == ["Khalil row 1 has antecedent '2', which is no row above it"]
