"""Base parameters are as few as can be: their number is the rank of the regressor of all inertial parameters, which is decided
in a prime field, by torques and not by the energies and rules that they come from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwright as lw
from benchmarks.chains import chains
from tests.support.graph import Expr, symbol
from tests.support.model import Body as ModelBody
from tests.support.model import Joint, OpenRobot, Robot, make_robot
from tests.support.spatial import Inertia, Mat, Transform, Vec, X, rot_x
from tests.support.verification import LAWS, LAWS_OF_LOOPS, exact_rank, law_context, row
from tests.verify.wrong import with_dependent_parameter, with_dependent_symbol

OBLIQUE = ["S4PRPR3", "S4RPPP1", "S4RPPR6", "S5PPRPR4", "S5PRPPR1", "S5RPPPR2", "S5RPPRR10", "S5RRPRR6", "S5RPRRR14"]
"""Sliders whose axis is oblique to the one direction about which they turn: after each kind of joint, one, two and three."""
OTHERS = [
    "S3PPP1",
    "S3RRR1",
    "S4RPRP2",
    "S4RRPP5",
    "S4PPRR1",
    "S5RRRPR9",
    "S5RRPPP1",
    "S6RRRRPR1",
    "S6RRPRRR13",
    "S6RRRRRR3",
]


def count(robot: Robot) -> int:
    return len(lw.derive(robot, "base_parameters").outputs["base"].labels)


def assert_minimal(robot: OpenRobot) -> None:
    found = count(robot)
    assert found == exact_rank(lw.derive(robot, "regressor"))
    assert found == exact_rank(lw.derive(robot, "regressor", parameters="base"))


@pytest.mark.parametrize("name", [*OBLIQUE, *(n for n in OTHERS if n in chains())])
def test_serial_chains_have_as_many_base_parameters_as_their_rank(name: str) -> None:
    assert_minimal(chains()[name].robot)


@pytest.mark.slow
@pytest.mark.parametrize("joints", [3, 4, 5, 6])
def test_all_serial_chains_do(joints: int) -> None:
    wrong = [
        name
        for name, chain in chains().items()
        if chain.joints == joints and count(chain.robot) != exact_rank(lw.derive(chain.robot, "regressor"))
    ]
    assert not wrong


# --- random tables: trees, special and open angles, sliders first, gravity along axes -----------------------------------

ANGLES = ("0", "0", "pi/2", "-pi/2", "pi", "pi/6", "pi/4", "open")
GRAVITIES = (["g1", "g2", "g3"], ["0", "0", "g"], ["0", "g", "0"], ["0", "g*sin(be)", "g*cos(be)"], ["0", "0", "0"])


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    """A Khalil table of up to five joints, with branches."""
    gravity = draw(st.sampled_from(GRAVITIES))
    tilt = ("-be",) * 4 if "be" in gravity[1] else ()  # then a first axis is along gravity
    rows: list[dict[str, Any]] = []
    for i in range(1, draw(st.integers(2, 5)) + 1):
        sigma = draw(st.sampled_from((0, 1)))
        alpha, theta = (draw(st.sampled_from(ANGLES)).replace("open", f"{name}{i}") for name in ("al", "th"))
        rows.append(
            {
                "i": i,
                "ant": draw(st.sampled_from(range(max(0, i - 2), i))),
                "sigma": sigma,
                "alpha": draw(st.sampled_from((alpha, *tilt))) if i == 1 else alpha,
                "a": draw(st.sampled_from(("0", f"a{i}", "1/2"))),
                "theta": theta if sigma else "q",
                "d": "q" if sigma else draw(st.sampled_from(("0", f"d{i}"))),
                "body": f"link{i}",
            }
        )
    names = ["g", "g1", "g2", "g3", "be", *(f"{n}{i}" for i in range(1, 6) for n in ("al", "th", "a", "d"))]
    table = {"rows": rows, "inertials": "full"}
    return {"linkwright": 1, "gravity": gravity, "parameters": dict.fromkeys(names), "khalil": table}


@settings(max_examples=25)
@given(tables())
def test_random_trees_have_as_many_base_parameters_as_their_rank(table: dict[str, Any]) -> None:
    robot = lw.load(table)
    assert isinstance(robot, OpenRobot)
    assert_minimal(robot)


# --- single cases ---------------------------------------------------------------------------------------------------------

SLIDER = ("theta2", "pi/6", "0.3", "pi/2", "0")


def slider_on_a_hinge(theta: str, **more: Any) -> OpenRobot:
    rows = [("R", 0, 0, 0, "q"), ("P", "pi/2", "a2", "q", theta)]
    return lw.dh(rows, convention="modified", inertials="full", gravity=("g1", "g2", "g3"), **more)


@pytest.mark.parametrize("theta", SLIDER)
def test_a_slider_across_the_axis_of_a_hinge_shows_two_of_three_first_moments(theta: str) -> None:
    assert count(slider_on_a_hinge(theta)) == 6
    found = row(LAWS[9], law_context(slider_on_a_hinge(theta)))
    assert found.ok, found
    assert found.note.startswith("6 base parameters of 20, rank 6")


def test_what_a_value_makes_zero_is_not_divided_by() -> None:
    """Of sin(theta2) and cos(theta2) the one that is not zero."""
    for value in (0.0, 1.5707963267948966, 0.4):
        robot = slider_on_a_hinge("theta2", parameters={"theta2": value})
        f = lw.derive(robot, "base_parameters", parameters="symbolic")
        inertia = {name: 1.0 + k for k, name in enumerate(f.inputs["parameters"].labels) if name != "theta2"}
        assert len(f.outputs["base"].labels) == 6
        assert abs(f(**inertia, theta2=value)).max() < 1e3


def test_forms_in_physical_parameters_divide_by_no_angle() -> None:
    """They are to hold for every value of theta2."""
    for quantity in ("inverse_dynamics", "mass_matrix", "gravity"):
        assert lw.derive(slider_on_a_hinge("theta2"), quantity, parameters="inertial").ops.div == 0
        assert lw.derive(slider_on_a_hinge("theta2"), quantity, parameters="base").ops.div == 0


def test_axes_that_are_parallel_after_turns_that_cancel() -> None:
    """Two hinges with a slider between, tilted by an angle and back: only the tensor about the axis counts."""
    angle = symbol("al")
    body = Inertia.from_parameters([symbol(n) for n in ("m", "x", "y", "z", "a", "b", "c", "d", "e", "f")])
    joints = [
        Joint("a", "revolute", "world", "A"),
        Joint("b", "prismatic", "A", "B", Transform(rot_x(angle))),
        Joint(
            "c", "revolute", "B", "C", Transform(rot_x(-angle), Vec(Expr(angle.graph, angle.graph.symbol("l")), 0, 0))
        ),
    ]
    robot = make_robot("bent", [ModelBody(n, body) for n in "ABC"], joints, gravity=Vec(0, symbol("g"), 0)).tree
    assert count(robot) == 3 + 3 + 3
    assert_minimal(robot)


def test_without_gravity_a_first_moment_about_a_point_that_rests_is_not_felt() -> None:
    """Two axes that meet, the second link's frame away from where they do."""
    rows = [("R", 0, 0, 0, "q"), ("R", "pi/2", 0, "d2", "q")]
    floating = lw.dh(rows, convention="modified", inertials="full", gravity=(0, 0, 0))
    assert count(floating) == 1 + 5
    assert_minimal(floating)
    assert count(lw.dh(rows, convention="modified", inertials="full", gravity=(0, 0, "g"))) == 1 + 7


