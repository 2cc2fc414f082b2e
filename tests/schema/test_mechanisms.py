"""Robots and Lagrangians as JSON: every example is written, valid, read back, and the same."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given

import linkwright as lw
from tests import closed_robots
from tests.schema.support import EXAMPLES, ROOT, differences, through_text
from tests.strategies import mechanisms
from tests.support.describe import model_hash
from tests.support.graph import Expr, symbol
from tests.support.model import Body, Joint, Limits, Note, Robot, make_robot
from tests.support.schema import dumps, to_json
from tests.support.spatial import NULL, Inertia, Transform, Vec


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda p: p.relative_to(ROOT / "examples").as_posix())
def test_every_example_comes_back(path: Path) -> None:
    mechanism = lw.load(path)
    back = through_text(mechanism)
    assert not list(differences(mechanism, back))
    assert model_hash(mechanism) == model_hash(back)


@given(mechanisms(size=3))
def test_random_robots_come_back(robot: Robot) -> None:
    back = through_text(robot)
    assert not list(differences(robot, back))
    assert model_hash(robot) == model_hash(back)


@given(mechanisms(size=3, exact=False))
def test_random_robots_of_measured_numbers_come_back(robot: Robot) -> None:
    assert not list(differences(robot, through_text(robot)))


def test_a_closed_robot_of_python_comes_back() -> None:
    robot = closed_robots.fourbar()
    assert not list(differences(robot, through_text(robot)))


def pendulum(**more: object) -> Robot:
    bob = Body("bob", Inertia.about_com(symbol("m"), Vec(0, 0, -symbol("l")), NULL), "here:3")
    joint = Joint("pivot", "revolute", "world", "bob", axis=Vec(0, 1, 0), where="here:4", **more)  # type: ignore[arg-type]
    return make_robot("pendulum", [bob], [joint])


def test_numbers_keep_their_type_and_all_digits() -> None:
    numbers = [0.1, 1.0, -0.0, Fraction(1, 3), Fraction(2), 2**60, 5.1e-44, 1.7976931348623157e48, 7]
    robot = make_robot("numbers", [Body(f"b{k}", Inertia.from_parameters([1, x, *[0] * 8])) for k, x in enumerate(numbers)],
                       [Joint(f"j{k}", "revolute", "world", f"b{k}") for k in range(len(numbers))])  # fmt: skip
    back = through_text(robot)
    assert [repr(back.bodies[f"b{k}"].inertia.h.x) for k in range(len(numbers))] == [repr(x) for x in numbers]


def test_infinite_limits_come_back() -> None:
    robot = pendulum(limits=Limits(-float("inf"), float("inf"), None, 3.5))
    assert not list(differences(robot, through_text(robot)))


def test_expressions_of_several_graphs_keep_their_order() -> None:
    a, b = symbol("a"), symbol("b")
    other = symbol("b") - symbol("a")  # in a graph in which b comes first
    ends = [Body("x", Inertia(a * b, Vec(a - b, 0, 0))), Body("y", Inertia(other * other, Vec(other, 0, 0)))]
    robot = make_robot("two", ends, [Joint("j", "revolute", "world", "x"), Joint("k", "prismatic", "x", "y")])
    assert not list(differences(robot, through_text(robot)))
    assert model_hash(robot) == model_hash(through_text(robot))


def test_axes_that_rounding_left_a_digit_off_length_one_stay() -> None:
    joints = [Joint(f"j{k}", "revolute", "world", f"b{k}", axis=Vec(0.1 * k, 0.7, 1 / (k + 1))) for k in range(20)]
    robot = make_robot("slanted", [Body(f"b{k}") for k in range(20)], joints)
    assert not list(differences(robot, through_text(robot)))


def test_notes_are_not_taken_twice() -> None:
    bodies = [Body("thin", Inertia.from_parameters([1, 0, 0, 0, 1, 0, 1, 0, 0, 9]))]
    robot = make_robot("odd", bodies, [Joint("j", "revolute", "world", "thin")], body_word="link",
                       notes=[Note("ignored", "a colour", "odd.urdf:3")])  # fmt: skip
    assert [n.kind for n in robot.notes] == ["ignored", "suspect"]
    assert not list(differences(robot, through_text(robot)))


def nested(lines: int) -> Robot:
    """Parameters each of which uses the one before four times: 4^lines symbols when written out."""
    length = symbol("L")
    for _ in range(lines):
        length = (length * length + 1) / (length + length * 3)
    return make_robot(
        "nested", [Body("b", Inertia(1))], [Joint("j", "revolute", "world", "b", Transform(p=Vec(length, 0, 0)))]
    )


def test_shared_parts_are_written_once() -> None:
    short, long = (len(dumps(to_json(nested(lines)))) for lines in (100, 200))
    assert long < 2.5 * short < 100_000
    assert not list(differences(nested(200), through_text(nested(200))))


def test_what_is_read_can_be_derived() -> None:
    robot = pendulum()
    again = through_text(replace(robot, source="pendulum.py"))
    f, g = (lw.derive(x, "inverse_dynamics", parameters="symbolic") for x in (robot, again))
    assert again.source == "pendulum.py"
    assert isinstance(again.bodies["bob"].inertia.m, Expr)
    assert not list(differences(f, g))
