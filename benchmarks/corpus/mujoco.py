"""An MJCF file beside MuJoCo, which reads the same file whole: meshes, includes, defaults and all.

A closed robot is compared in its free coordinates: MuJoCo's mass matrix and forces, projected on the motions that its equality
constraints leave. Forces that the reader says are not in the equations (fluids, springs of tendons, ...) are taken from
MuJoCo's model, too, and named in the outcome.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mujoco
import numpy as np

import linkwright as lw
from benchmarks.corpus.outcome import Outcome, judged, relative
from linkwright.model.assembly.mobility_study import study
from linkwright.verification.peers.mujoco_model import free_part
from linkwright.verification.states import sample

Array = np.ndarray[Any, Any]
STATES = 3
_STENCIL = (4 / 5, -1 / 5, 4 / 105, -1 / 280)
_STEP = 2e-3
_CLEAR = 1e-3
_MISSING = 500
"""Meshes for the eye only, which a copy of a collection may lack."""


def compare(path: Path) -> Outcome:
    """Mass matrix and inverse dynamics of the tree at random states, and of a closed robot at closed ones."""
    try:
        robot = lw.load(path)
        if isinstance(robot, lw.ClosedRobot):
            study(robot)
    except lw.LinkwrightError as error:
        return Outcome(str(path), "refused", detail=str(error).splitlines()[0])
    mujoco.set_mju_user_warning(lambda _: None)
    try:
        peer = _Peer.of(robot, _model(path))
    except ValueError as error:
        return Outcome(str(path), "peer refuses", detail=" ".join(str(error).split())[:200], dof=robot.tree.nv)
    if not robot.tree.nv:
        return Outcome(str(path), "nothing moves")
    without = peer.without_what_is_noted()
    worst = _tree_gap(robot.tree, peer)
    if isinstance(robot, lw.ClosedRobot):
        worst = max(worst, _closed_gap(robot, peer))
    return judged(str(path), worst, robot.nv, f"without {', '.join(without)}" if without else "")


def _model(path: Path) -> Any:
    """MuJoCo's model; a mesh that is not there is a tetrahedron: no inertia comes from it, or the reader would have said so."""
    files: dict[str, bytes] = {}
    for _ in range(_MISSING):
        try:
            return mujoco.MjModel.from_xml_path(str(path), files)
        except ValueError as error:
            gone = re.search(r"Error opening file '([^']*)'", str(error))
            name = Path(gone[1]).name if gone else ""
            if name in files or Path(name).suffix.lower() not in _STAND_INS:
                raise
            files[name] = _STAND_INS[Path(name).suffix.lower()]()
    raise ValueError(f"more than {_MISSING} meshes are missing")


def _obj() -> bytes:
    return b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"


def _stl() -> bytes:
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype="<f4")
    faces = ((0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3))
    triangles = (b"\0" * 12 + corners[list(f)].tobytes() + b"\0\0" for f in faces)
    return b"\0" * 80 + struct.pack("<I", len(faces)) + b"".join(triangles)


def _png() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 4)) + chunk(b"IEND", b"")


_STAND_INS: dict[str, Callable[[], bytes]] = {".obj": _obj, ".stl": _stl, ".png": _png}


