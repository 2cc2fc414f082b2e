"""Programs of open trees, run in Node, against Linkwright's own simulation, Jacobians and laws."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.simulation import Run, simulate
from linkwright.studio.desk import answer
from tests.support.page_program import in_node, needs_node, program_of
from tests.support.source import ROOT

EXAMPLES = ROOT / "examples"
STARTS: dict[str, tuple[str, str]] = {
    "double_pendulum": ("60 deg, -30 deg", "0, 0.3"),
    "arm6": ("0.2, -0.4, 0.5, 0.1, 0.3, -0.2", "0.1, 0.2, -0.3, 0.4, 0, 0.2"),
    "quadruped": ("", "0.1, 0.2, 0.3, 0.4, 0.5, -0.6, 1, -1, 0.5, 0.5, 0.2, 0.3, -0.4, 0.4, 0.1, 0.2, 0.3, -0.2"),
    "spherical_pendulum": ("0.3, 0.1, 0, 0.9", "0.5, -0.4, 0.3"),
    "elastic_arm": ("0.4, 0.1, 0.2, 0.1", "0, 0.3, 0.1, 0"),
}
"""Example -> start, as `linkwright simulate` is told it."""

pytestmark = needs_node


def text_of(name: str) -> str:
    return (EXAMPLES / f"{name}.yaml").read_text()


def start_of(layout: dict[str, Any], q0: str, v0: str) -> dict[str, dict[str, str]]:
    q = dict(zip((c["name"] for c in layout["coordinates"]), q0.split(","), strict=True)) if q0 else {}
    v = dict(zip((c["name"] for c in layout["freedoms"]), v0.split(","), strict=True)) if v0 else {}
    return {"q": q, "v": v}


def off(ours: list[dict[str, Any]], motion: Any, name: str) -> float:
    expected = getattr(motion, name)
    found = np.array([row[name] for row in ours]).reshape(expected.shape)
    return float(np.max(np.abs(found - expected)) / max(1.0, float(np.max(np.abs(expected)))))


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n in ("arm6", "quadruped") else n for n in STARTS]
)
def test_the_page_moves_a_tree_as_linkwright_does(name: str, tmp_path: Path) -> None:
    q0, v0 = STARTS[name]
    time = 10 if name == "double_pendulum" else 1
    step, every = (1e-4, 100) if name == "elastic_arm" else (1e-3, 10)  # its joints are stiff springs
    start = start_of(program_of(text_of(name))["layout"], q0, v0)
    found = program_of(text_of(name), {"start": start})
    ours = in_node(tmp_path, found, f"tell(run(program, layout, {{ time: {time}, step: {step}, every: {every} }}));")
    robot = lw.load(EXAMPLES / f"{name}.yaml")
    motion = simulate(robot, Run(time=time, q0=q0, v0=v0, tolerance=1e-13))
    for quantity in ("q", "v", "a", "tau", "kinetic", "potential", "work"):
        assert off(ours, motion, quantity) < 1e-8, quantity


def test_what_acts_in_the_shoulder_is_its_spring_and_damper(tmp_path: Path) -> None:
    run = {"start": {"q": {"shoulder": "60 deg", "elbow": "-30 deg"}, "v": {}}}
    found = program_of(text_of("double_pendulum"), run)
    rows = in_node(tmp_path, found, "tell(run(program, layout, { time: 1, step: 0.001, every: 100 }));")
    assert [row["acting"][0] for row in rows] == pytest.approx(
        [-(row["q"][0] + row["v"][0]) for row in rows], abs=1e-14
    )
    assert rows[0]["q"] == pytest.approx([np.pi / 3, -np.pi / 6])


DRIVEN = {
    "shoulder": {"kind": "formula", "force": "2*sin(3*t) - 0.5*v1*q2 + m1*elbow"},
    "elbow": {"kind": "pd", "target": "30 deg + t/10", "stiffness": 12, "damping": "0.8"},
}
INPUTS: dict[str, dict[str, Any]] = {
    "nothing": {},
    "formulas": {"inputs": DRIVEN},
    "motion": {"inputs": {"elbow": {"kind": "motion", "position": "0.4*sin(2*t) + L1/4"}}},
    "both follow": {"inputs": {n: {"kind": "motion", "position": "t^2 / 2"} for n in ("elbow", "shoulder")}},
    "signal": {"inputs": {"elbow": {"kind": "signal", "signal": "tau_elbow"}}},
    "stops": {"stops": {"stiffness": 400, "damping": 3}},
}
LIMITED = text_of("double_pendulum").replace(
    "xyz: [0, L1, 0]}", "xyz: [0, L1, 0], limits: {lower: -1 deg, upper: 40 deg}, coulomb: 0.1}"
)


@pytest.mark.parametrize("which", INPUTS)
def test_energy_changes_by_the_power_of_all_that_is_not_in_it(which: str, tmp_path: Path) -> None:
    """d(kinetic + potential)/dt along the motion, by central differences over the slope, is power."""
    found = program_of(LIMITED, {**INPUTS[which], "start": {"q": {"shoulder": 0.4, "elbow": 0.5}, "v": {"elbow": 0.7}}})
    rows = in_node(
        tmp_path,
        found,
        """
