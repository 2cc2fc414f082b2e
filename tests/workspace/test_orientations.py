"""Directions that stand for all: rotations, spread evenly over the sphere."""

from __future__ import annotations

import numpy as np

from linkwright.workspace.orientations import directions


def test_directions_are_rotations_that_fill_the_sphere() -> None:
    turns = directions(400)
    assert np.allclose(turns @ turns.swapaxes(1, 2), np.eye(3))
    assert np.allclose(np.linalg.det(turns), 1)
    aim = turns[:, :, 2]
    assert np.allclose(aim.mean(axis=0), 0, atol=5e-3)
    assert np.allclose(aim.T @ aim / len(aim), np.eye(3) / 3, atol=5e-3), "second moments of a sphere"
