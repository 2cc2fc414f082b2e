"""Every fault that was put into a recording is found, with its message; a good recording has none."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwright.measurements.diagnosis import diagnose
from linkwright.measurements.finding import Finding, JointLimits
from linkwright.measurements.recording import Recording
from tests.measurements.motions import JOINTS, Array, motion, recorded

DT = 0.002
T = DT * np.arange(8000)
FREE = JointLimits.unknown(3, 3, 3)
LIMITS = JointLimits(np.full(3, -2.0), np.full(3, 2.0), np.full(3, 8.0), np.full(3, 40.0))


def good(t: Array = T, seed: int = 0) -> Recording:
    return recorded(motion(seed), t, 1e-4)


def only(recording: Recording, kind: str, limits: JointLimits = FREE) -> Finding:
    """The one finding."""
    found = diagnose(recording, limits)
    assert [x.kind for x in found] == [kind], [str(x) for x in found]
    assert found[0].evidence
    assert found[0].remedy
    return found[0]


def rates(recording: Recording) -> Array:
    assert recording.v is not None
    return recording.v


@given(seed=st.integers(0, 10_000), jitter=st.floats(0, 0.2), measured=st.booleans())
def test_a_good_recording_has_no_findings(seed: int, jitter: float, measured: bool) -> None:
    t = T + DT * jitter * np.random.default_rng(seed).uniform(-1, 1, len(T))
    recording = good(t, seed)
    assert diagnose(recording if measured else replace(recording, v=None), LIMITS) == ()


def test_time_that_goes_back() -> None:
    t = T.copy()
    t[5000:] -= 3.0
    found = only(good(t), "time order")
    assert found.severity == "error"
    assert found.what == "time is not monotone"
    assert found.evidence == "1 step back, first from 9.998 s to 7 s at row 5001"
    assert "sort the rows" in found.remedy


def test_time_that_stands_still() -> None:
    assert only(replace(good(), t=np.floor(T / 4)), "time order").what == "time stands still"


@pytest.mark.parametrize(
    ("factor", "word", "unit"), [(1e3, "milliseconds", "ms"), (1e6, "microseconds", "us"), (1e9, "nanoseconds", "ns")]
)
def test_time_in_another_unit(factor: float, word: str, unit: str) -> None:
    recording = replace(good(), t=factor * T)
    found = only(recording, "time unit")
    assert word in found.what
    assert found.severity == "error"
    blind = only(replace(recording, v=None), "time unit")
    assert word in blind.what
    assert blind.severity == "error"
    assert "t=stamp[" in blind.remedy


@pytest.mark.parametrize(
    ("step", "word"), [(99, "milliseconds"), (100, "microseconds"), (99_999, "microseconds"), (100_000, "nanoseconds")]
)
def test_units_of_time_meet_at_rates_of_ten_kilohertz(step: float, word: str) -> None:
    """A controller at 10 kHz counts 100 us, or 100 000 ns; 100 ms would be slow."""
    found = only(replace(good(), t=step * np.arange(len(T)), v=None), "time unit")
    assert found.what == f"time seems to be in {word}"


def test_a_slow_recording_is_only_doubted() -> None:
    """Postures, every two seconds."""
    q = np.random.default_rng(0).uniform(-1, 1, (60, 3))
    found = only(Recording("run.csv", 2.0 * np.arange(60), q, None, None, 5 * q, positions=JOINTS), "time unit")
    assert found.severity == "warning"


def test_lost_samples() -> None:
    t = np.delete(T, [*range(100, 106), 2000, 4000])
    found = only(good(t), "lost samples")
    assert found.severity == "warning"
    assert found.evidence == "8 of 8000 (0.1 %) in 3 gaps, the longest of 14 ms at t = 0.198 s"
    t = np.delete(T, range(1000, 3000))
    assert only(good(t), "lost samples").severity == "error"


def test_rows_written_twice() -> None:
    late = np.arange(len(T))
    late[10:7000:14] -= 1
    recording = good()
    recording = replace(recording, q=recording.q[late], v=rates(recording)[late], tau=recording.tau[late])
    assert only(recording, "repeated samples").evidence == "500 of 8000 rows (6.2 %) repeat the one above"


def test_missing_numbers() -> None:
    recording = good()
    tau = recording.tau.copy()
    tau[50:54, 1] = np.nan
    found = only(replace(recording, tau=tau), "missing numbers")
    assert found.evidence == "4 of 8000 rows, first at t = 0.1 s, in tau of shoulder"
    assert (found.severity, found.who) == ("warning", ("shoulder",))


def test_a_joint_at_rest() -> None:
    recording = good()
    q, v = recording.q.copy(), rates(recording).copy()
    q[:, 1] = 0.3 + 1e-4 * np.random.default_rng(5).standard_normal(len(q))
    v[:, 1] = 1e-4 * np.random.default_rng(6).standard_normal(len(q))
    found = only(replace(recording, q=q, v=v), "at rest")
    assert found.what == "shoulder is at rest"
    assert found.who == ("shoulder",)
    assert found.severity == "warning"
    assert "moves 0.00" in found.evidence
    q[:, 1] = 0.3
    assert only(replace(recording, q=q, v=v), "at rest").who == ("shoulder",)


def test_no_joint_moves() -> None:
    recording = good()
    still = replace(recording, q=np.ones_like(recording.q), v=None)
    assert only(still, "at rest").severity == "error"


def test_degrees_against_limits() -> None:
    recording = good()
    turned = replace(recording, q=np.degrees(recording.q), v=np.degrees(rates(recording)))
    found = only(turned, "degrees", LIMITS)
    assert found.what == "positions of waist, shoulder and elbow seem to be in degrees"
    assert found.severity == "error"
    assert "its limit is 2" in found.evidence
    assert found.remedy == "name the unit, as 'q=pos*[deg]'"
    doubted = only(turned, "degrees")
    assert doubted.severity == "warning"
    assert "turns" in doubted.evidence


@pytest.mark.parametrize(("turns", "doubted"), [(0.9, False), (1.9, False), (2.1, True)])
def test_a_joint_without_limits_may_turn_twice(turns: float, doubted: bool) -> None:
    moves = motion()
    size = 2 * np.pi * turns / np.abs(moves.at(T)).max(axis=0)
    found = diagnose(recorded(replace(moves, size=size[:, None] * moves.size), T), FREE)
    assert [x.kind for x in found] == ["degrees"] * doubted


def test_degrees_against_rates() -> None:
    recording = good()
    found = diagnose(replace(recording, q=np.degrees(recording.q)))[0]
    assert (found.kind, found.severity) == ("degrees", "error")
    assert "positions of waist, shoulder and elbow are in degrees" in found.what
    assert "57." in found.evidence
    found = only(replace(recording, v=np.degrees(rates(recording))), "degrees")
    assert "rates of waist, shoulder and elbow are in degrees per second" in found.what
    assert "v=vel*[deg/s]" in found.remedy


def test_millimetres() -> None:
    recording = good()
    q = recording.q * [1, 1000, 1]
    found = diagnose(replace(recording, q=q), LIMITS)[0]
    assert found.who == ("shoulder",)
    assert "millimetres" in found.what


def test_rates_of_another_size() -> None:
    recording = good()
    found = only(replace(recording, v=rates(recording) * [1, 1, 100]), "scale")
    assert found.who == ("elbow",)
    assert "0.01 times as much for elbow" in found.evidence


def test_shuffled_columns() -> None:
    recording = good()
    found = only(replace(recording, v=rates(recording)[:, [1, 2, 0]]), "shuffled")
    assert found.severity == "error"
    assert found.who == JOINTS
    assert "waist moves as the rate of elbow says (correlation 1.000" in found.evidence
    assert "shoulder moves as the rate of waist says" in found.evidence
    pair = only(replace(recording, v=rates(recording)[:, [0, 2, 1]]), "shuffled")
    assert pair.who == ("shoulder", "elbow")


def test_a_wrong_sign() -> None:
    recording = good()
    found = only(replace(recording, v=rates(recording) * [1, -1, 1]), "sign")
    assert found.what == "rates of shoulder have the wrong sign against their positions"
    assert "v=-vel*" in found.remedy


@pytest.mark.parametrize("late", [0.006, 0.02, -0.01])
def test_rates_that_come_late(late: float) -> None:
    recording = replace(good(), v=motion().at(T - late, 1))
    found = only(recording, "lag")
    assert found.severity == "warning"
    assert ("behind" in found.what) == (late > 0)
    told = [float(part.split(" ms")[0]) for part in found.evidence.split(", ")]
    np.testing.assert_allclose(told, 1e3 * abs(late), rtol=0.1)


def test_angles_that_wrap() -> None:
    recording = good()
    q = recording.q.copy()
    q[:, 2] += 2.0 * T
    v = rates(recording) + np.array([0, 0, 2.0])
    q[:, 2] = np.angle(np.exp(1j * q[:, 2]))
    found = only(replace(recording, q=q, v=v), "wrapped")
    assert found.what == "elbow jumps by a turn"
    assert found.severity == "warning"
    assert "by 2 pi" in found.evidence


def test_a_jump() -> None:
    recording = good()
    q = recording.q.copy()
    q[3000, 0] += 0.5
    found = only(replace(recording, q=q), "jump")
    assert found.what == "waist jumps"
    assert "2 steps like that of 0." in found.evidence
    assert "t = 6 s" in found.evidence


def test_beyond_the_limits() -> None:
    recording = good()
    found = only(replace(recording, q=recording.q + np.array([0, 1.8, 0])), "limits", LIMITS)
    assert found.who == ("shoulder",)
    assert "limits -2 and 2" in found.evidence


def test_a_constant_force() -> None:
    recording = good()
    found = only(replace(recording, tau=recording.tau * [1, 0, 1]), "constant")
    assert found.what == "the force of shoulder never changes"
    assert found.evidence == "shoulder is 0 in all samples"
    assert found.severity == "error"


def test_saturation() -> None:
    recording = good()
    bound = 0.8 * np.max(recording.tau[:, 0])
    tau = np.minimum(recording.tau, [bound, 99, 99])
    found = only(replace(recording, tau=tau), "saturation")
    assert found.who == ("waist",)
    assert f"waist stays at {bound:.4g} for" in found.evidence
    share = float(found.evidence.split("for ")[1].split(" %")[0])
    assert share == pytest.approx(100 * np.mean(tau[:, 0] == bound), rel=0.1, abs=0.3)


def test_saturation_with_a_noisy_sensor() -> None:
    recording = good()
    tau = np.clip(recording.tau, -5, 5) + 1e-3 * np.random.default_rng(0).standard_normal(recording.tau.shape)
    limits = replace(FREE, effort=np.full(3, 5.0))
    assert "at its limit of 5" in only(replace(recording, tau=tau), "saturation", limits).evidence


def test_forces_in_another_unit() -> None:
    recording = good()
    found = only(replace(recording, tau=1000 * recording.tau), "effort", LIMITS)
    assert "its limit is 40" in found.evidence
    assert "mNm" in found.remedy


def test_coarse_sensors() -> None:
    recording = good()
    tau = recording.tau.copy()
    tau[:, 2] = np.round(tau[:, 2])
    found = next(x for x in diagnose(replace(recording, tau=tau)) if x.kind == "quantisation")
    assert found.who == ("elbow",)
    assert "steps of 1 in a range of" in found.evidence


def test_several_faults_are_told_together_errors_first() -> None:
    recording = good(np.delete(T, 700))
    found = diagnose(replace(recording, v=-rates(recording), tau=recording.tau * [1, 1, 0]))
    assert [x.kind for x in found] == ["sign", "constant", "lost samples"]
    assert str(found[0]).startswith("error: rates of waist, shoulder and elbow have the wrong sign")


def test_a_turn_is_no_jump_of_a_slider() -> None:
    """Lengths beyond a turn, in millimetres, are not angles that wrap."""
    recording = good()
    q = recording.q.copy()
    q[:, 1] = 40 * np.sign(np.sin(2 * math.pi * 0.3 * T)) + q[:, 1]
    assert "wrapped" not in [x.kind for x in diagnose(replace(recording, q=q, v=None))]


@given(
    t=st.lists(st.floats(-1e3, 1e3), min_size=2, max_size=60),
    seed=st.integers(0, 99),
    levels=st.sampled_from([0.0, 1.0, 100.0]),
    rates=st.booleans(),
)
def test_any_recording_can_be_diagnosed(t: list[float], seed: int, levels: float, rates: bool) -> None:
    x = np.random.default_rng(seed).standard_normal((len(t), 2)) * 10
    x = np.round(x * levels) / levels if levels else 0 * x
    recording = Recording("run.csv", np.array(t), x, x if rates else None, None, x)
    assert all(found.what and found.evidence and found.remedy for found in diagnose(recording))
