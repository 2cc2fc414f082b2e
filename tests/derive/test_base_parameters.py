"""Base parameters: their number is the literature's, they are independent, and they give the same torques."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

import linkwright as lw
from tests.derive.reference import BASE_PARAMETERS, ROWS, robot
from tests.strategies import SIMPLE, mechanisms
from tests.support.graph import Function, equal, is_zero
from tests.support.mechanics import dependencies
from tests.support.model import Body, Joint, Mimic, Robot, make_robot
from tests.support.spatial import Inertia, Mat, Transform, Vec, X, Y, Z
from tests.support.verification import LAWS, Scene, law_context, row

BOX = Inertia.about_com(2, Vec(1, 2, 3), Mat(Vec(5, 1, 2), Vec(1, 6, 1), Vec(2, 1, 7)))


def base_names(function: Function) -> set[str]:
    return {label for label in function.inputs["parameters"].labels if "R_" in label}


def count(r: Robot) -> int:
    return len(lw.derive(r, "base_parameters").outputs["base"].labels)


@pytest.mark.parametrize("name", ROWS)
def test_number_of_base_parameters(name: str) -> None:
    found = lw.derive(robot(name), "inverse_dynamics", parameters="base")
    assert len(base_names(found)) == BASE_PARAMETERS[name]


@pytest.mark.parametrize("name", [n for n in ROWS if n not in ("STANFORD_simpl", "PUMA_zeros")])
def test_base_parameters_are_independent_and_complete(name: str) -> None:
    found = row(LAWS[9], law_context(robot(name)))
    assert found.exact, found
    assert found.note.startswith(f"{BASE_PARAMETERS[name]} base parameters of {10 * robot(name).nv}")


@pytest.mark.parametrize("name", ["2R", "SCARA_RRPR", "STANFORD_simpl", "PUMA_zeros", "PUMA_full", "GEN6R"])
def test_base_form_gives_the_same_torques(name: str) -> None:
    """tau(q, v, a; base parameters of p) = tau(q, v, a; p), as functions of every symbol."""
    r = robot(name)
    scene = Scene(r)
    base = lw.derive(r, "base_parameters")
    values = dict(zip(base.outputs["base"].labels, scene.put(base), strict=True))
    short = scene.put(lw.derive(r, "inverse_dynamics", parameters="base"), values)
    full = scene.put(lw.derive(r, "inverse_dynamics", parameters="symbolic"))
    assert scene.vanish(x - y for x, y in zip(short, full, strict=True))


def test_the_map_has_the_physical_parameters_as_inputs_and_their_values_as_defaults() -> None:
    r = make_robot("one", [Body("b", BOX)], [Joint("j", "revolute", "world", "b", axis=Y)])
    f = lw.derive(r, "base_parameters")
    assert f.inputs["parameters"].labels[:2] == ("m_b", "mx_b")
    assert f.outputs["base"].labels == ("mxR_b", "myR_b", "IzzR_b")
    assert np.allclose(sorted(np.abs(f())), sorted([2 * 1, 2 * 3, float(BOX.I[1][1])]))
    heavier = f(m_b=4, mx_b=20.0)
    assert not np.allclose(heavier, f())


def test_whatever_form_is_asked_for_the_map_starts_at_the_physical_parameters() -> None:
    r = robot("2R")
    assert equal(lw.derive(r, "base_parameters"), lw.derive(r, "base_parameters", parameters="base"))


def test_labels_of_the_map_the_regressor_and_the_torques_agree() -> None:
    r = robot("SCARA_RRPR")
    labels = lw.derive(r, "base_parameters").outputs["base"].labels
    assert labels == lw.derive(r, "regressor", parameters="base").outputs["Y"].labels
    assert set(labels) == base_names(lw.derive(r, "inverse_dynamics", parameters="base"))


# --- single cases, each known by hand ----------------------------------------------------------------------------------


def chain(*joints: Joint, gravity: Vec = Vec(0, 0, -9)) -> Robot:
    return make_robot("chain", [Body(j.child, BOX) for j in joints], joints, gravity=gravity)


QUARTER = Transform(Mat(X, -Z, Y), Vec(1, 2, 3))
SLANTED = Transform(Mat(Vec(0, 0, 1), X, Y), Vec(1, 0, 0))

CASES = {
    "revolute along gravity": (chain(Joint("a", "revolute", "world", "b")), 1),
    "revolute across gravity": (chain(Joint("a", "revolute", "world", "b", axis=Y)), 3),
    "slider": (chain(Joint("a", "prismatic", "world", "b")), 1),
    "two sliders": (chain(Joint("a", "prismatic", "world", "b"), Joint("c", "prismatic", "b", "d", axis=X)), 2),
    "gantry with a vertical wrist": (
        chain(
            Joint("a", "prismatic", "world", "b", axis=X),
            Joint("c", "prismatic", "b", "d", axis=Y),
            Joint("e", "revolute", "d", "f"),
        ),
        2 + 3,
    ),
    "helical along gravity": (chain(Joint("a", "helical", "world", "b", pitch=2)), 2),
    "helical across gravity": (chain(Joint("a", "helical", "world", "b", axis=X, pitch=2)), 3),
    "helical without weight": (chain(Joint("a", "helical", "world", "b", pitch=2), gravity=Vec(0, 0, 0)), 1),
    "helical without pitch": (chain(Joint("a", "helical", "world", "b", axis=Y)), 3),
    "planar on the floor": (chain(Joint("a", "planar", "world", "b")), 4),
    "spherical": (chain(Joint("a", "spherical", "world", "b")), 9),
    "floating": (chain(Joint("a", "floating", "world", "b")), 10),
    "floating with an arm": (chain(Joint("a", "floating", "world", "b"), Joint("c", "revolute", "b", "d", QUARTER)), 17),
    "parallel axes": (
        chain(Joint("a", "revolute", "world", "b"), Joint("c", "revolute", "b", "d", Transform(p=Vec(1, 0, 0)))),
        4,
    ),
    "crossed axes": (chain(Joint("a", "revolute", "world", "b"), Joint("c", "revolute", "b", "d", QUARTER)), 8),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_known_numbers(name: str) -> None:
    r, expected = CASES[name]
    assert count(r) == expected
    assert row(LAWS[9], law_context(r)).ok


def test_fingers_that_mimic_each_other_share_their_first_moments() -> None:
    """Both fingers slide by the same distance: their first moments enter by their difference only."""
    wrist = [
        Joint("a", "revolute", "world", "arm", axis=Y),
        Joint("b", "revolute", "arm", "hand", QUARTER, axis=X),
    ]
    left = Joint("c", "prismatic", "hand", "left", Transform(p=Vec(0, 0, 1)), axis=Y)
    right = Joint("d", "prismatic", "hand", "right", Transform(p=Vec(0, 0, 1)), axis=Y)
    free = chain(*wrist, left, right)
    tied = chain(*wrist, left, Joint("d", "prismatic", "hand", "right", right.X, Y, mimic=Mimic("c", -1)))
    assert count(free) - count(tied) == 3
    assert row(LAWS[9], law_context(tied)).exact
    assert row(LAWS[8], law_context(tied)).exact


@given(mechanisms(size=4, types=(*SIMPLE, "fixed", "planar", "spherical"), driven=False, wrenches=False))
def test_no_more_parameters_than_physical_ones(r: Robot) -> None:
    f = lw.derive(r, "base_parameters")
    labels = f.outputs["base"].labels
    assert len(set(labels)) == len(labels) <= 10 * sum(j.type != "fixed" for j in r.joints.values())


def test_a_base_parameter_that_no_torque_feels_is_not_listed() -> None:
    r = make_robot("one", [Body("b", BOX)], [Joint("j", "revolute", "world", "b")])
    assert lw.derive(r, "base_parameters").outputs["base"].labels == ("IzzR_b",)
    Y_base = lw.derive(r, "regressor", parameters="base")
    assert not is_zero([Y_base.expr("Y", 0, 0)])


def test_sums_of_nearly_parallel_columns_are_found() -> None:
    """Powers of x on an interval are independent, the higher the less so; sums of them are told from them all the same."""
    powers = np.vander(np.linspace(0, 1, 40), 9, increasing=True)
    factors = np.random.default_rng(0).integers(-2, 3, (9, 6))
    found = dependencies(np.hstack([powers, powers @ factors]), exact=False)
    assert sorted(found) == [9, 10, 11, 12, 13, 14]
    for k, column in enumerate(factors.T):
        assert [float(found[9 + k].get(j, 0)) for j in range(9)] == pytest.approx(column, abs=1e-4)
