"""Motions of joints: bounds hold, derivatives are derivatives, the time is the least there is (as Ruckig finds it)."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import linkwright as lw
from tests.support.trajectory import Profile, Trajectory, move, rest_to_rest, through

ruckig: Any = pytest.importorskip("ruckig")
size = st.floats(-3, 3).map(lambda x: 10.0**x)
bound = st.one_of(size, st.just(np.inf))
ROUNDING = 1e-9


def fine(profile: Profile, count: int = 400) -> tuple[np.ndarray, np.ndarray]:
    """Many instants of every piece, short or long."""
    pairs = zip(profile.times, profile.times[1:], strict=False)
    t = np.append(np.concatenate([np.linspace(a, b, count, endpoint=False) for a, b in pairs]), profile.duration)
    return t, profile.at(t)


def fastest(way: Any, velocity: Any, acceleration: Any, jerk: Any) -> float:
    """Seconds by Ruckig."""
    n = len(way)
    asked, answer = ruckig.InputParameter(n), ruckig.Trajectory(n)
    asked.target_position = list(way)
    asked.max_velocity, asked.max_acceleration, asked.max_jerk = (
        [float(x)] * n for x in (velocity, acceleration, jerk)
    )
    assert ruckig.Ruckig(n).calculate(asked, answer) == ruckig.Result.Working
    return float(answer.duration)


@given(distance=size, sign=st.sampled_from([1, -1]), velocity=bound, acceleration=bound, jerk=bound)
@example(1.0, 1, 1.0, 2.0, 4.0)  # every piece that may vanish does so just now
@example(16.0, 1, 100.0, 2.0, 1.0)
@example(1.0, 1, np.inf, 2.0, np.inf)
@settings(deadline=None, max_examples=100)
def test_from_rest_to_rest(distance: float, sign: int, velocity: float, acceleration: float, jerk: float) -> None:
    """Bounds hold, it begins and ends at rest at the right places, and each row is the integral of the next."""
    assume(np.isfinite(acceleration) or np.isfinite(jerk))
    made = rest_to_rest(sign * distance, velocity, acceleration, jerk)
    t, found = fine(made)
    p, v, a, j = found.T
    for values, most in ((v, velocity), (a, acceleration), (j, jerk)):
        assert np.max(np.abs(values)) <= most * (1 + ROUNDING)
    assert np.all(sign * v >= -ROUNDING * np.max(np.abs(v)))
    assert p[0] == 0
    assert p[-1] == sign * distance
    assert v[0] == v[-1] == 0
    assert np.allclose(made.peaks(), np.max(np.abs(found[:, 1:]), axis=0), rtol=1e-2)
    rounding = 1e-11 + 1e-15 * made.duration / np.min(np.diff(made.times))
    before = made.starts[:-1]
    spans = np.diff(made.times)[:-1, None]
    ends = before[:, 0] + np.sum(before[:, 1:] * np.hstack([spans, spans**2 / 2, spans**3 / 6]), axis=1)
    assert np.allclose(ends, made.starts[1:, 0], rtol=0, atol=1e-12 * distance)
    speeds = before[:, 1] + np.sum(before[:, 2:] * np.hstack([spans, spans**2 / 2]), axis=1)
    assert np.allclose(speeds, made.starts[1:, 1], rtol=0, atol=rounding * np.max(np.abs(v)))
    if np.isfinite(jerk):
        turned = before[:, 2] + before[:, 3] * spans[:, 0]
        assert np.allclose(turned, made.starts[1:, 2], rtol=0, atol=rounding * np.max(np.abs(a)))
    assert np.allclose(np.cumsum((v[1:] + v[:-1]) / 2 * np.diff(t)), p[1:], rtol=0, atol=1e-4 * distance)


@given(distance=size, velocity=size, acceleration=size, jerk=size)
@settings(deadline=None, max_examples=100)
def test_nobody_is_faster(distance: float, velocity: float, acceleration: float, jerk: float) -> None:
    made = rest_to_rest(distance, velocity, acceleration, jerk)
    assert made.duration == pytest.approx(fastest([distance], velocity, acceleration, jerk), rel=1e-9)


@given(
    way=st.lists(st.floats(-5, 5), min_size=1, max_size=4),
    velocity=st.floats(0.1, 3),
    acceleration=st.floats(0.1, 10),
    jerk=st.floats(0.5, 100),
)
@settings(deadline=None, max_examples=40)
def test_joints_arrive_together(way: list[float], velocity: float, acceleration: float, jerk: float) -> None:
    way = [x if abs(x) > 1e-6 else 0.0 for x in way]
    start = np.linspace(-1, 1, len(way))
    bounds = {"velocity": velocity, "acceleration": acceleration, "jerk": jerk}
    made = move(start, start + way, **bounds)
    assert made.duration == pytest.approx(fastest(way, velocity, acceleration, jerk), rel=1e-9)
    _within(made)
    assert all(p.duration == pytest.approx(made.duration, rel=1e-12) for p in made.profiles if p.duration)
    along = move(start, start + way, **bounds, synchronise="straight")
    assert along.duration >= made.duration * (1 - 1e-12)
    _within(along)
    q = along.sample(along.duration / 50 or 1.0).q - start
    longest = int(np.argmax(np.abs(way)))
    if way[longest]:
        assert np.allclose(q, np.outer(q[:, longest] / way[longest], way), atol=1e-12)


def _within(made: Trajectory) -> None:
    rows = made.at(np.linspace(0, made.duration, 997))
    for values, most in zip((rows.v, rows.a, rows.j), made.limits.rows, strict=True):
        assert np.all(np.abs(values) <= most * (1 + 1e-9))
    assert np.array_equal(rows.q[0], made.start)
    assert np.array_equal(rows.q[-1], made.end)


def test_between_any_states() -> None:
    """Ends as asked for, the same as Ruckig's own evaluation in between."""
    draw = np.random.default_rng(0)
    for _ in range(50):
        q0, q1 = draw.uniform(-2, 2, (2, 3))
        v0, v1 = draw.uniform(-0.9, 0.9, (2, 3))
        a0 = draw.uniform(-2, 2, 3)
        made = move(
            q0, q1, velocity=1, acceleration=4, jerk=20, start_velocity=v0, end_velocity=v1, start_acceleration=a0
        )
        rows = made.at(np.linspace(0, made.duration, 501))
        assert np.allclose(rows.q[[0, -1]], [q0, q1], atol=1e-12)
        assert np.allclose(rows.v[[0, -1]], [v0, v1], atol=1e-9)
        assert np.allclose(rows.a[0], a0)
        step = rows.t[1]
        assert np.allclose(np.gradient(rows.q, step, axis=0)[1:-1], rows.v[1:-1], atol=40 * step**2 + 1e-9)
        assert np.max(np.abs(rows.j)) <= 20 * (1 + 1e-9)
        last = made.at(made.duration * (1 - 1e-9))
        assert np.allclose(last.q, q1, atol=1e-7)


