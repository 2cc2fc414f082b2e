"""Closed robots by brute force: positions by Newton's method in numbers, W as a null space of Jacobians of the tree."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import linkwright as lw
from benchmarks.loops_robots import Table
from tests.support.model import Robot, cut
from tests.support.model import solving_solve as solve


@dataclass(frozen=True)
class State:
    """A closed state of free coordinates, and what follows from it for the tree."""

    q: np.ndarray
    theta: np.ndarray
    v: np.ndarray
    a: np.ndarray
    tree_q: np.ndarray
    W: np.ndarray
    dW: np.ndarray
    """dW/dt."""

    @property
    def tree_v(self) -> np.ndarray:
        return self.W @ self.v

    @property
    def tree_a(self) -> np.ndarray:
        return self.W @ self.a + self.dW @ self.v


def states(robot: Robot, table: Table, count: int, seed: int = 1) -> list[State]:
    rng = np.random.default_rng(seed)
    low, high = np.array(table.low), np.array(table.high)
    n = len(low)
    found: list[State] = []
    where = cut(robot).coordinates
    gaps = _gaps(robot)
    guess = None
    for _ in range(count):
        q = rng.uniform(low, high)
        guess = np.asarray(solve(robot, q, guess))
        v, a = rng.uniform(-1, 1, n), rng.uniform(-1, 1, n)
        W = _null(gaps, guess, where.free_v)
        step = 1e-6
        ahead, behind = (_null(gaps, np.asarray(solve(robot, q + s * v, guess)), where.free_v) for s in (step, -step))
        found.append(
            State(q, guess[list(where.dependent_q)], v, a, guess, W, (ahead - behind) / (2 * step)),
        )
    return found


def _gaps(robot: Robot):  # type: ignore[no-untyped-def]
    """Distance of the two frames of every loop, and the couplings, by the tree's forward kinematics."""
    ends = [
        (lw.derive(robot.tree, "jacobian", frame=x.first), lw.derive(robot.tree, "jacobian", frame=x.second))
        for x in robot.loops
    ]
    return ends, cut(robot)


def _null(gaps, q: np.ndarray, free: tuple[int, ...]) -> np.ndarray:  # type: ignore[no-untyped-def]
    """Rates of the tree that keep the loops closed, per free rate: the null space of what opens them."""
    from tests.support.graph import gradient

    ends, own = gaps
    rows = [np.asarray(second(q=q) - first(q=q))[:3] for first, second in ends]
    names = [f"q[{k}]" for k in range(len(q))]
    for f in own.followers:
        row = -np.array([float(_value(g, q)) for g in gradient(f.value, names)])
        row[f.iv] += 1
        rows.append(row[None])
    J = np.concatenate(rows)
    _, s, V = np.linalg.svd(J)
    N = V[int(np.sum(s > 1e-9 * s[0])) :].T
    return N @ np.linalg.inv(N[list(free)])


def _value(e, q: np.ndarray) -> float:  # type: ignore[no-untyped-def]
    from tests.support.graph import evaluate

    return float(evaluate(e.graph, [e.index], {f"q[{k}]": float(x) for k, x in enumerate(q)})[0])
