"""Roots without a loop: all of those that NumPy finds, in ordinary and in degenerate cases."""

from __future__ import annotations

import numpy as np
import pytest

from tests.inverse.brute_force import Array
from tests.support.graph import Expr, Function, Graph, Port, lift
from tests.support.mechanics import Conic, conic_and_circle, quartic_roots

RNG = np.random.default_rng(7)
RANDOM = RNG.normal(size=(400, 6))


def points() -> Function:
    """Cosine, sine and condition of the four points of a conic."""
    graph = Graph()
    c = [Expr(graph, graph.symbol(f"c[{k}]")) for k in range(6)]
    nodes = [lift(graph, x).index for angle, cond in conic_and_circle(Conic(*c)) for x in (*angle, cond)]
    return Function.make(
        "points", graph, [Port("c", (6,), tuple(x.index for x in c))], [Port("p", (4, 3), tuple(nodes))]
    )


def on_circle(c: Array) -> Array:
    """The same by the eigenvalues of a matrix, as complex numbers."""
    xx, xy, yy, x, y, one = c
    p, q = (xx - yy) / 2, xy / 2
    z = np.roots([(p - 1j * q) / 2, (x - 1j * y) / 2, one + (xx + yy) / 2, (x + 1j * y) / 2, (p + 1j * q) / 2])
    return z[np.abs(np.abs(z) - 1) < 1e-6]


CASES = {
    "any": RANDOM,
    "lines": RANDOM * [0, 0, 0, 1, 1, 1],
    "almost lines": RANDOM * [1e-9, 1e-9, 1e-9, 1, 1, 1],
    "biquadratic": RANDOM * [1, 1, 1, 0, 0, 1],
    "symmetric": RANDOM * [1, 0, 1, 1, 0, 1],
    "four points": RANDOM * [1, 1, 1, 0.3, 0.3, 0.2],
    "half a turn": np.column_stack([RANDOM[:, :5], RANDOM[:, 3] - RANDOM[:, 0]]),
}


@pytest.mark.parametrize("case", CASES)
def test_conics_and_the_circle(case: str) -> None:
    found = points()(c=CASES[case])
    for own, c in zip(found, CASES[case], strict=True):
        mine, theirs = (own[:, 0] + 1j * own[:, 1])[own[:, 2] > 0], on_circle(c)
        assert len(mine) == len(theirs)
        assert np.allclose(np.abs(mine), 1, atol=1e-14)
        assert all(np.abs(mine - z).min() < 1e-6 for z in theirs)
        x, y = mine.real, mine.imag
        value = c @ np.array([x * x, x * y, y * y, x, y, np.ones_like(x)])
        assert np.all(np.abs(value) < 1e-14 * np.abs(c).sum())


@pytest.mark.parametrize("lost", [0, 1])
def test_real_roots_of_quartics(lost: int) -> None:
    """Also where the leading coefficient vanishes."""
    graph = Graph()
    c = [Expr(graph, graph.symbol(f"c[{k}]")) for k in range(5)]
    nodes = [lift(graph, x).index for pair in quartic_roots(c, 1.5) for x in pair]
    f = Function.make("roots", graph, [Port("c", (5,), tuple(x.index for x in c))], [Port("t", (4, 2), tuple(nodes))])
    coefficients = RANDOM[:, :5].copy()
    coefficients[:, 5 - lost :] = 0
    for own, row in zip(f(c=coefficients), coefficients, strict=True):
        theirs = np.roots(row[::-1])
        real = np.sort(theirs[np.abs(theirs.imag) < 1e-9].real)
        assert np.allclose(np.sort(own[own[:, 1] > 0, 0]), real, rtol=1e-7, atol=1e-9)