@given(seed=st.integers(0, 10**6), blend=st.sampled_from([0.0, 0.05, 0.3, 10.0]), smooth=st.booleans())
@settings(deadline=None, max_examples=10)
def test_through_points(seed: int, blend: float, smooth: bool) -> None:
    """Stops lie at the points; blends pass them no further off than asked, save time, and keep the bounds."""
    draw = np.random.default_rng(seed)
    points = draw.uniform(-1, 1, (4, 2))
    bounds = {"velocity": 1.0, "acceleration": 3.0, "jerk": 30.0 if smooth else np.inf}
    stops, made = through(points, **bounds), through(points, **bounds, blend=blend)
    assert made.duration <= stops.duration * (1 + 1e-12)
    _within(made)
    rows = made.at(np.linspace(0, made.duration, 4001))
    far = [float(np.min(np.max(np.abs(rows.q - x), axis=1))) for x in points]
    assert max(far) <= blend + 2e-3
    if blend == 0:
        assert made.duration == pytest.approx(sum(move(a, b, **bounds).duration for a, b in pairwise(points)))
    slopes = np.gradient(rows.q, rows.t, axis=0)[2:-2]
    assert np.allclose(slopes, rows.v[2:-2], atol=5e-3)


def test_a_blend_along_a_line_does_not_slow_down() -> None:
    """Two collinear motions become one, nearly: full speed is kept at the point between."""
    made = through([[0.0], [1.0], [2.0]], velocity=1, acceleration=4, jerk=40, blend=0.5)
    one = move([0.0], [2.0], velocity=1, acceleration=4, jerk=40)
    assert made.duration == pytest.approx(one.duration, rel=1e-6)