const p = layout.parameters.map((x) => x.value), push = [0.3, -0.2], signals = layout.signals.map(() => 1.7);
const rows = [];
const states = [[0, 0.5, 0.7], [0.3, 0.2, 0.7], [0.6, 0.75, 0.5], [0.7, 0.75, -0.5], [0.8, 0.705, -5], [1, -0.2, -2]];
for (const [t, elbow, rate] of states) {
  const q = [0.4, elbow], v = [0.9, rate], k = program.slope(t, q, v, signals, push, p), h = 1e-6;
  const energy = (h) => {
    const e = program.observe(t, q.map((x, i) => x + h * k.dq[i]), v.map((x, i) => x + h * k.a[i]), k.a, signals, push, p);
    return e.kinetic + e.potential;
  };
  rows.push([k.power, (energy(h) - energy(-h)) / (2 * h)]);
}
tell(rows);""",
    )
    for power, rate in rows:
        assert power == pytest.approx(rate, rel=1e-6, abs=1e-6)


def test_inputs_are_those_of_a_simulation_with_the_same_formulas(tmp_path: Path) -> None:
    found = program_of(text_of("double_pendulum"), {"inputs": DRIVEN, "start": {"q": {"shoulder": 1}, "v": {}}})
    ours = in_node(tmp_path, found, "tell(run(program, layout, { time: 2, step: 0.001, every: 10 }));")
    torque = "2*sin(3*t) - 0.5*v1*q2 + m1*q2, 12*(30 deg + t/10 - q2) - 0.8*v2"
    motion = simulate(
        lw.load(EXAMPLES / "double_pendulum.yaml"), Run(time=2, q0="1, 0", torque=torque, tolerance=1e-13)
    )
    for quantity in ("q", "v", "a", "tau", "work"):
        assert off(ours, motion, quantity) < 1e-8, quantity


def test_a_driven_joint_follows_its_formula_and_its_force_is_what_that_takes(tmp_path: Path) -> None:
    run = {**INPUTS["motion"], "start": {"q": {"shoulder": 0.3, "elbow": 2}, "v": {}}}
    found = program_of(text_of("double_pendulum"), run)
    assert found["layout"]["start"] == {"q": [0.3, 0.25], "v": [0.0, 0.8]}
    assert any("elbow" in note for note in found["layout"]["notes"])
    rows = in_node(tmp_path, found, "tell(run(program, layout, { time: 2, step: 0.001, every: 50 }));")
    dynamics = lw.compile(EXAMPLES / "double_pendulum.yaml")
    for row in rows:
        assert row["q"][1] == pytest.approx(0.4 * np.sin(2 * row["t"]) + 0.25, abs=1e-11)
        assert row["a"][1] == pytest.approx(-1.6 * np.sin(2 * row["t"]), abs=1e-8)
        needed = dynamics.inverse_dynamics(*(np.array(row[n]) for n in "qva"))
        assert row["tau"] == pytest.approx([0, needed[1]], abs=1e-11)
        assert needed[0] == pytest.approx(0, abs=1e-11)
        assert row["kinetic"] + row["potential"] - row["work"] == pytest.approx(
            rows[0]["kinetic"] + rows[0]["potential"], abs=1e-9
        )


def test_a_driven_joint_that_is_off_its_motion_comes_back_to_it(tmp_path: Path) -> None:
    """As after a slider that changes the motion while it runs: here L1, from 1 to 2."""
    found = program_of(text_of("double_pendulum"), INPUTS["motion"])
    moved = "layout.parameters.map((x) => (x.name === 'L1' ? 2 : x.value))"
    script = f"tell(run(program, layout, {{ time: 2, step: 0.001, every: 100, parameters: {moved} }}));"
    rows = in_node(tmp_path, found, script)
    off = [abs(row["q"][1] - (0.4 * np.sin(2 * row["t"]) + 0.5)) for row in rows]
    assert off[0] == pytest.approx(0.25)
    assert off[5] < 1e-3
    assert off[-1] < 1e-9
    assert rows[-1]["kinetic"] + rows[-1]["potential"] - rows[-1]["work"] == pytest.approx(
        rows[0]["kinetic"] + rows[0]["potential"], abs=1e-6
    )


def test_stops_hold_a_joint_near_its_limits_and_never_pull(tmp_path: Path) -> None:
    run = {"start": {"q": {"elbow": 0.5}, "v": {"elbow": 8}}, "stops": {"stiffness": 2000, "damping": 20}}
    found = program_of(LIMITED, run)
    assert found["layout"]["stops"] == {"elbow": [pytest.approx(-np.pi / 180), pytest.approx(2 * np.pi / 9)]}
    script = "tell(run(program, layout, { time: 2, step: 0.0005, every: 5 }));"
    rows = in_node(tmp_path, found, script)
    elbow = np.array([row["q"][1] for row in rows])
    assert elbow.max() > 2 * np.pi / 9
    assert elbow.max() < 2 * np.pi / 9 + 0.1
    assert elbow.min() > -np.pi / 180 - 0.1
    for row in rows:  # all that acts in the elbow is friction and the stop
        past = row["q"][1] - 2 * np.pi / 9
        stop = row["acting"][1] + 0.1 * np.sign(row["v"][1])
        if past > 0:
            assert stop == pytest.approx(-max(0.0, 2000 * past + 20 * row["v"][1]), abs=1e-9)
    energy = [row["kinetic"] + row["potential"] - row["work"] for row in rows]
    assert np.ptp(energy) < 1e-2  # steps are not cut at the instant of a contact
    free = in_node(tmp_path, program_of(LIMITED, {"start": run["start"]}), script)
    assert max(row["q"][1] for row in free) > 0.9


def test_signals_are_given_by_the_page(tmp_path: Path) -> None:
    found = program_of(text_of("double_pendulum"), INPUTS["signal"])
    assert found["layout"]["signals"] == ["tau_elbow"]
    script = "tell(run(program, layout, { time: 1, step: 0.001, every: 10, signals: (t) => [Math.sin(5 * t)] }));"
    ours = in_node(tmp_path, found, script)
    motion = simulate(lw.load(EXAMPLES / "double_pendulum.yaml"), Run(time=1, torque="0, sin(5*t)", tolerance=1e-13))
    assert off(ours, motion, "q") < 1e-9
    assert off(ours, motion, "tau") < 1e-9


def test_a_mass_of_zero_is_refused_before_it_divides() -> None:
    (message,) = answer("program", {"document": text_of("double_pendulum").replace("m2: 1", "m2: 0"), "run": {}})[
        "messages"
    ]
    assert "elbow" in message["what"]
    assert "mass" in message["hint"]


MISTAKES: dict[str, tuple[dict[str, Any], str]] = {
    "no such joint": ({"inputs": {"elbo": {"kind": "formula", "force": "1"}}}, "did you mean 'elbow'"),
    "no such kind": ({"inputs": {"elbow": {"kind": "force"}}}, "formula"),
    "no such name": ({"inputs": {"elbow": {"kind": "formula", "force": "1 + m3"}}}, "m3"),
    "a motion of the state": ({"inputs": {"elbow": {"kind": "motion", "position": "q1"}}}, "unknown name"),
    "no formula": ({"inputs": {"elbow": {"kind": "pd", "target": "1"}}}, "stiffness"),
    "no such coordinate": ({"start": {"q": {"hip": 1}, "v": {}}}, "shoulder"),
    "no number": ({"start": {"q": {"elbow": "q1"}, "v": {}}}, "q1"),
    "a list": ({"inputs": [1]}, "mapping"),
    "a negative step": ({"step": -1}, "above zero"),
}


@pytest.mark.parametrize("which", MISTAKES)
def test_mistakes_are_answers_that_say_where(which: str) -> None:
    run, words = MISTAKES[which]
    found = answer("program", {"document": text_of("double_pendulum"), "run": run})
    assert not found["ok"]
    (message,) = found["messages"]
    assert words in f"{message['what']} {message['hint']}"
    assert message["path"][0] == "studio"
