"""Rotations, transforms and inertias: over fractions, so that equality is equality."""

from __future__ import annotations

from fractions import Fraction
from math import pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import fractions, inertias, rotations, transforms
from tests.support.graph import is_zero, symbol
from tests.support.spatial import (
    IDENTITY,
    NULL,
    PARAMETER_NAMES,
    ZERO,
    Inertia,
    Mat,
    Transform,
    Vec,
    X,
    Y,
    Z,
    outer,
    rot_axis_angle,
    rot_quaternion,
    rot_rpy,
    rot_x,
    rot_y,
    rot_z,
    skew,
)

vectors = st.builds(Vec, fractions(), fractions(), fractions())


@given(vectors, vectors)
def test_cross_product(u: Vec, v: Vec) -> None:
    assert skew(u).apply(v) == u.cross(v) == -v.cross(u)
    assert u.cross(v).dot(u) == 0


@given(vectors, vectors, vectors)
def test_outer_product(u: Vec, v: Vec, w: Vec) -> None:
    assert outer(u, v).apply(w) == u * v.dot(w)


@given(rotations(), vectors)
def test_rotations_keep_lengths_and_handedness(R: Mat, v: Vec) -> None:
    assert R @ R.T == IDENTITY
    assert R.apply(v).dot(R.apply(v)) == v.dot(v)
    assert R.T[0].cross(R.T[1]) == R.T[2]
    assert R.apply_T(R.apply(v)) == v


@given(transforms(), transforms(), vectors)
def test_transforms_compose_and_invert(A: Transform, B: Transform, r: Vec) -> None:
    assert (A @ B).point(r) == A.point(B.point(r))
    assert A.inverse @ A == Transform()


def test_elementary_rotations_turn_the_right_way() -> None:
    for turn, start, end in ((rot_x, Y, Z), (rot_y, Z, X), (rot_z, X, Y)):
        assert np.allclose(turn(pi / 2).apply(start), end)


def test_roll_pitch_yaw_is_urdfs() -> None:
    """Fixed axes x, y, z in this order."""
    assert np.allclose(rot_rpy(0.1, 0.2, 0.3), rot_z(0.3) @ rot_y(0.2) @ rot_x(0.1))


def test_quaternion_is_axis_and_angle() -> None:
    axis, angle = np.array([1.0, 2.0, 2.0]) / 3, 0.7
    q = [*(np.sin(angle / 2) * axis), np.cos(angle / 2)]
    assert np.allclose(rot_quaternion(*q), rot_axis_angle(Vec(*axis), angle))


def test_symbolic_rotations_are_rotations() -> None:
    a = symbol("a")
    R = rot_axis_angle(Vec(Fraction(1, 3), Fraction(2, 3), Fraction(2, 3)), a) @ rot_x(a)
    assert is_zero(x for row in R @ R.T - IDENTITY for x in row)


# --- inertia -----------------------------------------------------------------------------------------------------------


@given(inertias(), transforms(), transforms())
def test_seen_from_composes(x: Inertia, A: Transform, B: Transform) -> None:
    assert x.seen_from(B).seen_from(A) == x.seen_from(A @ B)
    assert x.seen_from(A).seen_from(A.inverse) == x


@given(inertias(), inertias(), transforms())
def test_seen_from_is_linear(x: Inertia, y: Inertia, A: Transform) -> None:
    assert (x + y).seen_from(A) == x.seen_from(A) + y.seen_from(A)


@given(inertias(), transforms(), vectors, vectors)
def test_kinetic_energy_does_not_depend_on_the_frame(x: Inertia, A: Transform, v: Vec, w: Vec) -> None:
    """v, w: motion at frame b, in b's axes; the same motion seen from a."""

    def energy(body: Inertia, v: Vec, w: Vec) -> Fraction:
        p = v * body.m + w.cross(body.h)
        return v.dot(p) + w.dot(body.I.apply(w) + body.h.cross(v))

    wa = A.R.apply(w)
    va = A.R.apply(v) - wa.cross(A.p)
    assert energy(x, v, w) == energy(x.seen_from(A), va, wa)


@given(inertias())
def test_parameters_and_back(x: Inertia) -> None:
    assert Inertia.from_parameters(x.parameters) == x
    assert len(x.parameters) == len(PARAMETER_NAMES) == 10


def test_point_mass() -> None:
    """A mass at (0, 0, 2): m, m c, and m r^2 about x and y."""
    x = Inertia.about_com(3, Vec(0, 0, 2), NULL)
    assert x.parameters == [3, 0, 0, 6, 12, 0, 12, 0, 0, 0]


def test_nothing_vanishes() -> None:
    assert Inertia().vanishes
    assert not Inertia(0, ZERO, IDENTITY).vanishes


@pytest.mark.parametrize("sign", [1, -1])
def test_products_of_inertia_have_the_tensors_sign(sign: int) -> None:
    """Masses on the diagonal x = y give Ixy = - sum m x y < 0."""
    masses = [Inertia.about_com(1, Vec(k, sign * k, 0), NULL) for k in (1, -1)]
    assert (masses[0] + masses[1]).I[0][1] == -2 * sign
