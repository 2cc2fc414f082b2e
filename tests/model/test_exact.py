"""Exact neighbours: all numbers are fractions, all rotations exactly orthonormal, and hardly anything moves."""

from __future__ import annotations

from fractions import Fraction
from math import pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import linkwright as lw
from tests.strategies import mechanisms
from tests.support.graph import Expr, number, symbol
from tests.support.model import (
    Body,
    Joint,
    Parameter,
    Robot,
    make_robot,
    rational_axis,
    rational_rotation,
    rationalised,
)
from tests.support.package import ModelError
from tests.support.spatial import IDENTITY, Inertia, Mat, Transform, Vec, X, Y, Z, rot_rpy, rot_x
from tests.support.verification import law_context, sample

BOX = Inertia.about_com(2, Vec(1, 2, 3), Mat(Vec(5, 1, 2), Vec(1, 6, 1), Vec(2, 1, 7)))
angles = st.floats(-4, 4)


@given(angles, angles, angles)
def test_rotations_are_near_and_exact(a: float, b: float, c: float) -> None:
    R = rot_rpy(a, b, c)
    exact = rational_rotation(R)
    assert exact @ exact.T == IDENTITY
    assert exact.T[0].cross(exact.T[1]) == exact.T[2]
    assert np.max(np.abs(np.array(R) - np.array(exact, dtype=float))) < 2e-9


@given(angles, angles)
def test_axes_are_near_and_exact(a: float, b: float) -> None:
    axis = rot_rpy(a, b, 0.0).T[2]
    exact = rational_axis(axis)
    assert exact.dot(exact) == 1
    assert np.max(np.abs(np.array(axis) - np.array(exact, dtype=float))) < 2e-9


def test_right_angles_stay() -> None:
    for angle in (0.0, pi / 2, pi, -pi / 2):
        entries = [x for row in rational_rotation(rot_rpy(angle, 0.0, angle)) for x in row]
        assert all(x in (0, 1, -1) for x in entries)
    assert rational_axis(Vec(0.0, -1.0, 0.0)) == Vec(0, -1, 0)


def test_a_rotation_and_its_inverse_stay_inverse() -> None:
    """So that axes that are parallel in a file stay parallel."""
    R = rot_rpy(0.3, -0.2, 0.9)
    assert rational_rotation(R) @ rational_rotation(R.T) == IDENTITY


@given(mechanisms(size=4, exact=False))
def test_every_number_is_a_fraction(robot: Robot) -> None:
    exact = rationalised(robot)
    kinds: set[type] = set()
    exact.map(lambda x: kinds.add(type(number(x))))
    assert kinds <= {int, Fraction, type(None)}
    assert all(j.X.R @ j.X.R.T == IDENTITY for j in exact.joints.values())
    again = rationalised(exact)
    assert (again.bodies, again.joints, again.frames) == (exact.bodies, exact.joints, exact.frames)


@given(mechanisms(size=4, exact=False, symbolic=False))
def test_torques_hardly_change(robot: Robot) -> None:
    state = sample(robot, 1)
    given = {name: getattr(state, name)[0] for name in ("q", "v", "a")} | (
        {"wrench": state.wrench[0]} if robot.wrenches else {}
    )
    before, after = (lw.derive(r, "inverse_dynamics")(**given) for r in (robot, rationalised(robot)))
    assert np.max(np.abs(before - after)) <= 1e-7 * max(1.0, np.max(np.abs(before)))


def test_decimals_mean_what_they_say() -> None:
    robot = make_robot(
        "r", [Body("b", BOX)], [Joint("j", "revolute", "world", "b", Transform(p=Vec(0.1, 0.333, -2.5)))]
    )
    assert rationalised(robot).joints["j"].X.p == Vec(Fraction(1, 10), Fraction(333, 1000), Fraction(-5, 2))


def test_symbols_stay_and_lose_their_values() -> None:
    joint = Joint("j", "revolute", "world", "b", Transform(rot_x(symbol("al")), Vec(symbol("L"), 0, 0)))
    robot = make_robot("r", [Body("b", BOX)], [joint], parameters=[Parameter("L", 2.0), Parameter("al", 0.5)])
    exact = rationalised(robot)
    assert isinstance(exact.joints["j"].X.p[0], Expr)
    assert exact.parameters["L"].value is None
    assert "L" in lw.derive(exact, "forward_kinematics").inputs["parameters"].labels


def test_a_rotation_of_symbols_and_rounded_numbers_has_no_neighbour() -> None:
    mixed = rot_x(symbol("al")) @ rot_rpy(0.3, 0.4, 0.5)
    robot = make_robot("r", [Body("b", BOX)], [Joint("j", "revolute", "world", "b", Transform(mixed))])
    with pytest.raises(ModelError, match="joint 'j' mixes symbols with rounded numbers"):
        rationalised(robot)
    assert "not decided exactly" in law_context(robot).exact_note


def test_exact_robots_are_their_own_neighbours() -> None:
    robot = make_robot("r", [Body("b", BOX)], [Joint("j", "revolute", "world", "b", Transform(Mat(Y, Z, X)))])
    assert law_context(robot).exact_note == ""
