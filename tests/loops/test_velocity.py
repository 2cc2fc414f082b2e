"""Rates of closed mechanisms against differences of positions that Newton's method closes by world poses."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import linkwright as lw
from benchmarks.loops_robots import TABLES, build
from tests.support.graph import Graph, count_ops, lift, symbol
from tests.support.mechanics import Rates, coordinate_rates, residual, value_of
from tests.support.model import LOOP_KINDS
from tests.support.model import cut as cut_open

from .by_hand import branch, close, cut_by_hand, gaps
from .spatial import random_loop

NAMES = ("fourbar1", "fourbar2", "fourbarpris", "fourbar1turn", "fivebar1", "palh1m1", "palh3m1", "palh3m2_loops")
CUTS = {name: cut_by_hand(build(TABLES[name])) for name in NAMES}


def positions(name: str, share: float) -> np.ndarray:
    """A closed configuration between the start and the middle of the range."""
    cut, table = CUTS[name], TABLES[name]
    here = np.array([cut.start[k] for k in cut.coordinates.free_q])
    middle = (np.array(table.low) + np.array(table.high)) / 2
    return branch(cut, here + share * (middle - here))


@pytest.mark.parametrize("name", NAMES)
def test_residual_vanishes_where_world_poses_agree_and_not_elsewhere(name: str) -> None:
    q = positions(name, 0.4)
    cut = CUTS[name]
    assert np.abs(np.array(residual(cut, list(q)), dtype=float)).max() < 1e-12
    q[cut.coordinates.dependent_q[0]] += 1e-3
    assert np.abs(np.array(residual(cut, list(q)), dtype=float)).max() > 1e-5


@pytest.mark.parametrize("name", NAMES)
def test_rates_and_accelerations_are_those_of_differences(name: str) -> None:
    cut, q = CUTS[name], positions(name, 0.3)
    free = q[list(cut.coordinates.free_q)]
    n = len(free)
    W = np.array(Rates(cut, list(q)).W, dtype=float)
    for j in range(n):
        e = 1e-5 * np.eye(n)[j]
        numeric = (close(cut, free + e, q) - close(cut, free - e, q)) / 2e-5
        assert np.abs(W[:, j] - numeric).max() < 1e-8 * max(1, np.abs(W).max())
    v = np.random.default_rng(3).normal(size=n)
    found = np.array(Rates(cut, list(q)).bias(list(W @ v)), dtype=float)
    numeric = (close(cut, free + 1e-3 * v, q) - 2 * q + close(cut, free - 1e-3 * v, q)) / 1e-6
    assert np.abs(found - numeric).max() < 1e-4 * max(1, np.abs(found).max())


@pytest.mark.parametrize("name", NAMES)
def test_forces_are_projected_as_the_matrix_does(name: str) -> None:
    cut, q = CUTS[name], positions(name, 0.2)
    rates = Rates(cut, list(q))
    W = np.array(rates.W, dtype=float)
    rng = np.random.default_rng(1)
    tau = rng.normal(size=cut.tree.nv)
    assert np.allclose(np.array(rates.project(list(tau)), dtype=float), W.T @ tau, rtol=1e-12, atol=1e-12)
    v, a = rng.normal(size=(2, W.shape[1]))
    assert np.allclose(np.array(rates.velocities(list(v)), dtype=float), W @ v, rtol=1e-12, atol=1e-12)
    both = np.array(rates.accelerations(list(W @ v), list(a)), dtype=float)
    assert np.allclose(both, W @ a + np.array(rates.bias(list(W @ v)), dtype=float), rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", LOOP_KINDS)
def test_every_kind_of_closure_in_space(kind: str, seed: int) -> None:
    """Along rates and accelerations that should close, world poses drift apart with the third power of time only."""
    cut = cut_open(random_loop(seed, kind, 1 + seed % 2))
    q = np.array(cut.start)
    assert np.abs(np.array(residual(cut, list(q)), dtype=float)).max() < 1e-14
    W = np.array(Rates(cut, list(q)).W, dtype=float)
    v = W @ np.random.default_rng(seed).uniform(-1, 1, W.shape[1])
    v *= 0.3 / np.abs(v).max()
    a = np.array(Rates(cut, list(q)).bias(list(v)), dtype=float)
    scale = max(1.0, np.abs(a).max())

    def after(h: float) -> np.ndarray:
        """Runge and Kutta's method of fourth order."""

        def slope(t: float, x: np.ndarray) -> np.ndarray:
            return np.array(coordinate_rates(cut.tree, list(x), list(v + a * t)), dtype=float)

        k1 = slope(0, q)
        k2 = slope(h / 2, q + h / 2 * k1)
        k3 = slope(h / 2, q + h / 2 * k2)
        return q + h / 6 * (k1 + 2 * k2 + 2 * k3 + slope(h, q + h * k3))

    for h in (1e-2, 1e-3):
        assert np.abs(gaps(cut, after(h))).max() < 3 * scale**2 * h**3
        assert np.abs(np.array(residual(cut, list(after(h))), dtype=float)).max() < 3 * scale**2 * h**3
    off = q + np.random.default_rng(seed).normal(size=len(q)) * 1e-3
    assert np.abs(np.array(residual(cut, list(off)), dtype=float)).max() > 1e-5


