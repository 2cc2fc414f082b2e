"""What each quantity should be: one line per quantity, over the brute-force reference.

Each entry gives the outputs of a quantity in the order of the table in derive/, one row per sample state. NaN is not compared:
the pieces without mass between the axes of universal and cylindrical joints have no counterpart here. A new quantity needs a
line here, or checks of its own as in quaternions.py and linear.py; a test asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from linkwright.verification.series import Series
from linkwright.verification.skeleton import ad
from linkwright.verification.suite.frames import FrameMotion, in_world
from linkwright.verification.suite.reference import Reference

Array = np.ndarray[Any, Any]
Outputs = tuple[Array, ...]


@dataclass(frozen=True)
class Expectation:
    """order: of the Taylor series that it needs."""

    value: Callable[[Reference], Outputs]
    order: int = 0


# --- frames --------------------------------------------------------------------------------------------------------------


def _frame(r: Reference, name: str | None = None) -> FrameMotion:
    return FrameMotion(r.motion, r.frame if name is None else name)


def _every_frame(r: Reference, of: Callable[[FrameMotion], Array]) -> Array:
    """One frame where the user chose it, else a stack of all."""
    return of(_frame(r)) if r.chosen else np.stack([of(_frame(r, n)) for n in r.frames], axis=1)


def _joint_transforms(r: Reference) -> Array:
    """Every moving body in the body that carries it."""
    found: list[Array] = []
    for R, p, *_ in r.motion.steps:
        X = np.broadcast_to(np.eye(4), (len(r.states), 4, 4)).copy()
        X[:, :3, :3], X[:, :3, 3] = R.value, p.value
        found.append(X)
    return np.stack(found, axis=1) if found else np.zeros((len(r.states), 0, 4, 4))


def _pieces(kind: str) -> int:
    """How many pieces without mass the normal form puts before a body."""
    return int(kind in ("universal", "cylindrical"))


# --- forces, masses, momenta ---------------------------------------------------------------------------------------------


def _body_wrenches(r: Reference) -> list[Series]:
    """What every moving body needs to move as it does, at the world's origin; external wrenches taken off."""
    m = r.motion
    found = [in_world(m, k, m.wrench(k, mover.G)) for k, mover in enumerate(r.skeleton.movers)]
    for n, name in enumerate(r.skeleton.robot.wrenches):
        k, X = r.skeleton.frame(name)
        if k >= 0:
            w = np.einsum("ji,...j->...i", _seen(X), r.states.wrench[:, n])
            found[k] = found[k] - in_world(m, k, Series(np.concatenate([w[None], np.zeros((m.order, *w.shape))])))
    return found


def _seen(X: Array) -> Array:
    from linkwright.verification.skeleton import adjoint

    return adjoint(np.linalg.inv(X))


def _cut_forces(r: Reference) -> Array:
    """Everything behind a joint, at the frame of the body it carries."""
    outer = _body_wrenches(r)
    for k in reversed(range(len(outer))):
        carrier = r.skeleton.movers[k].carrier
        if carrier >= 0:
            outer[carrier] = outer[carrier] + outer[k]
    rows: list[Array] = []
    for (R, p), w, mover in zip(r.motion.poses, outer, r.skeleton.movers, strict=True):
        f = w.value[..., :3]
        moment = w.value[..., 3:] - np.cross(p.value, f)
        own = np.concatenate([_turned_back(R.value, f), _turned_back(R.value, moment)], axis=-1)
        rows += [np.full_like(own, np.nan)] * _pieces(mover.joint.type) + [own]
    return np.stack(rows, axis=1) if rows else np.zeros((len(r.states), 0, 6))


def _turned_back(R: Array, u: Array) -> Array:
    return np.einsum("...ji,...j->...i", R, u)


def _base_wrench(r: Reference) -> Array:
    """What the ground exerts on the robot, at the world's origin."""
    return sum((w.value for w in _body_wrenches(r)), np.zeros((len(r.states), 6)))


