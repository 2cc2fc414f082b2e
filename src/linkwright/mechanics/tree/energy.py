"""Kinetic and potential energy."""

from __future__ import annotations

from fractions import Fraction

from linkwright.graph.expr import Scalar, is_zero
from linkwright.mechanics.tree.center_of_mass import total_first_moment
from linkwright.mechanics.tree.coriolis_matrix import link_twists
from linkwright.mechanics.tree.newton_euler import rotor_inertias
from linkwright.model.tree import Tree
from linkwright.spatial.vector import Scalars

HALF = Fraction(1, 2)


def kinetic_energy(tree: Tree, q: Scalars, v: Scalars) -> Scalar:
    """T(q, v), rotors included."""
    total: Scalar = 0
    for link, V in zip(tree.links, link_twists(tree, tree.poses(q), v), strict=True):
        if not link.inertia.vanishes:
            total = total + V.dot(link.inertia @ V)
    for rotor, rate in zip(rotor_inertias(tree), v, strict=True):
        total = total + rotor * (rate * rate)
    return total * HALF


def potential_energy(tree: Tree, q: Scalars) -> Scalar:
    """U(q) of gravity and springs; zero of gravity at the world's origin.

    First moments move inward: a link's mass sits at its origin, carried by its parent. The masses that no joint moves are left
    out (they add a constant); springs count from their rest position.
    """
    return spring_energy(tree, q) - tree.gravity.dot(total_first_moment(tree, tree.poses(q)))


def spring_energy(tree: Tree, q: Scalars) -> Scalar:
    """The energy in the springs in joints and between them."""
    total: Scalar = 0
    for tie in tree.acting:
        if not is_zero(tie.drive.stiffness):
            x = tie.stretch(q)
            total = total + tie.drive.stiffness * HALF * (x * x)
    return total
