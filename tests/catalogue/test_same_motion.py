"""Chains with the same motion."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from tests.catalogue.chains import Array, float_jacobian, float_rank
from tests.support.catalogue import Chain, general_models, patterns, same_motions, variants


def found(joints: int) -> dict[str, str]:
    return {a.name: b.name for a, b in same_motions(patterns(joints)).items()}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("R=P=R", "P=R=R"),  # a cylinder
        ("R=R+R", "R+R=R"),  # the other end
        ("P+P=R", "P+P+R"),  # two sliders change places
        ("P+R=P", "P+P+R"),  # a cylinder, then two sliders
    ],
)
def test_moves(one: str, other: str) -> None:
    assert found(3)[one] == other


def test_others_are_apart() -> None:
    assert not {"P+R+P", "P+P90+R", "R+P90+R", "R+P+R", "P+R=R"} & set(found(3))


def generated(chain: Chain) -> int:
    """Dimension of the Lie algebra that the chain's screws generate: brackets until nothing is new."""
    screws = [J / np.linalg.norm(J) for J in float_jacobian(chain, 7).T]
    while True:
        more = [bracket(a, b) for a, b in combinations(screws, 2)]
        basis = np.linalg.svd(np.array([*screws, *more]))[2][: float_rank(np.array([*screws, *more]))]
        if len(basis) == float_rank(np.array(screws)):
            return len(basis)
        screws = list(basis)


def bracket(a: Array, b: Array) -> Array:
    return np.concatenate([np.cross(a[3:], b[:3]) + np.cross(a[:3], b[3:]), np.cross(a[3:], b[3:])])


def test_what_motions_have_in_common() -> None:
    """The same numbers of joints, freedoms, and dimension of the group that the motion fills."""
    for table in (patterns(3), patterns(4), general_models(4), variants(4)):
        same = same_motions(table)
        for one, other in same.items():
            assert other < one
            assert other not in same
            assert sorted(one.word) == sorted(other.word)
            assert (one.mask, len(one.angles)) == (other.mask, len(other.angles))
            assert generated(one) == generated(other), (one.name, other.name)


def test_chains_with_u_are_not_turned_around() -> None:
    same = {a.name: b.name for a, b in same_motions(variants(4)).items()}
    assert same["U=R=P"] == "U=P=R"
    assert not {"R=U=P", "P=U=R", "R=R=U", "U=R=R"} & set(same)
