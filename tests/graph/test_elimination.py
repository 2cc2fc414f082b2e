"""Ranks of many matrices in a prime field, against ranks that are known by construction."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.graph import PRIMES, ranks_modulo


@pytest.mark.parametrize(("p", "kind"), [(2**31 - 1, np.int64), (101, np.int64), (PRIMES[0], object)])
def test_products_of_unit_triangles(p: int, kind: type) -> None:
    """L U with ones on r places of the diagonals has rank r in every field; columns in any order."""
    rng = np.random.default_rng(1)
    expected, matrices = [], []
    for _ in range(200):
        rank = int(rng.integers(0, 6))
        L, U = np.tril(rng.integers(0, 90, (6, 6)), -1) + np.eye(6, dtype=int), np.triu(rng.integers(0, 90, (6, 9)), 1)
        U[range(6), range(6)] = 1
        matrices.append((L[:, :rank] @ U[:rank])[rng.permutation(6)][:, rng.permutation(9)])
        expected.append(rank)
    stacked = np.array(matrices).astype(kind)
    assert ranks_modulo(stacked, p).tolist() == expected
    assert ranks_modulo(stacked.transpose(0, 2, 1), p).tolist() == expected


def test_no_matrix_and_no_column() -> None:
    assert ranks_modulo(np.zeros((0, 3, 3), np.int64), 7).tolist() == []
    assert ranks_modulo(np.zeros((2, 3, 0), np.int64), 7).tolist() == [0, 0]
    assert ranks_modulo(np.full((2, 3, 3), 7), 7).tolist() == [0, 0]