def _centre(r: Reference) -> Series:
    mass, moment = r.motion.moment_of_mass
    return moment / mass


def _centre_jacobian(r: Reference) -> Array:
    mass, _ = r.motion.moment_of_mass
    return r.motion.momentum_matrix.value[..., :3, :] / mass


def _centroidal(r: Reference) -> Array:
    """Momentum about the centre of mass, in world axes, per joint velocity."""
    A = r.motion.momentum_matrix.value.copy()
    A[..., 3:, :] -= np.cross(_centre(r).value[..., None, :], np.swapaxes(A[..., :3, :], -1, -2)).swapaxes(-1, -2)
    return A


def _applied(A: Array, x: Array) -> Array:
    return np.einsum("...ij,...j->...i", A, x)


# --- per inertial parameter ----------------------------------------------------------------------------------------------


def _columns(r: Reference, of: Callable[[int, Array], Array]) -> Array:
    """A value per parameter of every link, in the last axis."""
    found: list[Array] = []
    for k, mover in enumerate(r.skeleton.movers):
        for G in r.motion.units(np.eye(4)):
            found.append(of(k, G))
        found[-10:-10] = [np.full_like(found[-1], np.nan)] * 10 * _pieces(mover.joint.type)
    return np.stack(found, axis=-1) if found else np.zeros((len(r.states), 0))


def _regressor(r: Reference) -> Array:
    return _columns(r, lambda k, G: r.motion.projected(k, r.motion.wrench(k, G)).value)


def _gravity_regressor(r: Reference) -> Array:
    return _columns(r, lambda k, G: r.motion.projected(k, Series(-(r.motion.weight(k).c @ G.T))).value)


def _kinetic_regressor(r: Reference) -> Array:
    V = [x.value for x in r.motion.twists]
    return _columns(r, lambda k, G: np.einsum("...i,ij,...j->...", V[k], G, V[k]) / 2)


def _potential_regressor(r: Reference) -> Array:
    from linkwright.verification.movement import first_moment

    def value(k: int, G: Array) -> Array:
        R, p = r.motion.poses[k]
        return -(_applied(R.value, first_moment(G)) + G[0, 0] * p.value) @ r.skeleton.gravity

    return _columns(r, value)


def _momentum_regressor(r: Reference) -> Array:
    m = r.motion
    return _columns(r, lambda k, G: m.projected(k, Series(m.twists[k].c @ G.T)).value)


# --- linear behaviour ----------------------------------------------------------------------------------------------------


def _linearisation(r: Reference) -> Outputs:
    """d(dq)/dt = dv - [v, dq] joint by joint, d(dv)/dt = da."""
    n, count = r.skeleton.robot.nv, len(r.states)
    A, B = np.zeros((count, 2 * n, 2 * n)), np.zeros((count, 2 * n, n))
    A[:, :n, n:] = np.eye(n)
    for mover in r.skeleton.movers:
        if mover.joint.type in ("spherical", "floating", "planar"):
            S = r.motion.steps[mover.index][3]
            bracket = ad(Series(_applied(S, r.states.v[:, mover.iv : mover.iv + mover.width])[None])).value
            own = slice(mover.iv, mover.iv + mover.width)
            A[:, own, own] = -(np.linalg.pinv(S) @ bracket @ S)
    slopes = r.forward_slopes
    A[:, n:, :n], A[:, n:, n:], B[:, n:] = slopes["q"], slopes["v"], slopes["tau"]
    return A, B


