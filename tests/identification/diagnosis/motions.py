"""Synthetic recordings: Fourier motions of a robot, its forces by inverse dynamics, friction of drives and noise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright.identification.model import IdentificationModel
from linkwright.identification.samples import Samples
from linkwright.model.closed_robot import Robot
from linkwright.native import compile as compiled

Array = np.ndarray


@dataclass(frozen=True)
class Motion:
    """Amplitude of positions and base frequency in Hz; noise: of the forces, relative to their root mean square."""

    seed: int = 0
    time: float = 10.0
    dt: float = 0.01
    harmonics: int = 5
    amplitude: float = 0.8
    centre: tuple[float, ...] = ()
    noise: float = 0.02
    friction: float = 0.1
    """Viscous and Coulomb friction, each as a part of the root mean square force."""
    still: tuple[int, ...] = ()
    """Joints without rates; they stay where they are unless the samples are postures."""
    postures: bool = False


def fourier(count: int, m: Motion) -> tuple[Array, Array, Array, Array]:
    """t, q, v, a of sums of sines, with exact derivatives."""
    rng = np.random.default_rng(m.seed)
    t = np.arange(0.0, m.time, m.dt)
    w = 2 * np.pi * np.arange(1, m.harmonics + 1) / m.time
    phase = rng.uniform(0, 2 * np.pi, size=(count, m.harmonics))
    size = rng.uniform(0.5, 1.0, size=(count, m.harmonics))
    size *= m.amplitude / size.sum(axis=1, keepdims=True)
    angle = w * t[:, None, None] + phase
    centre = np.array(m.centre) if m.centre else rng.uniform(-0.6, 0.6, size=count)
    q = centre + np.sum(size * np.sin(angle), axis=2)
    v = np.sum(size * w * np.cos(angle), axis=2)
    a = -np.sum(size * w**2 * np.sin(angle), axis=2)
    for k in m.still:
        v[:, k] = a[:, k] = 0.0
        if not m.postures:
            q[:, k] = q[0, k]
    return t, q, v, a


def recording(robot: Robot, m: Motion | None = None) -> tuple[IdentificationModel, Samples]:
    """The model of a robot, and samples of a machine that has the file's inertias and friction besides."""
    m = m or Motion()
    model = IdentificationModel.of(robot)
    t, q, v, a = fourier(robot.nv, m)
    dynamics = compiled(robot)
    tau = np.asarray(dynamics.inverse_dynamics(q, v, a))
    assert np.all(np.isfinite(tau))
    size = np.sqrt(np.mean(tau**2, axis=0))
    size = np.maximum(size, 0.02 * size.max())
    speed = np.maximum(np.sqrt(np.mean(v**2, axis=0)), 1e-9)
    tau = tau + m.friction * size * (v / speed + np.sign(v)) + 0.05 * size
    rng = np.random.default_rng(m.seed + 1000)
    tau = tau + m.noise * size * rng.normal(size=tau.shape)
    return model, Samples("synthetic", t, q, v, a, tau)