@dataclass(frozen=True)
class _Peer:
    """MuJoCo's model beside a robot. positions, rates: where the robot's coordinates stand in MuJoCo's."""

    robot: lw.Robot
    model: Any
    data: Any
    positions: Array
    rates: Array

    @classmethod
    def of(cls, robot: lw.Robot, model: Any) -> _Peer:
        names = [model.joint(j).name or f"joint{j}" for j in range(model.njnt)]
        positions: list[int] = []
        rates: list[int] = []
        for name in robot.tree.offsets:
            j = names.index(name)
            joint = robot.joints[name]
            iq, iv = int(model.jnt_qposadr[j]), int(model.jnt_dofadr[j])
            order = [*range(joint.nq)]
            if joint.type in ("floating", "spherical"):
                order = [*order[:-4], order[-3], order[-2], order[-1], order[-4]]  # w is last here
            positions += [iq + k for k in order]
            rates += range(iv, iv + joint.nv)
        if len(rates) != model.nv:
            raise ValueError(f"{model.nv} rates of MuJoCo's model, {len(rates)} of the robot")
        model.opt.jacobian = int(mujoco.mjtJacobian.mjJAC_DENSE)
        return cls(robot, model, mujoco.MjData(model), np.array(positions), np.array(rates))

    def without_what_is_noted(self) -> list[str]:
        """Take out of MuJoCo's model what the reader says is not in the equations."""
        notes = [n.what for n in self.robot.notes if n.kind == "ignored"]
        m = self.model
        parts: dict[str, Callable[[], None]] = {
            "gravcomp": lambda: m.body_gravcomp.fill(0),
            "fluid": lambda: _set(m.opt, density=0.0, viscosity=0.0),
            "tendon stiffness": lambda: _clear(
                m, "tendon_stiffness", "tendon_stiffnesspoly", where=self.slack("stiffness")
            ),
            "tendon damping": lambda: _clear(m, "tendon_damping", "tendon_dampingpoly", where=self.slack("damping")),
            "tendon armature": lambda: _clear(m, "tendon_armature"),
            "nonlinear part of a joint's stiffness": lambda: _clear(m, "jnt_stiffnesspoly"),
            "nonlinear part of a joint's damping": lambda: _clear(m, "dof_dampingpoly"),
            "spring of": lambda: _clear(m, "jnt_stiffness", where=m.jnt_type < 2),
            "armature of free joint": lambda: _clear(m, "dof_armature", where=m.jnt_type[m.dof_jntid] == 0),
        }
        found = [word for word in parts if any(word in what for what in notes)]
        for word in found:
            parts[word]()
        return found

    def slack(self, what: str) -> Array:
        """Tendons that do not pull in the robot."""
        said = {x.name for x in self.robot.tree.tendons if getattr(x.drive, what)}
        names = [self.model.tendon(t).name or f"tendon{t}" for t in range(self.model.ntendon)]
        return np.array([name not in said for name in names])

    def at(self, q: Array, v: Array) -> None:
        """MuJoCo at a state of the robot's tree."""
        A, _ = free_part(self.robot.tree, q, v)
        self.data.qpos[self.positions] = q
        self.data.qvel[self.rates] = A @ v
        mujoco.mj_fwdPosition(self.model, self.data)
        mujoco.mj_fwdVelocity(self.model, self.data)

    def mass(self, q: Array) -> Array:
        """M over the robot's rates, as of the last state."""
        A, _ = free_part(self.robot.tree, q, np.zeros(self.model.nv))
        M = np.zeros((self.model.nv, self.model.nv))
        mujoco.mj_fullM(self.model, self.data, M)
        return A.T @ M[np.ix_(self.rates, self.rates)] @ A

    def forces(self, q: Array, v: Array) -> Array:
        """What the joints need where no rate of the robot changes: bias without what acts in the joints."""
        A, drift = free_part(self.robot.tree, q, v)
        M = np.zeros((self.model.nv, self.model.nv))
        mujoco.mj_fullM(self.model, self.data, M)
        bias = (self.data.qfrc_bias - self.data.qfrc_passive)[self.rates]
        return A.T @ (bias + M[np.ix_(self.rates, self.rates)] @ drift)

    def constraints(self, q: Array) -> Array:
        """The Jacobian of the equality constraints over the robot's rates."""
        A, _ = free_part(self.robot.tree, q, np.zeros(self.model.nv))
        self.at(q, np.zeros(self.model.nv))
        J = np.reshape(self.data.efc_J, (-1, self.model.nv))
        kept = self.data.efc_type[: len(J)] == int(mujoco.mjtConstraint.mjCNSTR_EQUALITY)
        return J[kept][:, self.rates] @ A


