"""What each quantity should be: one line per quantity, over brute force; the same lines for trees and closed robots.

Each entry gives the outputs of a quantity in the order of the table in mechanics/, one row per sample state. NaN is not
compared: the pieces without mass between the axes of universal and cylindrical joints have no counterpart here. A new quantity
needs a line here, or checks of its own as in quaternions.py and linear.py; a test asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from linkwright.arrays import Array
from linkwright.mechanics.inverse.masks import ChainMotion, Mask, mask_of
from linkwright.mechanics.inverse.seen import moving_rates
from linkwright.model.joints import JOINT_TYPES
from linkwright.model.parameters import parametrised_tree
from linkwright.referee.algebra import applied, first_moment
from linkwright.referee.frames import FrameMotion
from linkwright.referee.movement import Movement
from linkwright.referee.robot_reference import Reference
from linkwright.referee.series import Series
from linkwright.spatial.vector import Vec
from linkwright.verification.states import FORCE

Outputs = tuple[Array, ...]
Expectation = Callable[[Reference], Outputs]


# --- frames --------------------------------------------------------------------------------------------------------------


def _every_frame(r: Reference, of: Callable[[FrameMotion], Array]) -> Array:
    """One frame where the user chose it, else a stack of all."""
    return of(r.at()) if r.chosen else np.stack([of(r.at(n)) for n in r.frames], axis=1)


def _jacobian(r: Reference, of: Callable[[FrameMotion], Series], order: int = 0) -> Array:
    """A Jacobian's time derivative of an order, per rate of the coordinates."""
    return r.columns(of(r.at(order=order))).rate(order)


def _determinant(r: Reference) -> Array:
    """Of the rows of the default mask; where only the direction of an axis counts it is not compared."""
    J, tree = _jacobian(r, lambda f: f.aligned), parametrised_tree(r.tree.robot.tree).tree
    mask, plane = mask_of(tree, r.frame), mask_of(tree, r.frame, name="plane")
    moved = J[:, :, moving_rates(tree, r.frame)]
    in_plane = mask.rotation == "none" and ChainMotion.of(tree, r.frame, None).normal is not None
    rows = asked_rows(mask, (plane if in_plane else mask).directions)
    if rows is None:
        return np.full(len(r), np.nan)
    A = rows @ moved
    if A.shape[1] == A.shape[2]:
        return np.linalg.det(A)
    G = A @ A.swapaxes(1, 2) if A.shape[1] < A.shape[2] else A.swapaxes(1, 2) @ A
    return np.sqrt(np.maximum(np.linalg.det(G), 0.0))


def asked_rows(mask: Mask, directions: Sequence[Vec]) -> Array | None:
    """What a mask asks of a twist, a row each; None where that depends on where the frame is."""
    turns = {"none": np.zeros((0, 3)), "all": np.eye(3), "about": np.array([mask.axis], dtype=float)}.get(mask.rotation)
    if turns is None:
        return None
    linear = np.array(directions, dtype=float)
    return np.block([[linear, np.zeros((len(linear), 3))], [np.zeros((len(turns), 3)), turns]])


def moved_rows(r: Reference) -> tuple[Array, Array] | None:
    """Rows of the default mask that some joint moves, and their Jacobian per rate of the coordinates; None where the mask asks
    for the direction of an axis, or the Jacobian is singular."""
    mask = mask_of(parametrised_tree(r.tree.robot.tree).tree, r.frame)
    rows = asked_rows(mask, mask.directions)
    if rows is None:
        return None
    every = rows @ _jacobian(r, lambda f: f.aligned)
    moved = np.abs(every).max(axis=(0, 2)) > _STILL
    J = every[:, moved]
    rank = min(J.shape[1], int(np.sum(np.abs(J).max(axis=(0, 1)) > _STILL))) if np.any(moved) else 0
    values = np.linalg.svd(J, compute_uv=False)[:, :rank]
    return (rows[moved], J) if rank and np.all(values[:, -1] > _REGULAR * values[:, 0]) else None


_STILL = 1e-9
_REGULAR = 1e-6


