"""From the tool to the joints: positions by inverse kinematics along the way, rates by the Jacobian and its derivatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.model.robot import OpenRobot
from linkwright.native import OpenDynamics
from linkwright.native import compile as compile_robot
from linkwright.trajectory.joints import Samples
from linkwright.trajectory.limits import coordinate_names, velocity_limits
from linkwright.trajectory.task import TaskSamples, TaskTrajectory

Inverse = Callable[[Array, Array], Array]
_REACHED = 1e-8
"""Error of a pose (m, rad) from which on it counts as missed."""
_JUMP = 0.5
"""How far a joint may be from where its rates lead it, in parts of what it moves in a step and of 0.01 rad."""


def follow(
    way: TaskTrajectory,
    robot: OpenRobot | OpenDynamics,
    near: Any,
    *,
    frame: str | None = None,
    dt: float = 0.01,
    inverse: Inverse | None = None,
) -> Samples:
    """Joints that lead a frame along a way, at instants dt apart. Slower as a whole, if a joint's velocity limit asks for it.

    near:    positions of the joints from which the first posture is found; the others are found from the one before
    frame:   that follows the way (default: the last one)
    inverse: (pose, near) -> positions of the joints; by default the numeric solver `inverse_kinematics_solution`
    """
    dynamics = robot if isinstance(robot, OpenDynamics) else compile_robot(robot)
    chain = _Chain(dynamics, frame, inverse)
    start = np.array(near, dtype=float).reshape(-1)
    names = coordinate_names(chain.robot, len(start))
    found = chain.along(way.sample(dt), start, names)
    most = velocity_limits(chain.robot)
    slow = 1.0 if most is None else float(np.max(np.abs(found.v) / most, initial=0.0))
    if slow <= 1:
        return found
    return chain.along(way.stretched(way.duration * slow).sample(dt), start, names)


class _Chain:
    """What a robot's chain to a frame is asked along a way."""

    def __init__(self, dynamics: OpenDynamics, frame: str | None, inverse: Inverse | None) -> None:
        options = {} if frame is None else {"frame": frame}
        assert isinstance(dynamics.robot, OpenRobot)
        self.robot = dynamics.robot
        names = ("jacobian", "jacobian_rate", "jacobian_rate2")
        self.jacobian, self.rate, self.rate2 = (dynamics.function(name, **options) for name in names)
        self.solution = dynamics.function("inverse_kinematics_solution", mask="pose", **options)
        self.inverse = inverse or self._solve

    def _solve(self, pose: Array, near: Array) -> Array:
        found = self.solution(pose, near)
        if not float(found["residual"]) < _REACHED:
            hint = f"a way within reach, or another start (near=){self._stopped(found['q'])}"
            raise InputError(
                f"the frame does not get to {np.round(pose[:3, 3], 4)}: {float(found['residual']):.2g} is left",
                hint=hint,
            )
        return np.asarray(found["q"])

    def along(self, way: TaskSamples, near: Array, names: tuple[str, ...]) -> Samples:
        """Postures one after the other, each from where the rates of the last one lead."""
        q, v, a, j = np.zeros((4, len(way.t), len(near)))
        guess = near
        for k, pose in enumerate(way.poses):
            q[k] = self.inverse(pose, guess)
            v[k], a[k], j[k] = self._rates(way, k, q[k])
            if k:
                self._refuse_jumps(way.t[k], q[k], q[k] - guess, float(np.max(np.abs(q[k - 1] - q[k]))))
            if k + 1 < len(way.t):
                h = way.t[k + 1] - way.t[k]
                guess = q[k] + h * (v[k] + h * (a[k] / 2 + h * j[k] / 6))
        return Samples(way.t, q, v, a, j, names)

    def _rates(self, way: TaskSamples, k: int, q: Array) -> tuple[Array, Array, Array]:
        """Velocities, accelerations and jerks of the joints: the smallest that give those of the frame."""
        J = np.asarray(self.jacobian(q), dtype=np.float64)
        inverse = _smallest(J)
        v = inverse @ way.twists[k]
        missed = float(np.max(np.abs(J @ v - way.twists[k])))
        if missed > 1e-6 * max(1.0, float(np.max(np.abs(way.twists[k])))):
            hint = "take another way, or move the joints (move) past this posture"
            raise InputError(
                f"the way passes a singular posture at t = {way.t[k]:.4g} s, which cannot go on along it", hint=hint
            )
        dJ = self.rate(q, v)
        a = inverse @ (way.accelerations[k] - dJ @ v)
        return v, a, inverse @ (way.jerks[k] - 2 * dJ @ a - self.rate2(q, v, a) @ v)

    def _refuse_jumps(self, t: float, q: Array, off: Array, moved: float) -> None:
        """Where the next posture is not where the rates lead, the branch changed."""
        if float(np.max(np.abs(off))) > _JUMP * (moved + 0.01):
            hint = f"a shorter dt, another start (near=), or a way past the singular posture{self._stopped(q)}"
            raise InputError(f"joints jump at t = {t:.4g} s: another posture for the same pose", hint=hint)

    def _stopped(self, q: Array) -> str:
        """Which joints are at their limits, for an error."""
        limits = {n: (self.robot.joints[n].limits, q[self.robot.offsets[n][0]]) for n in self.robot.joint_names}
        at_end = [
            n
            for n, (most, x) in limits.items()
            if any(abs(x - e) < 1e-6 for e in (most.lower, most.upper) if e is not None)
        ]
        return f"; at the end of their range: {', '.join(at_end)}" if at_end else ""


def _smallest(J: Array) -> Array:
    """The pseudo-inverse of a Jacobian; what is singular to nine digits is left out."""
    U, values, Vt = np.linalg.svd(J, full_matrices=False)
    keep = values > 1e-9 * values[0]
    return (Vt[keep].T / values[keep]) @ U[:, keep].T
