"""Dynamics of parallel robots leg by leg: each leg's Newton-Euler, its forces carried to the platform.

Khalil & Ibrahim 2007, General solution for the dynamic modeling of parallel robots; Briot & Khalil 2015, chapter 8.

  point of leg i     v_i = v + w x r_i,  a_i = a + U r_i                              (U of the platform, as in Newton-Euler)
  its joints         J_i dq_i = v_i,  J_i ddq_i = a_i - (a_i at ddq = 0)
  its force          f_i = J_i^-T tau_i(q_i, dq_i, ddq_i)
  platform           F = sum f_i + F_p,  N = sum r_i x f_i + N_p,  tau_x = the platform's Jacobian' (F, N)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from linkwright.graph.expr import Scalar
from linkwright.mechanics.platform.leg_kinematics import PointMotion, View
from linkwright.mechanics.platform.legs import END, Leg, Parallel
from linkwright.mechanics.tree.kinematics import jacobian, link_transforms
from linkwright.mechanics.tree.mass_matrix import mass_matrix
from linkwright.mechanics.tree.newton_euler import (
    add_drives,
    angular_products,
    link_motions,
    moment_of_inertia_forces,
    newton_euler,
    rotor_inertias,
    weightless,
)
from linkwright.model.tree import Tree
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.matrix import Matrix
from linkwright.spatial.small_systems import solve, solve_transposed
from linkwright.spatial.turn import symmetric, turned_symmetric
from linkwright.spatial.vector import IDENTITY, NULL, ZERO, Mat, Scalars, Vec, outer, skew


@dataclass(frozen=True)
class Platform:
    """The platform at given coordinates, in the base's axes: per coordinate the velocity of its origin and its angular
    velocity (and that in its own axes); its rotation."""

    tree: Tree
    linear: tuple[Vec, ...]
    angular: tuple[Vec, ...]
    own: tuple[Vec, ...]
    R: Mat

    def point(self, leg: Leg) -> Vec:
        """From the platform's origin to the leg's point."""
        return self.R.apply(leg.anchor)

    def project(self, F: Vec, N: Vec) -> list[Scalar]:
        """Generalised forces of a force at the origin and a moment."""
        return [u.dot(F) + w.dot(N) for u, w in zip(self.linear, self.angular, strict=True)]


def platform_at(tree: Tree, x: Scalars) -> Platform:
    """The platform at a pose: its Jacobians in the world's axes and its own."""
    world, local = (jacobian(tree, x, END, axes) for axes in ("local_world_aligned", "local"))
    linear, angular = ([Vec(*c) for c in zip(*rows, strict=True)] for rows in (world[:3], world[3:]))
    own = [Vec(*c) for c in zip(*local[3:], strict=True)]
    R = link_transforms(tree, x)[len(tree.links) - 1].R
    return Platform(tree, tuple(linear), tuple(angular), tuple(own), R)


def twist(at: Platform, v: Scalars) -> tuple[Vec, Vec]:
    """Linear and angular velocity of the platform in the base's axes; linear in v."""
    linear = angular = ZERO
    for k, rate in enumerate(v):
        linear, angular = linear + at.linear[k] * rate, angular + at.angular[k] * rate
    return linear, angular


def turning(at: Platform, v: Scalars) -> Vec:
    """The part of the angular acceleration that comes from the rates alone: axes that the ones before turn."""
    before = bias = ZERO
    for axis, rate in zip(at.angular, v, strict=True):
        own = axis * rate
        bias, before = bias + before.cross(own), before + own
    return bias


def inverse_dynamics(
    robot: Parallel, q: Scalars, v: Scalars, a: Scalars, wrench: Scalars, views: Sequence[View]
) -> list[Scalar]:
    """tau_x: generalised forces of the platform's coordinates.

    q: positions of the whole tree; v, a: rates and accelerations of the platform's coordinates
    views: from where each leg is looked at
    """
    at, force, moment = _carried(robot, q, v, a, wrench, views)
    tau = at.project(force, moment)
    x = [q[k] for k in robot.iq]
    if robot.compact:
        return add_drives(robot.platform, tau, x, v, a)
    own = newton_euler(replace(robot.platform, wrenches=()), x, v, a)
    return [t + e for t, e in zip(tau, own, strict=True)]


def inverse_dynamics_wrench(
    robot: Parallel, q: Scalars, v: Scalars, a: Scalars, wrench: Scalars, views: Sequence[View]
) -> list[Scalar]:
    """The force and moment at the platform's origin, in the base's axes; arguments as of `inverse_dynamics`."""
    _, force, moment = _carried(robot, q, v, a, wrench, views)
    return [*force, *moment]


def _carried(
    robot: Parallel, q: Scalars, v: Scalars, a: Scalars, wrench: Scalars, views: Sequence[View]
) -> tuple[Platform, Vec, Vec]:
    """The platform, and the force and moment at its origin that move it and the legs."""
    x = [q[k] for k in robot.iq]
    at = platform_at(robot.platform, x)
    (velocity, w), (acceleration, dw) = twist(at, v), twist(at, a)
    dw = dw + turning(at, v)
    U = angular_products(w, dw)
    force, moment = platform_wrench(robot, at, (x, v, a), acceleration, U) if robot.compact else (ZERO, ZERO)
    for n, (leg, view) in enumerate(zip(robot.legs, views, strict=True)):
        r = at.point(leg)
        acting = _acting(robot, n + 1, wrench)
        f = leg_force(leg, leg.of(q), velocity + w.cross(r), acceleration + U.apply(r), acting, view)
        force, moment = force + f, moment + r.cross(f)
    return at, *_relieved(robot, at, force, moment, wrench)


