"""Inverse dynamics by recursive Newton-Euler in link frames, with first moments and shared products of the angular rates.

Khalil & Kleinfinger 1987; Khalil & Dombre 2002, section 9.5. U = [dw] + [w][w] collects every product of angular rates once:
  acceleration   a_i = R'(a_p + U_p p)         force   F = m a + U h         moment  N = sum of second moments times U  +  h x a
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from linkwright.graph.expr import Scalar, as_number, is_zero, sign
from linkwright.graph.notes import note
from linkwright.model.robot import Drive
from linkwright.model.tree import BASE, Link, Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.motion import NO_FORCE, Force
from linkwright.spatial.pose import Pose
from linkwright.spatial.vector import IDENTITY, NULL, ZERO, Mat, Scalars, Vec, Z


@dataclass(frozen=True)
class LinkRates:
    """Rates of a link in its own axes: w, dw/dt, acceleration of the origin (gravity included), U, and the mixed products
    (wy wz, wx wz, wx wy). spin: where dw/dt is nothing but w x (0, 0, spin), the rate about z that it comes from."""

    w: Vec
    dw: Vec
    a: Vec
    U: Mat
    mixed: Vec
    spin: Scalar | None = None


def newton_euler(tree: Tree, q: Scalars, v: Scalars, a: Scalars, wrench: Scalars = ()) -> list[Scalar]:
    """tau(q, v, a): joint forces that make the robot move so."""
    at = tree.poses(q)
    motions = link_motions(tree, at, v, a)
    forces = [inertial_force(link, m) for link, m in zip(tree.links, motions, strict=True)]
    forces = subtract_wrenches(tree, forces, wrench)
    tau: list[Scalar] = [0] * tree.nv
    for i, link in tree.inward():
        note(f"joint {link.joint}", "wrench", forces[i])
        project(link, forces[i], tau)
        if link.parent != BASE:
            forces[link.parent] = forces[link.parent] + at[i].to_parent(forces[i])
    return add_drives(tree, tau, q, v, a)


def link_forces(tree: Tree, at: list[Pose], v: Scalars, a: Scalars, wrench: Scalars) -> list[Force]:
    """What the motion of each link needs of its joints, less what external wrenches do."""
    motions = link_motions(tree, at, v, a)
    forces = [rate_of_momentum(link.inertia, m) for link, m in zip(tree.links, motions, strict=True)]
    return subtract_wrenches(tree, forces, wrench)


def sum_inward(tree: Tree, at: list[Pose], forces: list[Force], total: Force = NO_FORCE) -> Force:
    """Forces on the links -> those that their joints transmit, in place; total with what reaches the base, at its origin."""
    for i, link in tree.inward():
        felt = at[i].to_parent(forces[i])
        if link.parent == BASE:
            total = total + felt
        else:
            forces[link.parent] = forces[link.parent] + felt
    return total


def inertial_force(link: Link, motion: LinkRates) -> Force:
    """What the motion of a link needs."""
    force = rate_of_momentum(link.inertia, motion)
    note(f"link {link.name}", "inertial wrench", force)
    return force


def project(link: Link, force: Force, tau: list[Scalar]) -> None:
    """tau += S' f: the joint's generalised force of what acts on the link."""
    for k, S in link.axes:
        tau[k] = tau[k] + S.dot(force)


def link_motions(tree: Tree, at: list[Pose], v: Scalars, a: Scalars) -> list[LinkRates]:
    """Rates and accelerations of all links, from the base outward; gravity is an acceleration of the base."""
    base = LinkRates(ZERO, ZERO, -tree.gravity, NULL, ZERO, 0)
    motions: list[LinkRates] = []
    for i, link in tree.outward():
        parent = base if link.parent == BASE else motions[link.parent]
        motions.append(_step(link, at[i], parent, v, a))
    return motions


def _step(link: Link, at: Pose, parent: LinkRates, v: Scalars, a: Scalars) -> LinkRates:
    linear, angular = link.rate(v)
    dlinear, dangular = link.rate(a)
    w0 = at.outward(parent.w)
    w = w0 + angular
    dw, spin = _angular_acceleration(link, at, parent, w0, angular, dangular)
    U = _steady(angular_products(w, dw), link, at, parent)
    acc = at.X.R.apply_T(parent.a + parent.U.apply(at.X.p))
    if any(not is_zero(x) for x in at.p):  # displacement inside the joint, turning with the parent
        acc = acc + angular_products(at.X.R.apply_T(parent.w), at.X.R.apply_T(parent.dw)).apply(at.p)
    acc = at.R.apply_T(acc)
    if not is_zero(at.slide):
        acc = acc + slide_acceleration(at.slide, U)
    # Coriolis acceleration of the joint's own displacement, and its turning with the joint itself
    acc = acc + dlinear + (w0 + w0 + angular).cross(linear)
    mixed = mixed_products(w)
    of = f"link {link.name}"
    note(of, "angular velocity", w)
    note(of, "angular acceleration", dw)
    note(of, "products of rates", U, mixed)
    note(of, "acceleration", acc)
    return LinkRates(w, dw, acc, U, mixed, spin)


def _angular_acceleration(
    link: Link, at: Pose, parent: LinkRates, w0: Vec, angular: Vec, dangular: Vec
) -> tuple[Vec, Scalar | None]:
    """(dw/dt, spin). Turns about parallel axes add up: what the one before makes of w need not be turned along."""
    if _stays_about_z(link) and _vanishes(dangular):
        along = at.X.R.T[2] == Z and parent.spin is not None
        if along or _vanishes(parent.dw):
            spin = angular[2] + (parent.spin if along and parent.spin is not None else 0)
            return w0.cross(Vec(0, 0, spin)), spin
    return at.outward(parent.dw) + dangular + w0.cross(angular), None


def _steady(U: Mat, link: Link, at: Pose, parent: LinkRates) -> Mat:
    """U with those diagonal elements taken from the parent's U that the joint does not change: the last one, -(wx^2 + wy^2), as
    the link turns about z, all of them where it does not turn. Computed from turned rates they would be sin^2 + cos^2 times
    that."""
    if not _stays_about_z(link):
        return U
    rows = [list(row) for row in U]
    for k in (0, 1, 2) if at.R is IDENTITY else (2,):
        found = _before(at.X.R.T[k], parent)
        if found is not None:
            rows[k][k] = found
    return Mat.of(rows)


def _before(axis: Vec, parent: LinkRates) -> Scalar | None:
    """The diagonal element of U for an axis in the parent's axes, where the parent has it, or where it is one square."""
    zero = [is_zero(x) for x in axis]
    if sum(zero) == 2:
        k = zero.index(False)
        return parent.U[k][k]
    if zero != [True, False, False]:
        return None
    x, y = parent.w[0], axis[2] * parent.w[1] - axis[1] * parent.w[2]
    return -(y * y if is_zero(x) else x * x) if is_zero(x) or is_zero(y) else None


