"""Base parameters of a parallel robot, counted by singular values of regressors at many states."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import linkwright as lw
from tests.support.graph import Function

Array = NDArray[np.float64]

FILE = Path(__file__).parents[2] / "examples" / "parallel" / "4puu.yaml"
VALUES = np.array([9.81, 0.9, 0.15, 0.3, 0.7, 1.5, 0.1, 0.5, 2])
"""g, rb, rp, l2, l4 and four masses, as the file has them."""
LENGTHS = 5


@pytest.fixture(scope="module")
def robot() -> lw.ClosedRobot:
    found = lw.load(FILE)
    assert isinstance(found, lw.ClosedRobot)
    return found


def states(count: int) -> list[dict[str, Array]]:
    """Platform poses around the start, with rates and accelerations."""
    rng = np.random.default_rng(count)
    q = [0.02, -0.03, 0.25, 0.1] + rng.uniform(-1, 1, (count, 4)) * [0.15, 0.15, 0.12, 0.4]
    v, a = rng.uniform(-2, 2, (2, count, 4))
    return [{"q": q[k], "v": v[k], "a": a[k]} for k in range(count)]


def other_values(count: int) -> Array:
    return VALUES * (1 + np.random.default_rng(1).uniform(-0.07, 0.07, (count, len(VALUES))))


def rank(Y: Array) -> int:
    """The number of singular values above a gap of ten digits."""
    assert np.isfinite(Y).all()
    values = np.linalg.svd(Y / np.linalg.norm(Y, axis=0), compute_uv=False)
    count = int(np.sum(values > 1e-9 * values[0]))
    assert values[count - 1] > 1e-4 * values[0]
    assert np.all(values[count:] < 1e-14 * values[0])
    return count


def with_symbols(robot: lw.ClosedRobot, quantity: str) -> Function:
    return lw.derive(robot, quantity, symbolic="*")


def test_with_lengths_in_numbers_there_are_as_many_as_the_rank(robot: lw.ClosedRobot) -> None:
    own, general = lw.derive(robot, "base_regressor"), with_symbols(robot, "base_regressor")
    by_symbols = np.vstack([general(**s, parameters=VALUES[:LENGTHS]) for s in states(120)])
    assert rank(np.vstack([own(**s) for s in states(120)])) == next(iter(own.outputs.values())).shape[1] == 17
    assert rank(by_symbols) == 17


def test_with_lengths_as_symbols_a_dependency_of_all_lengths_is_found(robot: lw.ClosedRobot) -> None:
    """One needs square roots that the first point of a prime field lacks: the rules alone leave 22. What depends on lengths is
    left alone, so that more remain than at given lengths; of those that hold for all lengths two more are in the rank."""
    Y = with_symbols(robot, "base_regressor")
    every = [Y(**s, parameters=p[:LENGTHS]) for p in other_values(8) for s in states(40)]
    assert 19 == rank(np.vstack(every)) <= next(iter(Y.outputs.values())).shape[1] <= 21


def test_they_give_the_forces_of_any_lengths_and_masses(robot: lw.ClosedRobot) -> None:
    forces, Y, base = (with_symbols(robot, n) for n in ("inverse_dynamics", "base_regressor", "base_parameters"))
    for p, s in zip(other_values(10), states(10), strict=True):
        expected = forces(**s, parameters=p)
        np.testing.assert_allclose(
            Y(**s, parameters=p[:LENGTHS]) @ base(parameters=p), expected, rtol=1e-10, atol=1e-10
        )