def _acting(robot: Parallel, part: int, wrench: Scalars) -> list[Scalar]:
    return [w for n in robot.wrenches[part] for w in wrench[6 * n : 6 * n + 6]] if wrench else []


def _relieved(robot: Parallel, at: Platform, force: Vec, moment: Vec, wrench: Scalars) -> tuple[Vec, Vec]:
    """Without what external wrenches on the platform take over."""
    if not wrench:
        return force, moment
    for n in robot.wrenches[0]:
        place = robot.platform.frames[robot.platform.wrenches[robot.wrenches[0].index(n)]]
        R = at.R @ place.X.R
        f = R.apply(Vec(*wrench[6 * n : 6 * n + 3]))
        force = force - f
        moment = moment - (R.apply(Vec(*wrench[6 * n + 3 : 6 * n + 6])) + at.R.apply(place.X.p).cross(f))
    return force, moment


def platform_wrench(
    robot: Parallel, at: Platform, motion: tuple[Scalars, Scalars, Scalars], acceleration: Vec, U: Mat
) -> tuple[Vec, Vec]:
    """Force and moment about the origin that the platform itself needs, in the base's axes.

    motion: coordinates of the platform, their rates and accelerations
    """
    x, v, a = motion
    inertia = robot.platform.links[-1].inertia
    felt = acceleration - robot.platform.gravity
    h = at.R.apply(inertia.h)
    own = link_motions(robot.platform, robot.platform.poses(x), v, a)[-1]
    moment = at.R.apply(moment_of_inertia_forces(inertia.I, own))
    return felt * inertia.m + U.apply(h), moment + h.cross(felt)


def leg_force(leg: Leg, q: Scalars, velocity: Vec, acceleration: Vec, wrench: Scalars, view: View) -> Vec:
    """The force that moves a leg at its point of the platform, in the base's axes."""
    point = PointMotion(leg, q, view)
    v = solve(point.J, point.components(point.seen(velocity)))
    known = point.components(point.seen(acceleration))
    a = solve(point.J, [x - y for x, y in zip(known, _bias(point, v), strict=True)])
    tau = newton_euler(leg.tree, q, v, a, wrench)
    return point.vector(solve_transposed(point.J, tau))


def _bias(point: PointMotion, v: Scalars) -> list[Scalar]:
    """Acceleration of the leg's point at ddq = 0, in the basis."""
    still = [0] * len(v)
    tree = replace(weightless(point.leg.tree), wrenches=())
    last = link_motions(tree, point.at, v, still)[-1]
    return point.components(_to_view(point, last.a + last.U.apply(point.leg.end)))


def _to_view(point: PointMotion, u: Vec) -> Vec:
    return point.inward(u, len(point.at) - 1)


# --- mass matrix -------------------------------------------------------------------------------------


def mass_matrix_x(robot: Parallel, q: Scalars, views: Sequence[View], wrenches: bool = False) -> Matrix:
    """M_x, symmetric (wrenches: force and moment in the base's axes per acceleration of the coordinates, not symmetric)."""
    at = platform_at(robot.platform, [q[k] for k in robot.iq])
    inertia = robot.platform.links[-1].inertia if robot.compact else Inertia()
    direct, mixed, turned = IDENTITY * inertia.m, skew(at.R.apply(inertia.h)), NULL
    for leg, view in zip(robot.legs, views, strict=True):
        r, felt = at.point(leg), leg_inertia(leg, leg.of(q), view)
        cross = skew(r) @ felt
        direct, mixed, turned = direct + felt, mixed + cross, turned - symmetric(cross @ skew(r))
    spins = [inertia.I.apply(w) for w in at.own]
    mixed_T = mixed.T
    forces = [
        (direct.apply(u) + mixed_T.apply(w), mixed.apply(u) + turned.apply(w))
        for u, w in zip(at.linear, at.angular, strict=True)
    ]
    size = len(forces)
    if wrenches:
        columns = [[*F, *(N + at.R.apply(n))] for (F, N), n in zip(forces, spins, strict=True)]
        return [list(row) for row in zip(*columns, strict=True)]
    M: Matrix = [[0] * size for _ in range(size)]
    for k, ((F, N), n) in enumerate(zip(forces, spins, strict=True)):
        for j in range(k + 1):
            M[j][k] = M[k][j] = at.linear[j].dot(F) + at.angular[j].dot(N) + at.own[j].dot(n)
    if not robot.compact:
        own = mass_matrix(robot.platform, [q[k] for k in robot.iq])
        return [[m + e for m, e in zip(*rows, strict=True)] for rows in zip(M, own, strict=True)]
    for k, rotor in enumerate(rotor_inertias(robot.platform)):
        M[k][k] = M[k][k] + rotor
    return M


def leg_inertia(leg: Leg, q: Scalars, view: View) -> Mat:
    """The mass that a leg's point feels: J^-T M J^-1, in the base's axes, symmetric."""
    point = PointMotion(leg, q, view)
    columns = [solve_transposed(point.J, row) for row in mass_matrix(leg.tree, q)]  # of J^-T M
    L = [solve_transposed(point.J, list(row)) for row in zip(*columns, strict=True)]
    kept = point.kept or ()
    inertia = NULL
    for i, first in enumerate(kept):
        for j, second in enumerate(kept):
            inertia = inertia + outer(first, second) * L[min(i, j)][max(i, j)]
    inertia = symmetric(inertia)
    for R in reversed(point.turns):
        inertia = turned_symmetric(R, inertia)
    return inertia