@pytest.mark.parametrize("kind", ["pin", "weld"])
def test_forces_of_loops_in_space_are_projected_as_the_matrix_does(kind: str) -> None:
    """Blocks of four and more go through elimination, both ways."""
    cut = cut_open(random_loop(1, kind, 2))
    rates = Rates(cut, list(cut.start))
    W = np.array(rates.W, dtype=float)
    tau = np.random.default_rng(1).normal(size=cut.tree.nv)
    assert max(len(b.labels) for b in rates.blocks) > 3
    assert np.allclose(np.array(rates.project(list(tau)), dtype=float), W.T @ tau, rtol=1e-9)


def bent_fourbar(first: float, second: float, third: float) -> dict[str, object]:
    """Of bars that are bent by angles with names: whatever these are, its pins are where those of straight bars are."""
    return {
        "linkwright": 1, "name": "bent",
        "parameters": {"l1": 2.5, "l2": 1, "l3": 2, "l4": 1.8, "d1": first, "d2": second, "d3": third},
        "joints": {
            "a": {"type": "revolute", "child": "A", "actuated": True},
            "b": {"type": "revolute", "parent": "A", "child": "B", "xyz": ["l2*cos(d1)", "l2*sin(d1)", 0]},
            "c": {"type": "revolute", "child": "C", "xyz": ["l1*cos(d2)", "l1*sin(d2)", 0], "rpy": [0, 0, "d2"]},
        },
        "bodies": {n: {"mass": 1} for n in "ABC"},
        "frames": {
            "tb": {"body": "B", "xyz": ["l3*cos(d3)", "l3*sin(d3)", 0]},
            "tc": {"body": "C", "xyz": ["l4*cos(d1 + d3)", "l4*sin(d1 + d3)", 0]},
        },
        "close": {"pin": {"kind": "pin", "first": "tb", "second": "tc"}},
        "start": {"a": 1.0 + second - first, "b": -0.5 + first - third, "c": 1.2 - first - third},
    }  # fmt: skip


angles = st.floats(-3, 3)


@given(angles, angles, angles)
def test_bars_bent_by_named_angles_move_as_those_bent_by_numbers(first: float, second: float, third: float) -> None:
    """Lengths and angles are told apart in a product of two sides: its angle is the difference of theirs."""
    robot = lw.load(bent_fourbar(first, second, third))
    named, numeric = cut_open(robot, "symbolic"), cut_open(robot)
    q = list(numeric.start)
    W = np.array(Rates(numeric, q).W, dtype=float)
    assert np.allclose([[value_of(named, x) for x in row] for row in Rates(named, q).W], W, rtol=1e-9)
    v = list(W[:, 0])
    assert np.allclose([value_of(named, x) for x in Rates(named, q).bias(v)], Rates(numeric, q).bias(v), rtol=1e-9)


FLOPS = {"fourbar1": 29, "fourbar2": 0, "fourbarpris": 25, "fourbar1turn": 29, "fivebar1": 44, "palh1m1": 141}
"""Additions, products and divisions for W and the bias together, lengths as numbers."""


@pytest.mark.parametrize("name", FLOPS)
def test_operations(name: str) -> None:
    cut, graph = CUTS[name], Graph()
    q = [symbol(f"q[{k}]", graph) for k in range(cut.tree.nq)]
    v = [symbol(f"v[{k}]", graph) for k in range(cut.tree.nv)]
    rates = Rates(cut, q)
    roots = [lift(graph, x).index for x in [e for row in rates.W for e in row] + rates.bias(v)]
    assert count_ops(graph, roots).flops <= FLOPS[name]