@pytest.mark.parametrize(
    ("gravity", "expected"), [(Vec(0, 0, symbol("g")), 2), (Vec(0, symbol("g"), 0), 3), (Vec(0, 0, 0), 1)]
)
def test_the_mass_on_a_screw_is_inertia_where_gravity_does_not_turn_it(gravity: Vec, expected: int) -> None:
    box = Inertia.from_parameters([symbol(n) for n in ("m", "x", "y", "z", "a", "b", "c", "d", "e", "f")])
    joint = Joint("a", "helical", "world", "A", pitch=symbol("p"))
    robot = make_robot("screw", [ModelBody("A", box)], [joint], gravity=gravity).tree
    assert count(robot) == expected
    assert_minimal(robot)


# --- law 9 --------------------------------------------------------------------------------------------------------------


def test_law_9_prints_both_numbers_when_it_fails() -> None:
    """A derivation that leaves a first moment along the only axis among the base parameters."""
    for theta in SLIDER[:3]:
        found = row(LAWS[9], law_context(slider_on_a_hinge(theta), derive=with_dependent_parameter))
        assert found.ok is False
        assert "7 base parameters of 20, rank 6" in found.note


def test_law_9_notices_too_many_parameters_with_symbols_where_it_is_not_decided_exactly() -> None:
    """A symbol and a rounded rotation in one angle cannot be decided in the prime field."""
    R = rot_x(symbol("al")) @ Mat.of([[0.8, -0.6, 0], [0.6, 0.8, 1e-17], [0, 0, 1]])
    joints = [Joint("a", "revolute", "world", "A", axis=X), Joint("b", "prismatic", "A", "B", Transform(R))]
    box = Inertia.about_com(2, Vec(1, 2, 3), Mat(Vec(5, 1, 2), Vec(1, 6, 1), Vec(2, 1, 7)))
    robot = make_robot("mixed", [ModelBody(n, box) for n in "AB"], joints).tree
    right = row(LAWS[9], law_context(robot))
    assert right.ok
    assert "mixes symbols" in right.note
    wrong = row(LAWS[9], law_context(robot, derive=with_dependent_symbol))
    assert wrong.ok is False
    assert wrong.note.startswith("7 base parameters with symbols; 6 base parameters of 20, rank 6")


def test_zeros_of_the_bodies_are_told_apart_from_the_rank() -> None:
    """Law 9 asks bodies of any inertia, law 8 those of the file: the numbers differ, and the notes say why."""
    robot = lw.load(Path(__file__).parents[2] / "examples/formats/five_bar.par")
    assert isinstance(robot, lw.ClosedRobot)
    notes = [row(LAWS_OF_LOOPS[k], law_context(robot)).note for k in (8, 9)]
    assert notes[0] == f"{count(robot)} base parameters with the zeros of its bodies"
    assert notes[1] == "11 base parameters of 40, rank 11; bodies of any inertia"
