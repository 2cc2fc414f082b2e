"""The lag of forces behind positions, against the one that was put in."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.interpolate import CubicSpline

from linkwright.identification.diagnosis import diagnosed, lag
from linkwright.identification.samples import Samples
from tests.identification.diagnosis.motions import recording
from tests.identification.diagnosis.test_structure import MOTIONS, good, robot

LAGS = (0.0, 0.004, -0.0123, 0.05)


def late(samples: Samples, by: float, noise: float = 0.02) -> Samples:
    """Forces that come so many seconds late; the noise is that of the sensor, and comes after."""
    tau = CubicSpline(samples.t, samples.tau)(samples.t - by)
    added = np.random.default_rng(5).normal(size=tau.shape) * noise * samples.tau.std(axis=0)
    return replace(samples, tau=tau + added)


@pytest.mark.parametrize("name", ["elbow6.urdf", "scara.yaml", "loops/fivebar1.yaml"])
@pytest.mark.parametrize("true", LAGS)
def test_the_lag_is_found_within_its_error(name: str, true: float) -> None:
    model, samples = recording(robot(name), replace(MOTIONS[name], dt=0.002, noise=0.0))
    found = lag(model, late(samples, true))
    assert abs(found.seconds - true) < 3 * found.error
    assert found.error < 0.0005
    assert found.sure == (true != 0)


def test_the_correction_leaves_the_noise() -> None:
    model, samples = recording(robot("scara.yaml"), replace(MOTIONS["scara.yaml"], dt=0.002, noise=0.0))
    found = lag(model, late(samples, 0.02))
    assert found.after == pytest.approx(lag(model, late(samples, 0.0)).before, rel=0.05)
    assert found.before > 2 * found.after


def test_no_force_is_taken_from_the_other_side_of_a_gap() -> None:
    model, samples = recording(robot("scara.yaml"), replace(MOTIONS["scara.yaml"], dt=0.002, noise=0.0))
    whole = late(samples, 0.02)
    pieces = np.random.default_rng(6).permutation(len(whole.t) // 500)
    order = np.concatenate([np.arange(500 * k, 500 * (k + 1)) for k in pieces])  # seconds of the run in another order
    t = np.concatenate([whole.t[:500] + 3.0 * k for k in range(len(pieces))])
    parts = {n: getattr(whole, n)[order] for n in ("q", "v", "a", "tau")}
    found = lag(model, replace(whole, t=t, **parts))
    assert abs(found.seconds - 0.02) < 3 * found.error
    assert found.after == pytest.approx(lag(model, whole).after, rel=0.1)


def test_a_lag_is_told_with_its_error_and_what_a_correction_is_worth() -> None:
    model, samples = recording(robot("scara.yaml"), replace(MOTIONS["scara.yaml"], dt=0.002, noise=0.0))
    found = [x for x in diagnosed(model, late(samples, 0.02)) if x.kind == "lag"]
    assert found[0].what == "forces come 20 ms late, behind the positions of their rows"
    assert "standard error" in found[0].evidence
    assert found[0].severity == "warning"
    (found, *_) = [x for x in diagnosed(model, late(samples, -0.02)) if x.kind == "lag"]
    assert found.what == "positions come 20 ms late, behind the forces of their rows"


def test_postures_have_no_lag() -> None:
    model, samples = good("scara.yaml")
    still = np.zeros_like(samples.v)
    assert not lag(model, replace(samples, v=still, a=still)).sure