def _stays_about_z(link: Link) -> bool:
    """Whether it turns about its own z against its parent, or not at all."""
    return link.joint_type.about_z or link.joint_type.slider


def _vanishes(v: Vec) -> bool:
    return all(is_zero(x) for x in v)


def slide_acceleration(slide: Scalar, U: Mat) -> Vec:
    """U times (0, 0, slide). The point lies on the joint's axis, so the joint's own rotation adds nothing: the parent's U would
    serve as well, but the link's own is needed anyway."""
    return Vec(U[0][2] * slide, U[1][2] * slide, U[2][2] * slide)


def angular_products(w: Vec, dw: Vec) -> Mat:
    """U = [dw] + [w][w]: acceleration of a point r fixed to the link is a + U r."""
    return u_matrix(Vec(w[0] * w[0], w[1] * w[1], w[2] * w[2]), mixed_products(w), dw)


def mixed_products(w: Vec) -> Vec:
    """(w2 w3, w1 w3, w1 w2)."""
    return Vec(w[1] * w[2], w[0] * w[2], w[0] * w[1])


def u_matrix(squares: Vec, mixed: Vec, dw: Vec) -> Mat:
    """U of the squares and mixed products of w; linear, so it gives the rates of U from their rates, too."""
    (xx, yy, zz), (yz, xz, xy) = squares, mixed
    return Mat(
        Vec(-(yy + zz), xy - dw[2], xz + dw[1]),
        Vec(xy + dw[2], -(xx + zz), yz - dw[0]),
        Vec(xz - dw[1], yz + dw[0], -(xx + yy)),
    )


def rate_of_momentum(inertia: Inertia, motion: LinkRates) -> Force:
    """Force and moment (about the link's origin) that the link's motion needs."""
    f = motion.a * inertia.m + motion.U.apply(inertia.h)
    n = moment_of_inertia_forces(inertia.I, motion) + inertia.h.cross(motion.a)
    return Force(f, n)


