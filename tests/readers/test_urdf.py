"""URDF: what is read, what is noted, and the options of `load`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.support.model import Robot
from tests.support.spatial import X, Y, Z

from .numeric import matrix, poses

INERTIAL = (
    '<inertial><origin xyz="0.1 0 0"/><mass value="2"/>'
    '<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.2" iyz="0" izz="0.25"/></inertial>'
)


def link(name: str, inside: str = INERTIAL) -> str:
    return f'<link name="{name}">{inside}</link>\n'


def joint(name: str, kind: str, parent: str, child: str, inside: str = "") -> str:
    return f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>{inside}</joint>\n'


@pytest.fixture
def load(tmp_path: Path) -> Any:
    def load_text(body: str, head: str = '<robot name="r">', **options: Any) -> Robot:
        path = tmp_path / "r.urdf"
        path.write_text(f'<?xml version="1.0"?>\n{head}\n{body}</robot>')
        return lw.load(path, **options)

    return load_text


def notes(robot: Robot, kind: str) -> list[str]:
    return [n.what for n in robot.notes if n.kind == kind]


TWO = link("a") + link("b") + joint("j", "continuous", "a", "b", '<axis xyz="0 0 1"/>')


def test_joint_types_and_sizes(load: Any) -> None:
    kinds = ["revolute", "continuous", "prismatic", "fixed", "floating", "planar"]
    body = link("base") + "".join(link(k) + joint(f"to_{k}", k, "base", k) for k in kinds)
    robot = load(body)
    sizes = {n: (j.nq, j.nv) for n, j in robot.joints.items()}
    expected = {
        "revolute": (1, 1),
        "continuous": (1, 1),
        "prismatic": (1, 1),
        "fixed": (0, 0),
        "floating": (7, 6),
        "planar": (4, 3),
    }
    assert sizes == {f"to_{k}": s for k, s in expected.items()} | {"base_joint": (0, 0)}
    assert robot.joint_names == ("to_revolute", "to_continuous", "to_prismatic", "to_floating", "to_planar")


def test_axis_default_length_and_direction(load: Any) -> None:
    axes = ["", '<axis xyz="0 2 0"/>', '<axis xyz="0 0 -1"/>', '<axis xyz="1 1 0"/>']
    body = link("base") + "".join(
        link(f"l{i}") + joint(f"j{i}", "continuous", "base", f"l{i}", a) for i, a in enumerate(axes)
    )
    robot = load(body)
    found = [robot.joints[f"j{i}"].axis for i in range(4)]
    assert found[:3] == [X, Y, -Z]  # exactly, whatever their length in the file
    assert np.allclose([float(x) for x in found[3]], [0.5**0.5, 0.5**0.5, 0])
    assert "axis of joint 'j1' scaled from length 2 to 1" in notes(robot, "repaired")


def test_origin_is_z_y_x_and_quaternion_is_understood(load: Any) -> None:
    r, p, y = 0.3, -0.7, 1.9
    half = np.array([r, p, y]) / 2
    (cr, cp, cy), (sr, sp, sy) = np.cos(half), np.sin(half)
    quat = (
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
        cr * cp * cy + sr * sp * sy,
    )
    one = load(link("a") + link("b") + joint("j", "fixed", "a", "b", f'<origin xyz="1 2 3" rpy="{r} {p} {y}"/>'))
    two = load(
        link("a")
        + link("b")
        + joint("j", "fixed", "a", "b", f'<origin xyz="1 2 3" quat_xyzw="{" ".join(map(str, quat))}"/>')
    )
    assert np.allclose(matrix(one.joints["j"].X), matrix(two.joints["j"].X), atol=1e-15)


def test_inertia_is_moved_to_the_link_frame(load: Any) -> None:
    """A turned and displaced tensor, against the parallel-axis theorem written out here."""
    inertial = (
        '<inertial><origin xyz="0.1 -0.2 0.3" rpy="0.4 0.5 -0.6"/><mass value="2"/>'
        '<inertia ixx="0.1" ixy="0.01" ixz="-0.02" iyy="0.2" iyz="0.03" izz="0.25"/></inertial>'
    )
    robot = load(link("a", inertial))
    m, c = 2.0, np.array([0.1, -0.2, 0.3])
    R = matrix(
        load(link("a") + link("b") + joint("j", "fixed", "a", "b", '<origin rpy="0.4 0.5 -0.6"/>')).joints["j"].X
    )[:3, :3]
    tensor = np.array([[0.1, 0.01, -0.02], [0.01, 0.2, 0.03], [-0.02, 0.03, 0.25]])
    I = R @ tensor @ R.T + m * (c @ c * np.eye(3) - np.outer(c, c))
    expected = [m, *(m * c), I[0, 0], I[0, 1], I[1, 1], I[0, 2], I[1, 2], I[2, 2]]
    assert np.allclose([float(x) for x in robot.bodies["a"].inertia.parameters], expected, rtol=1e-14)


def test_links_without_inertia_are_allowed(load: Any) -> None:
    robot = load(link("a", "") + link("b", "") + joint("j", "continuous", "a", "b"))
    assert robot.nv == 1
    assert robot.bodies["b"].inertia.vanishes


def test_every_link_is_a_frame_and_joints_are_found_by_name(load: Any) -> None:
    robot = load(
        link("a") + link("b") + link("tip", "") + joint("j", "continuous", "a", "b") + joint("f", "fixed", "b", "tip")
    )
    assert set(robot.frames) == {"a", "b", "tip"}
    assert robot.frame("j") == robot.frames["b"]
    assert robot.frame("f").body == "tip"
    with pytest.raises(lw.LinkwrightError, match="no frame, body or joint 'nose'"):
        robot.frame("nose")


def test_mimic(load: Any) -> None:
    body = link("a") + link("b") + link("c") + joint("j", "continuous", "a", "b")
    body += joint("k", "continuous", "b", "c", '<mimic joint="j" multiplier="-2" offset="0.5"/>')
    robot = load(body)
    assert robot.nv == 1
    mimic = robot.joints["k"].mimic
    assert mimic is not None
    assert (mimic.joint, mimic.multiplier, mimic.offset) == ("j", -2, 0.5)
    free = load(body, mimic=False)
    assert free.nv == 2
    assert any("mimic=False" in n for n in notes(free, "ignored"))


@pytest.mark.parametrize("target", ["nobody", "weld"])
def test_a_mimic_of_nothing_moves_on_its_own(load: Any, target: str) -> None:
    body = link("a") + link("b") + link("c") + joint("weld", "fixed", "a", "b")
    robot = load(body + joint("k", "continuous", "b", "c", f'<mimic joint="{target}"/>'))
    assert robot.nv == 1
    assert any(f"mimics '{target}'" in n and "moves on its own" in n for n in notes(robot, "repaired"))


def test_friction_only_when_asked(load: Any) -> None:
    body = TWO.replace("<axis", '<dynamics damping="0.7" friction="0.3"/><axis')
    without = load(body)
    assert without.joints["j"].drive.viscous == 0
    assert any("friction=True" in n for n in notes(without, "ignored"))
    drive = load(body, friction=True).joints["j"].drive
    assert (drive.viscous, drive.coulomb) == (0.7, 0.3)


def test_nothing_is_dropped_silently(load: Any) -> None:
    visual = '<visual><geometry><mesh filename="package://nowhere/a.stl"/></geometry></visual>'
    body = link("a", INERTIAL + visual * 2 + "<mood/>") + link("b", INERTIAL + visual)
    body += joint(
        "j", "continuous", "a", "b", '<safety_controller k_velocity="1"/><dynamics damping="0" K="3"/>'
    ).replace("<joint", '<joint colour="red"')
    body += '<gazebo reference="a"/><gazebo reference="b"/><transmission name="t"/>'
    ignored = notes(load(body), "ignored")
    assert ignored == [
        "<gazebo> (2 times)",
        "<transmission>",
        "<visual> of a <link> (3 times)",
        "mesh files: shapes do not enter the dynamics (3 times)",
        "<mood> of a <link>",
        "<safety_controller> of a <joint>",
        "attribute colour of a <joint>",
        "attribute K of a <dynamics>",
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "what"),
    [
        ("<mass ", '<mass unit="g" ', "attribute unit of a <mass>"),
        ("<inertia ", '<inertia iyx="0" ', "attribute iyx of a <inertia>"),
        ("</joint>", '<axis xzy="0 0 1"/></joint>', "attribute xzy of a <axis>, did you mean 'xyz'?"),
        ("</joint>", '<limit lowr="-1"/></joint>', "attribute lowr of a <limit>, did you mean 'lower'?"),
        ("</link>", "<inertal/></link>", "<inertal> of a <link>"),  # there is an inertial beside it
    ],
)
def test_what_is_not_used_is_told_at_every_level(right: str, wrong: str, what: str, load: Any) -> None:
    body = link("a", INERTIAL) + link("b", INERTIAL) + joint("j", "continuous", "a", "b", "").replace("<axis", "<was")
    assert right in body
    assert what in notes(load(body.replace(right, wrong, 1)), "ignored")


def test_an_axis_that_cannot_be_read_is_told_with_the_one_that_is_assumed(load: Any) -> None:
    body = link("a", INERTIAL) + link("b", INERTIAL)
    robot = load(body + joint("j", "revolute", "a", "b", '<axis xzy="0 0 1"/>'))
    (said,) = (n for n in robot.notes if n.kind == "assumed" and "axis" in n.what)
    assert said.what == "<axis> of joint 'j' has no xyz: 1 0 0, the specification's default"
    assert said.where == "r.urdf:5"
    assert tuple(robot.joints["j"].axis) == (1, 0, 0)
    silent = load(body + joint("j", "revolute", "a", "b"))
    assert not any("axis" in n.what for n in silent.notes)


def test_a_misspelt_element_is_told_with_what_was_meant(load: Any) -> None:
    body = link("a", INERTIAL) + link("b", INERTIAL) + joint("j", "revolute", "a", "b", "<limitt lower='-1'/>")
    assert "<limitt> of a <joint>, did you mean 'limit'?" in notes(load(body), "ignored")


def test_limits(load: Any) -> None:
    limits = (
        load(link("a") + link("b") + joint("j", "revolute", "a", "b", '<limit lower="-1" upper="inf" effort="80"/>'))
        .joints["j"]
        .limits
    )
    assert (limits.lower, limits.upper, limits.velocity, limits.effort) == (-1, None, None, 80)
    assert "no <limit>, so no limits: j" in notes(load(TWO.replace("continuous", "revolute")), "assumed")


def test_floating_base_and_root(load: Any) -> None:
    body = TWO + link("c") + joint("k", "continuous", "b", "c")
    robot = load(body, floating=True)
    assert (robot.nq, robot.nv) == (9, 8)
    assert robot.joint_names == ("root_joint", "j", "k")
    part = load(body, root="b")
    assert part.joint_names == ("k",)
    assert "not below the root 'b': a" in notes(part, "ignored")
    with pytest.raises(lw.LinkwrightError, match="root 'x' is no link"):
        load(body, root="x")


@pytest.mark.parametrize("floating", [False, True])
def test_a_link_called_world(load: Any, floating: bool) -> None:
    """As a root it is the world; floating, or further out, it is a link like any other and keeps its frame's name."""
    body = link("world", "") + link("b") + joint("j", "continuous", "world", "b", '<origin xyz="0 0 1"/>')
    robot = load(body, floating=floating)
    assert robot.nv == (7 if floating else 1)
    assert set(robot.frames) == {"world", "b"}
    inner = load(link("a") + link("world") + joint("j", "continuous", "a", "world"), floating=floating)
    assert inner.frames["world"].body != "world"
    assert inner.nv == (7 if floating else 1)


