"""Law 23: an independent code says the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import ModelError
from linkwright.referee.joints import plane
from linkwright.referee.poses import frame_names, leaf_frames
from linkwright.spatial.inertia import PARAMETER_NAMES
from linkwright.verification.context import OpenContext
from linkwright.verification.context.base import without_drives
from linkwright.verification.finding import Finding, gap, largest, notes
from linkwright.verification.peers.pinocchio_model import Peer, build, read
from linkwright.verification.states import rate_matrix

if TYPE_CHECKING:
    from pinocchio import Data  # pyright: ignore[reportMissingModuleSource]  # optional

_MOVING = 6
"""Frames whose twists and accelerations are compared; every pose and Jacobian is."""
_SNAPPED = 1e-7
"""What may differ where 1.570796325 was read as pi/2 and the independent code took it at its word."""


def pinocchio(s: OpenContext) -> Finding:
    """Law 23: inverse and forward dynamics, mass matrix, Coriolis matrix, gravity, energies, momenta, regressor, torque
    derivatives, and pose, Jacobian, twist and acceleration of end frames, as Pinocchio computes them. Drives are left out,
    as Pinocchio leaves out friction."""
    robot = without_drives(s.robot)
    peer = read(robot, s.file) if s.file else build(robot)
    reached = _compare(s, peer)
    worst = max(reached, key=reached.__getitem__, default="")
    source = "its own reading of the file" if s.file else "a model made through its API"
    snapped = s.file is not None and any(note.kind == "snapped" for note in s.given.notes)
    return Finding(
        largest(reached.values()),
        note=notes(
            f"Pinocchio, {source}",
            f"largest gap in {worst}" if worst else "",
            f"angles of the file were snapped: compared to {_SNAPPED:g}" if snapped else "",
        ),
        tolerance=_SNAPPED if snapped else None,
    )


def _compare(s: OpenContext, peer: Peer) -> dict[str, float]:
    """Gap per quantity, the largest over the states."""
    import pinocchio as pin  # pyright: ignore[reportMissingModuleSource]  # optional

    data = peer.model.createData()
    reached: dict[str, float] = {}
    for k in range(len(s.states)):
        for name, check in _CHECKS.items():
            found = check(_State(s, peer, data, pin, k))
            reached[name] = largest([reached.get(name, 0.0), *found])
    return reached


class _State:
    """One state in both codes: q, v, a of the robot; Q, V, A of the peer."""

    def __init__(self, s: OpenContext, peer: Peer, data: Data, pin: Any, k: int) -> None:
        self.s, self.peer, self.model, self.data, self.pin, self.k = s, peer, peer.model, data, pin, k
        self.q, self.v, self.a, self.tau = (x[k] for x in (s.states.q, s.states.v, s.states.a, s.states.tau))
        self.G = peer.G
        self.Q, self.V, self.A = peer.q(self.q), self.G @ self.v, self.G @ self.a

    def ours(self, quantity: str, **choices: Any) -> Array:
        return self.s.value(quantity, robot=self.peer.robot, **choices)[self.k]

    def wrenches(self) -> Any:
        """External forces per joint of the peer, in the joint's frame."""
        forces = [self.pin.Force.Zero() for _ in range(self.model.njoints)]
        for name, w in zip(self.peer.robot.wrenches, self.s.states.wrench[self.k], strict=True):
            frame = self.model.frames[_frame(self.peer, name)]
            forces[frame.parentJoint] += frame.placement * self.pin.Force(w[:3], w[3:])
        return self.pin.StdVec_Force(forces) if hasattr(self.pin, "StdVec_Force") else forces


def _frame(peer: Peer, name: str) -> int:
    found = peer.frame(name)
    if found is None:
        raise ModelError(f"Pinocchio has no frame '{name}'")
    return found


def _size(x: Array) -> float:
    """The largest element: where a result cancels to nothing, rounding is measured by what was cancelled."""
    return float(np.max(np.abs(x), initial=0.0))


def _inverse_dynamics(x: _State) -> list[float]:
    tau = x.pin.rnea(x.model, x.data, x.Q, x.V, x.A, x.wrenches())
    return [gap(x.ours("inverse_dynamics"), x.G.T @ tau, tau)]


