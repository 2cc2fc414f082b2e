"""Searches whose best is known: two hinges against a brute-force grid by hand, a pendulum and an arm against m g h."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from linkwright.jobs import workers
from linkwright.synthesis.found import Found
from linkwright.synthesis.run import Place, synthesize
from linkwright.synthesis.task import Task
from linkwright.synthesis.templates import task_template


def found(text: str, folder: Path) -> Found:
    with workers(1) as crew:
        return synthesize(Task.read(text, folder), Place(folder, folder / "out"), crew)


def by_hand(X: np.ndarray, tip: np.ndarray, rate: np.ndarray, bend: int) -> np.ndarray:
    """Energy per row of l1, l2, x, y: kinetic energy where it grows, tubes as rods, a motor as a ball at the elbow; infinite
    out of reach."""
    tube, spread, motor, ball, load = 10.0, (0.03**2 + 0.027**2) / 4, 5.0, 0.4 * 0.03**2, 1.0
    l1, l2 = X[:, 0, None], X[:, 1, None]
    x, y = np.moveaxis(tip - X[:, None, 2:], -1, 0)
    with np.errstate(all="ignore"):
        c = (x * x + y * y - l1 * l1 - l2 * l2) / (2 * l1 * l2)
        s = bend * np.sqrt(1 - c * c)
        a = np.arctan2(y, x) - np.arctan2(l2 * s, l1 + l2 * c)
        b = a + np.arctan2(s, c)
        w1 = (rate[:, 0] * np.cos(b) + rate[:, 1] * np.sin(b)) / (l1 * s)
        w2 = -(rate[:, 0] * np.cos(a) + rate[:, 1] * np.sin(a)) / (l2 * s)  # both against the ground
        upper = (tube * l1 * (l1**2 / 3 + spread) + motor * (l1**2 + ball)) * w1**2
        lower = tube * l2 * ((l1 * w1) ** 2 + l1 * l2 * c * w1 * w2 + (l2**2 / 3 + spread) * w2**2)
        carried = load * ((rate**2).sum(axis=1) + 0.4 * 0.05**2 * w2**2)
        gain = np.maximum(np.diff((upper + lower + carried) / 2, axis=1), 0).sum(axis=1)
    return np.where(np.isfinite(gain), gain, np.inf)


def brute_force(low: np.ndarray, high: np.ndarray, tip: np.ndarray, rate: np.ndarray) -> tuple[float, np.ndarray]:
    """The best of a grid over the ranges, then of finer grids around it down to steps of 2e-4."""
    best = (np.inf, low)
    for bend in (1, -1):
        step, x, least = (high - low) / 6, (low + high) / 2, np.inf
        reach = 3
        while step.max() > 2e-4:
            axes = [
                np.clip(x0 + h * np.arange(-reach, reach + 1), a, b)
                for x0, h, a, b in zip(x, step, low, high, strict=True)
            ]
            grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 4)
            energy = by_hand(grid, tip, rate, bend)
            k = int(np.argmin(energy))
            if not np.isfinite(energy[k]):
                break
            moved, x, least, reach = float(energy[k]) < least - 1e-9, grid[k], min(least, float(energy[k])), 2
            step = step if moved else step / 2
        best = min(best, (least, x), key=lambda p: p[0])
    return best


def test_two_hinges_are_the_best_of_a_brute_force_grid(tmp_path: Path) -> None:
    """Lengths and base to 1e-3, and the energy. The ranges leave one optimum: without them mirror images of the arm are as
    good, and with light links longer upper arms hardly better."""
    run = found(task_template("two-points", "two.yaml"), tmp_path)
    (point,) = run.front
    structure = run.structure(point)
    at = dict(zip((v.name for v in structure.variables), point.x, strict=True))
    ranges = {v.name: (v.low, v.high) for v in structure.variables}
    names = ["a2", "tool_x", "base_x", "base_y"]
    samples = run.task.path.at(np.linspace(0, run.task.path.duration, 301))  # fewer miss the peak of the kinetic energy
    low, high = np.array([ranges[n] for n in names]).T
    energy, x = brute_force(low, high, samples.poses[:, :2, 3], samples.twists[:, :2])
    assert point.objectives["energy"] == pytest.approx(energy, rel=1e-3)
    assert np.array([at[n] for n in names]) == pytest.approx(x, abs=1e-3)
    check = run.checks[point.name]
    assert check["feasible"]
    assert check["energy"]["simulated"] == pytest.approx(energy, rel=2e-3)


PENDULUM = """
linkwright: 1
name: pendulum
gravity: [0, 0, -g]
parameters: {g: 9.81, aside: 0, payload_mass: 0, payload_ixx: 0, payload_iyy: 0, payload_izz: 0}
joints:
  hinge: {type: revolute, child: arm, axis: [0, 1, 0]}
bodies:
  arm: {mass: payload_mass, com: [0.5, aside, 0], inertia: [payload_ixx, payload_iyy, payload_izz]}
frames:
  tip: {body: arm, xyz: [0.5, 0, 0]}
synthesis: {frame: tip, mask: position, variables: {aside: [0, 0.1]}}
"""
SWING = """
mask: 3T0R
payload: {mass: 2 kg}
path: {file: arc.csv, rate: 20 Hz}
structures: {files: [pendulum.yaml]}
search: {evaluations: 40, population: 8}
"""


def test_a_pendulum_that_lifts_needs_m_g_h(tmp_path: Path) -> None:
    """On a circle of 0.5 m from -60 to 60 degrees in 20 s, from rest to rest; wherever along the hinge the payload is."""
    t = np.linspace(0, 20, 401)
    s = t / 20
    angle = np.radians(60 - 120 * s**3 * (10 - 15 * s + 6 * s * s))
    rows = np.column_stack([t, 0.5 * np.cos(angle), 0 * t, -0.5 * np.sin(angle), np.zeros((len(t), 3)), 0 * t + 1])
    np.savetxt(tmp_path / "arc.csv", rows, "%.17g", ",", header="t,x,y,z,qx,qy,qz,qw", comments="")
    (tmp_path / "pendulum.yaml").write_text(PENDULUM)
    run = found(SWING, tmp_path)
    (point,) = run.front
    worth = 2 * 9.81 * 2 * 0.5 * np.sin(np.pi / 3)
    assert point.objectives["energy"] == pytest.approx(worth, rel=1e-3)
    assert run.checks[point.name]["energy"]["simulated"] == pytest.approx(worth, rel=1e-3)


@pytest.mark.slow
def test_an_arm_without_mass_that_lifts_needs_m_g_h(tmp_path: Path) -> None:
    text = (
        task_template("lift", "lift.yaml")
        .replace("evaluations: 400", "evaluations: 64")
        .replace("front: 4", "front: 1")
    )
    run = found(text, tmp_path)
    assert run.tried[0].feasible > 10
    (check,) = run.checks.values()
    assert check["feasible"]
    assert run.front[0].objectives["energy"] == pytest.approx(9.81, rel=1e-3)
    assert check["energy"]["simulated"] == pytest.approx(9.81, rel=1e-3)
