"""Recordings that are made up: Fourier motions, bodies and friction unlike the file's, forces by the model's own columns or by
the compiled robot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import linkwright as lw
from linkwright.identification.model import IdentificationModel

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Motion:
    """Positions (samples, nq), rates and accelerations (samples, nv)."""

    t: Array
    q: Array
    v: Array
    a: Array


def fourier(n: int, rng: np.random.Generator, samples: int = 600, size: float = 0.7, time: float = 10.0) -> Motion:
    """Five harmonics in each of n coordinates, with exact derivatives."""
    t = np.linspace(0.0, time, samples, endpoint=False)
    q, v, a = np.zeros((3, samples, n))
    for k in range(1, 6):
        w = 2 * np.pi * k / time
        A, B = rng.normal(size=(2, n)) * size / np.sqrt(5 * k)
        s, c = np.sin(w * t)[:, None], np.cos(w * t)[:, None]
        q, v, a = q + A * s + B * c, v + w * (A * c - B * s), a - w * w * (A * s + B * c)
    return Motion(t, q, v, a)


def motion_of(model: IdentificationModel, rng: np.random.Generator, samples: int = 600, size: float = 0.7) -> Motion:
    """A motion of all free coordinates; quaternions of a floating base are random."""
    robot = model.robot
    motion = fourier(robot.nv, rng, samples, size)
    if isinstance(robot, lw.ClosedRobot):
        return Motion(motion.t, motion.q + model.dynamics.start[0], motion.v, motion.a)
    if robot.nq != robot.nv:
        turns = rng.normal(size=(samples, 4))
        turns /= np.linalg.norm(turns, axis=1, keepdims=True)
        q = np.hstack([motion.q[:, :3], turns, motion.q[:, 6:]])
        return Motion(motion.t, q, motion.v, motion.a)
    return motion


def other_parameters(model: IdentificationModel, rng: np.random.Generator) -> Array:
    """Physical parameters of bodies of no symmetry, and of drives with friction."""
    found: list[Array] = []
    for _ in model.bodies:
        m, c = rng.uniform(0.5, 3.0), rng.normal(size=3) * 0.05
        turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
        x, y = rng.uniform(0.01, 0.05, 2)
        I = turn @ np.diag([x, y, rng.uniform(abs(x - y) + 0.002, x + y)]) @ turn.T + m * (
            c @ c * np.eye(3) - np.outer(c, c)
        )
        found.append(np.array([m, *(m * c), I[0, 0], I[0, 1], I[1, 1], I[0, 2], I[1, 2], I[2, 2]]))
    drives = rng.uniform(0.1, 0.5, len(model.physical) - 10 * len(model.bodies))
    return np.concatenate([*found, drives])


def table(model: IdentificationModel, motion: Motion, tau: Array, **more: Array) -> dict[str, Array]:
    """Columns by name, with exact rates and accelerations."""
    robot = model.robot
    made = {"t": motion.t}
    made |= {f"q_{n}": motion.q[:, k] for k, n in enumerate(robot.position_names)}
    made |= {f"v_{n}": motion.v[:, k] for k, n in enumerate(robot.rate_names)}
    made |= {f"a_{n}": motion.a[:, k] for k, n in enumerate(robot.rate_names)}
    made |= {f"tau_{n}": tau[:, k] for k, n in enumerate(model.rows)}
    return made | more
