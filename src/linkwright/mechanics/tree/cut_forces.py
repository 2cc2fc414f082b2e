"""Cut forces: what each joint transmits, and what the ground does, all six components, drives apart."""

from __future__ import annotations

from linkwright.graph.expr import Scalar
from linkwright.mechanics.tree.newton_euler import link_motions, rate_of_momentum, subtract_wrenches
from linkwright.model.parameters import joint_place
from linkwright.model.regroup import regroup_with_base
from linkwright.model.tree import BASE, Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.motion import Force
from linkwright.spatial.vector import Scalars


def cut_forces(tree: Tree, q: Scalars, v: Scalars, a: Scalars, wrench: Scalars = ()) -> list[list[Scalar]]:
    """Per link: force and moment that its parent exerts on it, at the link's joint frame and in its axes (6 numbers).

    The inertias must be the physical ones: regrouping changes what the joints transmit, though not what they drive."""
    at = tree.poses(q)
    motions = link_motions(tree, at, v, a)
    forces = [rate_of_momentum(link.inertia, m) for link, m in zip(tree.links, motions, strict=True)]
    forces = subtract_wrenches(tree, forces, wrench)
    for i, link in tree.inward():
        if link.parent != BASE:
            forces[link.parent] = forces[link.parent] + at[i].to_parent(forces[i])
    rows: list[list[Scalar]] = []
    for link, (f, n) in zip(tree.links, forces, strict=True):
        X = joint_place(tree, link)
        rows.append([*X.R.apply_T(f), *X.R.apply_T(n - X.p.cross(f))])
    return rows


def base_wrench(
    tree: Tree, q: Scalars, v: Scalars, a: Scalars, wrench: Scalars = (), regrouped: bool = True
) -> list[Scalar]:
    """Force and moment that the ground exerts on the moving links through all joints at the base: at the world's origin, in
    world axes. It is the time derivative of their momentum less their weight and less the external wrenches, and the sum of the
    cut forces of the joints at the base.

    Under a floating base nothing transmits it: there it is the residual, which vanishes where a follows from the physics.
    The weight of bodies fixed to the ground is not in it; nor are the reactions of rotors, as in the cut forces.
    """
    tree, ground = regroup_with_base(tree) if regrouped else (tree, Inertia())
    at = tree.poses(q)
    motions = link_motions(tree, at, v, a)
    forces = [rate_of_momentum(link.inertia, m) for link, m in zip(tree.links, motions, strict=True)]
    forces = subtract_wrenches(tree, forces, wrench)
    # what has settled on the ground still weighs on it
    total = Force(-tree.gravity * ground.m, -ground.h.cross(tree.gravity))
    for i, link in tree.inward():
        if link.parent == BASE:
            total = total + at[i].to_parent(forces[i])
        else:
            forces[link.parent] = forces[link.parent] + at[i].to_parent(forces[i])
    return [*total.force, *total.moment]