def _condition(r: Reference) -> Array:
    found = moved_rows(r)
    if found is None:
        return np.full(len(r), np.nan)
    norms = [np.linalg.norm(A, axis=(1, 2)) for A in (found[1], np.linalg.pinv(found[1]))]
    return norms[0] * norms[1]


def _joint_transforms(r: Reference) -> Array:
    """Every moving body in the body that carries it."""
    found: list[Array] = []
    for R, p in r.motion().ways:
        X = np.broadcast_to(np.eye(4), (len(r), 4, 4)).copy()
        X[:, :3, :3], X[:, :3, 3] = R.value, p.value
        found.append(X)
    return np.stack(found, axis=1) if found else np.zeros((len(r), 0, 4, 4))


def pieces(kind: str) -> int:
    """How many pieces without mass the normal form puts before a body."""
    return JOINT_TYPES[kind].pieces


# --- forces, masses, momenta ---------------------------------------------------------------------------------------------


def _cut_forces(r: Reference) -> Array:
    """Everything behind a joint of a tree, at the frame of the body it carries."""
    outer = r.body_wrenches()
    for k in reversed(range(len(outer))):
        carrier = r.tree.movers[k].carrier
        if carrier >= 0:
            outer[carrier] = outer[carrier] + outer[k]
    rows: list[Array] = []
    for (R, p), w, mover in zip(r.motion().poses, outer, r.tree.movers, strict=True):
        f = w.value[..., :3]
        moment = w.value[..., 3:] - np.cross(p.value, f)
        back = np.swapaxes(R.value, -1, -2)
        own = np.concatenate([applied(back, f), applied(back, moment)], axis=-1)
        rows += [np.full_like(own, np.nan)] * pieces(mover.joint.type) + [own]
    return np.stack(rows, axis=1) if rows else np.zeros((len(r), 0, 6))


def _base_wrench(r: Reference) -> Array:
    """What the ground exerts on the robot, at the world's origin."""
    return sum((w.value for w in r.body_wrenches()), np.zeros((len(r), 6)))


def _equivalent(r: Reference) -> Array:
    return np.swapaxes(_jacobian(r, lambda f: f.aligned), -1, -2) @ np.array(FORCE)


def _mobility(r: Reference) -> Array:
    J = _jacobian(r, lambda f: f.aligned)
    return J @ np.linalg.solve(r.mass().value, np.swapaxes(J, -1, -2))


def _centre_jacobian(r: Reference) -> Array:
    mass, _ = r.motion().moment_of_mass
    return r.momentum_matrix[..., :3, :] / mass


# --- per inertial parameter ----------------------------------------------------------------------------------------------


def _columns(r: Reference, of: Callable[[Movement, int, Array], Array]) -> Array:
    """A value per parameter of every link, in the last axis."""
    found: dict[str, list[Array]] = {}
    names = r.tree.robot.inertial_names
    for mover, own in zip(r.tree.movers, r.per_parameter(of), strict=True):
        if count := pieces(mover.joint.type):
            found[f"{mover.name}/"] = [np.full_like(own[0], np.nan)] * 10 * count
        name = names.get(mover.name, mover.name)
        found[name] = [x + y for x, y in zip(found[name], own, strict=True)] if name in found else own
    columns = [column for link in found.values() for column in link]
    return np.stack(columns, axis=-1) if columns else np.zeros((len(r), 0))


def _force_columns(r: Reference, wrench: Callable[[Movement, int, Array], Series]) -> Array:
    """The same for what acts on a body as a wrench, felt at the coordinates."""
    return _columns(r, lambda m, k, G: r.reduced(m.projected(k, wrench(m, k, G))).value)


def _kinetic_column(m: Movement, k: int, G: Array) -> Array:
    V = m.twists[k].value
    return np.einsum("...i,ij,...j->...", V, G, V) / 2


def _potential_column(m: Movement, k: int, G: Array) -> Array:
    R, p = m.poses[k]
    return -(applied(R.value, first_moment(G)) + G[0, 0] * p.value) @ m.tree.gravity