EXPECTED: Mapping[str, Expectation] = MappingProxyType(
    {
        "inverse_dynamics": Expectation(lambda r: (r.tau.value,)),
        "mass_matrix": Expectation(lambda r: (r.motion.mass.value,)),
        "coriolis_matrix": Expectation(lambda r: (r.motion.coriolis_matrix.value,), 1),
        "coriolis_vector": Expectation(lambda r: (r.motion.coriolis.value,)),
        "gravity": Expectation(lambda r: (r.motion.gravity.value,)),
        "passive_forces": Expectation(lambda r: (r.motion.passive.value,)),
        "velocity_terms": Expectation(lambda r: ((r.motion.coriolis + r.motion.passive).value,)),
        "nonlinear_effects": Expectation(lambda r: (r.bias,)),
        "forward_dynamics": Expectation(lambda r: (r.accelerations,)),
        "mass_matrix_inverse": Expectation(lambda r: (np.linalg.inv(r.motion.mass.value),)),
        "kinetic_energy": Expectation(lambda r: (r.motion.kinetic_energy.value,)),
        "potential_energy": Expectation(lambda r: (r.motion.potential_energy.value,)),
        "cut_forces": Expectation(lambda r: (_cut_forces(r),)),
        "base_wrench": Expectation(lambda r: (_base_wrench(r),)),
        "momentum": Expectation(lambda r: (_applied(r.motion.momentum_matrix.value, r.states.v),)),
        "center_of_mass": Expectation(lambda r: (_centre(r).value,)),
        "com_jacobian": Expectation(lambda r: (_centre_jacobian(r),)),
        "centroidal_momentum_matrix": Expectation(lambda r: (_centroidal(r),)),
        "centroidal_momentum": Expectation(lambda r: (_applied(_centroidal(r), r.states.v),)),
        "mass_matrix_rate": Expectation(lambda r: (r.motion.mass.rate(1),), 1),
        "mass_matrix_rate2": Expectation(lambda r: (r.motion.mass.rate(2),), 2),
        "coriolis_matrix_rate": Expectation(lambda r: (r.motion.coriolis_matrix.rate(1),), 2),
        "coriolis_matrix_rate2": Expectation(lambda r: (r.motion.coriolis_matrix.rate(2),), 3),
        "gravity_rate": Expectation(lambda r: (r.motion.gravity.rate(1),), 1),
        "gravity_rate2": Expectation(lambda r: (r.motion.gravity.rate(2),), 2),
        "inverse_dynamics_rate": Expectation(lambda r: (r.tau.rate(1),), 1),
        "inverse_dynamics_rate2": Expectation(lambda r: (r.tau.rate(2),), 2),
        "inverse_dynamics_derivatives": Expectation(lambda r: (r.inverse_slopes["q"], r.inverse_slopes["v"])),
        "forward_dynamics_derivatives": Expectation(lambda r: tuple(r.forward_slopes[n] for n in ("q", "v", "tau"))),
        "linearisation": Expectation(_linearisation),
        "regressor": Expectation(lambda r: (_regressor(r),)),
        "gravity_regressor": Expectation(lambda r: (_gravity_regressor(r),)),
        "kinetic_energy_regressor": Expectation(lambda r: (_kinetic_regressor(r),)),
        "potential_energy_regressor": Expectation(lambda r: (_potential_regressor(r),)),
        "momentum_regressor": Expectation(lambda r: (_momentum_regressor(r),)),
        "forward_kinematics": Expectation(lambda r: (_every_frame(r, lambda f: f.pose.value),)),
        "joint_transforms": Expectation(lambda r: (_joint_transforms(r),)),
        "jacobian": Expectation(lambda r: (_frame(r).aligned.value,)),
        "jacobian_world": Expectation(lambda r: (_frame(r).world.value,)),
        "jacobian_body": Expectation(lambda r: (_frame(r).body.value,)),
        "jacobian_rate": Expectation(lambda r: (_frame(r).aligned.rate(1),), 1),
        "jacobian_rate2": Expectation(lambda r: (_frame(r).aligned.rate(2),), 2),
        "analytic_jacobian": Expectation(lambda r: (_frame(r).analytic_xyz.value,)),
        "analytic_jacobian_rate": Expectation(lambda r: (_frame(r).analytic_xyz.rate(1),), 1),
        "twist": Expectation(lambda r: (_frame(r).twist.value,)),
        "frame_acceleration": Expectation(lambda r: (_frame(r).twist.rate(1),), 1),
        "frame_jerk": Expectation(lambda r: (_frame(r).twist.rate(2),), 2),
    }
)