def _nonlinear_effects(x: _State) -> list[float]:
    tau = x.pin.rnea(x.model, x.data, x.Q, x.V, 0 * x.A, x.wrenches())
    return [gap(x.ours("nonlinear_effects"), x.G.T @ tau, [_size(tau), _size(x.ours("inverse_dynamics"))])]


def _mass(x: _State) -> Array:
    M = np.reshape(x.pin.crba(x.model, x.data, x.Q), (x.model.nv, x.model.nv))
    return x.G.T @ (np.triu(M) + np.triu(M, 1).T) @ x.G


def _forward_dynamics(x: _State) -> list[float]:
    M = _mass(x)
    if M.size == 0 or np.linalg.cond(M) > 1e9:
        return []
    if x.G.shape[0] == x.G.shape[1]:
        a = x.G.T @ x.pin.aba(x.model, x.data, x.Q, x.V, x.G @ x.tau, x.wrenches())
    else:  # mimic joints: articulated bodies of the peer would let them move freely
        moving: Array = x.tau - x.G.T @ x.pin.rnea(x.model, x.data, x.Q, x.V, 0 * x.A, x.wrenches())
        a = np.linalg.solve(M, moving)
    # accelerations are known as well as the mass matrix is conditioned
    return [gap(x.ours("forward_dynamics"), a) / max(1.0, np.linalg.cond(M) * 1e-6)]


def _coriolis(x: _State) -> list[float]:
    C = np.reshape(x.pin.computeCoriolisMatrix(x.model, x.data, x.Q, x.V), (x.model.nv, x.model.nv))
    return [gap(x.ours("coriolis_matrix"), x.G.T @ C @ x.G, [_size(C), _size(_mass(x))])]


def _gravity(x: _State) -> list[float]:
    g = x.pin.computeGeneralizedGravity(x.model, x.data, x.Q)
    return [gap(x.ours("gravity"), x.G.T @ g, [_size(g), _size(x.ours("inverse_dynamics"))])]


def _energies(x: _State) -> list[float]:
    """Potential energies may differ by a constant: masses that do not move."""
    T = x.pin.computeKineticEnergy(x.model, x.data, x.Q, x.V)
    U = x.s.value("potential_energy", robot=x.peer.robot)
    potential = [x.pin.computePotentialEnergy(x.model, x.data, x.peer.q(q)) for q in (x.q, x.s.states.q[0])]
    return [gap(x.ours("kinetic_energy"), T), gap(U[x.k] - U[0], potential[0] - potential[1], potential)]


def _regressor(x: _State) -> list[float]:
    if x.peer.robot.wrenches or not x.s.small:
        return []
    # a matrix of one row or column comes back as a vector
    Y = x.G.T @ np.reshape(x.pin.computeJointTorqueRegressor(x.model, x.data, x.Q, x.V, x.A), (x.model.nv, -1))
    f = x.s.function("regressor", x.peer.robot)
    column = {label: k for k, label in enumerate(f.outputs["Y"].labels)}
    ours = x.ours("regressor")
    gaps: list[float] = []
    for name, ids in x.peer.joints.items():
        mine = [column[f"{slot}_{x.peer.robot.joints[name].child}"] for slot in PARAMETER_NAMES]
        start = 10 * (ids[-1] - 1)
        gaps.append(gap(ours[:, mine], _at_child(x, name, Y[:, start : start + 10]), Y))
    return gaps


def _at_child(x: _State, joint: str, Y: Array) -> Array:
    """Columns at the peer's joint frame as columns at the child's: the same frame, except for a turned planar joint."""
    if x.peer.robot.joints[joint].type != "planar":
        return Y
    return Y @ _turn_parameters(plane(x.peer.robot.joints[joint]).T)


def _turn_parameters(R: Array) -> Array:
    """10 x 10: the parameters of a body in axes that R turns vectors into, from those in the axes that it turns from."""
    result = np.zeros((10, 10))
    pairs = [(0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2)]
    result[0, 0] = 1
    result[1:4, 1:4] = R
    for column, (i, j) in enumerate(pairs):
        tensor = np.zeros((3, 3))
        tensor[i, j] = tensor[j, i] = 1
        turned = R @ tensor @ R.T
        result[4:, 4 + column] = [turned[a, b] for a, b in pairs]
    return result


