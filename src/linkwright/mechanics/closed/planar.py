"""Newton-Euler in axes that do not turn (axes.py), with absolute rates: in a group of parallel axes, u_i is the rate of
link i against the group's carrier, so that a link's own force is felt by it alone, and forces pass inward unchanged.

    u = B v_tree,   tau = W' B' Q = (B W)' Q
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.graph.expr import Scalar, is_zero
from linkwright.mechanics.closed.axes import FixedAxes, Standing, stand
from linkwright.mechanics.loads import Load, masses_only
from linkwright.mechanics.state import State
from linkwright.mechanics.tree.newton_euler import (
    LinkRates,
    add_drives,
    angular_products,
    is_flat,
    mixed_products,
    moment_of_inertia_forces,
    subtract_wrenches,
)
from linkwright.model.joint_motion import turned_by
from linkwright.model.tree import BASE, Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.matrix import Matrix, add, mirrored, product, transpose
from linkwright.spatial.motion import NO_FORCE, Force
from linkwright.spatial.turn import turned_symmetric
from linkwright.spatial.vector import IDENTITY, NULL, ZERO, Mat, Vec


def forces(x: State, load: Load) -> list[Scalar] | None:
    """What a load needs where all bodies move in one plane; None where they do not."""
    assert x.embedding is not None
    tree, (v, a, wrench) = load.edit(x.tree), x.motion(load)
    how = stand(tree, x.q)
    if how is None:
        return None
    own = Settled(tree, how)
    Q = own.forces(own.sums(v), own.sums(a), wrench)
    drives = add_drives(tree, [0] * tree.nv, x.q, v, a)
    if x.embedding.matrix:
        return add(product(transpose(own.absolute(x.embedding.W)), Q), x.project(drives))
    return x.project(add(own.relative(Q), drives))


def mass_matrix(x: State) -> Matrix | None:
    """Columns: forces of unit accelerations of the free coordinates."""
    how = stand(x.tree, x.q)
    if how is None:
        return None
    bare = masses_only(x.tree)
    own = Settled(bare, how)
    U = transpose(own.absolute(transpose(x.unit_rates)))
    columns = [own.forces(x.rest, column) for column in U]
    drives = [add_drives(bare, x.rest, x.q, x.rest, column) for column in x.unit_rates]
    felt = [product(U, Q) for Q in columns]
    felt = [add(f, product(x.unit_rates, d)) for f, d in zip(felt, drives, strict=True)]
    return mirrored(transpose(felt))


@dataclass(frozen=True)
class Settled:
    """A tree whose links stand so."""

    tree: Tree
    how: Standing

    def inner(self, i: int) -> int | None:
        """The link whose absolute rate link i's adds to."""
        link = self.tree.links[i]
        if not link.joint_type.hinge or link.parent == BASE or self.how.links[i].alone:
            return None
        j = link.parent
        while j != BASE and self.tree.links[j].joint_type.slider:
            j = self.tree.links[j].parent
        return j if j != BASE and self.how.links[j].group == self.how.links[i].group else None

    def sums(self, v: Sequence[Scalar]) -> list[Scalar]:
        """u = B v. A link that stands upside down in its group turns the other way."""
        u = list(v)
        for i, link in self.tree.outward():
            if not link.joint_type.hinge:
                continue
            own = v[link.iv] * _way(self.how.links[i]) * link.ratio
            j = self.inner(i)
            u[link.iv] = own if j is None else own + u[self.tree.links[j].iv]
        return u

    def relative(self, Q: Sequence[Scalar]) -> list[Scalar]:
        """B' Q."""
        felt = list(Q)
        for i, link in self.tree.inward():
            if (j := self.inner(i)) is not None:
                felt[self.tree.links[j].iv] = felt[self.tree.links[j].iv] + felt[link.iv]
        for i, link in self.tree.outward():
            if link.joint_type.hinge:
                felt[link.iv] = felt[link.iv] * _way(self.how.links[i]) * link.ratio
        return felt

    def absolute(self, W: Matrix) -> Matrix:
        return transpose([self.sums(column) for column in transpose(W)])

    def forces(self, u: Sequence[Scalar], du: Sequence[Scalar], wrench: Sequence[Scalar] = ()) -> list[Scalar]:
        """Q(u, du/dt): generalised forces of the absolute rates."""
        tree, how = self.tree, self.how.links
        motions = self._motions(u, du)
        forces = [_rate_of_momentum(self._turned(i), m) for i, m in enumerate(motions)]
        forces = self._less(forces, wrench)
        Q: list[Scalar] = [0] * tree.nv
        for i, link in tree.inward():
            f, n = forces[i]
            s, p = how[i], link.parent
            if link.joint_type.slider:
                assert s.slides is not None
                Q[link.iv] = self._along(p, s.slides).dot(f) * link.ratio
            else:
                Q[link.iv] = n[2]
            outer = f, n
            if link.joint_type.hinge and not s.alone:  # its own axis is felt by itself and by the carrier alone
                carrier = self.how.groups[s.group].carrier
                if carrier != BASE:
                    own = self._inward(i, carrier, s.group, Vec(0, 0, n[2]))
                    forces[carrier] = Force(forces[carrier].force, forces[carrier].moment + own)
                outer = f, Vec(n[0], n[1], 0)
            if p != BASE:
                fp, np = (self._across(i, w) for w in outer)
                forces[p] = Force(forces[p].force + fp, forces[p].moment + np + self._offset(i).cross(fp))
        return Q

    # --- motion -------------------------------------------------------------------------------------------------------

    def _motions(self, u: Sequence[Scalar], du: Sequence[Scalar]) -> list[LinkRates]:
        base = LinkRates(ZERO, ZERO, -self.tree.gravity, NULL, ZERO)
        found: list[LinkRates] = []
        carriers: dict[int, tuple[Vec, Vec]] = {0: (ZERO, ZERO)}
        for i, link in self.tree.outward():
            s, p = self.how.links[i], link.parent
            before = base if p == BASE else found[p]
            a = before.a + before.U.apply(self._offset(i))
            if link.joint_type.slider:
                assert s.slides is not None
                z = self._along(p, s.slides)
                a = a + z * (link.ratio * du[link.iv]) + before.w.cross(z * (link.ratio * u[link.iv] * 2))
                found.append(LinkRates(before.w, before.dw, a, before.U, before.mixed))
                continue
            if s.group not in carriers:
                carriers[s.group] = self._outward(i, before.w), self._outward(i, before.dw)
            w0, dw0 = carriers[s.group]
            spin = Vec(0, 0, u[link.iv])
            if s.alone:
                w0, dw0 = s_turn(s).apply_T(w0), s_turn(s).apply_T(dw0)
            w, dw = w0 + spin, dw0 + Vec(0, 0, du[link.iv]) + w0.cross(spin)
            a = self._outward(i, a)
            if s.alone:
                a = s_turn(s).apply_T(a)
            found.append(LinkRates(w, dw, a, angular_products(w, dw), mixed_products(w)))
        return found

    def _offset(self, i: int) -> Vec:
        """From the parent's origin to the link's, in the axes the parent is written in."""
        return self._along(self.tree.links[i].parent, self.how.links[i].r)

    def _along(self, p: int, constant: Vec) -> Vec:
        return constant if p == BASE else self.how.links[p].inward(constant)

    def _outward(self, i: int, x: Vec) -> Vec:
        """From the parent's axes to those of the link's group."""
        if self.how.same_axes(self.tree, i):
            return x
        p = self.tree.links[i].parent
        x = x if p == BASE else self.how.links[p].outward(x)
        return self.how.groups[self.how.links[i].group].A.apply_T(x)

    def _across(self, i: int, x: Vec) -> Vec:
        """From the link's axes to its parent's."""
        s, p = self.how.links[i], self.tree.links[i].parent
        if s.alone and self.tree.links[i].joint_type.hinge:
            x = s_turn(s).apply(x)
        if self.how.same_axes(self.tree, i):
            return x
        x = self.how.groups[s.group].A.apply(x)
        return x if p == BASE else self.how.links[p].inward(x)

    def _inward(self, i: int, carrier: int, group: int, x: Vec) -> Vec:
        return self.how.links[carrier].inward(self.how.groups[group].A.apply(x))

    # --- bodies -------------------------------------------------------------------------------------------------------

    def _turned(self, i: int) -> tuple[Inertia, bool]:
        """The link's inertia in the axes it is written in, and whether it is flat there."""
        x, s = self.tree.links[i].inertia, self.how.links[i]
        flat = is_flat(Vec(x.I[0][0], x.I[1][1], x.I[2][2])) and s.K == IDENTITY
        tensor = turned_symmetric(s.K, x.I)
        if not s.alone:
            tensor = turned_symmetric(s_turn(s), tensor)
        return Inertia(x.m, s.inward(x.h), tensor), flat

    def _less(self, forces: list[Force], wrench: Sequence[Scalar]) -> list[Force]:
        if not wrench:
            return forces
        taken = subtract_wrenches(self.tree, [NO_FORCE] * len(forces), wrench)
        turned = [Force(s.inward(f), s.inward(n)) for (f, n), s in zip(taken, self.how.links, strict=True)]
        return [f + t for f, t in zip(forces, turned, strict=True)]


def s_turn(s: FixedAxes) -> Mat:
    """The turn about z that the link makes in its group's axes."""
    return IDENTITY if is_zero(s.angle) and is_zero(s.turn) else turned_by(s.angle, s.turn)


def _way(s: FixedAxes) -> int:
    return 1 if s.K[2][2] == 1 else -1


def _rate_of_momentum(body: tuple[Inertia, bool], motion: LinkRates) -> Force:
    inertia, flat = body
    f = motion.a * inertia.m + motion.U.apply(inertia.h)
    t = inertia.I
    if flat:  # a plate stays one in its plane, but its tensor's entries do not show it any more
        bare = Mat(Vec(0, t[0][1], t[0][2]), Vec(t[1][0], 0, t[1][2]), Vec(t[2][0], t[2][1], 0))
        U, (d0, d1) = motion.U, (t[0][0], t[1][1])
        n = moment_of_inertia_forces(bare, motion) + Vec(d0 * U[2][1], -(d1 * U[2][0]), d1 * U[1][0] - d0 * U[0][1])
    else:
        n = moment_of_inertia_forces(t, motion)
    return Force(f, n + inertia.h.cross(motion.a))
