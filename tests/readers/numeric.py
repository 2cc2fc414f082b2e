"""Test material: a robot's numbers and where its frames are, by NumPy and nothing of the project's mechanics."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.support.graph import Expr, evaluate
from tests.support.model import Robot

Array = NDArray[np.float64]


def value(x: Any, symbols: Mapping[str, float] | None = None) -> float:
    return float(evaluate(x.graph, [x.index], symbols or {})[0]) if isinstance(x, Expr) else float(x)


def matrix(transform: Any, symbols: Mapping[str, float] | None = None) -> Array:
    return np.array([[value(x, symbols) for x in row] for row in transform.matrix()])


def screw_motion(axis: Array, angle: float, slide: float) -> Array:
    """Turn about an axis through the origin (Rodrigues) and slide along it."""
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    T = np.eye(4)
    T[:3, :3] += np.sin(angle) * k + (1 - np.cos(angle)) * k @ k
    T[:3, 3] = axis * slide
    return T


def poses(robot: Robot, q: Mapping[str, float], symbols: Mapping[str, float] | None = None) -> dict[str, Array]:
    """Frame name -> 4x4 pose, for robots whose joints have one degree of freedom; q by joint name."""
    bodies = {"world": np.eye(4)}
    for j in robot.joints.values():
        x = q.get(j.name, 0.0)
        if j.mimic:
            x = value(j.mimic.multiplier, symbols) * q.get(j.mimic.joint, 0.0) + value(j.mimic.offset, symbols)
        axis = np.array([value(a, symbols) for a in j.axis])
        pitch = value(j.pitch, symbols)
        angle, slide = {
            "fixed": (0.0, 0.0), "revolute": (x, 0.0), "continuous": (x, 0.0), "prismatic": (0.0, x), "helical": (x, pitch * x),
        }[j.type]  # fmt: skip
        bodies[j.child] = bodies[j.parent] @ matrix(j.X, symbols) @ screw_motion(axis, angle, slide)
    return {name: bodies[f.body] @ matrix(f.X, symbols) for name, f in robot.frames.items()}


def rot(axis: str, angle: float) -> Array:
    return screw_motion(np.eye(3)["xyz".index(axis)], angle, 0.0)


def trans(axis: str, length: float) -> Array:
    return screw_motion(np.eye(3)["xyz".index(axis)], 0.0, length)