def _set(thing: Any, **values: float) -> None:
    for name, value in values.items():
        setattr(thing, name, value)


def _clear(model: Any, *names: str, where: Any = slice(None)) -> None:
    for name in names:
        getattr(model, name)[where] = 0


def _tree_gap(tree: lw.OpenRobot, peer: _Peer) -> float:
    """The largest relative difference of mass matrix and inverse dynamics, loops or not."""
    states = sample(tree, STATES, seed=1)
    mass, inverse = lw.derive(tree, "mass_matrix"), lw.derive(tree, "inverse_dynamics")
    worst = 0.0
    for q, v, a in zip(states.q, states.v, states.a, strict=True):
        peer.at(q, v)
        M = peer.mass(q)
        tau = M @ a + peer.forces(q, v)
        worst = max(worst, relative(mass(q=q), M), relative(inverse(q=q, v=v, a=a), tau))
    return worst


def _closed_gap(robot: lw.ClosedRobot, peer: _Peer) -> float:
    """The same in the free coordinates, at closed positions."""
    mass, inverse = lw.derive(robot, "mass_matrix"), lw.derive(robot, "inverse_dynamics")
    coordinates, found = robot.coordinates, study(robot)
    free, rest = list(coordinates.free_v), list(coordinates.dependent_v)
    rng, worst = np.random.default_rng(1), 0.0
    for q in _regular(peer, [found.start, *found.samples], rest):
        J = peer.constraints(q)
        W = np.zeros((robot.tree.nv, len(free)))
        W[free] = np.eye(len(free))
        W[rest] = -np.linalg.pinv(J[:, rest], rcond=1e-8) @ J[:, free]
        v, a = W @ rng.uniform(-1, 1, len(free)), rng.uniform(-1, 1, len(free))
        drift = np.zeros(robot.tree.nv)
        drift[rest] = -np.linalg.pinv(J[:, rest], rcond=1e-8) @ _rate(peer, q, v)
        peer.at(q, v)
        M = peer.mass(q)
        tau = W.T @ (M @ (W @ a + drift) + peer.forces(q, v))
        given = {"q": q[list(coordinates.free_q)], "theta": q[list(coordinates.dependent_q)], "v": v[free], "a": a}
        ours = [f(**{n: x for n, x in given.items() if n in f.inputs}) for f in (mass, inverse)]
        worst = max(worst, relative(ours[0], W.T @ M @ W), relative(ours[1], tau))
    return worst


def _regular(peer: _Peer, positions: list[Array], rest: list[int]) -> list[Array]:
    """Of closed positions the first at which the dependent rates are determined well: a file's own may be a dead point."""

    def clearness(q: Array) -> float:
        values = np.linalg.svd(peer.constraints(q)[:, rest], compute_uv=False)
        return float(values[len(rest) - 1] / values[0]) if rest else 1.0

    clear = [(q, clearness(q)) for q in positions]
    best = max(x for _, x in clear)
    return [q for q, x in clear if x > min(_CLEAR, best / 2)][:STATES]


def _rate(peer: _Peer, q: Array, v: Array) -> Array:
    """dJ/dt v, by differences of eighth order along the motion."""
    total: Array = np.zeros(1)
    for k, weight in enumerate(_STENCIL, start=1):
        ends = [peer.constraints(_moved(peer, q, v, way * k * _STEP)) @ v for way in (1, -1)]
        total = total + weight * (ends[0] - ends[1]) / _STEP
    return total


def _moved(peer: _Peer, q: Array, v: Array, time: float) -> Array:
    """q after rates v for a time; a free body's linear velocity keeps its direction in the body."""
    A, drift = free_part(peer.robot.tree, q, v)
    qpos = np.zeros(peer.model.nq)
    qpos[peer.positions] = q
    there = np.zeros(peer.model.nv)
    there[peer.rates] = A @ v + 0.5 * time * drift
    mujoco.mj_integratePos(peer.model, qpos, there, time)
    return qpos[peer.positions]
