"""Time derivatives of joint forces along a motion, by Newton-Euler with the rates of every vector carried along.

Mueller & Kumar 2021; Buondonno & De Luca 2015. In link axes the inertias are constant and a link's force and moment are linear
in (a, U), so each derivative costs about as much as the force itself: see newton_euler.py for U, series.py for turning joints.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.graph.expr import Scalar, is_zero
from linkwright.mechanics.tree.newton_euler import (
    LinkRates,
    add_drives,
    project,
    rate_of_momentum,
    rotor_inertias,
    subtract_wrenches,
    u_matrix,
)
from linkwright.mechanics.tree.series import (
    Vectors,
    cross,
    inward,
    joint_rates,
    outward,
    place_rates,
    plus,
    product,
    slide_rates,
)
from linkwright.model.tree import BASE, Link, Tree
from linkwright.spatial.motion import Force
from linkwright.spatial.pose import Pose
from linkwright.spatial.vector import ZERO, Mat, Scalars, Vec

Forces = tuple[Vectors, Vectors]


@dataclass(frozen=True)
class _Rates:
    """A link: [w, dw, ...], [a, da, ...] and [U, dU, ...], rates of components in the link's axes."""

    w: Vectors
    a: Vectors
    U: list[Mat]
    mixed: Vectors


def inverse_dynamics_rates(
    tree: Tree, q: Scalars, motion: Sequence[Scalars], wrench: Scalars = ()
) -> list[list[Scalar]]:
    """[tau, dtau/dt, ...] for motion = [v, a, jerk, ...]; wrenches are constant in their frames."""
    tau = body_force_rates(tree, q, motion, motion, wrench)
    v, a, *_ = motion
    found = [add_drives(tree, tau[0], q, v, a)]
    for k in range(1, len(tau)):
        found.append(_add_drive_rates(tree, tau[k], motion[k - 1], motion[k], motion[k + 1]))
    return found


def gravity_rates(tree: Tree, q: Scalars, motion: Sequence[Scalars]) -> list[list[Scalar]]:
    """[g, dg/dt, ...] for motion = [v, a, ...]: the links rest, their axes move."""
    rest: list[list[Scalar]] = [[0] * tree.nv] * (len(motion) + 2)
    along = [*motion, rest[0]]  # the last one only ever meets angular velocities, which are zero
    return body_force_rates(tree, q, along, rest)


def body_force_rates(
    tree: Tree, q: Scalars, along: Sequence[Scalars], motion: Sequence[Scalars], wrench: Scalars = ()
) -> list[list[Scalar]]:
    """Joint forces of the rigid bodies and their rates, for speeds and accelerations motion = [v, a, ...], while q moves with
    along = [v, a, ...]."""
    at = tree.poses(q)
    turning = [joint_rates(link, along) for link in tree.links]
    links = _outward_sweep(tree, at, turning, along, motion)
    forces = [_forces(link, x) for link, x in zip(tree.links, links, strict=True)]
    first = subtract_wrenches(tree, [Force(f[0], n[0]) for f, n in forces], wrench)
    forces = [([f0, *f[1:]], [n0, *n[1:]]) for (f, n), (f0, n0) in zip(forces, first, strict=True)]
    count = len(motion) - 1
    tau: list[list[Scalar]] = [[0] * tree.nv for _ in range(count)]
    for i, link in tree.inward():
        f, n = forces[i]
        for k in range(count):
            project(link, Force(f[k], n[k]), tau[k])
        if link.parent != BASE:
            fp, np = forces[link.parent]
            fi, ni = _transmitted(link, at[i], turning[i], along, f, n)
            forces[link.parent] = plus(fp, fi), plus(np, ni)
    return tau


def _outward_sweep(
    tree: Tree, at: list[Pose], turning: list[Forces], along: Sequence[Scalars], motion: Sequence[Scalars]
) -> list[_Rates]:
    count = len(motion) - 1
    still = [ZERO] * (count + 1)
    base = _with_products(still, [-tree.gravity, *still[: count - 1]])
    links: list[_Rates] = []
    for i, link in tree.outward():
        parent = base if link.parent == BASE else links[link.parent]
        links.append(_step(link, at[i], turning[i], along, motion, parent))
    return links


