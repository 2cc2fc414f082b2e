"""Arms with a spherical wrist: all solutions, against products of exponentials of our own and searches from many starts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings

from tests.inverse.brute_force import Arm, Array, Axis, gap
from tests.inverse.random_arms import KINDS, LIE, turned, wrist_arm, wrist_arms
from tests.support.package import QuantityError

EXAMPLES = Path(__file__).parents[2] / "examples"
X, Y, Z = np.eye(3)


def home(*p: float) -> Array:
    found = np.eye(4)
    found[:3, 3] = p
    return found


def turns(*axes: tuple[Array, tuple[float, float, float]]) -> tuple[Axis, ...]:
    return tuple(Axis("R", h, np.array(p, dtype=float)) for h, p in axes)


PUMA = Arm(
    turns(
        (Z, (0, 0, 0)), (Y, (0, 0, 0.67)), (Y, (0.43, 0.15, 0.67)),
        (Z, (0.41, 0.15, 1.1)), (Y, (0.41, 0.15, 1.1)), (Z, (0.41, 0.15, 1.1)),
    ),
    home(0.41, 0.15, 1.2),
)  # fmt: skip
KR = Arm(
    turns(
        (-Z, (0, 0, 0)), (Y, (0.025, 0, 0.4)), (Y, (0.025, 0, 0.855)),
        (-X, (0.445, 0, 0.89)), (Y, (0.445, 0, 0.89)), (-X, (0.445, 0, 0.89)),
    ),
    home(0.525, 0, 0.89),
)  # fmt: skip
STANFORD = Arm(
    (
        *turns((Z, (0, 0, 0)), (Y, (0, 0, 0.4))),
        Axis("P", X, np.zeros(3)),
        *turns((X, (0.2, 0.15, 0.4)), (Y, (0.2, 0.15, 0.4)), (X, (0.2, 0.15, 0.4))),
    ),
    home(0.3, 0.15, 0.4),
)


CONDITION = 1e4
"""Of the Jacobian, beyond which branches are nearer to each other than rounding tells apart."""


def states(arm: Arm, count: int, seed: int = 0) -> Array:
    """Coordinates away from singularities."""
    q = np.random.default_rng(seed).uniform(-3, 3, (4 * count, len(arm.axes)))
    return q[np.linalg.cond(arm.jacobian(q)) < CONDITION][:count]


def check(arm: Arm, q: Array) -> Array:
    """Solutions at the poses of q: every row reaches the pose, q is one of them, they are distinct; their number per pose."""
    pose = arm.pose(q)
    found = arm.solve()(pose=pose)
    rows, turning = found["solutions"], np.array([a.kind == "R" for a in arm.axes])
    there = np.isfinite(rows).all(axis=-1)
    assert np.array_equal(there.sum(axis=-1), found["count"])
    assert np.array_equal(there, np.isfinite(found["residual"]))
    for n, (own, exists) in enumerate(zip(rows, there, strict=True)):
        kept = own[exists]
        error = np.abs(arm.pose(kept) - pose[n]).max(axis=(1, 2))
        assert np.all(error < 1e-7)
        assert np.allclose(error, found["residual"][n][exists], atol=1e-11)
        assert gap(kept, q[n], turning).min(initial=9) < 1e-5
        assert np.all(np.abs(kept[:, turning]) <= np.pi)
        assert all(gap(a, b, turning) > 1e-7 for k, a in enumerate(kept) for b in kept[:k])
    return found["count"]


@given(wrist_arms)
@settings(max_examples=12, deadline=None)
def test_random_arms(arm: Arm) -> None:
    q = states(arm, 20)
    assume(len(q) == 20)
    check(arm, q)


@pytest.mark.slow
@given(wrist_arms)
@settings(max_examples=300, deadline=None)
def test_many_random_arms(arm: Arm) -> None:
    q = states(arm, 30)
    assume(len(q) == 30)
    check(arm, q)


@pytest.mark.slow
@pytest.mark.parametrize("kinds", KINDS)
@pytest.mark.parametrize("lie", LIE)
def test_none_is_lost(kinds: str, lie: str) -> None:
    """As many solutions as Newton's method finds from many starts."""
    arm = wrist_arm(kinds, lie, straight=False, seed=5)
    q = states(arm, 4)
    if len(q) < 4:
        pytest.skip("these joints cannot carry a point anywhere")
    found = arm.solve()(pose=arm.pose(q))
    for n in range(len(q)):
        assert len(arm.search(arm.pose(q)[n], 300)) <= found["count"][n]


@pytest.mark.parametrize(("arm", "most"), [(PUMA, 8), (KR, 8), (STANFORD, 8)])
def test_arms_of_the_books(arm: Arm, most: int) -> None:
    assert check(arm, states(arm, 200)).max() == most


@pytest.mark.parametrize("arm", [PUMA, KR, STANFORD])
def test_the_tool_may_be_the_base(arm: Arm) -> None:
    """Seen from the other end the wrist comes first."""
    check(turned(arm), states(turned(arm), 50))


def test_no_solution_is_out_of_reach() -> None:
    far = np.array(home(9, 0, 0))
    found = PUMA.solve()(pose=far)
    assert found["count"] == 0
    assert np.all(np.isnan(found["solutions"]))


@pytest.mark.parametrize("bad", [2 * np.eye(3), np.diag([1, 1, -1]), np.full((3, 3), np.nan), np.zeros((3, 3))])
def test_what_is_no_rotation_has_no_solution(bad: Array) -> None:
    pose = PUMA.pose(states(PUMA, 1))[0].copy()
    pose[:3, :3] = bad
    assert PUMA.solve()(pose=pose)["count"] == 0


def test_a_rotation_is_one_in_millimetres_too() -> None:
    """The error of a position is relative to its size, that of a rotation is not."""
    big = Arm(tuple(Axis(a.kind, a.h, 1000 * a.p) for a in PUMA.axes), home(*(1000 * PUMA.home[:3, 3])))
    pose = big.pose(states(big, 1))[0]
    assert big.solve()(pose=pose)["count"] == 8
    pose[:3, :3] *= 1.0001
    assert big.solve()(pose=pose)["count"] == 0


def test_a_singular_home_has_solutions() -> None:
    """Fourth and sixth axis in line: any sum of their angles serves, one is given."""
    found = KR.solve()(pose=KR.home)
    assert found["count"] >= 1
    good = found["solutions"][np.isfinite(found["residual"])]
    assert np.allclose(KR.pose(good), KR.home, atol=1e-9)


def test_the_reason_is_told() -> None:
    arm = Arm((*PUMA.axes[:5], Axis("R", Z, np.array([0.41, 0.15 + 3e-6, 1.1]) + 1e-3 * X)), PUMA.home)
    with pytest.raises(QuantityError, match=r"'j5' and 'j6' miss each other by 0\.001 m"):
        arm.solve()


def test_axes_that_meet_in_two_points_are_told_as_such() -> None:
    """Neighbours meet to rounding: that is not what is wrong."""
    axes = (*PUMA.axes[:5], Axis("R", Z, PUMA.axes[4].p + 2e-4 * PUMA.axes[4].h))
    with pytest.raises(QuantityError, match=r"'j4' and 'j6' meet 'j5' in points 0\.0002 m apart"):
        Arm(axes, PUMA.home).solve()


def test_kernels_say_how() -> None:
    assert PUMA.solve().facts["family"] == "spherical wrist"
    assert "given" not in PUMA.solve().inputs
