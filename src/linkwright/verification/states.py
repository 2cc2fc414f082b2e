"""Sample points of trees, random states that respect quaternions and planar joints; and functions on states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.graph.function import Function
from linkwright.model.robot import OpenRobot
from linkwright.referee.joints import rate_matrix, rates, unit_spans
from linkwright.referee.states import ClosedStates, States

__all__ = ["States", "call", "evaluated", "rate_matrix", "rates", "sample", "unit_groups"]


def sample(robot: OpenRobot, count: int, seed: int = 0) -> States:
    """Random states of ordinary size; the same for the same seed."""
    rng = np.random.default_rng(seed)
    q = np.array([_position(robot, rng) for _ in range(count)]).reshape(count, robot.nq)
    v, a, tau = (rng.uniform(-1, 1, (count, robot.nv)) for _ in range(3))
    wrench = rng.uniform(-1, 1, (count, len(robot.wrenches), 6))
    j, s = (rng.uniform(-1, 1, (count, robot.nv)) for _ in range(2))
    return States(q, v, a, tau, wrench, j, s)


def _position(robot: OpenRobot, rng: np.random.Generator) -> list[float]:
    return [x for joint in robot.joints.values() if joint.nq for x in joint.joint_type.random(rng)]


def unit_groups(robot: OpenRobot) -> tuple[tuple[str, ...], ...]:
    """Names of the coordinates that lie on unit spheres: quaternions, cosine and sine of planar joints."""
    return tuple(tuple(f"q[{k}]" for k in span) for span in unit_spans(robot))


FORCE = (0.7, -0.4, 0.9, 0.3, -0.8, 0.5)
"""A force and a moment on a frame."""


def evaluated(function: Function, states: States | ClosedStates, **more: Any) -> list[Array]:
    """All outputs of a function on all states at once. Inputs come from the states by name; `more` overrides them."""
    known = {"force": np.array(FORCE), **vars(states), **more}
    found = function(**{name: known[name] for name in function.inputs if name in known})
    parts: list[Any] = list(found.values()) if len(function.outputs) > 1 else [found]
    return [
        np.broadcast_to(np.asarray(x), (len(states), *p.shape)) if np.ndim(x) == len(p.shape) else np.asarray(x)
        for x, p in zip(parts, function.outputs.values(), strict=True)
    ]


def call(function: Function, known: Mapping[str, Any]) -> Array:
    """A function of one output at what is known of its inputs."""
    return np.asarray(function(**{name: known[name] for name in function.inputs if name in known}))
