"""Dynamics in free coordinates against the tree's, projected in numbers."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import linkwright as lw
from benchmarks.loops_robots import TABLES, build
from tests.loops.brute import State, states

SMALL = [
    *("fourbar1", "fourbar2", "fourbarpris", "fourbar1turn", "fivebar1"),
    *(pytest.param(name, marks=pytest.mark.slow) for name in ("picker2Dm1", "palh1m1", "palh3m1", "exoskeleton")),
]


@cache
def robot_and_states(name: str) -> tuple[lw.Robot, list[State]]:
    robot = build(TABLES[name])
    return robot, states(robot, TABLES[name], 3)


def close(a: np.ndarray, b: np.ndarray, tolerance: float = 1e-9) -> None:
    assert np.abs(a - b).max() <= tolerance * max(1.0, np.abs(b).max())


def call(f: lw.Function, s: State) -> np.ndarray:
    whole = f.facts["closure"] == "tree"
    values = {
        "q": s.tree_q if whole else s.q,
        "theta": s.theta,
        "v": s.tree_v if whole else s.v,
        "a": s.tree_a if whole else s.a,
    }
    return np.asarray(f(**{n: values[n] for n in f.inputs}))


WAYS = [
    {"closure": "tree"},
    {"closure": "given"},
    {"closure": "explicit", "form": "trigonometric"},
    {"closure": "explicit", "form": "direct"},
]


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("method", ["projection", "planar", "lagrange"])
def test_inverse_dynamics_is_the_tree_s_projected(name: str, method: str) -> None:
    robot, closed = robot_and_states(name)
    tree = lw.derive(robot.tree, "inverse_dynamics")
    for options in WAYS if method == "planar" else WAYS[1:3]:
        f = lw.derive(robot, "inverse_dynamics", method, **options)
        for s in closed:
            expected = s.W.T @ tree(q=s.tree_q, v=s.tree_v, a=s.tree_a)
            close(call(f, s), expected, 1e-8)  # dW/dt is a difference there


@pytest.mark.parametrize("name", SMALL)
def test_mass_matrix_and_gravity_are_the_tree_s_projected(name: str) -> None:
    robot, closed = robot_and_states(name)
    M, g = lw.derive(robot.tree, "mass_matrix"), lw.derive(robot.tree, "gravity")
    for options in WAYS:
        own_M, own_g = lw.derive(robot, "mass_matrix", **options), lw.derive(robot, "gravity", **options)
        for s in closed:
            close(call(own_M, s), s.W.T @ M(q=s.tree_q) @ s.W)
            close(call(own_g, s), s.W.T @ g(q=s.tree_q))
