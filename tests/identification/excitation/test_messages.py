"""Whatever cannot be done is said: the thing, the limit, the remedy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.errors import LinkwrightError
from linkwright.identification.excitation import excite, read_limits
from tests.identification.excitation.arms import EXAMPLES, chain, elbow

PENDULUM = EXAMPLES / "double_pendulum.yaml"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"time": 0.0}, "motion of 0 s"),
        ({"harmonics": 0}, "0 harmonics"),
        ({"cost": "logdt"}, "did you mean 'logdet'"),
        ({"margin": 1.0}, "margin of 1"),
        ({"rate": 0.5}, "0.5 samples per second"),
        ({"starts": 0}, "0 starts"),
        ({"seed": -1}, "seed -1"),
        ({"velocity": -2.0}, "velocity is -2"),
        ({"radius": -1.0}, "radius of -1"),
        ({"tme": 3.0}, "did you mean 'time'"),
        ({"time": "long"}, "excite: "),
        ({"hold": "wrst*"}, "no joint is called 'wrst*'"),
        ({"hold": "flange_roll = far"}, "'far' in 'flange_roll = far' is no number"),
        ({"hold": "*"}, "no joint of 'elbow6' is left"),
        ({"drives": "stribeck"}, "stribeck"),
        ({"drives": "magic"}, "magic"),
        ({"start": np.zeros(3)}, "has 6 positions"),
        ({"start": [0.0, 9.0, 0, 0, 0, 0]}, "the start breaks a limit: position of"),
        ({"boxes": {"tol": ((0, 1),) * 3}}, "no frame 'tol'"),
        ({"boxes": {"tool": ((1, 0),) * 3}}, "box of 'tool'"),
        ({"boxes": {"tool": ((5, 6),) * 3}}, "of tool: "),
        ({"floor": 3.0}, "floor of z of"),
        ({"limits": {"nobody": {"effort": 1.0}}}, "'nobody', which is no joint"),
        ({"limits": {"*": {"velocty": 1.0}}}, "did you mean 'velocity'"),
        ({"limits": {"*": {"velocity": "fast"}}}, "velocity of '*' is 'fast'"),
        ({"limits": {"*": {"velocity": -1}}}, "velocity limit of"),
        ({"limits": {"*": 3}}, "no table"),
    ],
)
def test_hostile_options(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(LinkwrightError) as told:
        excite(elbow(), **{"starts": 1, **asked})
    assert said in str(told.value)


def test_a_joint_without_limits() -> None:
    with pytest.raises(LinkwrightError, match="'shoulder' has no velocity limit") as told:
        excite(lw.load(PENDULUM))
    assert "--limits" in told.value.hint
    with pytest.raises(LinkwrightError, match="no position limits on both sides"):
        excite(lw.load(EXAMPLES / "cart_pole.yaml"), velocity=1.0)
    found = excite(lw.load(PENDULUM), velocity=1.0, starts=1)
    assert "one turn" in found.notes[0]
    assert "no effort limits" in found.notes[-1]


def test_robots_that_cannot_be_excited() -> None:
    with pytest.raises(LinkwrightError, match="elastic joints"):
        excite(lw.load(EXAMPLES / "elastic_arm.yaml"), velocity=1.0)
    with pytest.raises(LinkwrightError, match="no joint of 'spherical_pendulum' is left"):
        excite(lw.load(EXAMPLES / "spherical_pendulum.yaml"), velocity=1.0)
    with pytest.raises(LinkwrightError, match="'base' has several coordinates"):
        excite(lw.load(EXAMPLES / "quadruped.yaml"), velocity=1.0, hold="base = 1")
    with pytest.raises(LinkwrightError, match="closed: its joints cannot be held"):
        excite(lw.load(EXAMPLES / "loops" / "fivebar1.yaml"), velocity=1.0, hold="q1")
    with pytest.raises(LinkwrightError, match="no_such_arm"):
        excite("no_such_arm.urdf")
    with pytest.raises(LinkwrightError, match="needs a Robot"):
        excite(None)  # type: ignore[arg-type]


def test_a_limit_that_no_motion_keeps_is_named() -> None:
    """A slide that carries 1 kg upwards, by a motor of 5 N; an arm that can stand upright, and nowhere else."""
    slide = next(arm for arm in (chain("P", seed, effort=5.0) for seed in range(20)) if arm.joints["j1"].axis[2])
    with pytest.raises(LinkwrightError, match=r"no posture of 'arm' keeps all limits.* torque of j1: 9\.81"):
        excite(slide)
    arm = lw.load(PENDULUM)
    limits = {"*": {"lower": -3.2, "upper": 3.2, "velocity": 1.0, "effort": 1e-7}}
    with pytest.raises(LinkwrightError, match=r"no motion keeps all limits.* torque of"):
        excite(arm, start=[0.0, 0.0], limits=limits, time=1.0, harmonics=2, starts=1)


def test_limits_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "limits.yaml"
    file.write_text("j1: {lower: -10 deg, upper: 10 deg}\n'j*': {velocity: 1/2, acceleration: 3}\n")
    found = excite(chain("RR", 2), limits=read_limits(file), starts=1, margin=0.0)
    assert np.abs(found.q[:, 0]).max() <= np.deg2rad(10)
    assert np.abs(found.v).max() <= 0.5
    assert np.abs(found.a).max() <= 3.0
    for text, said in (("[1, 2]", "no table"), ("j1: {reach: 2}", "unknown limit 'reach'"), ("j1: {a: 1, a: 2}", "a")):
        file.write_text(text)
        with pytest.raises(LinkwrightError) as told:
            read_limits(file)
        assert said in str(told.value)
    with pytest.raises(LinkwrightError, match="no such file"):
        read_limits(tmp_path / "nothing.yaml")
