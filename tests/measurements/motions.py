"""Sums of sines with their exact derivatives, as measured."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwright.measurements.recording import Recording

Array = np.ndarray
JOINTS = ("waist", "shoulder", "elbow")


@dataclass(frozen=True)
class Motion:
    """Amplitudes, frequencies in Hz and phases of the terms of each joint: (joints, terms)."""

    size: Array
    frequency: Array
    phase: Array

    def at(self, t: Array, order: int = 0) -> Array:
        """Derivative of an order: (times, joints)."""
        w = 2 * np.pi * self.frequency
        return np.sum(self.size * w**order * np.sin(w * t[:, None, None] + self.phase + order * np.pi / 2), axis=2)


def motion(seed: int = 0, highest: float = 1.0) -> Motion:
    """Three joints with three terms each, all different, none faster than the highest frequency."""
    rng = np.random.default_rng(seed)
    shape = (len(JOINTS), 3)
    return Motion(rng.uniform(0.2, 0.5, shape), highest * rng.uniform(0.2, 1, shape), rng.uniform(0, 6, shape))


def recorded(moves: Motion, t: Array, noise: float = 0.0, seed: int = 1) -> Recording:
    """Positions, rates and forces (which are 5 q + 2 v) at times."""
    rng = np.random.default_rng(seed)
    q, v = moves.at(t), moves.at(t, 1)
    tau = 5 * q + 2 * v
    blur = [x + noise * rng.standard_normal(x.shape) for x in (q, v, tau)]
    return Recording("run.csv", t, blur[0], blur[1], None, blur[2], positions=JOINTS, rates=JOINTS, forces=JOINTS)
