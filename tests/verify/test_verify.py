"""What is called from outside: verify(robot) -> Verdict."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

import linkwright as lw
from tests.strategies import mechanisms
from tests.support.graph import symbol
from tests.support.model import Body, Joint, Robot, make_robot
from tests.support.package import QuantityError
from tests.support.spatial import NULL, Inertia, Mat, Transform, Vec, Y, rot_x
from tests.support.verification import (
    LAWS,
    PEERS,
    Finding,
    Row,
    Verdict,
    gap,
    judge,
    law_context,
    rate_matrix,
    rates,
    sample,
    unit_groups,
    verify,
)
from tests.verify.wrong import wrong_derive

BOX = Inertia.about_com(2, Vec(0.1, 0.2, 0.3), Mat(Vec(5, 1, 2), Vec(1, 6, 1), Vec(2, 1, 7)))


def pendulum() -> Robot:
    """A pendulum with a symbol for its length and one for its mass."""
    bob = Inertia.about_com(symbol("m"), Vec(0, 0, -symbol("l")), NULL)
    return make_robot("pendulum", [Body("bob", bob)], [Joint("pivot", "revolute", "world", "bob", axis=Y)])


def test_a_verdict_is_frozen_rows() -> None:
    verdict = verify(pendulum())
    assert isinstance(verdict, Verdict)
    assert verdict.ok
    assert [r.law for r in verdict.rows] == [n for n in LAWS if n != 23]
    assert verdict.failed == ()
    with pytest.raises(FrozenInstanceError):
        verdict.rows[0].ok = False  # type: ignore[misc]


def test_a_verdict_can_be_told() -> None:
    verdict = verify(pendulum(), laws=[3, 6])
    told = json.loads(json.dumps(verdict.as_dict()))
    assert told["ok"]
    assert [law["law"] for law in told["laws"]] == [3, 6]
    assert "Newton-Euler = Lagrange = Lie group" in str(verdict)


def test_the_same_seed_the_same_verdict() -> None:
    assert verify(pendulum(), laws=[1, 3, 7], seed=4) == verify(pendulum(), laws=[1, 3, 7], seed=4)


def test_laws_without_values_for_parameters_are_exact() -> None:
    rows = {r.law: r for r in verify(pendulum()).rows}
    assert all(rows[n].exact for n in (3, 4, 5, 6, 7, 8, 9, 19, 22))
    assert rows[3].note == ""


def test_a_robot_of_measured_numbers_is_decided_on_a_neighbour() -> None:
    robot = make_robot("r", [Body("b", BOX)], [Joint("j", "revolute", "world", "b", Transform(rot_x(0.3)))])
    found = verify(robot, laws=[3]).rows[0]
    assert found.exact
    assert "within 1e-9" in found.note


def test_a_failure_is_told() -> None:
    row = Row(3, "name", 0.5, False, False)
    verdict = Verdict("r", (row,))
    assert not verdict.ok
    assert verdict.failed == (row,)
    assert "FAILED" in str(verdict)


def test_what_could_not_be_asked_is_no_failure() -> None:
    assert Verdict("r", (Row(7, "name", None, None, None, "why"),)).ok


def test_nothing_moves() -> None:
    robot = make_robot("statue", [Body("b", BOX)], [Joint("j", "fixed", "world", "b")])
    verdict = verify(robot)
    assert verdict.ok
    assert all(r.note == "nothing moves" for r in verdict.rows)


def test_progress_names_each_law() -> None:
    seen: list[str] = []
    verify(pendulum(), laws=[1, 6], progress=seen.append)
    assert seen == [LAWS[1].name, LAWS[6].name]


def test_unknown_laws_and_peers() -> None:
    with pytest.raises(QuantityError, match="no law 11"):
        verify(pendulum(), laws=[11])
    with pytest.raises(QuantityError, match="no comparison with 'matlab'"):
        verify(pendulum(), against="matlab")


def quadruped() -> Robot:
    """A free trunk with two legs of different joints."""
    down = Transform(rot_x(0.3), Vec(0.1, 0.2, -0.3))
    joints = [
        Joint("root", "floating", "world", "trunk"),
        Joint("hip", "revolute", "trunk", "thigh", down, axis=Y),
        Joint("knee", "prismatic", "thigh", "shank", down, axis=Y),
        Joint("ball", "spherical", "trunk", "arm", down),
        Joint("weld", "fixed", "arm", "hand", down),
    ]
    return make_robot("quadruped", [Body(j.child, BOX) for j in joints], joints)


@pytest.mark.parametrize("name", PEERS)
@pytest.mark.parametrize("robot", [pendulum(), quadruped()], ids=lambda r: r.name)
def test_against_an_independent_code(name: str, robot: Robot) -> None:
    if not PEERS[name].installed:
        pytest.skip(f"{name} is not installed")
    (found,) = verify(robot, against=name, laws=[]).rows
    assert found.law == 23
    assert found.ok, found
    assert name in found.note.lower()


@pytest.mark.parametrize("quantity", ["inverse_dynamics", "mass_matrix", "forward_dynamics", "forward_kinematics"])
def test_mujoco_notices_a_wrong_quantity(quantity: str) -> None:
    code = PEERS["mujoco"]
    if not code.installed:
        pytest.skip("mujoco is not installed")
    assert (
        judge(LAWS[23], code.compared(law_context(quadruped(), derive=wrong_derive(quantity, Fraction(1, 1000)))))
        is False
    )


def test_joints_that_mujoco_does_not_have_are_named() -> None:
    robot = make_robot("r", [Body("b", BOX)], [Joint("j", "helical", "world", "b", pitch=1)])
    (found,) = verify(robot, against="mujoco", laws=[]).rows
    assert found.ok is None
    assert "'j'" in found.note


def test_an_independent_code_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = replace(PEERS["pinocchio"], module="no_such_module")
    monkeypatch.setattr("linkwright.verification.run.PEERS", {"pinocchio": absent})
    assert absent.compared(law_context(pendulum())).note == "Pinocchio is not installed (pip install pin)"
    with pytest.raises(QuantityError, match="pinocchio is not installed") as error:
        verify(pendulum(), against="pinocchio")
    assert error.value.hint == "pip install pin"


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (Finding(1e-15), True),
        (Finding(1e-3), False),
        (Finding(1e-15, True), True),
        (Finding(1e-15, False), False),
        (Finding(None, True), True),
        (Finding(float("inf")), False),
        (Finding(1e-3, tolerance=1e-2), True),
        (Finding(), None),
    ],
)
def test_how_findings_are_judged(found: Finding, verdict: bool | None) -> None:
    assert judge(LAWS[3], found) is verdict


def test_gaps() -> None:
    assert gap([1.0, 2.0], [1.0, 2.0]) == 0
    assert gap([1.0, 2.0], [1.0, 2.2]) == pytest.approx(0.2 / 2.2)
    assert gap([1e-12], [0.0]) == pytest.approx(1e-6)  # absolutely, below a millionth
    assert gap([1.0], [2.0], 100.0) == pytest.approx(0.01)
    assert gap([np.nan], [1.0]) == float("inf")
    assert gap([], []) == 0
    with pytest.raises(ValueError, match="shapes"):
        gap([1.0], [1.0, 2.0])


# --- sample points -----------------------------------------------------------------------------------------------------


@given(mechanisms(size=5))
def test_states_lie_on_their_spheres(robot: Robot) -> None:
    states = sample(robot, 4)
    assert states.q.shape == (4, robot.nq)
    assert states.v.shape == states.a.shape == states.tau.shape == (4, robot.nv)
    names = {f"q[{k}]": k for k in range(robot.nq)}
    for group in unit_groups(robot):
        assert np.sum(states.q[:, [names[n] for n in group]] ** 2, axis=1) == pytest.approx(np.ones(4))


@given(mechanisms(size=5))
def test_rates_stay_on_the_spheres(robot: Robot) -> None:
    states = sample(robot, 1)
    q, v = states.q[0], states.v[0]
    dq = np.array(rates(robot, q, v))
    assert dq == pytest.approx(rate_matrix(robot, q) @ v)
    names = {f"q[{k}]": k for k in range(robot.nq)}
    for group in unit_groups(robot):
        rows = [names[n] for n in group]
        assert q[rows] @ dq[rows] == pytest.approx(0, abs=1e-12)


def test_parameters_with_values_are_used_in_numbers() -> None:
    heavy = lw.load(
        {
            "linkwright": 1,
            "name": "p",
            "parameters": {"m": 3},
            "joints": {"j": {"type": "revolute", "axis": [0, 1, 0], "parent": "world", "child": "b"}},
            "bodies": {"b": {"mass": "m", "com": [0, 0, -1]}},
        }
    )
    verdict = verify(heavy, laws=[6])
    assert verdict.ok
    assert verdict.rows[0].exact
    assert verdict.rows[0].note == ""


def test_the_example_robots_are_lawful() -> None:
    from pathlib import Path

    for file in ("double_pendulum.yaml", "elbow6.urdf"):
        robot = lw.load(Path(__file__).parents[2] / "examples" / file)
        verdict = verify(robot, laws=[1, 2, 3, 4, 5, 6, 8, 9, 10, 19])
        assert verdict.ok, verdict


def test_a_joint_that_moves_no_mass_has_no_base_parameters_to_speak_of() -> None:
    """Matrices without columns still have their rows."""
    from tests.support.model import Body, Joint, make_robot
    from tests.support.spatial import Z

    robot = make_robot("empty", [Body("link")], [Joint("pivot", "revolute", "world", "link", axis=Z)])
    assert lw.derive(robot, "base_regressor").outputs["Yb"].shape == (1, 0)
    assert verify(robot).ok
