"""Derivatives of inverse and forward dynamics by recursion, in the tangent space of q.

Singh, Russell & Wensing 2022; Carpentier & Mansard 2018. With parent twist and acceleration v, a and the joint axis S,
  dPsi = v x S,   ddPsi = a x S + v x dPsi,   and composites I, B (see coriolis_matrix.py), f of everything a link carries:
  d tau_j / d q_i = S_j' (2 B dPsi_i + I ddPsi_i + S_i x* f)        j before i (at i without the last term)
  d tau_i / d q_j = S_i' (2 B dPsi_j + I ddPsi_j)                   j before i
and the same for v with (S, dPsi + dS) in place of (dPsi, ddPsi), without the last term. Four wrenches per axis move inward.
"""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.graph.expr import Scalar, is_zero
from linkwright.mechanics.tree.coriolis_matrix import Flow, body_flow, carried_flow, link_twists
from linkwright.mechanics.tree.factor import factorise
from linkwright.mechanics.tree.forward_dynamics import forward_dynamics
from linkwright.mechanics.tree.mass_matrix import Matrix, carried, mass_matrix
from linkwright.mechanics.tree.newton_euler import subtract_wrenches
from linkwright.model.tree import BASE, Tree
from linkwright.spatial.factors import Factors
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.motion import NO_FORCE, STILL, Force, Motion
from linkwright.spatial.pose import Pose
from linkwright.spatial.vector import ZERO, Scalars, Vec


@dataclass(frozen=True)
class _Axis:
    """A joint axis and the motions that the formulas pair with it, in its link's axes."""

    index: int
    S: Motion
    dS: Motion
    dPsi: Motion
    ddPsi: Motion


@dataclass(frozen=True)
class _Moved:
    """Of all that a joint moves, in its link's axes: inertia, B, and the force that the motion needs."""

    inertia: Inertia
    flow: Flow
    force: Force


def inverse_dynamics_derivatives(tree: Tree, q: Scalars, v: Scalars, a: Scalars, wrench: Scalars = ()) -> list[Matrix]:
    """[d tau / d q, d tau / d v]; d tau / d a is the mass matrix."""
    at = tree.poses(q)
    twists = link_twists(tree, at, v)
    accelerations = _spatial_accelerations(tree, at, twists, v, a)
    every = [_axes_of(tree, at, twists, accelerations, i) for i in range(len(tree.links))]
    composite = [link.inertia for link in tree.links]
    flows = [body_flow(x, twist) for x, twist in zip(composite, twists, strict=True)]
    forces = [_force(x, *pair) for x, *pair in zip(composite, twists, accelerations, strict=True)]
    forces = subtract_wrenches(tree, forces, wrench)
    by_q: Matrix = [[0] * tree.nv for _ in range(tree.nv)]
    by_v: Matrix = [[0] * tree.nv for _ in range(tree.nv)]
    for i, link in tree.inward():
        _add_link(tree, at, every, i, _Moved(composite[i], flows[i], forces[i]), (by_q, by_v))
        p = link.parent
        if p != BASE:
            composite[p] = composite[p] + carried(composite[i], at[i])
            flows[p] = flows[p] + carried_flow(flows[i], at[i])
            forces[p] = forces[p] + at[i].to_parent(forces[i])
    _add_passive(tree, by_q, by_v)
    return [by_q, by_v]


def forward_dynamics_derivatives(
    tree: Tree, q: Scalars, v: Scalars, tau: Scalars, wrench: Scalars = ()
) -> list[Matrix]:
    """[d a / d q, d a / d v, d a / d tau] = [-M^-1 dtau_dq, -M^-1 dtau_dv, M^-1], taken at the accelerations that tau makes.

    Columns are solved for by the factors of M: where branches part, that is shorter than a product with the inverse.
    """
    factors = factorise(tree, mass_matrix(tree, q))
    a = forward_dynamics(tree, q, v, tau, wrench)
    by_q, by_v = inverse_dynamics_derivatives(tree, q, v, a, wrench)
    return [_negative_solution(factors, by_q), _negative_solution(factors, by_v), factors.inverse_matrix()]


