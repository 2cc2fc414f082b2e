"""Regressors of energies and momentum: T = Y_T p, U = Y_U p, M v = Y_h p, with the columns of the regressor of the torques.

Energy and momentum of a link are linear in its ten parameters, so a column is the energy or momentum of one unit of each.
Gautier & Khalil 1988; Gautier 1997. Rotors and springs are not part of them.
"""

from __future__ import annotations

from collections.abc import Iterable

from linkwright.graph.expr import Scalar
from linkwright.mechanics.tree.coriolis_matrix import link_twists
from linkwright.mechanics.tree.energy import HALF
from linkwright.mechanics.tree.regressor import Column, by_screws
from linkwright.model.tree import BASE, Tree
from linkwright.spatial.vector import Scalars, Vec


def kinetic_energy_regressor(tree: Tree, q: Scalars, v: Scalars, columns: Iterable[Column]) -> list[Scalar]:
    """Kinetic energy per parameter."""
    twists = link_twists(tree, tree.poses(q), v)
    return [_total(twists[i].dot(unit @ twists[i]) for i, unit in parts) * HALF for parts in columns]


def potential_energy_regressor(tree: Tree, q: Scalars, columns: Iterable[Column]) -> list[Scalar]:
    """Potential energy of gravity per parameter: of a mass at the link's origin by the origin's height, of a first moment by
    gravity as the link sees it."""
    at = tree.poses(q)
    pulls: list[Vec] = []
    heights: list[Scalar] = []
    for i, link in tree.outward():
        pull = tree.gravity if link.parent == BASE else pulls[link.parent]
        height: Scalar = 0 if link.parent == BASE else heights[link.parent]
        height = height - pull.dot(at[i].X.p)
        pull = at[i].X.R.apply_T(pull)
        height = height - pull.dot(at[i].p)
        pull = at[i].R.apply_T(pull)
        heights.append(height - pull[2] * at[i].slide)
        pulls.append(pull)
    return [_total(unit.m * heights[i] - pulls[i].dot(unit.h) for i, unit in parts) for parts in columns]


def momentum_regressor(tree: Tree, q: Scalars, v: Scalars, columns: Iterable[Column]) -> list[list[Scalar]]:
    """Generalised momentum M v per parameter: the momentum of one unit, projected on the joints further in."""
    at = tree.poses(q)
    twists = link_twists(tree, at, v)
    return by_screws(tree, at, columns, lambda i, unit: unit @ twists[i])


def _total(parts: Iterable[Scalar]) -> Scalar:
    total: Scalar = 0
    for part in parts:
        total = total + part
    return total
