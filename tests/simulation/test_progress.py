"""How far a simulation is: told in order, up to the end, for every kind of mechanism and way to integrate."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.support.simulation import Run, progress, simulate

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("file", "run"),
    [
        ("double_pendulum.yaml", Run(4, q0="1, 1")),
        ("double_pendulum.yaml", Run(4, q0="1, 1", method="radau")),
        ("loops/fourbar.yaml", Run(2)),
        ("manifold/spherical_pendulum.yaml", Run(2)),
    ],
    ids=["tree", "stiff", "loop", "Lagrangian"],
)
def test_parts_grow_to_one(file: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PAUSE", -1.0)  # every word, not only five a second
    heard: list[tuple[str, float]] = []
    mechanism = lw.load(EXAMPLES / file)
    told = simulate(mechanism, run, lambda what, part: heard.append((what, part)))
    parts = [part for _, part in heard]
    assert len(parts) >= 3
    assert 0 <= min(parts) < 0.3
    assert 0.6 < max(parts) <= 1
    assert heard[-1][0] == "forces and energies"
    assert np.all(np.diff(parts) > -0.1)  # a step that is refused goes back, by little
    np.testing.assert_array_equal(told.q, simulate(mechanism, run).q)


def test_a_sampled_controller_tells_the_time_of_the_whole_motion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_PAUSE", -1.0)
    heard: list[float] = []

    def torque(t: float, q: Any, v: Any) -> Any:
        return -v

    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    lw.simulate(robot, 1.0, [1, 1], torque=torque, every=0.1, progress=lambda what, part: heard.append(part))
    assert len(heard) >= 10
    np.testing.assert_allclose(np.unique(heard)[[-1]], 0.9)
    assert heard == sorted(heard)


def test_words_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock decides, not the number of steps."""
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += 0.01
        return now

    monkeypatch.setattr(progress, "perf_counter", clock)
    heard: list[float] = []
    reached = progress.reaching(lambda what, part: heard.append(part), 1.0)
    for k in range(100):
        reached(k / 100)
    assert 4 <= len(heard) <= 5  # of 100, in one second
