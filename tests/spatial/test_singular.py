"""Condition numbers as straight-line code, against LAPACK."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.spatial import condition_number, orthogonal


@given(st.integers(1, 6), st.integers(1, 7), st.integers(0, 10**6), st.floats(-4, 0))
@settings(max_examples=60, deadline=None)
def test_condition_numbers_are_those_of_lapack(rows: int, columns: int, seed: int, power: float) -> None:
    rng = np.random.default_rng(seed)
    A: Any = rng.normal(size=(rows, columns))
    A[:, 0] = A[:, 0] * 10**power + A[:, -1]
    if np.linalg.matrix_rank(A, 1e-6) == min(A.shape):
        assert float(condition_number(A.tolist())) == pytest.approx(np.linalg.cond(A), rel=1e-6)


@given(st.integers(1, 6), st.integers(1, 7), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_systems_of_any_shape_are_those_of_least_squares(rows: int, columns: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    A, b = rng.normal(size=(rows, columns)), rng.normal(size=rows)
    expected = np.linalg.lstsq(A, b)[0]
    found = np.array(orthogonal(A.tolist()).solve(b.tolist()), dtype=float)
    np.testing.assert_allclose(found, expected, atol=1e-9 * np.linalg.cond(A) * (1 + np.abs(expected).max()))