def test_order_of_joints(load: Any) -> None:
    body = "".join(link(n) for n in "abcde") + joint("z", "continuous", "a", "b") + joint("y", "continuous", "a", "c")
    body += joint("x", "continuous", "c", "d") + joint("w", "continuous", "b", "e")
    assert load(body).joint_names == ("z", "w", "y", "x")  # depth first, siblings as in the file
    assert load(body, order="name").joint_names == ("y", "x", "z", "w")  # as Pinocchio does
    with pytest.raises(lw.LinkwrightError, match="order 'random'"):
        load(body, order="random")


def test_planar_moves_in_its_x_y_plane(load: Any) -> None:
    robot = load(link("a") + link("b") + joint("j", "planar", "a", "b", '<axis xyz="0 1 0"/>'))
    assert robot.joints["j"].axis == Z
    assert any("x-y plane" in n for n in notes(robot, "assumed"))


def test_gravity_can_be_given(load: Any) -> None:
    assert load(TWO).gravity == (0, 0, -9.81)
    robot = load(TWO, gravity=(0, 0, "-g"))
    assert list(robot.parameters) == ["g"]
    with pytest.raises(lw.LinkwrightError, match="2 components"):
        load(TWO, gravity=(0, 1))


@pytest.mark.parametrize(
    ("written", "exact"),
    [("1.5707963267948966", True), ("1.57079632679", True), ("1.570796325", True), ("-4.712388980", True),
     ("-1.5707963", False), ("3.1415927", False), ("1.5708", False), ("1.57", False),
     ("3.14", False), ("0.785398163", False), ("1e-16", True)],
)  # fmt: skip
def test_angles_that_mean_quarter_turns(load: Any, written: str, exact: bool) -> None:
    body = link("a") + link("b") + joint("j", "fixed", "a", "b", f'<origin rpy="{written} 0 0"/>')
    robot = load(body)
    entries = [x for row in robot.joints["j"].X.R for x in row]
    assert all(type(x) is int for x in entries) is exact
    faithful = matrix(load(body, snap=False).joints["j"].X)
    x = float(written)
    assert np.array_equal(faithful[1:3, 1:3], [[np.cos(x), -np.sin(x)], [np.sin(x), np.cos(x)]])
    changed = exact and x != round(x / (np.pi / 2)) * np.pi / 2
    assert bool(notes(robot, "snapped")) is changed
    assert all(type(v) is int for row in load(body, snap=1e-2).joints["j"].X.R for v in row) is (
        written != "0.785398163"
    )


