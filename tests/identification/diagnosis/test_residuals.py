"""What residuals tell: limits, bursts, friction unlike the model's, correlation, and what a motion does not show."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.signal import butter, sosfiltfilt

from linkwright.identification.diagnosis import diagnosed
from linkwright.identification.diagnosis.residuals import check_bursts, residuals
from linkwright.identification.diagnosis.view import View
from linkwright.measurements.finding import Finding
from tests.identification.diagnosis.motions import Motion, recording
from tests.identification.diagnosis.test_structure import MOTIONS, good, robot

NAME = "scara.yaml"


def only(found: tuple[Finding, ...], kind: str) -> Finding:
    assert [x.kind for x in found] == [kind]
    assert found[0].severity == "warning"
    return found[0]


@pytest.mark.parametrize("turn", [1, -1])
def test_a_force_at_its_limit_is_named_with_what_is_missing(turn: int) -> None:
    model, samples = good(NAME)
    tau = samples.tau.copy()
    limit = float(np.percentile(turn * tau[:, 0], 90))
    tau[:, 0] = turn * np.minimum(turn * tau[:, 0], limit)
    missing = float(np.mean((turn * samples.tau[:, 0] - limit)[turn * samples.tau[:, 0] > limit]))
    found = only(diagnosed(model, replace(samples, tau=tau)), "saturation")
    assert found.what == "the force of shoulder saturates"
    assert f"{turn * limit:.4g}" in found.evidence
    told = float(found.evidence.split("where ")[1].split(" more")[0])
    assert told == pytest.approx(missing, rel=0.4)


def test_the_time_and_the_joint_of_a_collision_are_named() -> None:
    model, samples = good(NAME)
    tau = samples.tau.copy()
    tau[620:650, 1] += 4 * tau[:, 1].std() * np.hanning(30)
    found = only(diagnosed(model, replace(samples, tau=tau)), "burst")
    first, last = (float(x) for x in found.evidence.split(": ")[1].split(" s (")[0].split(" to "))
    assert 6.2 <= first < last <= 6.5
    assert found.who == ("elbow",)
    assert "--method robust" in found.remedy


@pytest.mark.parametrize("term", ["asymmetric", "stribeck", "load", "spring"])
def test_friction_unlike_the_model_is_named_by_its_term(term: str) -> None:
    model, samples = good(NAME)
    q, v, tau = samples.q[:, 1], samples.v[:, 1], samples.tau.copy()
    column = {
        "asymmetric": np.abs(v),
        "stribeck": np.sign(v) * np.exp(-((v / (0.1 * v.std())) ** 2)),
        "load": np.sign(v) * np.abs(tau[:, 1]),
        "spring": q,
    }[term]
    tau[:, 1] += 0.5 * tau[:, 1].std() * column / column.std()
    found = [x for x in diagnosed(model, replace(samples, tau=tau)) if x.kind == "friction"]
    assert [x.who for x in found] == [("elbow",)]
    assert f"a term '{term}'" in found[0].what
    assert f"--friction viscous,coulomb,offset,rotor,{term}" in found[0].remedy


def test_residuals_that_are_not_noise_are_named_with_their_length() -> None:
    model, samples = good(NAME)
    slow = butter(2, 0.8, fs=100, output="sos")
    noise = sosfiltfilt(slow, np.random.default_rng(3).normal(size=samples.tau.shape), axis=0)
    tau = samples.tau.copy()
    tau[:, 2] += 0.1 * tau[:, 2].std() * noise[:, 2] / noise[:, 2].std()
    found = only(diagnosed(model, replace(samples, tau=tau)), "correlated")
    assert found.who == ("quill",)
    assert "standard errors are too small by a factor of" in found.remedy


def test_noise_that_only_the_filter_correlates_is_no_finding() -> None:
    model, samples = recording(robot(NAME), replace(MOTIONS[NAME], noise=0.0))
    low = butter(4, 10, fs=100, output="sos")
    noise = sosfiltfilt(low, np.random.default_rng(4).normal(size=samples.tau.shape), axis=0)
    tau = samples.tau + 0.05 * samples.tau.std(axis=0) * noise
    assert diagnosed(model, replace(samples, tau=tau, independent=0.2)) == ()


def test_what_a_resting_joint_does_not_show_is_named() -> None:
    name = "elbow6.urdf"
    still = replace(MOTIONS[name], still=(3,))
    model, samples = recording(robot(name), still)
    found = only(diagnosed(model, samples), "not identifiable")
    row = model.rows[3]
    assert f"viscous_{row}" in found.who
    assert f"{row} rests" in found.evidence
    assert "linkwright excite" in found.remedy


def test_postures_at_rest_show_gravity_alone() -> None:
    name = "elbow6.urdf"
    model, samples = recording(robot(name), replace(Motion(friction=0.0), still=tuple(range(6)), postures=True))
    found = only(diagnosed(model, samples), "not identifiable")
    assert "nothing moves: postures at rest show gravity alone" in found.evidence


def test_a_force_that_is_always_zero_and_explained_exactly_has_no_bursts() -> None:
    """Its residuals are zero, and are divided by no zero."""
    model, samples = good(NAME)
    idle = replace(samples, v=0 * samples.v, a=0 * samples.a, tau=0 * samples.tau)
    rest = residuals(View.of(model, idle), idle)
    assert not np.any(rest.values[:, 0])
    assert not list(check_bursts(rest))
