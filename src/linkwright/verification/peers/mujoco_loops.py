"""Law 23 for closed mechanisms against MuJoCo: its equality constraints, mass matrix and forces say the same.

MuJoCo knows points, welds and polynomials between joints; sliders, cylinders and universal joints are composed of its Jacobians
of the two places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.closures import Loop
from linkwright.readers.mjcf_compile import warnings_of
from linkwright.referee.algebra import skew
from linkwright.referee.closed_reference import ClosedReference
from linkwright.referee.poses import leaf_frames
from linkwright.verification.context import ClosedContext
from linkwright.verification.finding import Finding, gap, largest, notes
from linkwright.verification.peers.mujoco_model import COMPOSED, compiled, coordinates, free_part, loops_document
from linkwright.verification.peers.roughness import REPEATED, roughness
from linkwright.verification.states import evaluated

_FRAMES = 2
_EIGHTH_ORDER = (4 / 5, -1 / 5, 4 / 105, -1 / 280)


def mujoco(s: ClosedContext) -> Finding:
    """Law 23: the Jacobian of MuJoCo's equality constraints allows the motions W and no others; its mass matrix and bias
    forces, projected, are ours, and so are the accelerations that they have under its constraints, their derivatives, energies,
    momenta, and the Jacobians of end frames and of the centre of mass."""
    mj: Any = import_module("mujoco")
    robot = s.rigid
    model = compiled(mj, robot.tree, loops_document(robot))
    peer = _Peer(s, mj, model, mj.MjData(model), s.reference_of(robot))
    gaps: list[float] = []
    missing = 0
    with warnings_of(mj):
        for k in range(len(s.states)):
            found, lacking = _dynamics(peer, k)
            missing = max(missing, lacking)
            gaps += [*found, *_motion(peer, k), *_slopes(peer, k)]
    note = notes("MuJoCo, equality constraints", f"its rank differs by {missing}" if missing else "")
    return Finding(largest([*gaps, float(missing)]), note=note, tolerance=REPEATED)


@dataclass(frozen=True)
class _Peer:
    """A robot in MuJoCo, beside its functions and its brute force."""

    s: ClosedContext
    mj: Any
    model: Any
    data: Any
    reference: ClosedReference

    @property
    def robot(self) -> ClosedRobot:
        return self.s.rigid

    @cached_property
    def composed(self) -> list[Loop]:
        return [loop for loop in self.robot.loops if loop.kind in COMPOSED]

    def value(self, quantity: str, k: int, **choices: Any) -> Array:
        return self.s.value(quantity, self.robot, **choices)[k]

    def place(self, q: Array, v: Array) -> tuple[Array, Array, Array, Array]:
        """Put the data at positions and rates of the tree: A and drift of its free joint, and its constraints."""
        A, drift = free_part(self.robot.tree, q, v)
        self.data.qpos[:], self.data.qvel[:] = coordinates(self.robot.tree, q), A @ v
        return A, drift, *constraint(self.mj, self.model, self.data, self.composed)

    def matrices(self) -> tuple[Array, Array]:
        """Mass matrix and bias forces of the tree where the data are."""
        M, force = np.zeros((self.model.nv, self.model.nv)), np.zeros(self.model.nv)
        self.mj.mj_fullM(self.model, self.data, M)
        self.mj.mj_rne(self.model, self.data, 0, force)
        return M, force

    def accelerations(self, q: Array, v: Array, tau: Array) -> Array:
        """Of the tree under forces tau at the free joints, in our coordinates."""
        A, drift, J, pulled = self.place(q, v)
        M, force = self.matrices()
        whole = np.zeros(self.robot.tree.nv)
        whole[list(self.s.cut.coordinates.free_v)] = tau
        return np.linalg.solve(A, held(M, J, np.linalg.inv(A).T @ whole - force, pulled) - drift)

    def roughness(self, J: Array, k: int) -> tuple[float, float]:
        """How much more forces, and accelerations, may differ: loops that are nearly singular magnify the rounding of a file
        twice, and so does a mass matrix."""
        rough = max(1.0, roughness(J))
        return rough, max(rough, float(np.linalg.cond(self.value("mass_matrix", k))) * 1e-6)


def _dynamics(peer: _Peer, k: int) -> tuple[list[float], int]:
    """Gaps of constraints, mass matrix, bias forces and accelerations; by how much the rank of the constraints differs."""
    p = peer.reference
    A, drift, J, _ = peer.place(p.positions[k], p.rates[k])
    W = A @ p.W[k]
    values = np.linalg.svd(J, compute_uv=False)
    missing = abs(peer.robot.tree.nv - int(np.sum(values > REPEATED * values[0])) - W.shape[1])
    rough, rougher = peer.roughness(J, k)
    M, force = peer.matrices()
    whole = force + M @ (A @ p.drift[k] + drift)
    ours = p.W[k] @ peer.value("forward_dynamics", k) + p.drift[k]
    a = peer.accelerations(p.positions[k], p.rates[k], peer.s.states.tau[k])
    gaps = [
        gap(J @ W, np.zeros((len(J), W.shape[1])), float(np.max(np.abs(J))) * float(np.max(np.abs(W)))),
        gap(W.T @ M @ W, peer.value("mass_matrix", k)),
        gap(W.T @ whole, peer.value("nonlinear_effects", k), whole) / rough,
        gap(a, ours, p.rates[k] ** 2) / rougher,
    ]
    return gaps, missing


def _motion(peer: _Peer, k: int) -> list[float]:
    """Energies, momenta, and Jacobians of end frames and of the centre of mass."""
    mj, model, data, p = peer.mj, peer.model, peer.data, peer.reference
    W = peer.place(p.positions[k], p.rates[k])[0] @ p.W[k]
    mj.mj_energyPos(model, data)
    mj.mj_energyVel(model, data)
    gaps = [gap(peer.value(n, k), data.energy[i], 1.0) for i, n in enumerate(("potential_energy", "kinetic_energy"))]
    for frame in leaf_frames(peer.robot.tree)[:_FRAMES]:
        along, about = np.zeros((3, model.nv)), np.zeros((3, model.nv))
        body = mj.mj_name2id(model, mj.mjtObj.mjOBJ_BODY, peer.robot.frame(frame).body)
        mj.mj_jac(model, data, along, about, peer.value("forward_kinematics", k, frame=frame)[:3, 3], body)
        gaps.append(gap(peer.value("jacobian", k, frame=frame), np.concatenate([along, about]) @ W, 1.0))
    mass = float(model.body_subtreemass[0])
    if mass:
        Jcom, turning = np.zeros((3, model.nv)), np.zeros((3, model.nv))
        mj.mj_jacSubtreeCom(model, data, Jcom, 0)
        mj.mj_angmomMat(model, data, turning, 0)
        mj.mj_subtreeVel(model, data)
        momentum = np.concatenate([mass * data.subtree_linvel[0], data.subtree_angmom[0]])
        gaps += [
            gap(peer.value("center_of_mass", k), data.subtree_com[0], 1.0),
            gap(peer.value("com_jacobian", k), Jcom @ W, 1.0),
            gap(peer.value("centroidal_momentum", k), momentum, 1.0),
            gap(peer.value("centroidal_momentum_matrix", k), np.concatenate([mass * Jcom, turning]) @ W, 1.0),
        ]
    return gaps


def _slopes(peer: _Peer, k: int) -> list[float]:
    """Derivatives of forward dynamics. Rigid bodies accelerate linearly in tau and quadratically in v: differences along these
    are exact; along q it is one direction, and a difference of order eight between closed positions."""
    s, p, free = peer.s, peer.reference, list(peer.s.cut.coordinates.free_v)
    q, v, tau, way = p.positions[k], s.states.v[k], s.states.tau[k], s.states.a[k]
    rough = peer.roughness(peer.place(q, p.rates[k])[2], k)[1]
    by_q, by_v, by_tau = (x[k] for x in evaluated(s.function("forward_dynamics_derivatives", peer.robot), s.states))

    def at(position: Array, W: Array, v: Array, tau: Array) -> Array:
        return peer.accelerations(position, W @ v, tau)[free]

    size = 1e-2 / max(1.0, float(np.max(np.abs(p.W[k] @ way))) * float(np.max(np.abs(p.W[k]))))
    steps = [(sign * n * size, sign * w / size) for n, w in enumerate(_EIGHTH_ORDER, 1) for sign in (1, -1)]
    moved, _ = p.closed.close_all(
        p.closed.moved(np.tile(q, (len(steps), 1)), np.outer([t for t, _ in steps], p.W[k] @ way))
    )
    spread = p.closed.spread(moved)
    along = sum(w * at(x, W, v, tau) for (_, w), x, W in zip(steps, moved, spread, strict=True))
    unit = np.eye(len(free))
    one = at(q, p.W[k], v, tau)
    theirs_v = np.stack([(at(q, p.W[k], v + e, tau) - at(q, p.W[k], v - e, tau)) / 2 for e in unit], axis=1)
    theirs_tau = np.stack([at(q, p.W[k], v, tau + e) - one for e in unit], axis=1)
    return [
        gap(by_q @ way, along, [np.max(np.abs(by_q)), np.max(np.abs(one))]) / rough,
        gap(by_v, theirs_v, np.max(np.abs(one))) / rough,
        gap(by_tau, theirs_tau) / rough,
    ]


_STEP = 3e-4
_FOURTH_ORDER = ((-2, 1 / 12), (-1, -2 / 3), (1, 2 / 3), (2, -1 / 12))


def constraint(mj: Any, model: Any, data: Any, composed: Sequence[Loop] = ()) -> tuple[Array, Array]:
    """J of the equality constraints (and of loops that have none) at the positions and rates of the data, and dJ/dt v by
    differences along them."""

    def jacobian() -> Array:
        mj.mj_fwdPosition(model, data)
        mj.mj_fwdVelocity(model, data)
        rows = [np.reshape(data.efc_J, (-1, model.nv))[: data.ne].copy()]
        return np.concatenate([*rows, *(_composed(mj, model, data, loop) for loop in composed)])

    q, v = data.qpos.copy(), data.qvel.copy()
    pulled: Array = np.zeros(0)
    for way, factor in _FOURTH_ORDER:
        data.qpos[:] = q
        mj.mj_integratePos(model, data.qpos, v, way * _STEP)
        part = jacobian() @ v * (factor / _STEP)
        pulled = part if not len(pulled) else pulled + part
    data.qpos[:] = q
    J = jacobian()
    size = np.maximum(
        1.0, np.linalg.norm(J, axis=1)
    )  # gears have large rows beside which others would look like nothing
    return J / size[:, None], pulled / size


def _composed(mj: Any, model: Any, data: Any, loop: Loop) -> Array:
    """Rates of the equations of a loop, in the axes of its first place."""
    ends: list[tuple[Array, Array, Array, Array]] = []
    for end in (loop.first, loop.second):
        site = mj.mj_name2id(model, mj.mjtObj.mjOBJ_SITE, f"{loop.name} {end} 0")
        along, about = np.zeros((3, model.nv)), np.zeros((3, model.nv))
        mj.mj_jacSite(model, data, along, about, site)
        ends.append((np.reshape(data.site_xmat[site], (3, 3)), np.array(data.site_xpos[site]), along, about))
    (R, p, u, w), (S, r, x, y) = ends
    way = R.T @ (x - u + skew(r - p) @ w)
    if loop.kind == "universal":
        return np.concatenate([way, np.cross(S[:, 0], R[:, 2])[None] @ (y - w)])
    turn = R.T @ (y - w)
    return np.concatenate([way[:2], turn if loop.kind == "slider" else turn[:2]])


def held(M: Array, J: Array, force: Array, pulled: Array) -> Array:
    """Accelerations under a force and constraints J a + pulled = 0, some of which may follow from others."""
    U, s, Vt = np.linalg.svd(J)
    rank = int(np.sum(s > REPEATED * s[0]))
    given, N = -Vt[:rank].T @ ((U[:, :rank].T @ pulled) / s[:rank]), Vt[rank:].T
    return given + N @ np.linalg.solve(N.T @ M @ N, N.T @ (force - M @ given))
