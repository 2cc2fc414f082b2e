"""General models and variants with U and S."""

from __future__ import annotations

import pytest

from tests.support.catalogue import Chain, general_models, general_of, patterns, variants, variants_of


def test_six_turning_joints() -> None:
    """23 patterns become 8 general models: the places of the last two changes of direction, without those that lose rank."""
    assert sum(c.word == "RRRRRR" for c in patterns(6)) == 23
    assert [c.name for c in general_models(6, 0)] == [
        "R+R=R+R=R=R",
        "R+R=R=R+R=R",
        "R~R+R+R=R=R",
        "R~R+R=R+R=R",
        "R~R+R=R=R+R",
        "R~R~R+R+R=R",
        "R~R~R+R=R+R",
        "R~R~R~R+R+R",
    ]


@pytest.mark.parametrize(
    ("pattern", "general"),
    [
        ("R=R+R+R", "R~R+R+R"),
        ("R=R=R=P", "R=R=R=P"),
        ("R+R", "R+R"),
        ("R+P+R+R+R", "R~Pf~R+R+R"),  # R and R are parallel across P: the last two changes are both behind
        ("R+P90+R+R", "R+P90+R+R"),  # perpendicular across P: the first change is before it
        ("P+R+R+R", "P~R+R+R"),
        ("R=P+P90+P", "R~Pf+P90+P"),
        ("P+P90+P", "P+P90+P"),
    ],
)
def test_wrist_rule(pattern: str, general: str) -> None:
    assert general_of(Chain.parse(pattern)).name == general


def test_counts() -> None:
    assert [len(general_models(n)) for n in (3, 4, 5, 6)] == [27, 85, 210, 332]
    assert [len(variants(n)) for n in (3, 4, 5, 6)] == [7, 39, 157, 408]


def test_nothing_is_lost() -> None:
    """General models and variants keep the motions; a general model is its pattern with free angles."""
    for n in (3, 4, 5):
        for chain in (*general_models(n), *variants(n)):
            assert chain.freedom.rank == n
        for pattern in patterns(n):
            free = general_of(pattern)
            assert free.mask == pattern.mask
            pairs = zip(pattern.rows, free.rows, strict=True)
            assert all(y in (x, x._replace(alpha=None), x._replace(alpha=None, theta=None)) for x, y in pairs)


def test_variants_of_an_arm() -> None:
    """The words of the known database; S~S is not among them: it turns about the line between its centres twice."""
    arm = Chain.parse("R~R~R~R+R+R")
    found = variants_of((arm,))[arm]
    assert {chain.name for chain in found} == {"R~R~R~S", "R~R~S+R", "R~S+U", "R~U~S", "U~R~S", "U~S+R"}
    assert all(chain.level == "variant" for chain in found)


def test_an_arm_whose_axes_cannot_meet_has_no_variant() -> None:
    scara = Chain.parse("R=R=R=P")
    assert variants_of((scara,))[scara] == ()
