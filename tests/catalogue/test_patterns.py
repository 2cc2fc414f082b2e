"""Patterns of serial chains: how many there are, and their exact ranks against singular values."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings

from tests.catalogue.chains import chains, float_jacobian, float_rank
from tests.support.catalogue import Chain, candidates, patterns


@pytest.mark.parametrize(("joints", "of", "kept"), [(3, 36, 27), (4, 164, 89), (5, 748, 243), (6, 3412, 569)])
def test_counts(joints: int, of: int, kept: int) -> None:
    assert sum(1 for _ in candidates(joints)) == of
    assert len(patterns(joints)) == kept


def test_tags_of_four_joints() -> None:
    assert Counter(c.mask for c in patterns(4)) == {"3T1R": 28, "2T2R": 47, "1T3R": 14}


def test_seven_joints() -> None:
    assert len(patterns(7, 1)) == 470
    assert {c.mask for c in patterns(7, 1)} == {"3T3R"}
    assert all(c.prismatic <= 1 for c in patterns(7, 1))


def test_order_is_that_of_tables() -> None:
    assert list(patterns(4)) == sorted(set(patterns(4)))


def check(chain: Chain, seed: int) -> None:
    J, own = float_jacobian(chain, seed), chain.freedom
    assert (own.rank, own.angular) == (float_rank(J), float_rank(J[3:])), chain.name
    assert own.motions == tuple((np.abs(J).max(axis=1) > 1e-9).tolist()), chain.name


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("joints", [3, 4, 5, 6, pytest.param(7, marks=pytest.mark.slow)])
def test_exact_rank_is_that_of_singular_values(joints: int, seed: int) -> None:
    """Of all candidates, the refused ones too."""
    patterns(joints)  # decides them all at once
    for chain in candidates(joints):
        check(chain, seed)


@given(chains())
@settings(deadline=None)
def test_exact_rank_of_random_chains(chain: Chain) -> None:
    """With free angles, U and S."""
    check(chain, 3)
