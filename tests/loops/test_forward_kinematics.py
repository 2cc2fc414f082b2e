"""Forward kinematics of parallel robots: poses judged by the referee, counted by brute force, followed along paths."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import fsolve

import linkwright as lw
from tests.support.model import numeric, solve
from tests.support.referee import body_poses, frame_poses

EXAMPLES = Path(__file__).parents[2] / "examples" / "parallel"
Array = np.ndarray
MOST = {"fivebar": 2, "delta": 2, "3rrr": 6, "3prr": 6, "4puu": 8, "4ruu": 8, "6ups": None}


@cache
def robot(name: str) -> Any:
    return numeric(lw.load(EXAMPLES / f"{name}.yaml"))


@cache
def dynamics(name: str) -> Any:
    return lw.compile(robot(name))


def placed(name: str, x: Array, motors: Array) -> tuple[Any, Array]:
    """The tree with its platform at a pose and its motors at positions; what hangs on them stays as at the start."""
    made = robot(name)
    q = solve(made, dynamics(name).start[0])
    q[list(made.coordinates.free_q)] = x
    for joint, value in zip(made.actuated, motors, strict=True):
        q[made.tree.offsets[joint][0]] = value
    return made.tree, q


def gaps(name: str, x: Array, motors: Array) -> Array:
    """By the referee: how far each leg's point of the platform is from the sphere on which its motor holds it."""
    tree, q = placed(name, x, motors)
    bodies, frames = body_poses(tree, q), frame_poses(tree, q)
    start = solve(robot(name), dynamics(name).start[0])
    at_start, ends = body_poses(tree, start), frame_poses(tree, start)
    found: list[float] = []
    for joint in robot(name).actuated:
        leg, _, number = joint.partition("_joint")
        centre = bodies[f"{leg}_link{2 if number == '1' else 1}"][:3, 3]
        point = bodies["platform"] @ np.linalg.solve(at_start["platform"], ends[f"{leg}_end"][:, 3])
        found.append(float(np.linalg.norm(point[:3] - centre) - np.linalg.norm(frames[f"{leg}_end"][:3, 3] - centre)))
    return np.array(found)


@pytest.mark.parametrize("name", MOST)
def test_poses_satisfy_the_referee(name: str) -> None:
    """At the start and near it; where leg lengths are the motors the inverse kinematics of every pose gives them back."""
    draw, d = np.random.default_rng(1), dynamics(name)
    start = d.start[0]
    states = start + draw.uniform(-0.03, 0.03, (3, len(start)))
    motors = d.inverse_kinematics(states)
    found = d.platform_forward_kinematics(motors)
    solutions, count, residual = (found[n] for n in ("solutions", "count", "residual"))
    assert np.all(found["complete"] == (MOST[name] is not None))
    if MOST[name]:
        assert solutions.shape == (3, MOST[name], len(start))
    for k, x in enumerate(states):
        n = int(count[k])
        assert np.all(np.isfinite(solutions[k, :n]))
        assert np.all(np.isnan(solutions[k, n:]))
        assert np.all(residual[k, :n] < 1e-10)
        assert np.all(np.isnan(residual[k, n:]))
        assert np.min(np.max(np.abs(solutions[k, :n] - x), axis=1)) < 1e-8
        for pose in solutions[k, :n]:
            assert np.max(np.abs(gaps(name, pose, motors[k]))) < 1e-9
        if name == "6ups":
            assert np.allclose(d.inverse_kinematics(solutions[k, :n]), motors[k], atol=1e-9)
    near = d.platform_forward_kinematics(motors[0], near=states[0])
    assert np.allclose(near["solutions"][0], states[0], atol=1e-8)


@pytest.mark.parametrize(
    "name", ["fivebar", *(pytest.param(x, marks=pytest.mark.slow) for x in ("3prr", "delta", "4puu"))]
)
def test_none_is_missing(name: str) -> None:
    """Newton searches on the referee's distances, from random poses, find no other pose."""
    d, draw = dynamics(name), np.random.default_rng(7)
    start = d.start[0]
    motors = d.inverse_kinematics(start + draw.uniform(-0.05, 0.05, len(start)))
    found = d.platform_forward_kinematics(motors)
    known = found["solutions"][: int(found["count"])]
    for _ in range(12):
        guess = start + draw.uniform(-1, 1, len(start)) * np.where(
            np.char.find(robot(name).position_names, "phi") > 0, 3, 1
        )
        x, _, good, _ = fsolve(lambda x: gaps(name, x, motors), guess, full_output=True)
        if good == 1 and np.max(np.abs(gaps(name, x, motors))) < 1e-9:
            way = known - x
            turning = np.char.find(robot(name).position_names, "phi") > 0
            way[:, turning] = np.remainder(way[:, turning] + np.pi, 2 * np.pi) - np.pi
            assert np.min(np.max(np.abs(way), axis=1)) < 1e-5


def test_counts_of_random_planar_robots() -> None:
    """3-RPR: the number of poses is that of sign changes and searches over a fine grid of angles, by circles alone."""
    from tests.loops.test_parallel import _planar_gap, _rpr

    for seed in range(6):
        draw = np.random.default_rng(100 + seed)
        centres, points = draw.uniform(-1, 1, (3, 2)), draw.uniform(-0.5, 0.5, (3, 2))
        pose = np.array([*draw.uniform(-0.3, 0.3, 2), draw.uniform(-3, 3)])
        lengths = np.linalg.norm(_planar_gap(pose, centres, points), axis=1)
        found = lw.compile(_rpr(centres, points, lengths, pose)).platform_forward_kinematics(lengths)
        assert int(found["count"]) == _brute_count(centres, points, lengths)
        assert found["solutions"].shape == (6, 3)