def _add_link(
    tree: Tree,
    at: list[Pose],
    every: list[list[_Axis]],
    i: int,
    moved: _Moved,
    into: tuple[Matrix, Matrix],
) -> None:
    """Rows and columns of link i's joint against its own and all joints further in, put into d tau / d q and d tau / d v."""
    inertia, flow = moved.inertia, moved.flow
    by_q, by_v = into
    own = every[i]
    along_q = [_respond(inertia, flow, x.dPsi, x.ddPsi) for x in own]
    along_v = [_respond(inertia, flow, x.S, x.dPsi + x.dS) for x in own]
    twice_B = [Force(ZERO, _double(flow.transposed(x.S).moment)) for x in own]
    plain = [inertia @ x.S for x in own]
    for x, fq, fv in zip(own, along_q, along_v, strict=True):
        for row in own:
            _accumulate(by_q, row.index, x.index, row.S.dot(fq))
            _accumulate(by_v, row.index, x.index, row.S.dot(fv))
    # seen from further in, the wrench also turns with the joint; the joint's own axes turn with it
    along_q = [f + x.S.cross(moved.force) for x, f in zip(own, along_q, strict=True)]
    j = i
    while (parent := tree.links[j].parent) != BASE:
        along_q, along_v, twice_B, plain = (
            [at[j].to_parent(f) for f in forces] for forces in (along_q, along_v, twice_B, plain)
        )
        j = parent
        for y in every[j]:
            for x, fq, fv, b, h in zip(own, along_q, along_v, twice_B, plain, strict=True):
                _accumulate(by_q, y.index, x.index, y.S.dot(fq))
                _accumulate(by_v, y.index, x.index, y.S.dot(fv))
                _accumulate(by_q, x.index, y.index, y.dPsi.dot(b) + y.ddPsi.dot(h))
                _accumulate(by_v, x.index, y.index, y.S.dot(b) + (y.dPsi + y.dS).dot(h))


def _respond(inertia: Inertia, flow: Flow, first: Motion, second: Motion) -> Force:
    """2 B first + I second."""
    (f, n), w = inertia @ second, first.angular
    f = f + _double(w.cross(flow.p))
    return Force(f, n + _double(flow.K.apply(w)))


def _axes_of(tree: Tree, at: list[Pose], twists: list[Motion], accelerations: list[Motion], i: int) -> list[_Axis]:
    link = tree.links[i]
    base = link.parent == BASE
    v = at[i].to_link(STILL if base else twists[link.parent])
    a = at[i].to_link(Motion(-tree.gravity) if base else accelerations[link.parent])
    found: list[_Axis] = []
    for k, S in link.axes:
        dPsi = v.cross(S)
        ddPsi = a.cross(S) + v.cross(dPsi)
        found.append(_Axis(k, S, twists[i].cross(S), dPsi, ddPsi))
    return found


def _spatial_accelerations(tree: Tree, at: list[Pose], twists: list[Motion], v: Scalars, a: Scalars) -> list[Motion]:
    """Spatial (not classical) accelerations of the links, gravity as an acceleration of the base."""
    found: list[Motion] = []
    for i, link in tree.outward():
        parent = Motion(-tree.gravity) if link.parent == BASE else found[link.parent]
        own = link.rate(a) + twists[i].cross(link.rate(v))
        found.append(at[i].to_link(parent) + own)
    return found


def _force(inertia: Inertia, twist: Motion, acceleration: Motion) -> Force:
    """I a + v x* I v."""
    if inertia.vanishes:
        return NO_FORCE
    momentum = inertia @ twist
    return inertia @ acceleration + twist.cross(momentum)


def _add_passive(tree: Tree, by_q: Matrix, by_v: Matrix) -> None:
    """Springs, dampers and viscous friction; Coulomb friction is flat wherever it has a derivative."""
    for tie in tree.acting:
        d = tie.drive
        for row, column, factor in tie.pairs:
            _accumulate(by_v, row, column, factor * (d.viscous + d.damping))
            if not is_zero(d.stiffness):
                _accumulate(by_q, row, column, factor * d.stiffness)


def _accumulate(M: Matrix, row: int, column: int, value: Scalar) -> None:
    M[row][column] = M[row][column] + value


def _double(x: Vec) -> Vec:
    return x + x


def _negative_solution(factors: Factors, B: Matrix) -> Matrix:
    """-M^-1 B."""
    columns = [factors.solve([-row[c] for row in B]) for c in range(len(B))]
    return [list(row) for row in zip(*columns, strict=True)]
