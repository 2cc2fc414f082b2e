"""What `linkwright simulate` says of a motion."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import linkwright as lw
from linkwright.errors import EmitError
from tests.support.cli import app
from tests.support.simulation import Run, simulate

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_motion_that_loses_energy_is_not_to_be_trusted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from dataclasses import replace

    from tests.support.cli import Samples
    from tests.support.cli import simulate as command

    robot = lw.load(EXAMPLES / "double_pendulum.yaml")
    motion = simulate(robot, Run(time=0.2, q0="1, 0"))
    monkeypatch.setattr(command, "simulate", lambda robot, run, progress: motion)
    command.simulate_and_report(robot, EXAMPLES / "double_pendulum.yaml", Run(), Samples(), False)
    assert "do not trust" not in capsys.readouterr().out
    lossy = replace(motion, kinetic=motion.kinetic * 0.9)
    monkeypatch.setattr(command, "simulate", lambda robot, run, progress: lossy)
    command.simulate_and_report(robot, EXAMPLES / "double_pendulum.yaml", Run(), Samples(), False)
    assert "do not trust this motion" in capsys.readouterr().out


def test_a_page_plays_the_motion_and_a_lagrangian_has_none(tmp_path: Path) -> None:
    page = tmp_path / "motion.html"
    asked = ["simulate", str(EXAMPLES / "scara.yaml"), "--time", "0.1", "--html", str(page)]
    done = CliRunner().invoke(app, asked, catch_exceptions=False)
    assert "wrote" in done.output
    assert "linkwright-robots" in page.read_text(encoding="utf-8")
    asked = ["simulate", str(EXAMPLES / "manifold" / "chaplygin_sleigh.yaml"), "--html", str(tmp_path / "no.html")]
    with pytest.raises(EmitError, match="no page"):
        CliRunner().invoke(app, asked, catch_exceptions=False)
    assert not (tmp_path / "no.html").exists()


def test_rounding_does_not_fill_a_panel() -> None:
    """Noise of 1e-17 beside values of one is a line; what is small beside nothing else is shown as it is."""
    from matplotlib.figure import Figure

    from linkwright.view.plot_axes import settle_range

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
