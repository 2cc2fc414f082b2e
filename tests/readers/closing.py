"""Test material: closes the loops of a robot by Newton's method on NumPy poses, with nothing of the project's mechanics."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tests.readers.numeric import Array, matrix, screw_motion, value
from tests.support.graph import Expr, evaluate
from tests.support.model import COORDINATE, Robot

Angles = Mapping[str, float]


def values_of(robot: Robot) -> dict[str, float]:
    """Parameters that have values."""
    return {name: p.value for name, p in robot.parameters.items() if p.value is not None}


class Closing:
    """The equations of a robot's loops and couplings, over tree coordinates by joint name."""

    def __init__(self, robot: Robot) -> None:
        self.values = values_of(robot)
        self.robot = robot
        self.names = robot.tree.joint_names
        used = {name for x in robot.loops for name in (x.first, x.second)}
        self._frames = {n: (f.body, matrix(f.X, self.values)) for n in used if (f := robot.frame(n))}
        self._joints = [
            (j, matrix(j.X, self.values), np.array([value(a, self.values) for a in j.axis]))
            for j in robot.joints.values()
        ]

    def start(self) -> dict[str, float]:
        return {name: value(self.robot.start.get(name, 0.0), self.values) for name in self.names}

    def poses(self, q: Angles) -> dict[str, Array]:
        """The frames that loops name; joints have one degree of freedom."""
        bodies = {"world": np.eye(4)}
        for joint, X, axis in self._joints:
            x = q.get(joint.name, 0.0)
            motion = screw_motion(axis, 0.0, x) if joint.type == "prismatic" else screw_motion(axis, x, 0.0)
            bodies[joint.child] = bodies[joint.parent] @ X @ motion
        return {name: bodies[body] @ X for name, (body, X) in self._frames.items()}

    def residual(self, q: Angles) -> Array:
        at = self.poses(q)
        parts = [_apart(x.kind, at[x.first], at[x.second]) for x in self.robot.loops]
        symbols = self.values | {COORDINATE.format(n): x for n, x in q.items()}
        for x in self.robot.couplings:
            y = evaluate(x.value.graph, [x.value.index], symbols)[0] if isinstance(x.value, Expr) else x.value
            parts.append(np.array([q[x.joint] - float(y)]))
        return np.concatenate(parts)

    def jacobian(self, q: Angles, names: list[str], step: float = 1e-6) -> Array:
        columns = [
            (self.residual({**q, n: q[n] + step}) - self.residual({**q, n: q[n] - step})) / (2 * step) for n in names
        ]
        return np.array(columns).T

    def solve(self, q: Angles, fixed: Angles, tolerance: float = 1e-11) -> dict[str, float]:
        """Consistent coordinates near q, with some of them given."""
        x = {**q, **fixed}
        moving = [n for n in self.names if n not in fixed]
        for _ in range(60):
            h = self.residual(x)
            if np.abs(h).max() < tolerance:
                return x
            step = np.linalg.lstsq(self.jacobian(x, moving), -h, rcond=1e-9)[0]
            step *= min(1.0, 0.3 / np.abs(step).max())
            x |= {n: x[n] + d for n, d in zip(moving, step, strict=True)}
        raise AssertionError(f"does not close: residual {np.abs(self.residual(x)).max():.1e}")

    def walk(self, q: Angles, to: Angles, steps: int = 20) -> dict[str, float]:
        """Along a straight line of the given coordinates, each step from the one before."""
        x, begin = dict(q), {n: q[n] for n in to}
        for k in range(1, steps + 1):
            x = self.solve(x, {n: begin[n] + (to[n] - begin[n]) * k / steps for n in to})
        return x

    def mobility(self, q: Angles) -> int:
        rank = np.linalg.matrix_rank(self.jacobian(q, list(self.names)), tol=1e-6)
        return len(self.names) - int(rank)

    def cut_angle(self, q: Angles, loop: str) -> float:
        """The angle from the first to the second frame of a pin."""
        x = next(x for x in self.robot.loops if x.name == loop)
        at = self.poses(q)
        R = at[x.first][:3, :3].T @ at[x.second][:3, :3]
        return float(np.arctan2(R[1, 0], R[0, 0]))


def _apart(kind: str, first: Array, second: Array) -> Array:
    """What a closure forbids: displacements in the axes of the first frame, then rotations."""
    p = first[:3, :3].T @ (second[:3, 3] - first[:3, 3])
    R = first[:3, :3].T @ second[:3, :3]
    turn = 0.5 * np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    if kind == "point":
        return p
    if kind == "universal":
        return np.array([*p, R[2, 0]])
    if kind == "pin":
        return np.array([*p, R[0, 2], R[1, 2]])
    if kind == "cylinder":
        return np.array([p[0], p[1], R[0, 2], R[1, 2]])
    return np.array([*(p if kind == "weld" else p[:2]), *turn])
