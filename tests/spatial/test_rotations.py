"""Turns about coordinate axes as arrays, against those of scalars."""

from __future__ import annotations

import numpy as np
import pytest

from linkwright.spatial.rotations import about
from tests.support.spatial import rot_x, rot_y, rot_z


@pytest.mark.parametrize("axis", range(3))
def test_turns_about_an_axis(axis: int) -> None:
    angles = np.random.default_rng(axis).uniform(-4, 4, (2, 3))
    found = about(axis, angles)
    assert found.shape == (2, 3, 3, 3)
    for at in np.ndindex(angles.shape):
        one = (rot_x, rot_y, rot_z)[axis](float(angles[at]))
        assert np.allclose(found[at], np.array([[float(x) for x in row] for row in one]), rtol=0, atol=1e-15)
    assert about(axis, 0.5).shape == (3, 3)
