"""Momentum of the whole robot, about the world's origin and about the centre of mass.

Orin, Goswami & Lee 2013. Linear rows first, world axes. The links' inertias alone: rotors, which count in the mass matrix, have
no momentum here, as their axes and their share in the links' masses are not known to the model.
"""

from __future__ import annotations

from linkwright.graph.expr import Scalar
from linkwright.mechanics.tree.center_of_mass import com
from linkwright.mechanics.tree.coriolis_matrix import link_twists
from linkwright.mechanics.tree.kinematics import link_transforms
from linkwright.mechanics.tree.mass_matrix import Matrix, composite_inertias
from linkwright.mechanics.tree.newton_euler import sum_inward
from linkwright.model.regroup import regroup_with_base
from linkwright.model.tree import Tree
from linkwright.spatial.motion import Force
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Scalars


def momentum(tree: Tree, q: Scalars, v: Scalars, regrouped: bool = True) -> list[Scalar]:
    """(linear; angular about the world's origin): twists outward, momenta inward."""
    p, angular = _about_origin(tree, q, v, regrouped)
    return [*p, *angular]


def centroidal_momentum(tree: Tree, q: Scalars, v: Scalars, regrouped: bool = True) -> list[Scalar]:
    """(linear; angular about the centre of mass)."""
    p, angular = _about_origin(tree, q, v, regrouped)
    return [*p, *(angular - com(tree, q, regrouped).cross(p))]


def _about_origin(tree: Tree, q: Scalars, v: Scalars, regrouped: bool) -> Force:
    tree = regroup_with_base(tree)[0] if regrouped else tree
    at = tree.poses(q)
    twists = link_twists(tree, at, v)
    own = [link.inertia @ twist for link, twist in zip(tree.links, twists, strict=True)]
    return sum_inward(tree, at, own)


def centroidal_momentum_matrix(tree: Tree, q: Scalars, regrouped: bool = True) -> Matrix:
    """Ag(q), 6 x nv, about the centre of mass: column k is the momentum of all that joint k moves when it moves alone."""
    center = com(tree, q, regrouped)
    tree = regroup_with_base(tree)[0] if regrouped else tree
    composite = composite_inertias(tree, tree.poses(q))
    at = link_transforms(tree, q)
    columns: Matrix = [[0] * 6 for _ in range(tree.nv)]
    for i, link in tree.outward():
        seen = Transform(at[i].R, at[i].p - center)
        for k, S in link.axes:
            p, n = seen.force(composite[i] @ S)
            columns[k] = [old + new for old, new in zip(columns[k], (*p, *n), strict=True)]
    return [list(row) for row in zip(*columns, strict=True)] if columns else [[] for _ in range(6)]
