"""The normal form moves as the robot does, with every joint on the z axis of its link."""

from __future__ import annotations

from fractions import Fraction
from math import pi

import numpy as np
import pytest
from hypothesis import given

import linkwright as lw
from tests.strategies import mechanisms
from tests.support.graph import is_zero, number, symbol
from tests.support.model import ELEMENTARY, Body, Frame, Joint, Robot, make_robot, normal_form, onto_z
from tests.support.package import ModelError
from tests.support.spatial import IDENTITY, Inertia, Mat, Transform, Vec, X, Y, Z, rot_rpy, rot_x
from tests.support.verification import LAWS, law_context, row

BOX = Inertia.about_com(2, Vec(1, 2, 3), Mat(Vec(5, 1, 2), Vec(1, 6, 1), Vec(2, 1, 7)))


@given(mechanisms(size=5))
def test_links_are_elementary_and_in_order(robot: Robot) -> None:
    tree = normal_form(robot)
    assert all(link.kind in ELEMENTARY and link.parent < i for i, link in tree.outward())
    assert (tree.nq, tree.nv) == (robot.nq, robot.nv)
    assert all(link.X.R @ link.X.R.T == IDENTITY for link in tree.links)
    assert set(tree.frames) == {*robot.frames, *(j.child for j in robot.joints.values())}


@given(mechanisms(size=5))
def test_mass_is_kept(robot: Robot) -> None:
    """Bodies that move, whichever link they were welded to."""
    tree = normal_form(robot)
    moving = [b for n, b in robot.bodies.items() if n in tree.frames and tree.frames[n].link >= 0]
    gap = symbol("start") - symbol("start")
    for x in (*(link.inertia.m for link in tree.links), *(-b.inertia.m for b in moving)):
        gap = gap + x
    assert is_zero([gap])


def test_fixed_joints_are_merged_and_their_frames_stay() -> None:
    joints = [
        Joint("a", "revolute", "world", "b"),
        Joint("weld", "fixed", "b", "c", Transform(p=Vec(1, 0, 0))),
        Joint("e", "prismatic", "c", "f", Transform(p=Vec(0, 1, 0)), axis=X),
    ]
    tree = normal_form(make_robot("r", [Body(n, BOX) for n in "bcf"], joints, frames=[Frame("eye", "c")]))
    assert [link.name for link in tree.links] == ["b", "f"]
    assert tree.links[0].inertia.m == 4
    assert tree.frames["c"].link == tree.frames["eye"].link == 0
    assert tree.frames["c"].X.p == Vec(1, 0, 0)


def test_joints_of_two_axes_become_two_links() -> None:
    for kind, kinds in (("universal", ["revolute", "revolute"]), ("cylindrical", ["prismatic", "revolute"])):
        joint = Joint("j", kind, "world", "b", axis=X, axis2=Y if kind == "universal" else None)
        tree = normal_form(make_robot("r", [Body("b", BOX)], [joint]))
        assert [link.kind for link in tree.links] == kinds
        assert [link.inertia.vanishes for link in tree.links] == [True, False]


def test_a_helical_joint_without_pitch_is_revolute() -> None:
    tree = normal_form(make_robot("r", [Body("b", BOX)], [Joint("j", "helical", "world", "b")]))
    assert tree.links[0].kind == "revolute"


def test_displacement_along_the_axis_moves_behind_the_joint() -> None:
    """The d of a modified DH row."""
    joint = Joint("j", "revolute", "world", "b", Transform(p=Vec(0, 0, symbol("d"))))
    tree = normal_form(make_robot("r", [Body("b", BOX)], [joint]))
    assert tree.links[0].X.p == Vec(0, 0, 0)
    assert tree.links[0].slide == symbol("d")


@pytest.mark.parametrize(
    "axis", [X, Y, Z, -X, -Y, -Z, Vec(Fraction(2, 7), Fraction(3, 7), Fraction(-6, 7)), Vec(0.6, 0.0, 0.8)]
)
def test_turning_an_axis_onto_z(axis: Vec) -> None:
    R = onto_z(axis, Joint("j", "revolute", "world", "b"))
    assert np.allclose([float(x) for x in R.T[2]], [float(x) for x in axis])
    assert np.allclose(np.array(R @ R.T, dtype=float), np.eye(3))
    assert np.linalg.det(np.array(R, dtype=float)) == pytest.approx(1)
    if all(isinstance(x, int) for x in axis):
        assert all(x in (0, 1, -1) for r in R for x in r)


def test_an_axis_of_fractions_stays_exact() -> None:
    for axis in (Vec(Fraction(1, 3), Fraction(2, 3), Fraction(2, 3)), Vec(0, Fraction(3, 5), Fraction(-4, 5))):
        R = onto_z(axis, Joint("j", "revolute", "world", "b"))
        assert R @ R.T == IDENTITY
        assert R.T[2] == axis


def test_an_axis_that_depends_on_a_parameter_is_refused() -> None:
    joint = Joint("j", "revolute", "world", "b", axis=Vec(0, symbol("s"), 1))
    with pytest.raises(ModelError, match="axis of joint 'j' depends on parameters"):
        normal_form(make_robot("r", [Body("b", BOX)], [joint]))


def test_rounding_of_right_angles_leaves_no_trace() -> None:
    turned = Transform(rot_rpy(pi / 2, 0.0, -pi / 2), Vec(0.1, 0.2, 0.3))
    joints = [Joint("i", "revolute", "world", "a"), Joint("k", "revolute", "a", "b", turned)]
    robot = make_robot("r", [Body("a", BOX), Body("b", BOX)], joints)
    entries = [x for link in normal_form(robot).links for r in link.X.R for x in r]
    assert all(number(x) in (0, 1, -1) for x in entries)


def test_measured_frames_are_aligned_on_common_normals() -> None:
    """An arm written with arbitrary frames needs no more operations than one in DH form; law 1 says that it moves the same."""
    twist = Transform(rot_rpy(0.3, 0.4, 0.5), Vec(0.1, 0.2, 0.3))
    bodies = [Body(f"b{k}", BOX) for k in range(3)]
    joints = [
        Joint("j0", "revolute", "world", "b0"),
        Joint("j1", "revolute", "b0", "b1", twist, axis=X),
        Joint("j2", "revolute", "b1", "b2", twist, axis=Y),
    ]
    robot = make_robot("r", bodies, joints)
    assert row(LAWS[1], law_context(robot)).ok
    assert row(LAWS[23], law_context(robot)).ok
    rotations = [link.X.R for link in normal_form(robot).links]
    assert all(sum(number(x) == 0 for r in R for x in r) >= 4 for R in rotations[1:])


def test_symbolic_twists_stay_symbolic() -> None:
    joint = Joint("j", "revolute", "world", "b", Transform(rot_x(symbol("al")), Vec(symbol("a"), 0, 0)))
    f = lw.derive(make_robot("r", [Body("b", BOX)], [joint]), "gravity")
    assert f.inputs["parameters"].labels == ("al",) or "al" in f.inputs["parameters"].labels
