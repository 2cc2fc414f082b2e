"""The determinant of the Jacobian and where it vanishes, against Pinocchio's Jacobian."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwright as lw
from tests.inverse.serial import Array, Pinocchio, angles, directions, points, serial, tools
from tests.support.describe import formulas
from tests.support.mechanics import singularities
from tests.support.model import WORLD, Frame, Robot, make_robot
from tests.support.package import Printed, QuantityError
from tests.support.spatial import Transform, Vec

EXAMPLES = Path(__file__).parents[2] / "examples"
Z, Y, X = (0, 0, 1), (0, 1, 0), (1, 0, 0)
FAMILIES = ("any", "wrist", "parallel", "wrist first")


@st.composite
def arms(draw: st.DrawFn, size: int = 6) -> Robot:
    """Any axes, or three that meet, or three parallel ones; prismatic joints among the others."""
    family = draw(st.sampled_from(FAMILIES))
    joints = [(draw(st.sampled_from("RRRP")), draw(directions()), draw(points())) for _ in range(size)]
    centre = draw(points())
    first = {"wrist": size - 3, "wrist first": 0}.get(family, draw(st.integers(0, size - 3)))
    own = slice(first, first + 3)
    if family == "parallel":
        joints[own] = [("R", joints[first][1], p) for _, _, p in joints[own]]
    elif family != "any":
        joints[own] = [("R", h, centre) for _, h, _ in joints[own]]
    return serial(joints, draw(tools()))


def position(data: st.DataObject, n: int) -> Array:
    return np.array([data.draw(angles) for _ in range(n)])


def determinant(robot: Robot, q: Array, **options: str) -> float:
    return float(lw.derive(robot, "jacobian_determinant", frame="tool", **options)(q=q))


@settings(max_examples=25, deadline=None)
@given(robot=arms(), data=st.data())
def test_of_six_joints(robot: Robot, data: st.DataObject) -> None:
    q = position(data, 6)
    expected = np.linalg.det(Pinocchio(robot).jacobian(q))
    assert determinant(robot, q, mask="pose") == pytest.approx(expected, rel=1e-8, abs=1e-9)


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(robot=arms(7), data=st.data())
def test_of_seven_joints_is_the_manipulability(robot: Robot, data: st.DataObject) -> None:
    q = position(data, 7)
    J = Pinocchio(robot).jacobian(q)
    expected = np.sqrt(max(0.0, np.linalg.det(J @ J.T)))
    assert determinant(robot, q, mask="pose") == pytest.approx(expected, rel=1e-6, abs=1e-6)


@settings(max_examples=10, deadline=None)
@given(robot=arms(4), data=st.data())
def test_of_more_joints_than_the_mask_has_rows_and_of_fewer(robot: Robot, data: st.DataObject) -> None:
    q = position(data, 4)
    J = Pinocchio(robot).jacobian(q)
    linear = np.sqrt(np.linalg.det(J[:3] @ J[:3].T))
    assert determinant(robot, q, mask="position") == pytest.approx(linear, rel=1e-6, abs=1e-6)
    whole = np.sqrt(max(0.0, np.linalg.det(J.T @ J)))
    assert determinant(robot, q, mask="pose") == pytest.approx(whole, rel=1e-6, abs=1e-6)


@settings(max_examples=15, deadline=None)
@given(robot=arms(5), axis=st.sampled_from("xyz"), data=st.data())
def test_of_five_joints_and_the_direction_of_the_tool(robot: Robot, axis: str, data: st.DataObject) -> None:
    q = position(data, 5)
    pinocchio = Pinocchio(robot)
    k = "xyz".index(axis)
    own = pinocchio.pose(q)[:3, :3].T @ pinocchio.jacobian(q)[3:]
    J = np.vstack([pinocchio.jacobian(q)[:3], own[(k + 1) % 3], own[(k + 2) % 3]])
    found = determinant(robot, q, mask=f"axis {axis}")
    assert abs(found) == pytest.approx(abs(np.linalg.det(J)), rel=1e-8, abs=1e-9)


@settings(max_examples=15, deadline=None)
@given(
    kinds=st.tuples(*[st.sampled_from("RRP")] * 4), places=st.tuples(*[points()] * 4), h=directions(), data=st.data()
)
def test_of_turns_about_one_direction(
    kinds: tuple[str, ...], places: tuple[list[float], ...], h: list[float], data: st.DataObject
) -> None:
    joints = [(k, h if k == "R" else data.draw(directions()), p) for k, p in zip(kinds, places, strict=True)]
    robot = serial([*joints[:3], ("R", h, places[3])], data.draw(tools()))
    q = position(data, 4)
    J = Pinocchio(robot).jacobian(q)
    n = np.array([0, 0, 1])
    expected = np.linalg.det(np.vstack([J[:3], n @ J[3:]]))
    assert abs(determinant(robot, q, mask="3T1R")) == pytest.approx(abs(expected), rel=1e-8, abs=1e-9)


PLANAR = serial([("R", Z, (0, 0, 0)), ("R", Z, (1, 0, 0)), ("R", Z, (1.8, 0, 0.1))], Transform(p=Vec(2.1, 0.1, 0)))


def test_of_a_planar_arm_with_any_tool() -> None:
    q = np.array([0.4, 0.9, -0.3])
    assert determinant(PLANAR, q) == pytest.approx(0.8 * np.sin(0.9))


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("scara.yaml", "detJ = L1 L2 sin(q2)"),
        ("arm6.yaml", "detJ = −a2 sin(q5)(a2 cos(q2) + a3 cos(q2+q3) − d4 sin(q2+q3))(a3 sin(q3) + d4 cos(q3))"),
        ("elbow6.urdf", "detJ = −0.1512 sin(q3) sin(q5)(0.42 sin(q2) + 0.36 sin(q2+q3))"),
    ],
)
def test_is_printed_factor_by_factor(file: str, text: str) -> None:
    (formula,) = formulas(lw.load(EXAMPLES / file), Printed(quantities="detJ"))
    assert [line.text for line in formula.lines] == [text]


@settings(max_examples=4, deadline=None)
@given(robot=arms(), data=st.data())
def test_a_factor_that_vanishes_makes_the_pose_singular(robot: Robot, data: st.DataObject) -> None:
    """And none is missing: the smallest singular value of Pinocchio's Jacobian is zero where one is solved, else it is not."""
    q = position(data, 6)
    pinocchio = Pinocchio(robot)
    found = singularities(robot, "tool", "pose")
    product = np.prod([s.value(q) for s in found])
    J = pinocchio.jacobian(q)
    assert (abs(product) < 1e-12) == (np.linalg.svd(J)[1][-1] < 1e-9) or np.linalg.cond(J) > 1e6
    for s in found[:3]:
        for joint in s.joints[:2]:
            for x in s.solve(joint, q):
                at = np.array(q)
                at[list(s.names).index(joint)] = x
                J = pinocchio.jacobian(at)
                assert np.linalg.svd(J)[1][-1] < 1e-5 * max(1.0, float(np.abs(J).max()))


