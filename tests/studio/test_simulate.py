"""Motions from the server, against Linkwright's own simulation and the laws of closed mechanisms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.simulation import Run, simulate
from linkwright.studio.desk import answer
from tests.support.model import ClosedRobot
from tests.support.source import ROOT

EXAMPLES = ROOT / "examples"
CRANK = (EXAMPLES / "loops" / "slider_crank.yaml").read_text()


def moved(text: str, **run: Any) -> dict[str, Any]:
    found = answer("simulate", {"document": text, "run": {"time": 0.5, "rate": 100, **run}})
    assert found["ok"], found
    return found["motion"]


def test_a_slider_crank_moves_as_simulated() -> None:
    motion = moved(CRANK, inputs={"crank": {"kind": "formula", "force": "0.3*sin(9*t) - 0.1*v1"}})
    expected = simulate(
        lw.load(EXAMPLES / "loops" / "slider_crank.yaml"), Run(time=0.5, torque="0.3*sin(9*t) - 0.1*v1")
    )
    for name in ("t", "q", "v", "a", "tau", "kinetic", "potential", "work"):
        assert np.array(motion[name]) == pytest.approx(getattr(expected, name), abs=1e-7), name
    assert max(motion["gaps"]) < 1e-9
    assert motion["energy_error"] < 1e-7
    assert any("loops stay closed" in line for line in motion["said"])
    assert motion["labels"]["q"] == ["crank", "pin", "piston"]


def test_forces_in_the_loops_balance_the_tree() -> None:
    """tau_tree(q, v, a) = tau + J' lambda in all joints, those of the free ones included."""
    motion = moved(CRANK, inputs={"crank": {"kind": "formula", "force": "0.5"}})
    robot = lw.load(EXAMPLES / "loops" / "slider_crank.yaml")
    assert isinstance(robot, ClosedRobot)
    tree, closed, where = lw.compile(robot.tree), lw.compile(robot), robot.coordinates
    forces = motion["constraint_forces"]
    assert len(forces["labels"]) == len(where.dependent_v)
    assert all(label.startswith("wrist: ") for label in forces["labels"])
    rows = zip(*(np.array(motion[n]) for n in ("q", "v", "a", "tau")), np.array(forces["values"]), strict=True)
    for q, v, a, tau, lam in rows:
        J = closed.function("closure_jacobian")(q[list(where.free_q)], q[list(where.dependent_q)])
        whole = np.zeros((len(lam), robot.tree.nv))
        whole[:, list(where.free_v)], whole[:, list(where.dependent_v)] = J["Jq"], J["Jtheta"]
        assert tree.inverse_dynamics(q, v, a) == pytest.approx(tau + whole.T @ lam, abs=1e-8)


def test_a_force_at_a_joint_that_is_not_free_does_the_same_as_at_the_free_one() -> None:
    """The piston's force through the crank's lever: the same motion."""
    robot = lw.load(EXAMPLES / "loops" / "slider_crank.yaml")
    assert isinstance(robot, ClosedRobot)
    motion = moved(CRANK, inputs={"piston": {"kind": "formula", "force": "3"}})
    dynamics = lw.compile(robot)
    for q, v, tau, a in list(zip(*(np.array(motion[n]) for n in ("q", "v", "tau", "a")), strict=True))[::10]:
        W = dynamics.function("projection_matrix", closure="tree")(q)
        felt = np.asarray(W).reshape(robot.tree.nv, 1).T @ tau
        free = dynamics.function("forward_dynamics", closure="given")(q[:1], q[1:], v[:1], felt)
        assert a[0] == pytest.approx(float(free[0]), rel=1e-6, abs=1e-6)
    assert motion["energy_error"] < 1e-7


def test_a_crank_follows_a_motion_and_its_force_is_that_of_inverse_dynamics() -> None:
    motion = moved(CRANK, inputs={"crank": {"kind": "motion", "position": "1 + 0.5*sin(4*t)"}})
    t, q, v, a, tau = (np.array(motion[n]) for n in ("t", "q", "v", "a", "tau"))
    assert q[:, 0] == pytest.approx(1 + 0.5 * np.sin(4 * t), abs=1e-7)
    assert a[:, 0] == pytest.approx(-8 * np.sin(4 * t), abs=1e-9)
    dynamics = lw.compile(EXAMPLES / "loops" / "slider_crank.yaml")
    needed = dynamics.function("inverse_dynamics", closure="given")(q[:, :1], q[:, 1:], v[:, :1], a[:, :1])
    assert tau[:, 0] == pytest.approx(np.ravel(needed), abs=1e-7)
    assert tau[:, 1:] == pytest.approx(0)
    assert motion["energy_error"] < 1e-6


def test_a_joint_that_follows_others_cannot_be_driven() -> None:
    run = {"inputs": {"piston": {"kind": "motion", "position": "t"}}}
    (message,) = answer("simulate", {"document": CRANK, "run": run})["messages"]
    assert "crank" in message["hint"]
    assert message["path"] == ["studio", "run", "inputs", "piston"]