def _brute_count(centres: Array, points: Array, lengths: Array) -> int:
    """At each angle, where the first two circles meet, by the third's error: its changes of sign along each of two branches."""
    t = np.linspace(-np.pi, np.pi, 100_001)
    R = np.array([[np.cos(t), -np.sin(t)], [np.sin(t), np.cos(t)]])
    arms = np.einsum("ijt,kj->tki", R, points) - centres
    d = arms[:, 0] - arms[:, 1]  # circles about -arms of the origin's place
    size = np.linalg.norm(d, axis=1)
    along = (lengths[0] ** 2 - lengths[1] ** 2 + size**2) / (2 * size)
    square = lengths[0] ** 2 - along**2
    half = np.sqrt(np.where(square >= 0, square, np.nan))
    unit = d / size[:, None]
    normal = np.stack([-unit[:, 1], unit[:, 0]], axis=1)
    total = 0
    for sign in (1, -1):
        place = -arms[:, 0] + along[:, None] * unit + sign * half[:, None] * normal
        error = np.linalg.norm(place + arms[:, 2], axis=1) - lengths[2]
        total += int(np.sum(error[1:] * error[:-1] < 0))
    both = np.flatnonzero(np.diff(np.isfinite(half)))  # where the branches join, one may change its sign into the other
    for k in both:
        inside = k if np.isfinite(half[k]) else k + 1
        places = [-arms[inside, 0] + along[inside] * unit[inside] + s * half[inside] * normal[inside] for s in (1, -1)]
        errors = [np.linalg.norm(p + arms[inside, 2]) - lengths[2] for p in places]
        total += int(errors[0] * errors[1] < 0)
    return total


@pytest.mark.parametrize(
    ("name", "paths"),
    [pytest.param("6ups", 1000, marks=pytest.mark.slow), ("6ups", 100), ("3rrr", 100), ("delta", 100)],
)
def test_paths_come_back(name: str, paths: int) -> None:
    """Small random paths of the motors: the pose at the end is the one whose motors were asked for."""
    d, draw = dynamics(name), np.random.default_rng(3)
    start = d.start[0]
    begins = start + draw.uniform(-0.05, 0.05, (paths, len(start)))
    ends = begins + draw.uniform(-0.05, 0.05, begins.shape)
    motors = d.inverse_kinematics(ends)
    for begin, end, values in zip(begins, ends, motors, strict=True):
        found = d.platform_path(values, near=begin)
        assert found["reached"] == 1
        assert found["residual"] < 1e-10
        assert np.max(np.abs(found["q"] - end)) < 1e-9
        assert 0 < found["conditioning"] < 1


def test_a_long_path_in_small_pieces() -> None:
    """A circle of the platform, by its motors alone."""
    d = dynamics("6ups")
    t = np.linspace(0, 2 * np.pi, 60)
    q = d.start[0] + 0.1 * np.stack([np.cos(t) - 1, np.sin(t), np.sin(t), *0.5 * np.array([np.sin(t)] * 3)], axis=1)
    found = d.platform_path(d.inverse_kinematics(q))
    assert np.all(found["reached"] == 1)
    assert np.allclose(found["q"], q, atol=1e-9)


def test_a_singularity_bars_the_way() -> None:
    """3-RRR: turning on the spot, its rods come to meet in a point. There the motors turn back; no pose is further on."""
    d = dynamics("3rrr")
    turns = np.linspace(0, 2.0, 401)
    motors = d.inverse_kinematics(np.column_stack([0 * turns, 0 * turns, turns]))
    signs = np.sign(np.linalg.det(d.inverse_jacobian(np.column_stack([0 * turns, 0 * turns, turns]))))
    last = int(np.argmax(signs != signs[0]))
    assert 0 < last < 400
    beyond = motors[last] + 0.1 * (motors[last] - motors[0])
    found = d.platform_path(np.array([motors[last // 2], beyond, motors[0]]))
    assert found["reached"][0] == 1
    assert 0 < found["reached"][1] < 1
    assert found["reached"][2] == 0
    assert found["conditioning"][1] < 1e-2 < found["conditioning"][0]
    assert np.all(np.isfinite(found["q"]), axis=1).tolist() == [True, False, False]


def test_nonsense_is_refused() -> None:
    d = dynamics("6ups")
    with pytest.raises(lw.LinkwrightError, match="has 6 motors, and was given 5"):
        d.platform_forward_kinematics([0.7] * 5)
    with pytest.raises(lw.LinkwrightError, match="not all finite"):
        d.platform_forward_kinematics([0.7] * 5 + [np.nan])
    with pytest.raises(lw.LinkwrightError, match="has 6 coordinates"):
        d.platform_path([0.7] * 6, near=[0, 0])
    with pytest.raises(lw.LinkwrightError, match="is not a platform that legs carry"):
        lw.compile(EXAMPLES / "hbot.yaml").platform_forward_kinematics([0, 0])
    out = d.platform_forward_kinematics([0.1] * 6)
    assert out["count"] == 0
