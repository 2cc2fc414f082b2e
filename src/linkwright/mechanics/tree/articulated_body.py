"""Forward dynamics by articulated bodies in link frames.  Featherstone 2008, table 7.1.

Cost grows linearly with the number of links, so long chains and humanoids take this way; short arms are cheaper through M.
"""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.errors import QuantityError
from linkwright.graph.expr import Scalar, is_zero
from linkwright.graph.notes import note
from linkwright.mechanics.tree.coriolis_matrix import link_twists
from linkwright.mechanics.tree.factor import no_mass
from linkwright.mechanics.tree.newton_euler import passive_forces, rotor_inertias, subtract_wrenches
from linkwright.model.tree import BASE, Link, Tree
from linkwright.spatial.motion import NO_FORCE, Force, Motion
from linkwright.spatial.pose import Pose
from linkwright.spatial.turn import symmetric, turned_matrix, turned_symmetric
from linkwright.spatial.vector import IDENTITY, Mat, Scalars, Vec, skew


@dataclass(frozen=True)
class Articulated:
    """Articulated inertia: force = A lin + B ang, moment = B' lin + I ang."""

    A: Mat
    B: Mat
    I: Mat  # noqa: E741

    def __matmul__(self, motion: Motion) -> Force:
        linear, angular = motion
        return Force(self.A.apply(linear) + self.B.apply(angular), self.B.apply_T(linear) + self.I.apply(angular))

    def __add__(self, other: Articulated) -> Articulated:
        return Articulated(self.A + other.A, self.B + other.B, self.I + other.I)


def articulated_body(tree: Tree, q: Scalars, v: Scalars, tau: Scalars, wrench: Scalars = ()) -> list[Scalar]:
    """a(q, v, tau) without a mass matrix."""
    if any(not is_zero(k.ratio - 1) for k in tree.links) or len({k.iv for k in tree.links}) < len(tree.links):
        raise QuantityError("articulated bodies cannot follow mimic joints", hint="use method='mass_matrix'")
    at = tree.poses(q)
    twists = link_twists(tree, at, v)
    inertia = [Articulated(IDENTITY * k.inertia.m, -skew(k.inertia.h), k.inertia.I) for k in tree.links]
    drift = [t.cross(k.rate(v)) for k, t in zip(tree.links, twists, strict=True)]  # acceleration at constant rates
    bias = subtract_wrenches(tree, [_bias(k, t) for k, t in zip(tree.links, twists, strict=True)], wrench)
    rotor, passive = rotor_inertias(tree), passive_forces(tree, q, v)
    joints: list[_Joint] = [None] * len(tree.links)  # type: ignore[list-item]
    for i, link in tree.inward():
        note(f"link {link.name}", "articulated inertia", inertia[i].A, inertia[i].B, inertia[i].I)
        note(f"link {link.name}", "force without acceleration", bias[i])
        free = {k: tau[k] - passive[k] for k in link.rates}
        joint = joints[i] = _joint(tree, i, inertia[i], bias[i], free, rotor)
        if link.parent != BASE:
            force = joint.inertia @ drift[i] + joint.bias
            inertia[link.parent] = inertia[link.parent] + at[i].carried(joint.inertia, _turned, _shifted)
            bias[link.parent] = bias[link.parent] + at[i].to_parent(force)
    return _outward(tree, at, drift, joints)


@dataclass(frozen=True)
class _Joint:
    """What a joint leaves to its parent (inertia, bias) and its own equation a_k = gain_k (u_k - U_k . acceleration).

    Degrees of freedom of one joint are eliminated one after the other, last first."""

    inertia: Articulated
    bias: Force
    rows: list[_Row]


_Row = tuple[int, Motion, Force, Scalar, Scalar]
"""Index in v, S, U, 1/D, u."""


def _joint(
    tree: Tree, i: int, inertia: Articulated, bias: Force, free: dict[int, Scalar], rotor: list[Scalar]
) -> _Joint:
    link, rows = tree.links[i], list[_Row]()
    for k, S in reversed(link.axes):
        U = inertia @ S
        met = S.dot(U) + rotor[k]
        if is_zero(met):
            raise no_mass(tree, link)
        gain = 1 / met
        u = free[k] - S.dot(bias)
        rows.append((k, S, U, gain, u))
        (f, n), (fg, ng) = U, U * gain
        inertia = Articulated(
            symmetric(_less(inertia.A, fg, f, f, fg)),
            _less(inertia.B, fg, f, n, ng),
            symmetric(_less(inertia.I, ng, n, n, ng)),
        )
        bias = bias + Force(fg, ng) * u
    return _Joint(inertia, bias, rows)


def _outward(tree: Tree, at: list[Pose], drift: list[Motion], joints: list[_Joint]) -> list[Scalar]:
    result: list[Scalar] = [0] * tree.nv
    accelerations: list[Motion] = []
    for i, link in tree.outward():
        parent = Motion(-tree.gravity) if link.parent == BASE else accelerations[link.parent]
        a = at[i].to_link(parent) + drift[i]
        note(f"link {link.name}", "acceleration without that of its joint", a)
        for k, S, U, gain, u in reversed(joints[i].rows):
            result[k] = gain * (u - U.dot(a))
            a = a + S * result[k]
        note(f"link {link.name}", "acceleration", a)
        accelerations.append(a)
    return result


def _bias(link: Link, twist: Motion) -> Force:
    """V x* I V: force and moment at constant spatial velocity."""
    return NO_FORCE if link.inertia.vanishes else twist.cross(link.inertia @ twist)


def _turned(x: Articulated, R: Mat) -> Articulated:
    return Articulated(turned_symmetric(R, x.A), turned_matrix(R, x.B), turned_symmetric(R, x.I))


def _shifted(x: Articulated, p: Vec) -> Articulated:
    """The origin moved back by p: linear velocity there is lin + ang x p, the moment n + p x f."""
    P = skew(p)
    B = x.B - x.A @ P
    return Articulated(x.A, B, symmetric(x.I + P @ B + (P @ x.B).T))


def _less(S: Mat, gained: Vec, u: Vec, w: Vec, gained_w: Vec) -> Mat:
    """S - gained w' where gained = gain u and gained_w = gain w.

    A component with gain 1 is the eliminated axis itself: its row and column vanish, and must be seen to vanish."""
    return Mat(
        *(Vec(*(S[r][c] - (u[r] if _is_one(gained_w[c]) else gained[r] * w[c]) for c in range(3))) for r in range(3))
    )


def _is_one(x: Scalar) -> bool:
    return is_zero(x - 1)