def test_texts() -> None:
    shoulder, elbow, wrist = map(str, singularities(lw.load(EXAMPLES / "elbow6.urdf")))
    assert wrist == "−sin(q5) = 0: wrist_pitch_joint = 0 or pi (wrist: the axes lie in one plane, a turn is lost)"
    assert elbow.startswith("0.36 sin(q3) = 0: elbow = 0 or pi (elbow:")
    assert "shoulder: waist" in shoulder


def test_quarter_turns_are_named() -> None:
    """A wrist whose axes are at right angles where its joints are at zero."""
    wrist = [("R", Z, (0, 0, 1.5)), ("R", Y, (0, 0, 1.5)), ("R", X, (0, 0, 1.5))]
    arm = serial(
        [("R", Z, (0, 0, 0)), ("R", Y, (0, 0, 0.5)), ("R", Y, (0, 0, 1)), *wrist], Transform(p=Vec(0.3, 0, 1.5))
    )
    assert any("= 0: j5 = -pi/2 or pi/2 (wrist" in str(found) for found in singularities(arm, "tool"))


def test_a_joint_that_turns_the_tool_about_its_own_axis_moves_nothing_of_it() -> None:
    joints = [("R", Z, (0, 0, 0)), ("R", Y, (0, 0, 1)), ("R", Y, (1, 0, 1)), ("R", Y, (2, 0, 1)), ("R", Z, (2, 0, 1))]
    (found,) = singularities(serial(joints, Transform(p=Vec(2, 0, 1))), "tool")
    assert found.always
    assert "everywhere" in str(found)


def test_of_a_frame_that_does_not_move_it_is_zero() -> None:
    arm = serial([("R", Z, (0, 0, 0))])
    bodies = [b for b in arm.bodies.values() if b.name != WORLD]
    robot = make_robot("stand", bodies, list(arm.joints.values()), frames=[Frame("stand", WORLD, Transform())])
    assert float(lw.derive(robot, "jacobian_determinant", frame="stand")(q=np.zeros(1))) == 0
    with pytest.raises(QuantityError, match="does not move"):
        singularities(robot, "stand")


def test_of_a_redundant_arm_there_is_no_determinant() -> None:
    robot = serial([("R", h, (k, 0, 0)) for k, h in enumerate((Z, Y, X, Z, Y, X, Z))])
    with pytest.raises(QuantityError, match="7 joints"):
        singularities(robot, "tool")
