"""Programs of Lagrangians, run in Node, against Linkwright's own simulation on the manifold."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.simulation import Run, simulate
from linkwright.studio.desk import answer
from tests.support.page_program import in_node, needs_node, program_of
from tests.support.source import ROOT

pytestmark = needs_node
EXAMPLES = ROOT / "examples" / "manifold"

STEPS = """
const p = layout.parameters.map((x) => x.value), h = 0.002, rows = [];
let q = Float64Array.from(layout.start.q), v = Float64Array.from(layout.start.v);
for (let n = 0; ; n++) {
  const signals = layout.signals.map(() => 0.3), seen = program.observe(n * h, q, v, signals, p);
  const { kinetic, potential, energy, power } = seen;
  if (n % 10 === 0) rows.push({ q: [...q], v: [...v], a: [...seen.a], tau: [...seen.tau], kinetic, potential, energy, power });
  if (n === 200) break;
  ({ q, v } = program.step(n * h, q, v, signals, h, p));
}
tell(rows);
"""


LARGE = ("double_pendulum_3d", "quadrotor_cable", "reaction_mass_pendulum", "walker_flight", "walker_stance")
NAMES = [
    pytest.param(p.stem, marks=pytest.mark.slow) if p.stem in LARGE else p.stem for p in sorted(EXAMPLES.glob("*.yaml"))
]


@pytest.mark.parametrize("name", NAMES)
def test_the_page_steps_as_linkwright_does(name: str, tmp_path: Path) -> None:
    path = EXAMPLES / f"{name}.yaml"
    rows = in_node(tmp_path, program_of(path.read_text()), STEPS)
    motion = simulate(lw.load(path), Run(time=0.4, rate=50, step=0.002))
    for quantity in ("q", "v", "a", "kinetic", "potential"):
        expected = getattr(motion, quantity)
        found = np.array([row[quantity] for row in rows]).reshape(expected.shape)
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-9), quantity


def test_inputs_are_formulas_or_signals(tmp_path: Path) -> None:
    path = EXAMPLES / "quadrotor_load.yaml"
    inputs = {
        "f": {"kind": "formula", "force": "(mQ + mL)*g + sin(3*t)"},
        "M": {"kind": "formula", "force": "0.1, -0.2*omega_q_1, x_1"},
    }
    run = {"inputs": inputs, "start": {"q": {"x_1": "50 cm"}, "v": {}}}
    rows = in_node(tmp_path, program_of(path.read_text(), run), STEPS)
    torque = "1.8*9.81 + sin(3*t), 0.1, -0.2*v4, q1"
    system = lw.load(path)
    start = ", ".join(map(str, program_of(path.read_text(), run)["layout"]["start"]["q"]))
    motion = simulate(system, Run(time=0.4, rate=50, step=0.002, torque=torque, q0=start))
    for quantity in ("q", "v", "tau"):
        assert np.array([row[quantity] for row in rows]) == pytest.approx(getattr(motion, quantity), abs=1e-9)
    energy, power = (np.array([row[n] for row in rows]) for n in ("energy", "power"))
    assert np.gradient(energy, 0.02)[1:-1] == pytest.approx(power[1:-1], abs=0.02 * np.max(np.abs(power)))
    server = answer("simulate", {"document": path.read_text(), "run": {**run, "time": 0.4, "rate": 50, "step": 0.002}})
    assert np.array(server["motion"]["q"]) == pytest.approx(motion.q, abs=1e-12)
    run = {"inputs": {"M_2": {"kind": "signal", "signal": "column"}}}
    found = program_of(path.read_text(), run)
    assert found["layout"]["signals"] == ["column"]
    assert in_node(tmp_path, found, STEPS)[5]["tau"] == [0, 0, 0.3, 0]


def test_mistakes_in_inputs_are_said() -> None:
    text = (EXAMPLES / "quadrotor_load.yaml").read_text()
    for inputs, words in (
        ({"N": {"kind": "formula", "force": "1"}}, "inputs: f, M"),
        ({"M": {"kind": "formula", "force": "1"}}, "M_1, M_2, M_3"),
        ({"f": {"kind": "motion", "position": "t"}}, "formula"),
    ):
        (message,) = answer("program", {"document": text, "run": {"inputs": inputs}})["messages"]
        assert words in message["hint"]
