"""Base parameters: what of a body's inertia its joint cannot move belongs to the body's parent.

Gautier & Khalil 1990; Khalil & Dombre 2002, chapter 9. Applied from the leaves inward, the inertia that is left on each link is
what the torques really depend on. Works on numbers and expressions alike, for trees and floating bases; the rule of each joint
is in its row (joint_inertia.py).

Revolute about z: the mass, the first moment along z and any tensor diag(k, k, 0) do not change when the link turns. The
choice of k is free ("gauge"): `lamina` takes k so that Izz = Ixx + Iyy, as for a flat plate in the link's x-y plane (fewest
products in Newton-Euler and in the regressor); `classic` takes k = Iyy as the literature does (fewest operations to compute
the regrouping).
"""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.graph.expr import is_zero
from linkwright.model.directions import parallel_to_z, with_unit_entry
from linkwright.model.resting import Rule, felt
from linkwright.model.tree import BASE, Link, Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import ZERO, Vec, Z

GAUGES = ("lamina", "classic")


def regroup(tree: Tree, gauge: str = "lamina", values: Mapping[str, float] | None = None) -> Tree:
    """The same dynamics with every inertia moved inward as far as it goes. What reaches the base is dropped.

    values: as for spin_directions: without them no formula of the geometry is divided by, and functions of it stay defined for
            all its values; with them nothing dependent is left
    """
    return _moved_inward(tree, gauge, spin_directions(tree, values), felt(tree, values))[0]


def regroup_with_base(tree: Tree, gauge: str = "lamina") -> tuple[Tree, Inertia]:
    """The same bodies with every inertia moved inward as far as every motion of it stays the same: momentum, first moments and
    what the ground feels, not only what the joints feel. And what reached the base, at the world's origin."""
    return _moved_inward(tree, gauge, [None] * len(tree.links), [None] * len(tree.links))


def _moved_inward(tree: Tree, gauge: str, spins: list[Vec | None], rules: list[Rule | None]) -> tuple[Tree, Inertia]:
    inertias = [link.inertia for link in tree.links]
    ground = Inertia()
    for i, link in tree.inward():
        kept, moved = link.joint_type.divide(inertias[i], gauge, spins[i])
        inertias[i] = kept if (rule := rules[i]) is None else rule(kept)
        if moved.vanishes:
            continue
        moved = moved.seen_from(_rest_pose(link))
        if link.parent == BASE:
            ground = ground + moved
        else:
            inertias[link.parent] = inertias[link.parent] + moved
    return tree.with_inertias(inertias), ground


def _rest_pose(link: Link) -> Transform:
    """The link's frame in its parent's with the joint at zero; what is moved does not depend on the joint."""
    return link.X if is_zero(link.slide) else link.X @ Transform(p=Vec(0, 0, link.slide))


def spin_directions(tree: Tree, values: Mapping[str, float] | None = None) -> list[Vec | None]:
    """The only direction about which each link can turn, in its own axes: zero where it cannot turn at all (sliders on the
    base), its own z where all axes since the base are parallel, None where it can turn about several.

    One of its entries is 1 where it may be divided by the others (see directions.py); values: of symbols of the geometry that
    have one, if it may be divided by formulas of them.
    """
    directions: list[Vec | None] = []
    for link in tree.links:
        inner = ZERO if link.parent == BASE else directions[link.parent]
        carried = None if inner is None else link.X.R.apply_T(inner)
        if link.joint_type.slider:
            directions.append(carried)
        elif link.joint_type.about_z:
            directions.append(Z if carried is not None and parallel_to_z(carried) else None)
        else:
            directions.append(None)
    return [u if u in (None, ZERO, Z) else with_unit_entry(u, values) for u in directions]