def moment_of_inertia_forces(t: Mat, motion: LinkRates) -> Vec:
    """I dw + w x I w through the entries of U.

    With second moments E (Exx = integral of x^2 dm, ...) the moment is the axial part of U E. Where one diagonal second moment
    vanishes (a flat plate, see model/regroup.py) this form needs one product less than the tensor's.
    """
    U = motion.U
    xy, xz, yz = t[0][1], t[0][2], t[1][2]
    mixed = Vec(
        xz * U[1][0] - xy * U[2][0] + yz * (U[1][1] - U[2][2]),
        xy * U[2][1] - yz * U[0][1] + xz * (U[2][2] - U[0][0]),
        yz * U[0][2] - xz * U[1][2] + xy * (U[0][0] - U[1][1]),
    )
    return mixed + _diagonal_moment(Vec(t[0][0], t[1][1], t[2][2]), motion)


def _diagonal_moment(d: Vec, motion: LinkRates) -> Vec:
    if is_flat(d):  # Exx = Iyy, Eyy = Ixx, Ezz = 0
        U = motion.U
        return Vec(d[0] * U[2][1], -(d[1] * U[2][0]), d[1] * U[1][0] - d[0] * U[0][1])
    dw, (yz, xz, xy) = motion.dw, motion.mixed
    return Vec(
        d[0] * dw[0] + (d[2] - d[1]) * yz,
        d[1] * dw[1] + (d[0] - d[2]) * xz,
        d[2] * dw[2] + (d[1] - d[0]) * xy,
    )


def is_flat(d: Vec) -> bool:
    """Whether Izz = Ixx + Iyy, to rounding for numbers."""
    gap = d[2] - (d[0] + d[1])
    if is_zero(gap):
        return not all(is_zero(x) for x in d)
    return isinstance(gap, float) and abs(gap) <= 4e-16 * sum(abs(as_number(x)) for x in d)


def subtract_wrenches(tree: Tree, forces: list[Force], wrench: Scalars) -> list[Force]:
    """External wrenches (force; moment, in the axes of the frame they act at) relieve the joints."""
    if not wrench:
        return forces
    forces = list(forces)
    for k, name in enumerate(tree.wrenches):
        place = tree.frames[name]
        if place.link == BASE:
            continue
        acting = Force(Vec(*wrench[6 * k : 6 * k + 3]), Vec(*wrench[6 * k + 3 : 6 * k + 6]))
        forces[place.link] = forces[place.link] - place.X.force(acting)
    return forces


def add_drives(tree: Tree, tau: list[Scalar], q: Scalars, v: Scalars, a: Scalars) -> list[Scalar]:
    """Rotor inertia, friction, springs and dampers of the joints, on top of the rigid bodies' forces."""
    passive = passive_forces(tree, q, v)
    armature = rotor_inertias(tree)
    return [t + r * x + p for t, r, x, p in zip(tau, armature, a, passive, strict=True)]


def rotor_inertias(tree: Tree) -> list[Scalar]:
    """What the rotors add to the diagonal of the mass matrix (mimic ratios squared)."""
    result: list[Scalar] = [0] * tree.nv
    for link in tree.links:
        d = link.drive
        for k in link.rates:
            result[k] = result[k] + d.rotor_inertia * d.gear_ratio * d.gear_ratio * link.ratio * link.ratio
    return result


def passive_forces(tree: Tree, q: Scalars, v: Scalars) -> list[Scalar]:
    """Friction, springs and dampers: what the joints resist with."""
    result: list[Scalar] = [0] * tree.nv
    for tie in tree.acting:
        d, rate = tie.drive, tie.rate(v)
        force = (d.viscous + d.damping) * rate
        if not is_zero(d.coulomb):
            force = force + d.coulomb * sign(rate)
        if not is_zero(d.stiffness):
            force = force + d.stiffness * tie.stretch(q)
        for _, k, coefficient in tie.terms:
            result[k] = result[k] + coefficient * force
    return result


def without_drives(tree: Tree) -> Tree:
    """The rigid bodies alone: no friction, springs, dampers or rotors."""
    return tree.with_drives(lambda drive: Drive())


def rotors_only(tree: Tree) -> Tree:
    """Drives without friction and springs."""
    return tree.with_drives(lambda drive: Drive(drive.rotor_inertia, drive.gear_ratio))


def weightless(tree: Tree) -> Tree:
    """The tree without gravity."""
    return replace(tree, gravity=ZERO)
