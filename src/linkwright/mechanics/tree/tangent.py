"""Derivatives by differentiating the graph: along the free coordinates in their tangent space, and along the free rates.

A free coordinate moves the tree by its column of W (of an open tree: alone), so these are total derivatives of a closed robot.
"""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.graph.expr import Scalar, symbol_name
from linkwright.graph.values import slopes
from linkwright.mechanics.state import State
from linkwright.mechanics.tree.kinematics import position_seeds
from linkwright.spatial.matrix import Matrix


def tangent_jacobians(x: State, values: Sequence[Scalar]) -> list[Matrix]:
    """[d values / d q, d values / d v] for values that depend on the inputs' q and v."""
    if not x.q:
        return [[], []]
    turns = [("q", k) for k in range(x.nv)]
    rates = [("v", k) for k in range(x.nv)]
    seeds = position_seeds(x.tree, x.q, dict(zip(turns, x.unit_rates, strict=True)))
    seeds |= {symbol_name(v): {way: 1} for v, way in zip(x.given["v"], rates, strict=True)}
    rows = slopes(x.graph, values, seeds, [*turns, *rates])
    return [[row[: x.nv] for row in rows], [row[x.nv :] for row in rows]]
