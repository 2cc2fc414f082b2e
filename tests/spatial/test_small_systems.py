"""Small systems with every pattern of zeros, against NumPy."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from tests.support.spatial import solve, solve_transposed


@pytest.mark.parametrize("n", [1, 2, 3])
def test_small_systems_of_every_pattern(n: int) -> None:
    """All of them: random patterns seldom have the one equation with an unknown of its own that is not the first."""
    draw = np.random.default_rng(n)
    solved = 0
    for pattern in product((0, 1), repeat=n * n):
        A = np.reshape(pattern, (n, n)) * draw.uniform(1, 2, (n, n)) * draw.choice([-1, 1], (n, n))
        if np.linalg.matrix_rank(A) < n or np.linalg.cond(A) > 1e4:
            continue
        b, rows = draw.uniform(-1, 1, n), [[float(x) if x else 0 for x in row] for row in A]
        assert np.allclose(solve(rows, list(b)), np.linalg.solve(A, b))
        assert np.allclose(solve_transposed(rows, list(b)), np.linalg.solve(A.T, b))
        solved += 1
    assert solved == {1: 1, 2: 7, 3: 247}[n], "all patterns that have one entry in every row and column"


def test_a_larger_system_that_falls_apart() -> None:
    """Only what stays coupled has to be small."""
    A = np.diag([2.0, 3.0, 5.0, 7.0, 11.0]) + np.diag([1.0, -1.0, 2.0, -2.0], -1)
    A[0, 1] = 0.5
    b = np.arange(5.0)
    assert np.allclose(solve(A.tolist(), b.tolist()), np.linalg.solve(A, b))
    with pytest.raises(ValueError, match="up to three coupled"):
        solve((np.eye(4) + 1).tolist(), [1, 2, 3, 4])
