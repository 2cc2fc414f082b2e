"""Base parameters: what of a body's inertia its joint cannot move belongs to the body's parent.

Gautier & Khalil 1990; Khalil & Dombre 2002, chapter 9. Applied from the leaves inward, the inertia that is left on each link is
what the torques really depend on. Works on numbers and expressions alike, for trees and floating bases.

Revolute about z: the mass, the first moment along z and any tensor diag(k, k, 0) do not change when the link turns. The
choice of k is free ("gauge"): `lamina` takes k so that Izz = Ixx + Iyy, as for a flat plate in the link's x-y plane (fewest
products in Newton-Euler and in the regressor); `classic` takes k = Iyy as the literature does (fewest operations to compute
the regrouping).
"""

from __future__ import annotations

from fractions import Fraction

from linkwright.graph.expr import is_zero
from linkwright.model.tree import BASE, Link, Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import NULL, ZERO, Mat, Vec, Z

GAUGES = ("lamina", "classic")


def regroup(tree: Tree, gauge: str = "lamina") -> Tree:
    """The same dynamics with every inertia moved inward as far as it goes. What reaches the base is dropped."""
    spinning = only_about_z(tree)
    inertias = [link.inertia for link in tree.links]
    for i, link in tree.inward():
        kept, moved = _divide(link, inertias[i], gauge, spinning[i])
        inertias[i] = kept
        if link.parent != BASE and not moved.vanishes:
            inertias[link.parent] = inertias[link.parent] + moved.seen_from(_rest_pose(link))
    return tree.with_inertias(inertias)


def _rest_pose(link: Link) -> Transform:
    """The link's frame in its parent's with the joint at zero; what is moved does not depend on the joint."""
    return link.X if is_zero(link.slide) else link.X @ Transform(p=Vec(0, 0, link.slide))


def _divide(link: Link, inertia: Inertia, gauge: str, spinning: bool) -> tuple[Inertia, Inertia]:
    """Inertia that stays on the link, inertia that moves to its parent."""
    m, h, t = inertia.m, inertia.h, inertia.I
    if link.kind == "revolute":
        if spinning:  # turns about its own z only: no other moment of inertia ever matters
            return Inertia(0, Vec(h[0], h[1], 0), _axial(t[2][2])), Inertia(m, Vec(0, 0, h[2]), NULL)
        k = t[1][1] if gauge == "classic" else (t[0][0] + t[1][1] - t[2][2]) * Fraction(1, 2)
        return Inertia(0, Vec(h[0], h[1], 0), t - _disc(k)), Inertia(m, Vec(0, 0, h[2]), _disc(k))
    if link.kind == "prismatic":  # the tensor only ever meets the parent's angular velocity
        if spinning:  # slides along the only axis about which it turns: x and y never change for the parent
            return Inertia(m, Vec(0, 0, 0), NULL), Inertia(0, Vec(h[0], h[1], 0), t)
        return Inertia(m, h, NULL), Inertia(0, ZERO, t)
    if link.kind == "spherical":
        return Inertia(0, h, t), Inertia(m, ZERO, NULL)
    if link.kind in ("helical", "planar"):
        k = (t[0][0] + t[1][1] - t[2][2]) * Fraction(1, 2) if gauge == "lamina" else t[1][1]
        return Inertia(m, h, t - _disc(k)), Inertia(0, ZERO, _disc(k))
    return inertia, Inertia()


def _disc(k: object) -> Mat:
    return Mat(Vec(k, 0, 0), Vec(0, k, 0), ZERO)


def _axial(k: object) -> Mat:
    return Mat(ZERO, ZERO, Vec(0, 0, k))


def only_about_z(tree: Tree) -> list[bool]:
    """For each link, whether it can turn about the direction of its own z axis only (parallel axes since the base).

    A floating or spherical joint anywhere before ends it.
    """
    result: list[bool] = []
    for link in tree.links:
        parallel = link.X.R.T[2] == Z and (link.parent == BASE or result[link.parent])
        # on the base, the direction of the first axis is free
        first = link.parent == BASE
        result.append((parallel or first) and link.kind in ("revolute", "prismatic", "helical", "planar"))
    return result
