"""Series: from rest to rest, periodic, derivatives of each other."""

from __future__ import annotations

import numpy as np
import pytest

from linkwright.errors import InputError
from linkwright.identification.excitation.series import Series


@pytest.mark.parametrize("anchored", [False, True])
@pytest.mark.parametrize("harmonics", [2, 5])
def test_ends_are_at_rest(harmonics: int, anchored: bool) -> None:
    series = Series(7.0, harmonics, anchored)
    x = np.random.default_rng(0).normal(size=(series.free.shape[1], 3))
    for end in (0.0, 7.0):
        q, v, a = (rows @ series.free @ x for rows in series.rows(np.array([end])))
        assert np.allclose(v, 0, atol=1e-12)
        assert np.allclose(a, 0, atol=1e-11)
        assert np.allclose(q, 0, atol=1e-12) == anchored
    assert series.free.shape == (series.size, series.size - 2 - anchored)
    assert np.linalg.matrix_rank(series.free) == series.free.shape[1]


def test_rates_are_derivatives() -> None:
    series, h = Series(3.0, 4), 1e-5
    t = np.linspace(0.2, 2.8, 9)
    q, v, a = series.rows(t)
    later, earlier = series.rows(t + h), series.rows(t - h)
    assert np.allclose(v, (later[0] - earlier[0]) / (2 * h), atol=1e-6)
    assert np.allclose(a, (later[1] - earlier[1]) / (2 * h), atol=1e-5)
    assert np.allclose(series.rows(t + 3.0)[0], q)


@pytest.mark.parametrize(
    ("time", "harmonics", "said"),
    [(0.0, 5, "motion of 0 s"), (-1.0, 5, "-1 s"), (np.nan, 5, "nan"), (10, 0, "0 harmonics"), (10, 1, "1 harmonics")],
)
def test_nonsense_is_refused(time: float, harmonics: int, said: str) -> None:
    with pytest.raises(InputError, match=said):
        Series(time, harmonics)