def _step(
    link: Link, at: Pose, turning: Forces, along: Sequence[Scalars], motion: Sequence[Scalars], parent: _Rates
) -> _Rates:
    W = turning[1]
    linear, angular = joint_rates(link, motion)
    w_rest = [at.X.R.apply_T(x) for x in parent.w]
    w0 = outward(at, W, w_rest)
    w = plus(w0, angular)
    acc = [at.X.R.apply_T(a + U.apply(at.X.p)) for a, U in zip(parent.a, parent.U, strict=True)]
    if any(not is_zero(x) for x in at.p):
        acc = plus(acc, product(Mat.apply, _products(w_rest)[0], place_rates(at, turning)))
    acc = outward(at, W, acc)
    found = _with_products(w, acc)
    if not is_zero(at.slide):
        columns = [Vec(U[0][2], U[1][2], U[2][2]) for U in found.U]
        acc = plus(acc, product(Vec.__mul__, columns, slide_rates(link, at, along)))
    acc = plus(acc, linear[1:], cross(plus(w0, w), linear))
    return _Rates(w, acc, found.U, found.mixed)


def _with_products(w: Vectors, a: Vectors) -> _Rates:
    U, mixed = _products(w)
    return _Rates(w, a, U, mixed)


def _products(w: Vectors) -> tuple[list[Mat], Vectors]:
    """[U, dU/dt, ...] and the rates of (wy wz, wx wz, wx wy), from the rates of w."""
    count = len(w) - 1
    x, y, z = ([u[i] for u in w] for i in range(3))
    squares = [_squares(s, count) for s in (x, y, z)]
    yz, xz, xy = (product(_times, s, t)[:count] for s, t in ((y, z), (x, z), (x, y)))
    mixed = [Vec(*parts) for parts in zip(yz, xz, xy, strict=True)]
    U = [u_matrix(Vec(*(s[k] for s in squares)), mixed[k], w[k + 1]) for k in range(count)]
    return U, mixed


def _squares(x: list[Scalar], count: int) -> list[Scalar]:
    """x^2 and its rates; 2x is shared."""
    twice = [e + e for e in x]
    all_three = [
        lambda: x[0] * x[0],
        lambda: twice[0] * x[1],
        lambda: twice[0] * x[2] + twice[1] * x[1],
    ]
    return [made() for made in all_three[:count]]


def _times(x: Scalar, y: Scalar) -> Scalar:
    return x * y


def _forces(link: Link, x: _Rates) -> Forces:
    pairs = [
        rate_of_momentum(link.inertia, LinkRates(x.w[k], x.w[k + 1], x.a[k], x.U[k], x.mixed[k]))
        for k in range(len(x.U))
    ]
    return [f for f, _ in pairs], [n for _, n in pairs]


def _transmitted(link: Link, at: Pose, turning: Forces, along: Sequence[Scalars], f: Vectors, n: Vectors) -> Forces:
    """Forces and moments at the link's origin -> at the parent's origin, in the parent's axes, with their rates."""
    W = turning[1]
    if not is_zero(at.slide):
        turned = [Vec(-x[1], x[0], 0) for x in f]
        n = plus(n, product(Vec.__mul__, turned, slide_rates(link, at, along)))
    f, n = inward(at, W, f), inward(at, W, n)
    if any(not is_zero(x) for x in at.p):
        n = plus(n, cross(place_rates(at, turning), f))
    f, n = [at.X.R.apply(x) for x in f], [at.X.R.apply(x) for x in n]
    return f, [b + at.X.p.cross(a) for a, b in zip(f, n, strict=True)]


def _add_drive_rates(tree: Tree, tau: list[Scalar], dq: Scalars, dv: Scalars, da: Scalars) -> list[Scalar]:
    """Rotors, springs, dampers and viscous friction, all linear; Coulomb friction is flat wherever it has a derivative."""
    result = [t + r * x for t, r, x in zip(tau, rotor_inertias(tree), da, strict=True)]
    for tie in tree.acting:
        d = tie.drive
        for k, j, factor in tie.pairs:
            result[k] = result[k] + factor * (d.viscous + d.damping) * dv[j]
            if not is_zero(d.stiffness):
                result[k] = result[k] + factor * d.stiffness * dq[j]
    return result
