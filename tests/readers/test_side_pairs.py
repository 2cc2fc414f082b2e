"""The YAML of example-parallel-robots beside a URDF: closed_loop, type, name_mot, joint_name, joint_type."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from tests.support.model import solve, study

TENSOR = '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="2"/>'
INERTIAL = f'<inertial><origin xyz="0.4 0.1 0"/><mass value="1.5"/>{TENSOR}</inertial>'


def joint(name: str, parent: str, child: str, x: float = 0.0, kind: str = "continuous", axis: str = "0 0 1") -> str:
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{x} 0 0"/><axis xyz="{axis}"/></joint>'
    )


FIVE_BAR = "".join(
    [
        '<robot name="five">',
        *(f'<link name="{n}">{INERTIAL if n in "abcd" else ""}</link>' for n in ("ground", *"abcd", "tip_A", "tip_B")),
        joint("left", "ground", "a"), joint("left2", "a", "c", 2.9), joint("end_A", "c", "tip_A", 4.0, "fixed"),
        joint("right", "ground", "b", 5.5), joint("right2", "b", "d", 3.1), joint("end_B", "d", "tip_B", 4.5, "fixed"),
        "</robot>",
    ]
)  # fmt: skip
PAIRS = "closed_loop: [['tip_A', 'tip_B']]\ntype: ['3d']\nname_mot: ['right', 'left']\n"


def folder(at: Path, side: str | None = PAIRS, urdf: str = FIVE_BAR, name: str = "robot") -> Path:
    path = at / f"{name}.urdf"
    path.write_text(urdf)
    if side is not None:
        (at / "robot.yaml").write_text(side)
    return path


def failure(path: Path) -> lw.LinkwrightError:
    with pytest.raises(lw.LinkwrightError) as caught:
        lw.load(path)
    return caught.value


def test_it_closes_the_robot_as_our_own_side_file_does(tmp_path: Path) -> None:
    robot = lw.load(folder(tmp_path))
    assert isinstance(robot, lw.ClosedRobot)
    assert (robot.actuated, robot.joint_names) == (("right", "left"), ("left", "right"))
    assert robot.loops[0].where == "robot.yaml:1"
    assert any("'robot.yaml' says" in n.what for n in robot.notes)
    (tmp_path / "own").mkdir()
    path = folder(tmp_path / "own", None)
    path.with_name("robot.loops.yaml").write_text(
        "close: {tip: {kind: point, first: tip_A, second: tip_B}}\nactuated: [right, left]\n"
    )
    same = lw.load(path)
    q = study(robot).start
    free, rest = list(robot.coordinates.free_q), list(robot.coordinates.dependent_q)
    moved = solve(robot, q[free] + [0.1, -0.05], q)
    at = {"q": moved[free], "theta": moved[rest]}
    M, M_same = (lw.derive(r, "mass_matrix", closure="given")(**at) for r in (robot, same))
    assert np.array_equal(M, M_same)


def test_any_name_of_the_urdf_and_six_equations_by_default(tmp_path: Path) -> None:
    """A weld leaves the five-bar one motion: the two ends turn together."""
    robot = lw.load(folder(tmp_path, "closed_loop: [[tip_A, tip_B]]\n", name="five_v2"))
    assert isinstance(robot, lw.ClosedRobot)
    assert (robot.loops[0].kind, robot.nv) == ("weld", 1)
    (tmp_path / "robot.yaml").rename(tmp_path / "five_v2.yaml")
    assert lw.load(tmp_path / "five_v2.urdf").loops == (robot.loops[0].__class__(
        "tip_A_tip_B", "weld", "tip_A", "tip_B", where="five_v2.yaml:1"
    ),)  # fmt: skip


def test_joints_that_a_urdf_cannot_say(tmp_path: Path) -> None:
    """UJOINT_ZX turns about z, then about the x that has turned with it; a ball has three rates; FIXED none."""
    side = (
        PAIRS.replace("['right', 'left']", "[left]")
        + "joint_name: [left, right2, right]\njoint_type: [UJOINT_ZX, SPHERICAL, FIXED]\n"
    )
    robot = lw.load(folder(tmp_path, side))
    assert isinstance(robot, lw.ClosedRobot)
    assert [robot.joints[n].type for n in ("left", "right2", "right")] == ["universal", "spherical", "fixed"]
    assert robot.tree.nv == 2 + 1 + 3
    pose = lw.derive(robot.tree, "forward_kinematics", frame="a")(q=[0.3, 0.7, 0, 0, 0, 0, 1])
    (c, s), (d, t) = ((np.cos(x), np.sin(x)) for x in (0.3, 0.7))
    turned = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ np.array([[1, 0, 0], [0, d, -t], [0, t, d]])
    assert np.max(np.abs(pose[:3, :3] - turned)) < 1e-15


def test_a_yaml_without_pairs_is_none_of_ours(tmp_path: Path) -> None:
    assert isinstance(lw.load(folder(tmp_path, "name: five\n# closed_loop: []\n")), lw.OpenRobot)


@pytest.mark.parametrize(
    ("side", "told", "hint"),
    [
        (PAIRS.replace("tip_B", "tip_b"), "no frame 'tip_b'", "did you mean 'tip_B'"),
        (PAIRS.replace("['tip_A', 'tip_B']", "['tip_A']"), "entry 1 of 'closed_loop' is not a list of 2", "[first, second]"),
        (PAIRS.replace("['3d']", "['3d', '6d']"), "'type' has 2 entries and 'closed_loop' has 1", "for each"),
        (PAIRS.replace("3d", "4d"), "entry 1 of 'type' is '4d'", "6d, 3d"),
        (PAIRS.replace("'left'", "'lefft'"), "no joint 'lefft'", "did you mean 'left'"),
        (PAIRS.replace("'left'", "'end_A'"), "joint 'end_A' is fixed", "moves"),
        (PAIRS.replace("'left'", "'right'"), "names joint 'right' twice", "keep one"),
        (PAIRS + "joint_name: [left]\n", "'joint_type' has 0 entries and 'joint_name' has 1", "for each"),
        (PAIRS + "joint_name: [left]\njoint_type: [UJOINT_XX]\n", "entry 1 of 'joint_type' is 'UJOINT_XX'", "UJOINT_XY"),
        (PAIRS + "motors: [left]\n", "unknown key 'motors'", "name_mot"),
        ("closed_loop: {a: b}\n", "'closed_loop' is not a list", "[[first, second], ...]"),
        ("closed_loop: [3, [1, [2]]]\n", "entry 2 of 'closed_loop' is not a list of names", "[first, second]"),
        (PAIRS + "joint_name: [[left]]\njoint_type: [[FIXED]]\n", "'joint_name' is not a list of names", "[ball, cross"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, side: str, told: str, hint: str) -> None:
    error = failure(folder(tmp_path, side))
    assert told in str(error)
    assert hint in str(error)
    assert "robot.yaml:" in str(error)


def test_a_file_that_may_belong_to_two_robots_is_refused_and_renaming_it_helps(tmp_path: Path) -> None:
    path = folder(tmp_path, name="one")
    folder(tmp_path, None, name="two")
    error = failure(path)
    assert "'robot.yaml' may close 'one.urdf' or 'two.urdf'" in str(error)
    (tmp_path / "robot.yaml").rename(tmp_path / "one.yaml")
    assert isinstance(lw.load(path), lw.ClosedRobot)
    assert isinstance(lw.load(tmp_path / "two.urdf"), lw.OpenRobot)


def test_two_side_files_are_refused(tmp_path: Path) -> None:
    path = folder(tmp_path)
    path.with_name("robot.loops.yaml").write_text("actuated: [left]\n")
    assert "both say what closes" in str(failure(path))
