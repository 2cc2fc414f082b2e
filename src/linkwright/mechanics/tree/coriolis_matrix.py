"""Coriolis matrix, Christoffel-consistent, by recursion.

Every particle contributes J' dJ/dt; summed over a rigid body and expressed by twists this is
  C = sum over bodies  Phi' (I dPhi/dt + B Phi),   B = [[0, -[p]], [0, K]],   p = sum m dr,   K = sum m ((r.dr) 1 - dr r')
(the body matrix B of Echeandia & Wensing 2021, here for the particle form: only momentum p and one 3x3 matrix K move inward).
dI/dt = B + B', hence dM/dt - 2C is skew.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from linkwright.graph.expr import is_zero
from linkwright.graph.notes import note
from linkwright.mechanics.tree.mass_matrix import Matrix, carried, note_composite
from linkwright.model.tree import BASE, Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.motion import STILL, Force, Motion
from linkwright.spatial.pose import Pose
from linkwright.spatial.turn import turned_matrix
from linkwright.spatial.vector import IDENTITY, NULL, ZERO, Mat, Scalars, Vec, outer, skew


@dataclass(frozen=True)
class Flow:
    """p: linear momentum; K: sum m ((r.dr) 1 - dr r'), both at the link's origin and in its axes."""

    p: Vec
    K: Mat

    def __add__(self, other: Flow) -> Flow:
        return Flow(self.p + other.p, self.K + other.K)

    def __matmul__(self, S: Motion) -> Force:
        """B S."""
        return Force(S.angular.cross(self.p), self.K.apply(S.angular))

    def transposed(self, S: Motion) -> Force:
        """B' S."""
        return Force(ZERO, self.p.cross(S.linear) + self.K.apply_T(S.angular))


def coriolis_matrix(tree: Tree, q: Scalars, v: Scalars) -> Matrix:
    """C(q, v) with c = C v and dM/dt - 2C skew."""
    at = tree.poses(q)
    twists = link_twists(tree, at, v)
    composite = [link.inertia for link in tree.links]
    flows = [body_flow(x, twist) for x, twist in zip(composite, twists, strict=True)]
    C: Matrix = [[0] * tree.nv for _ in range(tree.nv)]
    for i, link in tree.inward():
        note_composite(link, composite[i])
        note(f"link {link.name}", "composite momentum", flows[i].p, flows[i].K)
        _add_link(C, tree, at, twists, i, (composite[i], flows[i]))
        if link.parent != BASE:
            composite[link.parent] = composite[link.parent] + carried(composite[i], at[i])
            flows[link.parent] = flows[link.parent] + carried_flow(flows[i], at[i])
    return C


def _add_link(C: Matrix, tree: Tree, at: list[Pose], twists: list[Motion], i: int, moved: tuple[Inertia, Flow]) -> None:
    """Rows and columns of link i's joint against its own and all joints further in. moved: all that the joint moves."""
    inertia, flow = moved
    link = tree.links[i]
    columns = [k for k, _ in link.axes]
    forward = [inertia @ twists[i].cross(S) + flow @ S for _, S in link.axes]  # I dS + B S
    plain = [inertia @ S for _, S in link.axes]
    mixed = [flow.transposed(S) for _, S in link.axes]
    for row, axis in link.axes:
        for k, f in zip(columns, forward, strict=True):
            C[row][k] = C[row][k] + axis.dot(f)
    j = i
    while (parent := tree.links[j].parent) != BASE:
        forward, plain, mixed = ([at[j].to_parent(f) for f in forces] for forces in (forward, plain, mixed))
        j = parent
        for row, S in tree.links[j].axes:
            dS = twists[j].cross(S)
            for k, f in zip(columns, forward, strict=True):
                C[row][k] = C[row][k] + S.dot(f)
            for k, f, b in zip(columns, plain, mixed, strict=True):
                # one term after the other: so sums of all axes share what they have in common
                value = dS.dot(f) + S.linear.dot(b.force) + S.angular.dot(b.moment)
                C[k][row] = C[k][row] + value


def link_twists(tree: Tree, at: list[Pose], v: Scalars, base: Motion = STILL) -> list[Motion]:
    """Velocity of every link, in its own axes; the base may move, too."""
    twists: list[Motion] = []
    for i, link in tree.outward():
        parent = base if link.parent == BASE else twists[link.parent]
        own = link.rate(v)
        twists.append(at[i].to_link(parent) + own)
        if base is STILL:
            note(f"link {link.name}", "velocity", twists[i])
    return twists


def second_moments(t: Mat) -> Mat:
    """E = integral of r r' dm from the tensor: tr(I)/2 1 - I."""
    d = (t[0][0] + t[1][1] + t[2][2]) * Fraction(1, 2)
    flat = is_zero(d - t[2][2])
    zz = 0 if flat else d - t[2][2]
    return Mat(
        Vec(t[1][1] if flat else d - t[0][0], -t[0][1], -t[0][2]),
        Vec(-t[0][1], t[0][0] if flat else d - t[1][1], -t[1][2]),
        Vec(-t[0][2], -t[1][2], zz),
    )


def body_flow(x: Inertia, twist: Motion) -> Flow:
    """p and K of one rigid body:  sum m dr r' = v h' + [w] E."""
    v, w = twist
    if x.vanishes:
        return Flow(ZERO, NULL)
    D = outer(v, x.h) + skew(w) @ second_moments(x.I)
    trace = D[0][0] + D[1][1] + D[2][2]
    return Flow(v * x.m + w.cross(x.h), IDENTITY * trace - D)


def carried_flow(x: Flow, at: Pose) -> Flow:
    """As the parent sees it: r -> r + p adds (p.P) 1 - P p' to K, and turning turns both."""
    return at.carried(x, _turned_flow, _shifted_flow)


def _shifted_flow(x: Flow, p: Vec) -> Flow:
    return Flow(x.p, x.K + IDENTITY * p.dot(x.p) - outer(x.p, p))


def _turned_flow(x: Flow, R: Mat) -> Flow:
    return Flow(R.apply(x.p), turned_matrix(R, x.K))
