"""Laws 11 to 14 and 16: loops close, and dependent joints move as they must."""

from __future__ import annotations

import numpy as np

from linkwright.errors import QuantityError
from linkwright.referee.tree import matrix
from linkwright.verification.context import ClosedContext, LagrangianContext
from linkwright.verification.context.lagrangian import alone
from linkwright.verification.differences import directional_difference
from linkwright.verification.finding import Finding, gap, largest, notes
from linkwright.verification.states import evaluated, rate_matrix

_APART = {"point": (), "universal": ((2, 0),), "pin": ((0, 2), (1, 2)), "cylinder": ((0, 2), (1, 2)),
          "slider": ((0, 1), (0, 2), (1, 2)), "weld": ((0, 1), (0, 2), (1, 2))}  # fmt: skip
"""Elements of the rotation from the first to the second frame of a loop that vanish."""


def picture(s: ClosedContext) -> Finding:
    """Law 11: in the picture that forward kinematics draws, every frame is where a product of transforms puts it, and the two
    frames of every loop meet as its kind says; what moves between one body and the next is each joint's own transform."""
    poses, names = s.value("forward_kinematics"), list(s.reference.frames)
    gaps = s.compared("forward_kinematics", "joint_transforms")
    for k in range(len(s.states)):
        size = max(1.0, float(np.max(np.abs(poses[k][:, :3, 3]), initial=0.0)))
        for loop in s.robot.loops:
            A, B = (_pose(s, names, poses[k], n) for n in (loop.first, loop.second))
            E = np.linalg.inv(A) @ B
            along = 2 if loop.kind in ("slider", "cylinder") else 3
            gaps += [float(np.max(np.abs(E[:along, 3]))) / size, *(abs(float(E[i, j])) for i, j in _APART[loop.kind])]
    return Finding(largest(gaps), note=f"loops: {len(s.robot.loops)}, couplings: {len(s.robot.couplings)}")


def _pose(s: ClosedContext, names: list[str], poses: np.ndarray, name: str) -> np.ndarray:
    frame = s.robot.frame(name)
    if frame.body == "world":
        return matrix(frame.X)
    return poses[names.index(frame.name)]


def held(s: ClosedContext | LagrangianContext) -> Finding:
    """Law 12: what closes loops and what constrains motions holds: h = 0 where brute force closes all loops, and the closed
    form, where there is one, closes them too; the accelerations of a Lagrangian keep its constraints."""
    gaps, note = (_kept(s), "") if isinstance(s, LagrangianContext) else _closed(s)
    return s.found(gaps, note)


def _kept(s: LagrangianContext) -> list[float]:
    f = alone(s.function("constraints"), "velocities")
    gaps: list[float] = []
    for state in map(s.allowed, s.states):
        rate = s.rate(f, state)
        gaps.append(gap(rate, np.zeros_like(rate), s.motion(state)["v"]))
    return gaps


def _closed(s: ClosedContext) -> tuple[list[float], str]:
    h = s.value("closure_residual")
    gaps = [gap(h, np.zeros_like(h), 1.0)]
    solution = s.function_or_none("closure")
    if solution is None:
        return gaps, notes("no closed form", _why(s))
    theta = evaluated(solution, s.states)[0]
    positions = s.states.positions.copy()
    positions[:, list(s.cut.coordinates.dependent_q)] = theta
    found = s.reference.closed.gaps(positions)
    size = _loudest(s.expected["forward_kinematics"](s.reference)[0][..., :3, 3])  # by lengths rounding is measured
    gaps.append(gap(found, np.zeros_like(found), [1.0, size]))
    return gaps, "in closed form"


def _why(s: ClosedContext) -> str:
    try:
        s.function("closure")
    except QuantityError as error:
        return error.what.partition(": ")[2]
    return ""


def explicit_gradient(s: ClosedContext) -> Finding:
    """Law 13: the derivative of the closed form is what the implicit function theorem says."""
    solution = s.function_or_none("closure")
    if solution is None:
        return Finding(note=notes("no closed form", _why(s)))
    where = s.cut.coordinates
    if len(where.dependent_q) != len(where.dependent_v) or len(where.free_q) != len(where.free_v):
        return Finding(note="positions of dependent joints are no plain coordinates")
    slope = np.asarray(solution.jacobian("theta", "q")(q=s.states.q))
    slope = np.broadcast_to(slope, (len(s.states), *slope.shape[-2:]))
    return Finding(gap(slope, s.reference.W[:, list(where.dependent_v)], 1.0))


def velocities(s: ClosedContext) -> Finding:
    """Law 14: W, rates and accelerations of dependent joints as brute force says (a pseudo-inverse of all rows and a Taylor
    series of them), with the closed form inside and with theta given."""
    p, dependent = s.reference, list(s.cut.coordinates.dependent_v)
    gaps: list[float] = []
    for closure in ("given", *(("explicit",) if s.function_or_none("closure") is not None else ())):
        gaps.append(gap(s.value("projection_matrix", closure=closure), p.W, 1.0))
        gaps.append(gap(s.value("dependent_velocities", closure=closure), p.rates[:, dependent], 1.0))
        expected = p.tree_accelerations[:, dependent]
        gaps.append(gap(s.value("dependent_accelerations", closure=closure), expected, [1.0, _loudest(p.rates) ** 2]))
    return Finding(largest(gaps))


def _loudest(x: np.ndarray) -> float:
    return float(np.max(np.abs(x), initial=0.0))


def gradients(s: ClosedContext) -> Finding:
    """Law 16: the closure's Jacobians against differences of the closure in forty digits."""
    h = s.function("closure_residual")
    where = s.cut.coordinates
    gaps: list[float] = []
    for k in range(min(2, len(s.states))):
        at = {"q": s.states.q[k], "theta": s.states.theta[k]}
        Jq, Jtheta = (x[k] for x in evaluated(s.function("closure_jacobian"), s.states))
        N = rate_matrix(s.robot.tree, s.states.positions[k])
        for J, indices in ((Jq, where.free_v), (Jtheta, where.dependent_v)):
            for column, iv in enumerate(indices):
                rate = N[:, iv]
                along = {"q": rate[list(where.free_q)], "theta": rate[list(where.dependent_q)]}
                gaps.append(gap(J[:, column], directional_difference(h, at, along), 1.0))
    return Finding(largest(gaps))