def test_suspect_inertias_are_noted_and_used(load: Any) -> None:
    thin = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="3"/></inertial>'
    nothing = '<inertial><mass value="0"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
    robot = load(
        link("a", thin) + link("b", nothing) + link("c") + joint("j", "fixed", "a", "b") + joint("k", "fixed", "a", "c")
    )
    said = notes(robot, "suspect")
    assert len(said) == 2
    assert "'a'" in said[0]
    assert "no mass" in said[1]
    assert robot.bodies["a"].inertia.parameters[9] == 3


def test_poses_of_a_small_arm(load: Any) -> None:
    body = link("base") + link("arm") + link("tip", "")
    body += joint("turn", "continuous", "base", "arm", '<origin xyz="0 0 1"/><axis xyz="0 1 0"/>')
    body += joint("slide", "prismatic", "arm", "tip", '<origin xyz="0.5 0 0"/><axis xyz="1 0 0"/>')
    at = poses(load(body), {"turn": np.pi / 2, "slide": 0.25})
    assert np.allclose(at["tip"][:3, 3], [0, 0, 1 - 0.75])


def test_a_default_namespace_changes_nothing(load: Any) -> None:
    head = '<robot name="r" xmlns="http://drake.mit.edu" xmlns:xacro="http://www.ros.org/wiki/xacro">'
    robot = load(TWO + "<xacro:leftover/>", head=head)
    assert robot.nv == 1
    assert notes(robot, "ignored") == ["<xacro:leftover>"]


def test_a_robot_without_a_name_takes_the_file_s(load: Any) -> None:
    robot = load(TWO, head="<robot>")
    assert robot.name == "r"
    assert any("no name" in n for n in notes(robot, "assumed"))
