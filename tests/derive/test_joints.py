"""Special cases of joints, drives and wrenches, each against a formula known by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import cos, sin

import numpy as np
import pytest

import linkwright as lw
from tests.support.model import Body, Drive, Frame, Joint, Mimic, Robot, make_robot
from tests.support.spatial import IDENTITY, NULL, ZERO, Inertia, Mat, Transform, Vec, X, Y

G = 9.81


def bob(mass: float = 2, *com: float) -> Inertia:
    return Inertia.about_com(mass, Vec(*com), NULL)


def one(joint: Joint, body: Inertia) -> Robot:
    return make_robot("one", [Body(joint.child, body)], [joint])


def torque(robot: Robot, **at: object) -> np.ndarray:
    n = robot.nv
    given = {"q": np.zeros(robot.nq), "v": np.zeros(n), "a": np.zeros(n)} | at
    return lw.derive(robot, "inverse_dynamics")(**given)


def test_pendulum() -> None:
    r = one(Joint("j", "revolute", "world", "b", axis=Y), bob(2, 0, 0, -3))
    q, a = 0.4, 0.7
    assert torque(r, q=[q], v=[5.0], a=[a]) == pytest.approx([2 * 9 * a + 2 * G * 3 * sin(q)])


def test_vertical_slider_carries_its_weight() -> None:
    r = one(Joint("j", "prismatic", "world", "b"), bob(2, 1, 1, 1))
    assert torque(r, q=[0.3], v=[1.0], a=[0.5]) == pytest.approx([2 * (0.5 + G)])


def test_screw() -> None:
    """A helical joint of pitch p lifts its mass: tau = (I + m p^2) a + m g p."""
    r = one(Joint("j", "helical", "world", "b", pitch=0.1), bob(2, 0.5, 0, 0))
    assert torque(r, q=[0.3], v=[0.0], a=[0.5]) == pytest.approx([(2 * 0.25 + 2 * 0.01) * 0.5 + 2 * G * 0.1])


def test_continuous_and_revolute_are_the_same() -> None:
    joint = Joint("j", "revolute", "world", "b", axis=Y)
    pair = [one(replace(joint, type=t), bob(2, 1, 2, 3)) for t in ("revolute", "continuous")]
    assert np.array_equal(*(torque(r, q=[9.0], v=[1.0], a=[1.0]) for r in pair))


def test_universal_joint_is_two_revolute_ones() -> None:
    body = bob(2, 1, 2, 3)
    cross = one(Joint("j", "universal", "world", "b", axis=X, axis2=Y), body)
    pair = [Joint("a", "revolute", "world", "c", axis=X), Joint("j", "revolute", "c", "b", axis=Y)]
    chain = make_robot("two", [Body("c"), Body("b", body)], pair)
    at = {"q": [0.3, 0.4], "v": [1, 2], "a": [3, 4]}
    assert np.allclose(torque(cross, **at), torque(chain, **at))


def test_cylindrical_joint_slides_then_turns() -> None:
    r = one(Joint("j", "cylindrical", "world", "b"), bob(2, 0.5, 0, 0))
    assert torque(r, q=[0.1, 0.2], v=[0, 3], a=[1.0, 4.0]) == pytest.approx([2 * (1 + G), 2 * 0.25 * 4])


def test_spherical_joint_is_eulers_top() -> None:
    """I dw + w x I w about the centre of mass."""
    tensor = np.diag([1.0, 2.0, 3.0])
    body = Inertia(2, ZERO, Mat.of(tensor.tolist()))
    r = one(Joint("j", "spherical", "world", "b"), body)
    w, dw = np.array([1.0, 2.0, 3.0]), np.array([-1.0, 0.5, 2.0])
    expected = tensor @ dw + np.cross(w, tensor @ w)
    assert torque(r, q=[0, 0, 0, 1], v=w, a=dw) == pytest.approx(expected)


def test_free_body_hovers_on_its_weight() -> None:
    r = one(Joint("j", "floating", "world", "b"), bob(2, 0, 0, 0))
    assert torque(r, q=[1, 2, 3, 0, 0, 0, 1]) == pytest.approx([0, 0, 2 * G, 0, 0, 0])


def test_planar_joint_on_the_floor() -> None:
    r = one(Joint("j", "planar", "world", "b"), bob(2, 0.5, 0, 0))
    q = [1, 2, cos(0.7), sin(0.7)]
    assert torque(r, q=q, a=[1, 0, 0]) == pytest.approx([2, 0, 0])
    assert torque(r, q=q, v=[0, 0, 3]) == pytest.approx([-2 * 0.5 * 9, 0, 0])


def test_a_wrench_relieves_the_joint() -> None:
    frame = Frame("tip", "b", Transform(IDENTITY, Vec(0, 0, -3)))
    joint = Joint("j", "revolute", "world", "b", axis=Y)
    r = make_robot("r", [Body("b", bob(2, 0, 0, -3))], [joint], frames=[frame], wrenches=("tip",))
    q, force = 0.4, np.array([[1.0, 0, 0, 0, 0.5, 0]])
    free = torque(r, q=[q], wrench=0 * force)
    # a push along the frame's x, three metres below the axis, and a moment about the axis
    assert torque(r, q=[q], wrench=force) - free == pytest.approx([-(-3.0 * 1.0 + 0.5)])


def test_wrenches_on_the_ground_do_nothing() -> None:
    frame = Frame("floor", "world")
    joint = Joint("j", "revolute", "world", "b")
    r = make_robot("r", [Body("b", bob(2, 0, 0, -3))], [joint], frames=[frame], wrenches=("floor",))
    assert torque(r, q=[0.4], wrench=np.ones((1, 6))) == pytest.approx([0])


def test_every_part_of_a_drive() -> None:
    drive = Drive(rotor_inertia=0.1, gear_ratio=10, viscous=2, coulomb=3, stiffness=4, rest=0.5, damping=5)
    r = one(Joint("j", "prismatic", "world", "b", axis=X, drive=drive), bob(2, 0, 0, 0))
    q, v, a = 0.8, -0.6, 0.3
    expected = (2 + 0.1 * 100) * a + (2 + 5) * v - 3 + 4 * (q - 0.5)
    assert torque(r, q=[q], v=[v], a=[a]) == pytest.approx([expected])
    assert lw.derive(r, "mass_matrix")(q=[q]) == pytest.approx(np.array([[12.0]]))
    assert lw.derive(r, "passive_forces")(q=[q], v=[v]) == pytest.approx([7 * v - 3 + 4 * (q - 0.5)])
    assert lw.derive(r, "potential_energy")(q=[q]) == pytest.approx(4 * 0.3**2 / 2)


def test_mimic_joints_share_a_coordinate() -> None:
    """Two sliders on one coordinate: q and 2 q + 1/2. Forces come back through the ratio."""
    joints = [
        Joint("a", "prismatic", "world", "b"),
        Joint("c", "prismatic", "world", "d", mimic=Mimic("a", 2, Fraction(1, 2))),
    ]
    r = make_robot("r", [Body("b", bob(1, 0, 0, 0)), Body("d", bob(3, 0, 0, 0))], joints)
    assert (r.nq, r.nv, r.joint_names) == (1, 1, ("a",))
    assert torque(r, q=[0.0], a=[1.0]) == pytest.approx([1 * (1 + G) + 2 * 3 * (2 + G)])
    pose = lw.derive(r, "forward_kinematics", frame="d")(q=[0.25])
    assert pose[2, 3] == pytest.approx(2 * 0.25 + 0.5)


def test_a_mimic_of_a_mimic_follows_the_first() -> None:
    joints = [
        Joint("a", "revolute", "world", "b"),
        Joint("c", "revolute", "b", "d", mimic=Mimic("a", 2, 1)),
        Joint("e", "revolute", "d", "f", mimic=Mimic("c", 3, -1)),
    ]
    r = make_robot("r", [Body(n, bob(1, 1, 0, 0)) for n in ("b", "d", "f")], joints)
    angle = 0.1 + (2 * 0.1 + 1) + (3 * (2 * 0.1 + 1) - 1)
    pose = lw.derive(r, "forward_kinematics", frame="f")(q=[0.1])
    assert pose[0, :2] == pytest.approx([cos(angle), -sin(angle)])


def test_a_joint_that_mimics_the_one_that_carries_it_accelerates_as_its_forces_say() -> None:
    """Their one coordinate is further in than itself, which no elimination from the tips inward allows for."""
    joints = [
        Joint("a", "revolute", "world", "b", axis=Y),
        Joint("c", "revolute", "b", "d", Transform(IDENTITY, Vec(1, 0, 0)), axis=Y, mimic=Mimic("a", Fraction(-1, 2))),
        Joint("e", "revolute", "d", "f", Transform(IDENTITY, Vec(1, 0, 0)), axis=Y),
    ]
    r = make_robot("r", [Body(n, bob(1, 1, 0, 0)) for n in ("b", "d", "f")], joints)
    q, v, a = [0.3, -0.4], [0.8, 0.5], [0.7, -0.2]
    tau = lw.derive(r, "inverse_dynamics")(q=q, v=v, a=a)
    assert lw.derive(r, "forward_dynamics", method="mass_matrix")(q=q, v=v, tau=tau) == pytest.approx(a)


def test_cut_forces_of_a_hanging_chain() -> None:
    """Each joint carries the weight of all that hangs below it."""
    down = Transform(IDENTITY, Vec(0, 0, -1))
    parents = ("world", "b0", "b1")
    joints = [Joint(f"j{k}", "revolute", p, f"b{k}", down, axis=Y) for k, p in enumerate(parents)]
    r = make_robot("r", [Body(f"b{k}", bob(k + 1, 0, 0, 0)) for k in range(3)], joints)
    zero = np.zeros(3)
    cut = lw.derive(r, "cut_forces")(q=zero, v=zero, a=zero)
    assert cut[:, 2] == pytest.approx([6 * G, 5 * G, 3 * G])
    assert np.allclose(np.delete(cut, 2, axis=1), 0)