EXPECTED: Mapping[str, Expectation] = MappingProxyType(
    {
        "inverse_dynamics": lambda r: (r.forces().value,),
        "mass_matrix": lambda r: (r.mass().value,),
        "coriolis_matrix": lambda r: (r.coriolis_matrix().value,),
        "coriolis_vector": lambda r: (r.coriolis(),),
        "gravity": lambda r: (r.gravity().value,),
        "passive_forces": lambda r: (r.passive,),
        "velocity_terms": lambda r: (r.coriolis() + r.passive,),
        "nonlinear_effects": lambda r: (r.bias,),
        "forward_dynamics": lambda r: (r.accelerations,),
        "mass_matrix_inverse": lambda r: (np.linalg.inv(r.mass().value),),
        "equivalent_forces": lambda r: (_equivalent(r),),
        "operational_inertia_inverse": lambda r: (_mobility(r),),
        "kinetic_energy": lambda r: (r.motion().kinetic_energy.value,),
        "potential_energy": lambda r: (r.motion().potential_energy.value,),
        "cut_forces": lambda r: (_cut_forces(r),),
        "base_wrench": lambda r: (_base_wrench(r),),
        "momentum": lambda r: (applied(r.momentum_matrix, r.states.v),),
        "generalized_momentum": lambda r: (applied(r.mass().value, r.states.v),),
        "center_of_mass": lambda r: (r.center_of_mass,),
        "com_jacobian": lambda r: (_centre_jacobian(r),),
        "centroidal_momentum_matrix": lambda r: (r.centroidal_matrix,),
        "centroidal_momentum": lambda r: (applied(r.centroidal_matrix, r.states.v),),
        "mass_matrix_rate": lambda r: (r.mass(1).rate(1),),
        "mass_matrix_rate2": lambda r: (r.mass(2).rate(2),),
        "coriolis_matrix_rate": lambda r: (r.coriolis_matrix(1).rate(1),),
        "coriolis_matrix_rate2": lambda r: (r.coriolis_matrix(2).rate(2),),
        "gravity_rate": lambda r: (r.gravity(1).rate(1),),
        "gravity_rate2": lambda r: (r.gravity(2).rate(2),),
        "inverse_dynamics_rate": lambda r: (r.forces(1).rate(1),),
        "inverse_dynamics_rate2": lambda r: (r.forces(2).rate(2),),
        "inverse_dynamics_derivatives": lambda r: (r.inverse_slopes["q"], r.inverse_slopes["v"]),
        "forward_dynamics_derivatives": lambda r: tuple(r.forward_slopes[n] for n in ("q", "v", "tau")),
        "linearisation": lambda r: r.linearisation,
        "regressor": lambda r: (_force_columns(r, lambda m, k, G: m.wrench(k, G)),),
        "gravity_regressor": lambda r: (_force_columns(r, lambda m, k, G: Series(-(m.weight(k).c @ G.T))),),
        "kinetic_energy_regressor": lambda r: (_columns(r, _kinetic_column),),
        "potential_energy_regressor": lambda r: (_columns(r, _potential_column),),
        "momentum_regressor": lambda r: (_force_columns(r, lambda m, k, G: Series(m.twists[k].c @ G.T)),),
        "forward_kinematics": lambda r: (_every_frame(r, lambda f: f.pose.value),),
        "joint_transforms": lambda r: (_joint_transforms(r),),
        "jacobian": lambda r: (_jacobian(r, lambda f: f.aligned),),
        "jacobian_world": lambda r: (_jacobian(r, lambda f: f.world),),
        "jacobian_body": lambda r: (_jacobian(r, lambda f: f.body),),
        "jacobian_determinant": lambda r: (_determinant(r),),
        "jacobian_condition": lambda r: (_condition(r),),
        "jacobian_rate": lambda r: (_jacobian(r, lambda f: f.aligned, 1),),
        "jacobian_rate2": lambda r: (_jacobian(r, lambda f: f.aligned, 2),),
        "analytic_jacobian": lambda r: (_jacobian(r, lambda f: f.analytic_xyz),),
        "analytic_jacobian_rate": lambda r: (_jacobian(r, lambda f: f.analytic_xyz, 1),),
        "twist": lambda r: (r.at().twist.value,),
        "frame_acceleration": lambda r: (r.at(order=1).twist.rate(1),),
        "frame_jerk": lambda r: (r.at(order=2).twist.rate(2),),
    }
)
