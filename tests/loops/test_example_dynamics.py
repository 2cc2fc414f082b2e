"""Inverse dynamics of every example, over the whole range of its motors, against the tree's and differences of closed poses.

tau = W' tau_tree(q, W v, W a + dW/dt v), with W from differences of the tests' own closing equations: the derived functions
choose the assembly mode, solve the loops and project, and all of that is asked here far from the start.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw
from tests.readers.closing import Closing
from tests.readers.numeric import Array
from tests.readers.test_loop_examples import MECHANISMS

EXAMPLES = Path(__file__).parents[2] / "examples" / "loops"
SMALL = ("bennett", "fivebar1", "fourbar", "fourbar1", "fourbar1turn", "fourbar2", "fourbarpris", "geared_arm", "rack_pinion",
         "sarrus", "slider_crank", "spherical_fourbar")  # fmt: skip
LARGE = ("exoskeleton", "palh1m1", "palh3m1", "palh3m2", "picker2Dm1", "picker2Dm2")
FREE = {"rack_pinion": ("pinion", "swing")}  # the swing has no motor, and moves on its own


def rates(closing: Closing, q: dict[str, float], free: list[str]) -> Array:
    """W: rates of the tree per rate of the free coordinates."""
    rest = [n for n in closing.names if n not in free]
    solved = np.linalg.lstsq(closing.jacobian(q, rest, 1e-5), -closing.jacobian(q, free, 1e-5), rcond=1e-9)[0]
    rows = {**dict(zip(free, np.eye(len(free)), strict=True)), **dict(zip(rest, solved, strict=True))}
    return np.array([rows[n] for n in closing.names])


def expected(closing: Closing, tree: Any, q: dict[str, float], free: list[str], v: Array, a: Array) -> Array:
    W = rates(closing, q, free)
    moved: list[Array] = []
    for step in (1e-5, -1e-5):
        near = {n: q[n] + step * x for n, x in zip(closing.names, W @ v, strict=True)}
        moved.append(rates(closing, closing.solve(near, {n: near[n] for n in free}, 1e-13), free))
    dW = (moved[0] - moved[1]) / 2e-5
    tau = tree(q=[q[n] for n in closing.names], v=W @ v, a=W @ a + dW @ v)
    return W.T @ np.asarray(tau["tau"] if isinstance(tau, dict) else tau, dtype=float).ravel()


@pytest.mark.parametrize("name", [*SMALL, *(pytest.param(n, marks=pytest.mark.slow) for n in LARGE)])
def test_inverse_dynamics_over_the_range(name: str) -> None:
    robot = lw.load(EXAMPLES / f"{name}.yaml")
    closing, free = Closing(robot), list(FREE.get(name, robot.actuated))
    start = closing.start()
    home = closing.solve(start, {n: start[n] for n in free})
    f, tree = lw.derive(robot, "inverse_dynamics"), lw.derive(robot.tree, "inverse_dynamics")
    ranges = MECHANISMS[name][2] if name in MECHANISMS else {n: (start[n] - 0.5, start[n] + 0.8) for n in free}
    rng = np.random.default_rng(3)
    for _ in range(3):
        q = closing.walk(home, {n: float(rng.uniform(*ranges[n])) for n in free}, 8)
        v, a = rng.normal(size=(2, len(free)))
        given = {"theta": [q[n] for n in closing.names if n not in free]} if "theta" in f.inputs else {}
        found = f(q=[q[n] for n in free], v=v, a=a, **given)
        tau = np.asarray(found["tau"] if isinstance(found, dict) else found, dtype=float).ravel()
        wanted = expected(closing, tree, q, free, v, a)
        assert np.abs(tau - wanted).max() < 1e-5 * (1 + np.abs(wanted).max())


def test_every_example_is_asked() -> None:
    assert {p.stem for p in EXAMPLES.glob("*.yaml")} == {*SMALL, *LARGE}
