"""Square systems cut into blocks, and their solution, against NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.package import ModelError
from tests.support.spatial import blocks, inverse


@pytest.mark.parametrize("n", range(1, 8))
def test_solutions_both_ways(n: int) -> None:
    rng = np.random.default_rng(n)
    A = rng.normal(size=(n, n)) * (rng.uniform(size=(n, n)) < 0.7) + 3 * np.eye(n)[rng.permutation(n)]
    b = rng.normal(size=n)
    found = inverse(A.tolist(), A.tolist())
    assert np.allclose(np.array(found.solve(b.tolist()), dtype=float), np.linalg.solve(A, b))
    assert np.allclose(np.array(found.solve_transposed(b.tolist()), dtype=float), np.linalg.solve(A.T, b))


def test_numbers_choose_pivots() -> None:
    """The diagonal is zero: in the order given, elimination would divide by it."""
    A = np.eye(5)[[1, 2, 3, 4, 0]] + 1e-3 * np.triu(np.ones((5, 5)), 1)
    found = inverse(A.tolist(), A.tolist())
    assert np.allclose(np.array(found.solve([1, 2, 3, 4, 5]), dtype=float), np.linalg.solve(A, [1, 2, 3, 4, 5]))


@pytest.mark.parametrize("seed", range(20))
def test_blocks_are_triangular_and_as_small_as_hidden(seed: int) -> None:
    """A block triangular matrix whose rows and columns are shuffled is found again."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 4, 4)
    n = int(sizes.sum())
    pattern = np.zeros((n, n), dtype=bool)
    at = 0
    for size in sizes:
        pattern[at : at + size, at : at + size] = True
        pattern[at : at + size, :at] = rng.uniform(size=(size, at)) < 0.4
        at += size
    rows, columns = rng.permutation(n), rng.permutation(n)
    shuffled = pattern[rows][:, columns]
    found = blocks([set(np.flatnonzero(row).tolist()) for row in shuffled])
    assert sorted(len(r) for r, _ in found) == sorted(sizes.tolist())
    known: set[int] = set()
    for block_rows, block_columns in found:
        known |= set(block_columns)
        for r in block_rows:
            assert set(np.flatnonzero(shuffled[r]).tolist()) <= known
    assert len(known) == n


def test_a_row_without_an_unknown_of_its_own_is_said() -> None:
    with pytest.raises(ModelError, match="do not determine"):
        blocks([{0}, {0}])