def test_the_robots_own_velocity_limits(tmp_path: Path) -> None:
    robot = lw.load(_arm(tmp_path))
    made = move([0, 0], [2, 0.3], robot=robot, acceleration=[10, 20])
    assert np.allclose(made.limits.velocity, [1.5, 2.5])
    assert made.names == ("j1", "j2")
    assert made.peaks()[0, 0] == pytest.approx(1.5)
    with pytest.raises(lw.LinkwrightError, match="'arm' has 2 positions, and was given 3"):
        move([0, 0, 0], [1, 1, 1], robot=robot, acceleration=1)


def _arm(folder: Path) -> Path:
    joint = """<joint name="j{0}" type="revolute"><parent link="l{1}"/><child link="l{0}"/><axis xyz="0 0 1"/>
    <origin xyz="{1} 0 0"/><limit lower="-3" upper="3" velocity="{0}.5" effort="9"/></joint>"""
    mass = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
    links = "".join(f'<link name="l{k}">{mass if k else ""}</link>' for k in range(3))
    text = f'<robot name="arm">{links}{joint.format(1, 0)}{joint.format(2, 1)}</robot>'
    (folder / "arm.urdf").write_text(text, encoding="utf-8")
    return folder / "arm.urdf"


def test_samples_reach_the_end_and_are_written(tmp_path: Path) -> None:
    made = move([0, 1], [1, -1], velocity=1, acceleration=3, jerk=20)
    rows = made.sample(0.01)
    assert rows.t[-1] == made.duration
    assert np.all(np.diff(rows.t) > 0)
    made.to_csv(tmp_path / "m.csv", 0.01)
    text = (tmp_path / "m.csv").read_text().splitlines()
    assert text[0] == "t,q1,q2,v1,v2,a1,a2,j1,j2"
    assert np.array_equal(
        np.loadtxt(text[1:], delimiter=","), np.column_stack([rows.t, rows.q, rows.v, rows.a, rows.j])
    )
    assert np.allclose(made.stretched(9.0).at([9.0]).q, [[1, -1]])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"start": [0], "end": [1, 2], "acceleration": 1}, "from 1 positions to 2"),
        ({"start": [0], "end": [np.nan], "acceleration": 1}, "must be finite positions"),
        ({"start": [0], "end": [1], "velocity": 1}, "neither acceleration nor jerk of 'q1' has a bound"),
        ({"start": [0], "end": [1], "velocity": -1, "acceleration": 1}, "the bound on the velocity of 'q1' is -1"),
        ({"start": [0, 0], "end": [1, 1], "acceleration": [1, 2, 3]}, "no bound for 2 coordinates"),
        ({"start": [0], "end": [1], "acceleration": 1, "synchronise": "now"}, "synchronise is 'now'"),
        ({"start": [0], "end": [1], "acceleration": 1, "velocity": 1, "jerk": 1, "start_velocity": 3, "end_velocity": 3},
         "no motion between these states"),
    ],
)  # fmt: skip
def test_nonsense_is_refused(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(lw.LinkwrightError, match=said):
        move(**arguments)


def test_no_way_at_all() -> None:
    made = move([1.0, 2.0], [1.0, 2.0], acceleration=1)
    assert made.duration == 0
    assert np.array_equal(made.sample(0.1).q, [[1.0, 2.0]])
    joined = made.then(move([1.0, 2.0], [2.0, 2.0], acceleration=1), blend=0.1)
    assert joined.duration == pytest.approx(2)
