"""Closed mechanisms in numbers, by hand: cut open without the analysis of the room, closed by Newton's method on the world
poses of the two places of every loop (least squares, all rows). The independent root of the tests of closures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.support.graph import Expr, Graph, copy_nodes, evaluate
from tests.support.mechanics import link_transforms
from tests.support.model import (
    BASE,
    COORDINATE,
    LOOP_KINDS,
    Closure,
    Coordinates,
    Cut,
    Follower,
    Place,
    Robot,
    Tree,
    parametrised_tree,
    substitute,
)
from tests.support.spatial import Transform


def cut_by_hand(robot: Robot, start: Sequence[float] | None = None, modes: dict[str, Any] | None = None) -> Cut:
    """All loops planar pins; free joints are the actuated ones; numbers for parameters. Start near that of the robot."""
    values = {n: p.value for n, p in robot.parameters.items() if p.value is not None}
    robot = substitute(robot, values)
    tree = parametrised_tree(robot.tree).tree
    offsets = robot.tree.offsets
    free = tuple(sorted(offsets[n][0] for n in robot.actuated))
    dependent = tuple(k for k in range(tree.nq) if k not in free)
    closures = tuple(_planar(tree, x.name, x.first, x.second, (modes or {}).get(x.name)) for x in robot.loops)
    graph = Graph()
    symbols = {COORDINATE.format(n): graph.symbol(f"q[{iq}]") for n, (iq, _) in offsets.items()}
    followers = tuple(
        Follower(c.name, *offsets[c.joint], Expr(graph, copy_nodes(c.value.graph, graph, [c.value.index], symbols)[0]))
        for c in robot.couplings
    )
    coordinates = Coordinates(free, dependent, free, dependent)
    near = [0.0] * tree.nq
    for name, x in robot.start.items():
        near[offsets[name][0]] = float(x)
    if start is not None:
        near = list(start)
    open_cut = Cut(tree, closures, followers, coordinates, free, tuple(near))
    return Cut(tree, closures, followers, coordinates, free, tuple(close(open_cut, [near[k] for k in free], near)))


def _planar(tree: Tree, name: str, first: str, second: str, mode: Any) -> Closure:
    a, b = tree.frames[first], tree.frames[second]
    paths = [tree.path(p.link) if p.link != BASE else [] for p in (a, b)]
    common = [x for x in paths[0] if x in paths[1]]
    on = common[-1] if common else BASE
    outward = [x for path in paths for x in path[len(common) :] if tree.links[x].kind == "revolute"]
    axes = Place(on, Transform(tree.links[outward[0]].X.R))
    return Closure(name, "pin", a, b, axes, (0, 1), True, mode)


_TURNS = {
    "point": [], "universal": [(2, 0)], "pin": [(0, 2), (1, 2)], "cylinder": [(0, 2), (1, 2)],
    "slider": [(1, 0), (2, 0), (2, 1)], "weld": [(1, 0), (2, 0), (2, 1)],
}  # fmt: skip
"""Which entries of the second frame's rotation in the first vanish."""


def gaps(cut: Cut, q: Sequence[float]) -> np.ndarray:
    """How far the places of each loop are from agreeing, by their poses in the world, and couplings."""
    at = link_transforms(cut.tree, list(q))
    found: list[float] = []
    for c in cut.closures:
        first, second = at[c.first.link] @ c.first.X, at[c.second.link] @ c.second.X
        way, turn = first.R.apply_T(second.p - first.p), first.R.T @ second.R
        found += [float(x) for x in way[: LOOP_KINDS[c.kind][0]]]
        found += [float(turn[i][j]) for i, j in _TURNS[c.kind]] if not c.plane or c.kind in ("slider", "weld") else []
    for f in cut.followers:
        x = f.value
        value = evaluate(x.graph, [x.index], {f"q[{k}]": y for k, y in enumerate(q)})[0] if isinstance(x, Expr) else x
        found.append(float(q[f.iq]) - float(value))
    return np.array(found)


def close(cut: Cut, free: Sequence[float], near: Sequence[float]) -> np.ndarray:
    """Tree positions with given free ones, near a guess; damped Newton with differences."""
    q = np.array(near, dtype=float)
    q[list(cut.coordinates.free_q)] = free
    unknown = list(cut.coordinates.dependent_q)
    size = math.inf
    J = np.empty((0, 0))
    for _ in range(100):
        h = gaps(cut, q)
        if size > 1e-3:  # afterwards the old matrix is good enough
            J = np.column_stack([_slope(cut, q, k) for k in unknown])
        step = -np.linalg.lstsq(J, h, rcond=None)[0]
        before, size = size, float(np.abs(step).max(initial=0))
        q[unknown] += step * min(1.0, 0.5 / max(size, 1e-300))
        if size < 1e-15 or before < 1e-13:
            break
    if np.abs(gaps(cut, q)).max() > 1e-11:
        raise ValueError(f"does not close: {np.abs(gaps(cut, q)).max()}")
    return q


def _slope(cut: Cut, q: np.ndarray, k: int) -> np.ndarray:
    e = np.zeros(len(q))
    e[k] = 1e-6
    return (gaps(cut, q + e) - gaps(cut, q - e)) / 2e-6


def branch(cut: Cut, free: Sequence[float], steps: int = 6) -> np.ndarray:
    """Tree positions with given free ones, on the branch of the start: followed in small steps."""
    q = np.array(cut.start)
    here = q[list(cut.coordinates.free_q)]
    for k in range(1, steps + 1):
        q = close(cut, here + (np.array(free) - here) * (k / steps), q)
    return q


def differ(a: Sequence[float], b: Sequence[float]) -> float:
    """Largest difference of coordinates, whole turns apart."""
    return max((abs(math.remainder(x - y, 2 * math.pi)) for x, y in zip(a, b, strict=True)), default=0.0)