def _kinematics(x: _State) -> list[float]:
    """Pose and Jacobian of every frame at the end of a branch."""
    pin, robot = x.pin, x.peer.robot
    pin.computeJointJacobians(x.model, x.data, x.Q)
    pin.updateFramePlacements(x.model, x.data)
    poses = dict(zip(frame_names(robot), x.ours("forward_kinematics"), strict=True))
    gaps: list[float] = []
    for name in leaf_frames(robot):
        frame = x.peer.frame(name)
        if frame is None:
            continue
        gaps.append(gap(poses[name], x.data.oMf[frame].homogeneous))
        J = pin.getFrameJacobian(x.model, x.data, frame, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED)
        gaps.append(gap(x.ours("jacobian", frame=name), np.reshape(J, (6, x.model.nv)) @ x.G, 1.0))
    return gaps


def _motions(x: _State) -> list[float]:
    """Twist and acceleration of frames at the ends of branches."""
    x.pin.forwardKinematics(x.model, x.data, x.Q, x.V, x.A)
    x.pin.updateFramePlacements(x.model, x.data)
    gaps: list[float] = []
    leaves = leaf_frames(x.peer.robot)
    for name in leaves[:: max(1, -(-len(leaves) // _MOVING))]:
        frame = x.peer.frame(name)
        if frame is not None:
            at = (x.model, x.data, frame, x.pin.ReferenceFrame.LOCAL_WORLD_ALIGNED)
            gaps.append(gap(x.ours("twist", frame=name), x.pin.getFrameVelocity(*at).vector, 1.0))
            acceleration = x.pin.getFrameClassicalAcceleration(*at).vector
            gaps.append(gap(x.ours("frame_acceleration", frame=name), acceleration, 1.0))
    return gaps


def _momenta(x: _State) -> list[float]:
    """Centre of mass, centroidal momentum matrix and momentum."""
    if x.s.function_or_none("center_of_mass", x.peer.robot) is None:
        return []
    x.pin.ccrba(x.model, x.data, x.Q, x.V)
    A = np.reshape(x.data.Ag, (6, x.model.nv)) @ x.G
    momentum = x.data.hg.vector
    return [
        gap(x.ours("center_of_mass"), x.pin.centerOfMass(x.model, x.data, x.Q), 1.0),
        gap(x.ours("centroidal_momentum_matrix"), A),
        gap(x.ours("centroidal_momentum"), momentum, [_size(momentum), _size(A)]),
    ]


def _derivatives(x: _State) -> list[float]:
    """d tau / d q along the tangent space, d tau / d v, d tau / d a."""
    if x.peer.robot.wrenches or not x.s.small or x.k:
        return []
    n = x.model.nv
    dq, dv, _ = (np.reshape(d, (n, n)) for d in x.pin.computeRNEADerivatives(x.model, x.data, x.Q, x.V, x.A))
    f = x.s.function("inverse_dynamics", x.peer.robot)
    given = {"q": x.q, "v": x.v, "a": x.a}
    size = [_size(part) for part in (dq, dv, x.ours("inverse_dynamics"))]
    ours = f.jacobian("tau", "q")(**given) @ rate_matrix(x.peer.robot, x.q), f.jacobian("tau", "v")(**given)
    return [gap(mine, x.G.T @ theirs @ x.G, size) for mine, theirs in zip(ours, (dq, dv), strict=True)]


_CHECKS: dict[str, Callable[[_State], list[float]]] = {
    "inverse dynamics": _inverse_dynamics,
    "mass matrix": lambda x: [gap(x.ours("mass_matrix"), _mass(x))],
    "nonlinear effects": _nonlinear_effects,
    "forward dynamics": _forward_dynamics,
    "Coriolis matrix": _coriolis,
    "gravity": _gravity,
    "energies": _energies,
    "regressor": _regressor,
    "poses and Jacobians": _kinematics,
    "twists and accelerations": _motions,
    "momenta": _momenta,
    "torque derivatives": _derivatives,
}
