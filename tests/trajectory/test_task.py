"""Ways of a tool: on the line, on the circle, rates that are derivatives, bounds that hold for the vectors."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

import linkwright as lw
from tests.support.trajectory import TaskTrajectory, arc, chain, line

BOUNDS: dict[str, Any] = {"velocity": (0.5, 1.0), "acceleration": (2.0, 3.0), "jerk": (20.0, 30.0)}
seeds = st.integers(0, 10**6)


def pose(draw: np.random.Generator) -> np.ndarray:
    X = np.eye(4)
    X[:3, :3] = Rotation.random(random_state=int(draw.integers(10**6))).as_matrix()
    X[:3, 3] = draw.uniform(-1, 1, 3)
    return X


def check(made: TaskTrajectory) -> None:
    """Ends, bounds, and rates as differences of what they are rates of."""
    step = 1e-5
    t = np.linspace(0, made.duration, 701)
    rows = made.at(t)
    assert np.array_equal(rows.poses[0], made.start)
    assert np.array_equal(rows.poses[-1], made.end)
    assert np.allclose(made.at(made.duration * (1 - 1e-12)).poses[0], made.end, atol=1e-9)
    rates = np.array([rows.twists, rows.accelerations, rows.jerks]).reshape(3, -1, 2, 3)
    assert np.all(np.max(np.linalg.norm(rates, axis=3), axis=1) <= made.limits.rows * (1 + 1e-4))
    inner = t[(t > step) & (t < made.duration - step)]
    low, here, high = (made.at(inner + h) for h in (-step, 0, step))
    speed = (high.poses[:, :3, 3] - low.poses[:, :3, 3]) / (2 * step)
    assert np.allclose(speed, here.twists[:, :3], atol=1e-5)
    turn = Rotation.from_matrix(high.poses[:, :3, :3] @ low.poses[:, :3, :3].transpose(0, 2, 1)).as_rotvec() / (
        2 * step
    )
    assert np.allclose(turn, here.twists[:, 3:], atol=1e-5)
    smooth = np.max(np.abs(high.jerks - low.jerks), axis=1) < 1  # away from jumps of the jerk
    for lower, upper, rate in (
        (low.twists, high.twists, here.accelerations),
        (low.accelerations, high.accelerations, here.jerks),
    ):
        assert np.allclose(((upper - lower) / (2 * step))[smooth], rate[smooth], atol=1e-3)


@given(seed=seeds)
@settings(deadline=None, max_examples=15)
def test_lines(seed: int) -> None:
    draw = np.random.default_rng(seed)
    A, B = pose(draw), pose(draw)
    made = line(A, B, **BOUNDS)
    check(made)
    rows = made.sample(0.02)
    way = B[:3, 3] - A[:3, 3]
    part = (rows.poses[:, :3, 3] - A[:3, 3]) @ way / (way @ way)
    assert np.allclose(rows.poses[:, :3, 3], A[:3, 3] + np.outer(part, way), atol=1e-12)
    turn = Rotation.from_matrix(A[:3, :3].T @ B[:3, :3])
    done = Rotation.from_matrix(A[:3, :3].T @ rows.poses[:, :3, :3]).magnitude()
    assert np.allclose(done, part * turn.magnitude(), atol=1e-6)


@given(seed=seeds)
@settings(deadline=None, max_examples=15)
def test_arcs_through_three_points(seed: int) -> None:
    draw = np.random.default_rng(seed)
    A, B, C = pose(draw), pose(draw), pose(draw)
    made = arc(A, B[:3, 3], C, **BOUNDS)
    check(made)
    places = made.at(np.linspace(0, made.duration, 2001)).poses[:, :3, 3]
    assert np.min(np.linalg.norm(places - B[:3, 3], axis=1)) < 2e-3
    normal = np.cross(B[:3, 3] - A[:3, 3], C[:3, 3] - A[:3, 3])
    assert np.allclose((places - A[:3, 3]) @ normal, 0, atol=1e-9)
    middle = A[:3, 3] - made.legs[0].curve.arm  # type: ignore[attr-defined]
    radii = np.linalg.norm(places - middle, axis=1)
    assert np.ptp(radii) < 1e-9 * radii[0]


@pytest.mark.parametrize("angle", [0.5, -2.0, 2 * np.pi, 7.0])
@pytest.mark.parametrize("turning", [False, True])
def test_arcs_about_a_centre(angle: float, turning: bool) -> None:
    A = pose(np.random.default_rng(3))
    A[:3, 3] = [1.0, 0.0, 0.5]
    made = arc(A, center=[0, 0, 0.5], normal=[0, 0, 2], angle=angle, turning=turning, **BOUNDS)
    check(made)
    assert np.allclose(made.end[:3, 3], [np.cos(angle), np.sin(angle), 0.5])
    turn = Rotation.from_rotvec([0, 0, angle if turning else 0]).as_matrix()
    assert np.allclose(made.end[:3, :3], turn @ A[:3, :3])


@pytest.mark.slow
@given(seed=seeds, blend=st.sampled_from([0.0, 0.05, 0.3]))
@settings(deadline=None, max_examples=30)
def test_corners(seed: int, blend: float) -> None:
    """Line, arc, line: with a stop or round corners; these save time and stay near."""
    draw = np.random.default_rng(seed)
    A, B, C, D, E = (pose(draw) for _ in range(5))
    parts = line(A, B, **BOUNDS), arc(B, C, D, **BOUNDS), line(D, E, **BOUNDS)
    made = chain(parts, blend)
    check(made)
    stops = sum(p.duration for p in parts)
    assert made.duration == pytest.approx(stops) if blend == 0 else made.duration <= stops
    places = made.at(np.linspace(0, made.duration, 3001)).poses[:, :3, 3]
    for corner in (B, D):
        assert np.min(np.linalg.norm(places - corner[:3, 3], axis=1)) <= blend + 1e-3
    check(made.stretched(2 * made.duration))


@pytest.mark.parametrize("angle", [0.3, 1.5, 2.5])
def test_a_round_corner_saves_time(angle: float) -> None:
    """Of two long lines at any angle, about the time to slow down and to speed up again."""
    bounds = {"velocity": 0.2, "acceleration": 2.0, "jerk": 20.0}
    parts = line([0, 0, 0], [1, 0, 0], **bounds), line([1, 0, 0], [1 + np.cos(angle), np.sin(angle), 0], **bounds)
    made = chain(parts, 0.05)
    check(made)
    assert made.duration < sum(p.duration for p in parts) - 0.1
    speeds = np.linalg.norm(made.sample(0.005).twists[60:-60, :3], axis=1)
    assert np.min(speeds) > 0.1 * np.cos(angle / 2)


@given(seed=seeds)
def test_limits_are_asked_on_both_sides_of_every_jump(seed: int) -> None:
    """On a circle the jerk changes between its jumps, so that the most of it may be on one side of one of them only."""
    draw = np.random.default_rng(seed)
    A, B, C, D = (pose(draw)[:3, 3] for _ in range(4))
    made = line(A, B, velocity=0.2, acceleration=0.5, jerk=2.0).then(arc(B, C, D, **BOUNDS))
    leg = made.legs[-1]
    jumps = leg.delay + leg.profile.times
    middle = (jumps[0] + jumps[-1]) / 2
    for begin, end in (
        (0.0, middle),
        (middle, made.duration),
    ):  # it slows down as it sped up: each side is the one once
        t = np.concatenate([np.linspace(begin, end, 2001), jumps - 1e-8, jumps + 1e-8])
        most = np.max(np.linalg.norm(made.at(t[(t >= begin) & (t <= end)]).jerks[:, :3], axis=1))
        for share, kept in ((1 + 1e-5, True), (1 - 1e-5, False)):
            limits = replace(made.limits, jerk=np.array([most * share, np.inf]))
            assert replace(made, limits=limits).within(begin, end) == kept


def test_a_turn_on_the_spot_and_no_way_at_all(tmp_path: Path) -> None:
    A, B = np.eye(4), np.eye(4)
    B[:3, :3] = Rotation.from_rotvec([0, 0, 3.0]).as_matrix()
    made = line(A, B, **BOUNDS)
    check(made)
    assert made.duration > 3
    made.to_csv(tmp_path / "turn.csv")
    table = np.loadtxt((tmp_path / "turn.csv").read_text().splitlines()[1:], delimiter=",")
    assert np.all(np.diff(table[:, 6]) > -1e-12)  # qz: no jump of the sign
    still = line([1, 2, 3], [1, 2, 3, 0, 0, 0, 1], **BOUNDS)
    assert still.duration == 0
    assert still.then(line([1, 2, 3], [2, 2, 3], **BOUNDS), 0.1).duration > 1


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: line([0, 0], [1, 1, 1], **BOUNDS), "is no pose"),
        (lambda: line(np.eye(4) * 2, [1, 1, 1], **BOUNDS), "no rotation and translation"),
        (lambda: line(np.diag([1, 1, -1, 1.0]), [1, 1, 1], **BOUNDS), "no rotation and translation"),
        (lambda: line([0, 0, 0, 0, 0, 0, 2], [1, 1, 1], **BOUNDS), "quaternion of a pose has length 2"),
        (lambda: line([0, 0, np.nan], [1, 1, 1], **BOUNDS), "is no pose"),
        (lambda: line([0, 0, 0], [1, 1, 1], velocity=1), "neither acceleration nor jerk of 'the position'"),
        (lambda: arc([0, 0, 0], [1, 1, 1], [2, 2, 2], **BOUNDS), "lie on a line"),
        (lambda: arc([0, 0, 0], [1, 1, 1], **BOUNDS), "three points, or about a centre"),
        (lambda: arc([0, 0, 1], center=[1, 0, 0], normal=[0, 0, 1], angle=1, **BOUNDS), "circle's plane"),
        (lambda: line([0, 0, 0], [1, 0, 0], **BOUNDS).then(line([1, 0, 1], [2, 0, 0], **BOUNDS)), "must begin where"),
    ],
)
def test_nonsense_is_refused(call: Any, said: str) -> None:
    with pytest.raises(lw.LinkwrightError, match=said):
        call()
