"""Velocity, acceleration and jerk of a frame, joint by joint from the frame inward.

Seen from a link, the frame's origin r(t) and angular velocity w(t) are known with their time derivatives. One joint further in
they are turned by R(t) of the joint, and  d^n (R r)/dt^n = R D^n r  with  D^n r = sum over k of (n over k) E_k d^(n-k) r,
E_0 = 1, E_(k+1) = dE_k/dt + [wj] E_k, wj the joint's own rate in the link's axes: E_2 = [dwj] + [wj][wj] is the U of
newton_euler.py. For a joint about z every E_k has one 2x2 block, so a step needs three planar rotations and little more; no
link's rotation matrix and no column of a Jacobian is ever made.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from linkwright.graph.expr import Scalar
from linkwright.mechanics.tree.kinematics import frame_place
from linkwright.mechanics.tree.newton_euler import angular_products, project
from linkwright.model.tree import BASE, Tree
from linkwright.spatial.motion import Force
from linkwright.spatial.vector import IDENTITY, ZERO, Mat, Scalars, Vec, skew

Series = list[Vec]
"""A vector and its time derivatives: [r, dr/dt, d2r/dt2, ...]."""


def frame_motion(tree: Tree, q: Scalars, rates: Sequence[Scalars], frame: str | None = None) -> list[Scalar]:
    """(d^n p/dt^n; d^(n-1) w/dt^(n-1)) of a frame's origin p and angular velocity w, in world axes, for n rates v, a, j.

    One rate gives the twist; two the classical acceleration J a + dJ/dt v, the time derivative of the twist; three the jerk.
    """
    place = frame_place(tree, frame)
    order = len(rates)
    r = [place.X.p] + [ZERO] * order
    w = [ZERO] * order
    i = place.link
    while i != BASE:
        link = tree.links[i]
        at = link.pose(q)
        own = [link.rate(x) for x in rates]
        linear, angular = [x for x, _ in own], [x for _, x in own]
        E = turning_rates(angular)
        r[0] = r[0] + Vec(0, 0, at.slide)
        moved = [turned_rate(E, r, n) for n in range(order + 1)]
        # the joint's own displacement has the velocity `linear` in the link's turning axes
        moved = [moved[0], *(x + turned_rate(E, linear, n) for n, x in enumerate(moved[1:]))]
        w = [x + y for x, y in zip(w, angular, strict=True)]
        w = [at.inward(turned_rate(E, w, n)) for n in range(order)]
        r = [at.X.p + at.X.R.apply(at.p + at.R.apply(moved[0])), *(at.inward(x) for x in moved[1:])]
        i = link.parent
    return [*r[order], *w[order - 1]]


def equivalent_forces(tree: Tree, q: Scalars, wrench: Scalars, frame: str | None = None) -> list[Scalar]:
    """Joint forces J' f of a force and moment on a frame, in world axes: the transpose of its twist, as cheap as that.

    Both are turned outward, joint by joint; the frame's origin is carried inward, and gives the force its lever.
    """
    place = frame_place(tree, frame)
    path = tree.path(place.link)
    at = {i: tree.links[i].pose(q) for i in path}
    turned = [(Vec(*wrench[:3]), Vec(*wrench[3:]))]
    for i in path:
        force, moment = turned[-1]
        turned.append((at[i].outward(force), at[i].outward(moment)))
    tau: list[Scalar] = [0] * tree.nv
    r = place.X.p
    for i, (force, moment) in zip(reversed(path), reversed(turned), strict=False):
        project(tree.links[i], Force(force, moment + r.cross(force)), tau)
        r = at[i].X.p + at[i].X.R.apply(at[i].p + at[i].R.apply(r + Vec(0, 0, at[i].slide)))
    return tau


def turned_rate(E: Sequence[Mat], r: Series, n: int) -> Vec:
    """D^n r: derivative n of a vector given by its derivatives in turning axes, back in these axes."""
    total = r[n]
    for k in range(1, n + 1):
        total = total + (E[k] * comb(n, k)).apply(r[n - k])
    return total


def turning_rates(w: Series) -> list[Mat]:
    """E_0 .. E_n with d^k R/dt^k = R E_k, from the angular velocity in the turning axes and its n - 1 derivatives; n <= 3."""
    E = [IDENTITY, skew(w[0])]
    if len(w) > 1:
        E.append(angular_products(w[0], w[1]))
    if len(w) > 2:  # [w] E_2 + d([dw] + [w][w])/dt
        mixed = skew(w[0]) @ skew(w[1])
        E.append(E[1] @ E[2] + skew(w[2]) + mixed + mixed.T)
    return E
