"""What `linkwright simulate` says of a motion."""

from __future__ import annotations

from pathlib import Path

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
