"""Order of solution, against brute force over all subsets of equations."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.model import Block, blocks_of, joined


def _smallest(used: np.ndarray, solved: set[int], left: set[int]) -> int:
    """Size of the smallest set of equations with as many unknowns as equations, by trying them all."""
    for count in range(1, len(left) + 1):
        for rows in combinations(sorted(left), count):
            unknowns = {k for i in rows for k in np.flatnonzero(used[i])} - solved
            if len(unknowns) == count:
                return count
    return 0


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 6), st.integers(0, 2**31), st.floats(0.05, 0.6))
def test_blocks_are_square_in_order_and_as_small_as_can_be(n: int, seed: int, share: float) -> None:
    rng = np.random.default_rng(seed)
    used = rng.random((n, n)) < share
    used[np.arange(n), rng.permutation(n)] = True  # solvable
    J = np.zeros((2, n, n + 3))
    J[:, :, 3:] = np.where(used, rng.uniform(0.5, 2, (2, n, n)), 0)
    J[:, :, :3] = rng.uniform(-1, 1, (2, n, 3))
    blocks = blocks_of(J, list(range(3, n + 3)), [str(i) for i in range(n)])
    assert sorted(r for b in blocks for r in b.rows) == list(range(n))
    assert sorted(k for b in blocks for k in b.rates) == list(range(3, n + 3))
    solved: set[int] = set()
    for b in blocks:
        assert len(b.rows) == len(b.rates)
        unknowns = {int(k) for i in b.rows for k in np.flatnonzero(used[i])} - solved
        assert unknowns == {k - 3 for k in b.rates}  # nothing else is needed
        assert _smallest(used, solved, set(b.rows)) == len(b.rows)  # it falls into no smaller blocks
        solved |= unknowns


def test_equations_that_cannot_be_matched_stay_together() -> None:
    J = np.zeros((1, 2, 2))
    J[0, :, 0] = 1
    assert blocks_of(J, [0, 1], ["a", "b"]) == (Block((0, 1), (0, 1), ("a", "b")),)


def test_blocks_of_one_loop_are_joined() -> None:
    blocks = [Block((0,), (4,), ("a",)), Block((2,), (5,), ("b",)), Block((1,), (3,), ("a",))]
    assert [(g.names, g.rows, g.rates) for g in joined(blocks)] == [
        (("b",), (2,), (5,)),
        (("a",), (0, 1), (3, 4)),
    ]
