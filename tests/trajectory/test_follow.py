"""Joints that lead a tool along a way: forward kinematics by Pinocchio gives the way back, rates are derivatives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.support.referee import frame_poses
from tests.support.trajectory import arc, chain, follow, line

ELBOW = Path(__file__).parents[2] / "examples" / "elbow6.urdf"
BOUNDS: dict[str, Any] = {"velocity": (0.3, 0.8), "acceleration": (1.0, 2.0), "jerk": (10.0, 20.0)}
NEAR = np.array([0.3, 0.2, 1.3, 0.6, 0.9, 0.8])


def tip(robot: Any, q: np.ndarray) -> np.ndarray:
    """The last frame, by the referee."""
    poses = frame_poses(robot, q)
    return poses[list(poses)[-1]]


@pytest.fixture(scope="module")
def dynamics() -> Any:
    return lw.compile(ELBOW)


@pytest.fixture(scope="module")
def robot(dynamics: Any) -> Any:
    return dynamics.robot


def ways(robot: Any) -> dict[str, Any]:
    start = tip(robot, NEAR)
    end = tip(robot, NEAR + np.array([0.2, -0.1, 0.1, 0.1, -0.2, 0.3]))
    corner = start.copy()
    corner[:3, 3] += [0.05, 0.05, 0.08]
    round_ = arc(start, center=start[:3, 3] + [0, 0, 0.05], normal=[0, 1, 0], angle=2 * np.pi, **BOUNDS)
    bent = chain([line(start, corner, **BOUNDS), line(corner, end, **BOUNDS)], 0.03)
    return {"line": line(start, end, **BOUNDS), "circle": round_, "corner": bent}


@pytest.mark.parametrize("name", ["line", "circle", "corner"])
def test_joints_lead_the_tool(robot: Any, dynamics: Any, name: str) -> None:
    way = ways(robot)[name]
    found = follow(way, dynamics, NEAR, dt=0.01)
    poses = way.at(found.t).poses if found.t[-1] <= way.duration * (1 + 1e-12) else None
    assert poses is not None
    for q, pose in zip(found.q[::5], poses[::5], strict=True):
        assert np.max(np.abs(tip(robot, q) - pose)) < 1e-7
    step = found.t[1]
    inner = slice(2, -3)
    for values, rates, most in ((found.q, found.v, 2e-2), (found.v, found.a, 2e-1)):
        slopes = np.gradient(values[:-1], step, axis=0)
        assert np.max(np.abs(slopes[inner] - rates[:-1][inner])) < most
    assert np.allclose(found.v[[0, -1]], 0, atol=1e-9)


def test_a_joints_limit_slows_the_way(robot: Any, dynamics: Any) -> None:
    from dataclasses import replace

    way = ways(robot)["line"]
    free = follow(way, dynamics, NEAR)
    most = float(np.max(np.abs(free.v))) / 2
    joints = {n: replace(j, limits=replace(j.limits, velocity=most)) for n, j in robot.joints.items()}
    slow = follow(way, replace(robot, joints=joints), NEAR)
    assert np.max(np.abs(slow.v)) <= most * (1 + 1e-4)
    assert slow.t[-1] == pytest.approx(2 * way.duration, rel=1e-3)


def test_an_inverse_of_ones_own(robot: Any, dynamics: Any) -> None:
    way, asked = ways(robot)["line"], []
    known = follow(way, dynamics, NEAR, dt=0.05)

    def inverse(pose: np.ndarray, near: np.ndarray) -> np.ndarray:
        asked.append(pose)
        return known.q[len(asked) - 1]

    found = follow(way, dynamics, NEAR, dt=0.05, inverse=inverse)
    assert len(asked) == len(found.t)
    assert np.allclose(found.v, known.v)


def test_out_of_reach_is_told(robot: Any, dynamics: Any) -> None:
    start = tip(robot, NEAR)
    end = start.copy()
    end[:3, 3] += [5, 0, 0]
    with pytest.raises(lw.LinkwrightError, match=r"does not get to|singular posture|jump"):
        follow(line(start, end, **BOUNDS), dynamics, NEAR)
    with pytest.raises(lw.LinkwrightError, match="has 6 positions, and was given 3"):
        follow(line(start, start, **BOUNDS), dynamics, [0, 0, 0])
