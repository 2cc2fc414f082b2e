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

from linkwright.graph.expr import Scalar, is_zero
from linkwright.model.tree import BASE, Link, Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import NULL, ZERO, Mat, Vec, Z

GAUGES = ("lamina", "classic")


def regroup(tree: Tree, gauge: str = "lamina") -> Tree:
    """The same dynamics with every inertia moved inward as far as it goes. What reaches the base is dropped."""
    return _moved_inward(tree, gauge, spin_directions(tree))[0]


def settle(tree: Tree, gauge: str = "lamina") -> tuple[Tree, Inertia]:
    """The same bodies with every inertia moved inward as far as every motion of it stays the same: momentum, first moments and
    what the ground feels, not only what the joints feel. And what reached the base, at the world's origin."""
    return _moved_inward(tree, gauge, [None] * len(tree.links))


def _moved_inward(tree: Tree, gauge: str, spins: list[Vec | None]) -> tuple[Tree, Inertia]:
    inertias = [link.inertia for link in tree.links]
    ground = Inertia()
    for i, link in tree.inward():
        kept, moved = _divide(link, inertias[i], gauge, spins[i])
        inertias[i] = kept
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


def _divide(link: Link, inertia: Inertia, gauge: str, spin: Vec | None) -> tuple[Inertia, Inertia]:
    """Inertia that stays on the link, inertia that moves to its parent. spin: see spin_directions."""
    m, h, t = inertia.m, inertia.h, inertia.I
    if link.kind == "revolute":
        if spin == Z:  # turns about its own z only: no other moment of inertia ever matters
            return Inertia(0, Vec(h[0], h[1], 0), _axial(t[2][2])), Inertia(m, Vec(0, 0, h[2]), NULL)
        k = _surplus(t, gauge)
        return Inertia(0, Vec(h[0], h[1], 0), t - _disc(k)), Inertia(m, Vec(0, 0, h[2]), _disc(k))
    if link.kind == "prismatic":  # the tensor only ever meets the parent's angular velocity
        if spin == ZERO:  # it never turns: only its mass matters
            return Inertia(m), Inertia()
        if spin in (Z, -Z):  # slides along the only axis about which it turns: x and y never change for the parent
            return Inertia(m), Inertia(0, Vec(h[0], h[1], 0), t)
        return Inertia(m, _across(h, spin), NULL), Inertia(0, ZERO, t)
    if link.kind == "spherical":
        return Inertia(0, h, t), Inertia(m, ZERO, NULL)
    if link.kind in ("helical", "planar"):
        if spin == Z:  # as for a revolute joint, but its mass is moved
            return Inertia(m, Vec(h[0], h[1], 0), _axial(t[2][2])), Inertia()
        k = _surplus(t, gauge)
        return Inertia(m, h, t - _disc(k)), Inertia(0, ZERO, _disc(k))
    return inertia, Inertia()


def _surplus(t: Mat, gauge: str) -> Scalar:
    """k of the tensor diag(k, k, 0) that goes to the parent."""
    return t[1][1] if gauge == "classic" else (t[0][0] + t[1][1] - t[2][2]) * Fraction(1, 2)


def _across(h: Vec, spin: Vec | None) -> Vec:
    """The first moment without its part along the only axis of rotation, which nothing can feel; where that axis is oblique
    the part is left in: it does no harm."""
    if spin is None or sum(not is_zero(x) for x in spin) != 1:
        return h
    return Vec(*(x if is_zero(u) else 0 for x, u in zip(h, spin, strict=True)))


def _disc(k: object) -> Mat:
    return Mat(Vec(k, 0, 0), Vec(0, k, 0), ZERO)


def _axial(k: object) -> Mat:
    return Mat(ZERO, ZERO, Vec(0, 0, k))


def spin_directions(tree: Tree) -> list[Vec | None]:
    """The only direction about which each link can turn, in its own axes: zero where it cannot turn at all (sliders on the
    base), its own z where all axes since the base are parallel, None where it can turn about several."""
    result: list[Vec | None] = []
    for link in tree.links:
        inner = ZERO if link.parent == BASE else result[link.parent]
        carried = None if inner is None else link.X.R.apply_T(inner)
        if link.kind == "prismatic":
            result.append(carried)
        elif link.kind in ("revolute", "helical", "planar"):
            result.append(Z if carried in (ZERO, Z, -Z) else None)
        else:
            result.append(None)
    return result
