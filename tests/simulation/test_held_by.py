"""Friction that holds several places which pull at each other: Coulomb's law of the answer."""

from __future__ import annotations

import numpy as np
import pytest

from linkwright.simulation.stick_slip import held_by


@pytest.mark.parametrize("seed", [0, 2])
def test_friction_of_strongly_coupled_places_obeys_coulomb(seed: int) -> None:
    """Within its limit it stops the place, at its limit the place goes against it: a first guess of who is where is wrong."""
    draw, n = np.random.default_rng(seed), 6
    B = draw.normal(size=(n, n))
    B[:, 1:] = B[:, :1] + 0.1 * B[:, 1:]
    A = B.T @ B + 1e-3 * np.eye(n)
    w = A @ draw.uniform(-1.5, 1.5, n)
    f = held_by(A, w, np.ones(n))
    moves = w - A @ f
    assert np.all(np.abs(f) <= 1)
    for force, move in zip(f, moves, strict=True):
        assert abs(move) < 1e-8 if abs(force) < 1 else move * force > -1e-8
    assert 0 < np.sum(np.abs(f) < 1) < n, "some hold, some slide"


def test_a_place_that_cannot_move_does_not_blur_what_holds_the_others() -> None:
    """Two that pull at each other nearly as one: sweeps alone would take forever, so their equations have to be solved."""
    A = np.array([[1, 1 - 1e-6, 0], [1 - 1e-6, 1, 0], [0, 0, 0.0]])
    expected = np.array([0.5, -0.3, 0])
    assert held_by(A, A @ expected, np.ones(3)) == pytest.approx(expected, abs=1e-8)
