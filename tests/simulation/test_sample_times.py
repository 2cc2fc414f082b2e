"""Samples of a path stand at the times at which they were reached."""

from __future__ import annotations

import numpy as np

from linkwright.simulation.integrators import integrate

Array = np.ndarray


def test_times_are_those_of_the_states() -> None:
    """A body at speed one is at q = t."""

    def step(t: float, h: float, q: Array, v: Array) -> tuple[Array, Array]:
        return q + h * v, v

    path = integrate(step, np.zeros(1), np.ones(1), time=1.0, h=0.1, every=3)
    assert np.allclose(path.t, [0, 0.3, 0.6, 0.9, 1.0])
    assert np.allclose(path.q[:, 0], path.t)
