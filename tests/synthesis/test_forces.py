"""Motor forces along motions against Pinocchio, which reads each candidate's own robot file as URDF."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.synthesis.demand import demand
from linkwright.synthesis.evaluation import evaluate
from linkwright.synthesis.evaluation.funnel import Funnel
from linkwright.synthesis.evaluation.rows import Setting
from linkwright.synthesis.machine import machine
from linkwright.synthesis.structures import structures
from linkwright.synthesis.task import Task

pin = pytest.importorskip("pinocchio")  # every test here asks it
Array = np.ndarray[Any, Any]
TASK = """
mask: 3T1R
payload: {mass: 2 kg, com: [0.01, -0.02, -0.03], inertia: [1e-3, 2e-3, 2.5e-3]}
path: {points: [[0.3, 0.1, 0.1], [0.2, 0.3, 0.2, 40 deg], [0.1, 0.2, 0]], time: 1.2 s, rate: 100 Hz}
structures: {WHICH}
"""


@pytest.mark.parametrize(
    "which",
    [
        "families: [scara]",
        "families: [arm6]",
        "catalogue: {names: [R=R=R=P]}",
        "catalogue: {names: [P=R=R=R]}",
    ],
)
def test_forces_are_those_of_pinocchio(which: str, tmp_path: Path) -> None:
    task = Task.read(TASK.replace("WHICH", which))
    (structure,) = structures(task)
    made = machine(structure)
    low, high = np.array([(v.low, v.high) for v in structure.variables]).T
    X = np.random.default_rng(5).uniform(low, high, (400, len(low)))
    funnel = Funnel.of(Setting.of(made, task, demand(task)))
    feasible = np.flatnonzero(evaluate(made, task, X).violation == 0)[:3]
    assert len(feasible)
    for k in feasible:
        _, rows = funnel.row(X[k])
        file = tmp_path / f"{k}.yaml"
        file.write_text(structure.file(X[k], funnel.chosen(rows)))
        lw.save(lw.load(file), file.with_suffix(".urdf"))
        peer = pin.buildModelFromUrdf(str(file.with_suffix(".urdf")))
        expected = _torques(peer, rows.motion.q[0], rows.motion.v[0], rows.motion.a[0])
        np.testing.assert_allclose(rows.forces[0], expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max())
        power = np.maximum((expected * rows.motion.motor_v[0]).sum(axis=1), 0)
        assert float(np.trapezoid(power, rows.setting.demand.t)) == pytest.approx(
            float(evaluate(made, task, X[k : k + 1]).values["energy"][0]), rel=0.01
        )


def _torques(peer: Any, q: Array, v: Array, a: Array) -> Array:
    data = peer.createData()
    return np.array([pin.rnea(peer, data, _position(peer, row), dq, ddq) for row, dq, ddq in zip(q, v, a, strict=True)])


def _position(peer: Any, q: Array) -> Array:
    """Pinocchio has the cosine and the sine of a joint that turns without end."""
    return np.concatenate(
        [[np.cos(x), np.sin(x)] if n == 2 else [x] for x, n in zip(q, list(peer.nqs)[1:], strict=True)]
    )