def test_signals_are_tables_with_straight_lines_between_their_rows() -> None:
    table = {"tau": {"t": [0, 0.25, 0.5], "value": [0, 1, 0]}}
    motion = moved(CRANK, inputs={"crank": {"kind": "signal", "signal": "tau"}}, signals=table)
    assert np.array(motion["tau"])[:, 0] == pytest.approx(1 - np.abs(np.array(motion["t"]) - 0.25) / 0.25, abs=1e-12)
    run = {"inputs": {"crank": {"kind": "signal", "signal": "tau"}}}
    assert not answer("simulate", {"document": CRANK, "run": run})["ok"]
    assert not answer("simulate", {"document": CRANK, "run": {**run, "signals": {"tau": {"t": [0], "value": ["x"]}}}})[
        "ok"
    ]


def test_stops_of_closed_robots_keep_the_account() -> None:
    limited = "\n".join(
        line.replace("}", ", limits: [-0.5, 1.2]}", 1) if line.strip().startswith("crank:") else line
        for line in CRANK.split("\n")
    )
    motion = moved(limited, stops={"stiffness": 500, "damping": 1}, start={"q": {"crank": 1}, "v": {"crank": 3}})
    crank = np.array(motion["q"])[:, 0]
    assert -0.6 < crank.min() < -0.5
    assert motion["energy_error"] < 1e-6


def test_a_tree_on_the_server_is_the_same_motion_by_another_method() -> None:
    text = (EXAMPLES / "elastic_arm.yaml").read_text()
    robot = lw.load(EXAMPLES / "elastic_arm.yaml")
    names = [c["name"] for c in answer("check", {"document": text})["coordinates"]]
    motion = moved(text, method="server", start={"q": {names[0]: 0.4}, "v": {}}, time=0.2)
    expected = simulate(robot, Run(time=0.2, q0=", ".join(["0.4", *["0"] * (len(names) - 1)]), tolerance=1e-12))
    assert np.array(motion["q"]) == pytest.approx(expected.q, abs=1e-6)
    assert motion["energy_error"] < 1e-6
    assert motion["gaps"] is None


def test_radau_is_a_method_of_trees() -> None:
    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    one, other = (simulate(robot, Run(time=1, q0="1, 0", method=m)) for m in ("radau", "dop853"))
    assert one.q == pytest.approx(other.q, abs=1e-6)
    assert one.method == "radau"


STIFF = """
linkwright: 1
joints: {slide: {type: prismatic, axis: [1, 0, 0], parent: world, child: mass, spring: 1, damper: 1e6}}
bodies: {mass: {mass: 1}}
"""


def test_what_is_stiff_is_integrated_in_few_evaluations() -> None:
    """x' = -x / 1e6 after a millionth of a second: an explicit method takes a step of a millionth all along."""
    motion = moved(STIFF, method="server", start={"q": {"slide": 1}, "v": {}}, time=5)
    assert motion["q"][-1][0] == pytest.approx(np.exp(-5e-6), abs=1e-9)
    assert int(motion["said"][0].split(", ")[-1].split()[0]) < 5000


def test_a_loop_that_cannot_close_is_said_in_numbers() -> None:
    text = (EXAMPLES / "loops" / "slider_crank.yaml").read_text()
    run = {"start": {"q": {"crank": 1}, "v": {}}}
    found = answer(
        "simulate", {"document": text.replace("start: {", "start: {"), "run": {**run, "time": 1e9, "rate": 1e6}}
    )
    assert "samples" in found["messages"][0]["hint"]
    delta = (EXAMPLES / "parallel" / "delta.yaml").read_text()
    name = next(c["name"] for c in answer("check", {"document": delta})["coordinates"] if c["free"])
    (message,) = answer("simulate", {"document": delta, "run": {"start": {"q": {name: 50}, "v": {}}}})["messages"]
    assert message["code"] == "LW210"


def test_an_answer_is_bounded() -> None:
    (message,) = answer("simulate", {"document": CRANK, "run": {"time": 1e9, "rate": 1e6}})["messages"]
    assert "samples" in message["hint"]


@pytest.mark.parametrize(("path", "start"), [("loops/slider_crank", {}), ("double_pendulum", {"shoulder": 1})])
def test_a_long_run_tells_how_far_it_is(path: str, start: dict[str, float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("linkwright.simulation.progress._PAUSE", -1.0)
    told: list[float] = []
    payload = {
        "document": (EXAMPLES / f"{path}.yaml").read_text(),
        "run": {"time": 1, "rate": 50, "method": "server", "start": {"q": start, "v": {}}},
    }
    assert answer("simulate", payload, tell=lambda _, part: told.append(part))["ok"]
    assert all(0 <= part <= 1 for part in told)
    assert len({part for part in told if 0 < part < 0.9}) > 1  # on the way, not only at its end
    assert max(told) > 0.5
