"""Cut forces: what each joint transmits, all six components, drives apart."""

from __future__ import annotations

from linkwright.derive.motion import Scalars, poses, transmit
from linkwright.derive.newton_euler import link_motions, rate_of_momentum, subtract_wrenches
from linkwright.graph.expr import Scalar
from linkwright.model.parameters import joint_place
from linkwright.model.tree import BASE, Tree


def cut_forces(tree: Tree, q: Scalars, v: Scalars, a: Scalars, wrench: Scalars = ()) -> list[list[Scalar]]:
    """Per link: force and moment that its parent exerts on it, at the link's joint frame and in its axes (6 numbers).

    The inertias must be the physical ones: regrouping changes what the joints transmit, though not what they drive."""
    at = poses(tree, q)
    motions = link_motions(tree, at, v, a)
    forces = [rate_of_momentum(link.inertia, m) for link, m in zip(tree.links, motions, strict=True)]
    forces = subtract_wrenches(tree, forces, wrench)
    for i, link in tree.inward():
        if link.parent != BASE:
            f, n = transmit(at[i], *forces[i])
            forces[link.parent] = (forces[link.parent][0] + f, forces[link.parent][1] + n)
    rows: list[list[Scalar]] = []
    for link, (f, n) in zip(tree.links, forces, strict=True):
        X = joint_place(tree, link)
        rows.append([*X.R.apply_T(f), *X.R.apply_T(n - X.p.cross(f))])
    return rows
