"""The funnel on compiled machines, against the numeric model of each candidate."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.synthesis.demand import demand
from linkwright.synthesis.evaluation import OBJECTIVES, evaluate
from linkwright.synthesis.evaluation.funnel import Funnel
from linkwright.synthesis.evaluation.rows import Rows, Setting
from linkwright.synthesis.machine import machine
from linkwright.synthesis.recheck import recheck
from linkwright.synthesis.structure_file import read_structure
from linkwright.synthesis.structures import structures
from linkwright.synthesis.task import Task

PICK = """
mask: 3T1R
payload: {mass: 1 kg}
path:
  points: [[0.4, -0.15, 0.05], [0.4, -0.15, 0.075], [0.4, 0.15, 0.075, 60 deg], [0.4, 0.15, 0.05, 60 deg]]
  time: 0.9 s
obstacles: {post: {box: {low: [-0.1, 0.6, 0], high: [0.1, 0.7, 0.5]}}}
structures: {families: [scara]}
constraints: {condition: 60}
"""


@pytest.fixture(scope="module")
def scara():
    wanted = Task.read(PICK)
    (structure,) = structures(wanted)
    return wanted, structure, machine(structure)


def drawn(structure, count: int, seed: int = 0) -> np.ndarray:
    low, high = (np.array([getattr(v, end) for v in structure.variables]) for end in ("low", "high"))
    return np.random.default_rng(seed).uniform(low, high, (count, len(low)))


def test_rows_are_their_numeric_models(scara, tmp_path: Path) -> None:
    """Forces, masses and places of rows with own parameters, each against a robot file filled in and compiled as numbers."""
    wanted, structure, made = scara
    X = drawn(structure, 60)
    found = evaluate(made, wanted, X)
    for k in np.flatnonzero(found.violation == 0)[:4]:
        chosen = {name: values[k] for name, values in found.parameters.items()}
        (tmp_path / "one.yaml").write_text(structure.file(X[k], chosen))
        dyn = lw.compile(tmp_path / "one.yaml")
        setting = Setting.of(made, wanted, demand(wanted))
        rows = Rows(setting, np.zeros(1, dtype=int), found.branch[k : k + 1], made.parameters(X[k : k + 1]))
        motion = rows.motion
        tau = dyn.inverse_dynamics(motion.q[0], motion.v[0], motion.a[0])
        assert np.allclose(rows.forces[0], tau, rtol=1e-12, atol=1e-12 * np.abs(tau).max())
        poses = dyn.function("forward_kinematics", frame="tool")(motion.q[0])
        assert np.allclose(poses, setting.demand.poses, atol=1e-11)
        assert found.values["energy"][k] == pytest.approx(_energy(setting.demand.t, tau, motion.v[0]), rel=2e-3)


def _energy(t: np.ndarray, tau: np.ndarray, v: np.ndarray) -> float:
    fine = np.linspace(t[0], t[-1], 100_001)
    return float(np.trapezoid(np.maximum(np.interp(fine, t, (tau * v).sum(1)), 0), fine))


def test_candidates_do_not_depend_on_their_company(scara) -> None:
    wanted, structure, made = scara
    wanted = replace(wanted, objectives=tuple(OBJECTIVES))
    funnel = Funnel.of(Setting.of(made, wanted, demand(wanted)))
    X = drawn(structure, 80)
    order = np.random.default_rng(1).permutation(len(X))
    base = funnel.evaluate(X)
    assert (base.violation == 0).any()
    for other, rows in ((funnel.evaluate(X[order]), order), (funnel.evaluate(X, chunk=1), slice(None))):
        for name in ("objectives", "violation", "stage", "branch"):
            assert np.array_equal(getattr(base, name)[rows], getattr(other, name), equal_nan=True)
        for name, values in base.values.items():
            assert np.array_equal(values[rows], other.values[name], equal_nan=True), name


def test_a_result_is_confirmed(scara) -> None:
    wanted, structure, made = scara
    X = drawn(structure, 60)
    best = X[np.nanargmin(evaluate(made, wanted, X).objectives[:, 0])]
    told = recheck(structure, wanted, best)
    assert told["feasible"]
    assert told["energy"]["difference"] < 1e-3
    assert told["objectives"]["energy"]["searched"] == pytest.approx(told["objectives"]["energy"]["value"], rel=1e-2)
    assert set(told["parameters"]) == {"stroke"}


def test_the_jacobian_of_a_delta_is_that_of_its_motors() -> None:
    """Twist of the tool = J times the motors' rates along the path, with all directions in it."""
    wanted = Task.read(PICK.replace("families: [scara]", "families: [delta_axis]"))
    (structure,) = structures(wanted)
    made = machine(structure)
    X = drawn(structure, 40)
    found = evaluate(made, wanted, X)
    k = int(np.argmax(found.branch >= 0))
    setting = Setting.of(made, wanted, demand(wanted))
    rows = Rows(setting, np.zeros(1, dtype=int), found.branch[k : k + 1], made.parameters(X[k : k + 1]))
    twist = np.einsum("tij,tj->ti", made.jacobian(rows.P, rows.motion)[0], rows.motion.motor_v[0])
    assert np.allclose(twist, setting.demand.twists, atol=1e-9)
    assert made.motors != made.joints


SHELF = """
linkwright: 1
name: on_a_shelf
gravity: [0, 0, -9.81]
parameters: {l1: 0.3, l2: 0.3}
joints:
  shoulder: {type: revolute, child: upper, xyz: [2, 0, 1]}
  elbow: {type: revolute, parent: upper, child: lower, xyz: [l1, 0, 0]}
bodies: {upper: {mass: 1, com: [l1, 0, 0]}, lower: {mass: 1, com: [l2, 0, 0]}}
frames: {tip: {body: lower, xyz: [l2, 0, 0]}}
synthesis: {frame: tip, variables: {l1: [0.2, 0.6], l2: [0.2, 0.6]}}
"""


def test_reach_counts_from_where_the_arm_stands() -> None:
    """An arm that stands far from the origin, without parameters that say so, reaches what is near it."""
    wanted = Task.read(
        "mask: 2T0R\npath: {points: [[2.3, 0.1, 1], [2.3, 0.2, 1]], time: 1 s}\nstructures: {families: [scara]}"
    )
    made = machine(read_structure(SHELF, "shelf.yaml", "position"))
    found = evaluate(made, wanted, np.array([[0.3, 0.3], [0.6, 0.2]]))
    assert found.violation[0] == 0
    assert found.reasons == {"postures": 1}
