"""Derivatives of inverse and forward dynamics by recursion, in the tangent space of q.

Singh, Russell & Wensing 2022; Carpentier & Mansard 2018. With parent twist and acceleration v, a and the joint axis S,
  dPsi = v x S,   ddPsi = a x S + v x dPsi,   and composites I, B (see coriolis_matrix.py), f of everything a link carries:
  d tau_j / d q_i = S_j' (2 B dPsi_i + I ddPsi_i + S_i x* f)        j before i (at i without the last term)
  d tau_i / d q_j = S_i' (2 B dPsi_j + I ddPsi_j)                   j before i
and the same for v with (S, dPsi + dS) in place of (dPsi, ddPsi), without the last term. Four wrenches per axis move inward.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.graph.columns import Place, each_column
from linkwright.graph.expr import Scalar, is_zero
from linkwright.mechanics.tree.coriolis_matrix import Flow, body_flow, carried_flow, link_twists
from linkwright.mechanics.tree.factor import factorise, lanes_of
from linkwright.mechanics.tree.forward_dynamics import forward_dynamics
from linkwright.mechanics.tree.mass_matrix import Matrix, carried, mass_matrix
from linkwright.mechanics.tree.newton_euler import subtract_wrenches
from linkwright.model.tree import BASE, Tree
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


_COLUMN = 21
"""Numbers of the wrenches of an axis."""


@dataclass(frozen=True)
class _Wrenches:
    """Of an axis, in some link's axes: what q and v of its joint ask for, I S, and 2 B' S, which is a moment."""

    index: int
    along_q: Force
    along_v: Force
    plain: Force
    twice_B: Vec

    @property
    def column(self) -> list[Scalar]:
        """All numbers."""
        return [e for force in (self.along_q, self.along_v, self.plain) for v in force for e in v] + [*self.twice_B]

    @staticmethod
    def of(index: int, column: Sequence[Scalar]) -> _Wrenches:
        """From all numbers; what follows them is left out."""
        v = [Vec(*column[k : k + 3]) for k in range(0, _COLUMN, 3)]
        return _Wrenches(index, Force(v[0], v[1]), Force(v[2], v[3]), Force(v[4], v[5]), v[6])

    def to_parent(self, at: Pose) -> _Wrenches:
        """The same in the parent's axes."""
        along_q, along_v, plain = map(at.to_parent, (self.along_q, self.along_v, self.plain))
        return _Wrenches(self.index, along_q, along_v, plain, at.to_parent(Force(ZERO, self.twice_B)).moment)


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
    wrenches: list[list[_Wrenches]] = [[] for _ in tree.links]
    places = lanes_of(tree)
    for i, link in tree.inward():
        wrenches[i] += _own_wrenches(_Moved(composite[i], flows[i], forces[i]), every[i], (by_q, by_v))
        p = link.parent
        if p != BASE:
            wrenches[p] += _carried_wrenches(at[i], every[p], wrenches[i], places, (by_q, by_v))
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
    return [*factors.negative().solve_all(by_q, by_v), factors.inverse_matrix()]


def _own_wrenches(moved: _Moved, own: list[_Axis], into: tuple[Matrix, Matrix]) -> list[_Wrenches]:
    """The wrenches of a joint's axes, in its link's axes; its block of d tau / d q and d tau / d v."""
    inertia, flow = moved.inertia, moved.flow
    by_q, by_v = into
    found: list[_Wrenches] = []
    for x in own:
        along_q = _respond(inertia, flow, x.dPsi, x.ddPsi)
        along_v = _respond(inertia, flow, x.S, x.dPsi + x.dS)
        for row in own:
            _accumulate(by_q, row.index, x.index, row.S.dot(along_q))
            _accumulate(by_v, row.index, x.index, row.S.dot(along_v))
        # seen from further in, the wrench also turns with the joint; the joint's own axes turn with it
        along_q = along_q + x.S.cross(moved.force)
        found.append(_Wrenches(x.index, along_q, along_v, inertia @ x.S, _double(flow.transposed(x.S).moment)))
    return found


def _carried_wrenches(
    at: Pose, every: list[_Axis], wrenches: list[_Wrenches], places: Sequence[Place], into: tuple[Matrix, Matrix]
) -> list[_Wrenches]:
    """Wrenches in the axes of the parent, whose own axes they meet: rows and columns of d tau / d q and d tau / d v."""
    by_q, by_v = into

    def carry(column: list[Scalar]) -> list[Scalar]:
        x = _Wrenches.of(-1, column).to_parent(at)
        met: list[Scalar] = []
        for y in every:
            met += [y.S.dot(x.along_q), y.S.dot(x.along_v)]
            met += [y.dPsi.angular.dot(x.twice_B) + y.ddPsi.dot(x.plain)]
            met += [y.S.angular.dot(x.twice_B) + (y.dPsi + y.dS).dot(x.plain)]
        return [*x.column, *met]

    columns = each_column(carry, [x.column for x in wrenches], [places[x.index] for x in wrenches])
    found: list[_Wrenches] = []
    for x, column in zip(wrenches, columns, strict=True):
        found.append(_Wrenches.of(x.index, column))
        for n, y in enumerate(every):
            row_q, row_v, column_q, column_v = column[_COLUMN + 4 * n : _COLUMN + 4 * n + 4]
            _accumulate(by_q, y.index, x.index, row_q)
            _accumulate(by_v, y.index, x.index, row_v)
            _accumulate(by_q, x.index, y.index, column_q)
            _accumulate(by_v, x.index, y.index, column_v)
    return found


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
