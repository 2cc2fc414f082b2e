"""Centre of mass of everything that moves, and its Jacobian, by first moments that are summed from the leaves inward.

Masses that no joint moves (bodies fixed to the ground) are not counted, nor are rotors: their inertias belong to the joints.
With `regrouped` inertias (model/regroup.py) most masses have moved inward beforehand, and a joint about z turns two numbers.
"""

from __future__ import annotations

from fractions import Fraction

from linkwright.errors import QuantityError
from linkwright.graph.expr import Scalar, is_zero, number
from linkwright.mechanics.tree.kinematics import link_transforms
from linkwright.mechanics.tree.mass_matrix import composite_inertias
from linkwright.model.regroup import regroup_with_base
from linkwright.model.tree import BASE, Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.matrix import Matrix
from linkwright.spatial.pose import Pose
from linkwright.spatial.vector import Scalars, Vec


def center_of_mass(tree: Tree, q: Scalars, regrouped: bool = True) -> list[Scalar]:
    """c(q) in the world."""
    return [*com(tree, q, regrouped)]


def com(tree: Tree, q: Scalars, regrouped: bool = True) -> Vec:
    """The centre of mass in the world."""
    tree, ground, scale = _per_mass(tree, regrouped)
    return (ground.h + total_first_moment(tree, tree.poses(q))) * scale


def com_jacobian(tree: Tree, q: Scalars, regrouped: bool = True) -> Matrix:
    """dc/dt = Jcom v, 3 x nv: column k is the momentum of all that joint k moves, over the whole mass."""
    tree, _, scale = _per_mass(tree, regrouped)
    composite = composite_inertias(tree, tree.poses(q))
    at = link_transforms(tree, q)
    columns: list[Vec] = [Vec(0, 0, 0)] * tree.nv
    for i, link in tree.outward():
        for k, S in link.axes:
            columns[k] = columns[k] + at[i].R.apply((composite[i] @ S).force) * scale
    return [[c[row] for c in columns] for row in range(3)]


def total_mass(tree: Tree) -> Scalar:
    """Mass of all moving links."""
    mass: Scalar = 0
    for link in tree.links:
        mass = mass + link.inertia.m
    if is_zero(mass):
        raise QuantityError("nothing that moves has a mass: there is no centre of mass", hint="give the bodies masses")
    return mass


def _per_mass(tree: Tree, regrouped: bool) -> tuple[Tree, Inertia, Scalar]:
    """The tree, what has settled on the ground, and the factor that is left: numbers are divided by the mass at once."""
    mass = total_mass(tree)
    value = number(mass)
    scale = 1 / mass if value is None else 1
    if value is not None:
        tree = tree.with_inertias([_scaled(link.inertia, value) for link in tree.links])
    return (*(regroup_with_base(tree) if regrouped else (tree, Inertia())), scale)


def _scaled(x: Inertia, mass: float | Fraction) -> Inertia:
    one = 1 / mass if isinstance(mass, float) else Fraction(1) / mass
    return x.map(lambda e: e if is_zero(e) else e * one)


def total_first_moment(tree: Tree, at: list[Pose]) -> Vec:
    """Sum of m c over all links, in the world."""
    mass: list[Scalar] = [link.inertia.m for link in tree.links]
    first: list[Vec] = [link.inertia.h for link in tree.links]
    base = Vec(0, 0, 0)
    for i, link in tree.inward():
        h = first[i] + Vec(0, 0, at[i].slide) * mass[i]
        h = at[i].R.apply(h) + at[i].p * mass[i]
        h = at[i].X.R.apply(h) + at[i].X.p * mass[i]
        if link.parent == BASE:
            base = base + h
        else:
            first[link.parent] = first[link.parent] + h
            mass[link.parent] = mass[link.parent] + mass[i]
    return base
