"""Cut forces: what each joint transmits, and what the ground does, all six components, drives apart."""

from __future__ import annotations

from collections.abc import Iterable

from linkwright.graph.expr import Scalar
from linkwright.mechanics.tree.newton_euler import link_forces, sum_inward
from linkwright.model.parameters import joint_place
from linkwright.model.regroup import regroup_with_base
from linkwright.model.tree import Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.motion import Force
from linkwright.spatial.vector import Scalars


def cut_forces(
    tree: Tree, q: Scalars, v: Scalars, a: Scalars, wrench: Scalars = (), acting: Iterable[tuple[int, Force]] = ()
) -> list[list[Scalar]]:
    """Per link: force and moment that its parent exerts on it, at the link's joint frame and in its axes (6 numbers).

    acting: further forces on links, at their origins and in their axes. The inertias must be the physical ones: regrouping
    changes what the joints transmit, though not what they drive."""
    at = tree.poses(q)
    forces = link_forces(tree, at, v, a, wrench)
    for i, force in acting:
        forces[i] = forces[i] - force
    sum_inward(tree, at, forces)
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
    # what has settled on the ground still weighs on it
    weight = Force(-tree.gravity * ground.m, -ground.h.cross(tree.gravity))
    total = sum_inward(tree, at, link_forces(tree, at, v, a, wrench), weight)
    return [*total.force, *total.moment]
