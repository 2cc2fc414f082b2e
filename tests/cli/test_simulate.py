"""What `linkwright simulate` says of a motion."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.support.simulation import Run, simulate

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_motion_that_loses_energy_is_not_to_be_trusted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from dataclasses import replace

    from tests.support.cli import simulate as command

    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    motion = simulate(robot, Run(time=0.2, q0="1, 0"))
    monkeypatch.setattr(command, "simulate", lambda robot, run: motion)
    command.simulate_and_report(robot, Run(), None, None, False)
    assert "do not trust" not in capsys.readouterr().out
    lossy = replace(motion, kinetic=motion.kinetic * 0.9)
    monkeypatch.setattr(command, "simulate", lambda robot, run: lossy)
    command.simulate_and_report(robot, Run(), None, None, False)
    assert "do not trust this motion" in capsys.readouterr().out


def test_rounding_does_not_fill_a_panel() -> None:
    """Noise of 1e-17 beside values of one is a line; what is small beside nothing else is shown as it is."""
    from matplotlib.figure import Figure

    from linkwright.cli.plot_axes import settle_range

    def span(values: Any, largest: Any) -> float:
        axes = Figure().add_subplot()
        axes.plot(values)
        settle_range(axes, largest)
        low, high = axes.get_ylim()
        return float(high - low)

    noise = 1e-17 * np.random.default_rng(0).normal(size=50)
    assert span(noise, [1.0, *noise]) > 1e-10
    assert span(0.5 + noise, [0.5]) > 1e-10
    assert span(noise, noise) > 1e-10
    assert span(1e-6 * np.sin(np.arange(50)), [1.0]) < 3e-6
