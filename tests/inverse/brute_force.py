"""Arms for the tests of inverse kinematics, and brute force over them: nothing here knows how solutions are found."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import linkwright as lw
from linkwright.graph.function import Function
from linkwright.model.robot import OpenRobot

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Axis:
    """A joint: "R" or "P", unit direction and a point, in the world while all joints are at zero."""

    kind: str
    h: Array
    p: Array


@dataclass(frozen=True)
class Arm:
    """Axes and the tool's pose at home."""

    axes: tuple[Axis, ...]
    home: Array

    @cached_property
    def robot(self) -> OpenRobot:
        """The same as a robot, joint by joint through URDF text."""
        at = np.eye(4)
        parts = ['<link name="l0"/>']
        for k, axis in enumerate(self.axes, 1):
            kind = "revolute" if axis.kind == "R" else "prismatic"
            frame = np.eye(4)
            frame[:3, 3] = axis.p
            parts.append(_joint(f"j{k}", kind, f"l{k - 1}", f"l{k}", np.linalg.inv(at) @ frame, axis.h))
            at = frame
        parts.append(_joint("tool", "fixed", f"l{len(self.axes)}", "flange", np.linalg.inv(at) @ self.home, None))
        links = "".join(f'<link name="l{k}"/>' for k in range(1, len(self.axes) + 1))
        text = f'<robot name="arm">{"".join(parts)}{links}<link name="flange"/></robot>'
        with TemporaryDirectory() as folder:
            path = Path(folder) / "arm.urdf"
            path.write_text(text, encoding="utf-8")
            robot = lw.load(path)
        assert isinstance(robot, OpenRobot)
        return robot

    def pose(self, q: Array) -> Array:
        """Poses (n, 4, 4) at coordinates (n, joints), by products of exponentials."""
        X = np.broadcast_to(np.eye(4), (len(q), 4, 4))
        for k, axis in enumerate(self.axes):
            X = X @ _motion(axis, q[:, k])
        return X @ self.home

    def jacobian(self, q: Array) -> Array:
        """Twists of space (n, 6, joints), linear at the world's origin, then angular."""
        X = np.broadcast_to(np.eye(4), (len(q), 4, 4))
        columns: list[Array] = []
        for k, axis in enumerate(self.axes):
            h, p = X[:, :3, :3] @ axis.h, X[:, :3, :3] @ axis.p + X[:, :3, 3]
            columns.append(np.hstack([np.cross(p, h), h] if axis.kind == "R" else [h, 0 * h]))
            X = X @ _motion(axis, q[:, k])
        return np.stack(columns, axis=-1)

    def solve(self, **options: Any) -> Function:
        return lw.derive(self.robot, "inverse_kinematics", **options)

    def search(self, pose: Array, starts: int, seed: int = 0) -> Array:
        """All solutions that Newton's method finds from random starts: (solutions, joints), angles in (-pi, pi]."""
        turning = np.array([a.kind == "R" for a in self.axes])
        rng = np.random.default_rng(seed)
        q = np.where(
            turning, rng.uniform(-np.pi, np.pi, (starts, len(turning))), rng.uniform(-2, 2, (starts, len(turning)))
        )
        for n in range(80):
            e, J = pose_error(self.pose(q), pose), self.jacobian(q)
            damp = max(1e-12, 1e-3 * min(1.0, 10.0 ** (2 - n / 4))) * np.eye(len(turning))
            step = np.linalg.solve(J.swapaxes(1, 2) @ J + damp, J.swapaxes(1, 2) @ e[..., None])[..., 0]
            q = q + step * np.minimum(1, 1 / np.maximum(np.linalg.norm(step, axis=1), 1e-12))[:, None]
        good = np.abs(self.pose(q) - pose).max((1, 2)) < 1e-8
        return distinct(np.where(turning, (q + np.pi) % (2 * np.pi) - np.pi, q)[good], turning)


def distinct(q: Array, turning: Array, apart: float = 1e-4) -> Array:
    """Rows that are no repetitions of others."""
    kept: list[Array] = []
    for row in q:
        if all(gap(row, other, turning) > apart for other in kept):
            kept.append(row)
    return np.array(kept).reshape(-1, len(turning))


def gap(a: Array, b: Array, turning: Array) -> Any:
    """Largest difference of coordinates, angles modulo a full turn."""
    d = a - b
    return np.abs(np.where(turning, (d + np.pi) % (2 * np.pi) - np.pi, d)).max(axis=-1)


def pose_error(at: Array, wanted: Array) -> Array:
    """The twist of space that leads from poses to another, to first order."""
    D = wanted @ np.linalg.inv(at)
    w = np.stack([D[:, 2, 1] - D[:, 1, 2], D[:, 0, 2] - D[:, 2, 0], D[:, 1, 0] - D[:, 0, 1]], axis=-1)
    angle = np.arctan2(np.linalg.norm(w, axis=-1), np.trace(D[:, :3, :3], axis1=1, axis2=2) - 1)
    w = w / np.maximum(np.linalg.norm(w, axis=-1), 1e-12)[:, None] * angle[:, None]
    return np.hstack([D[:, :3, 3], w])


def _motion(axis: Axis, q: Array) -> Array:
    X = np.broadcast_to(np.eye(4), (len(q), 4, 4)).copy()
    if axis.kind == "P":
        X[:, :3, 3] = q[:, None] * axis.h
        return X
    K = np.cross(np.eye(3), axis.h)
    R = np.eye(3) + np.sin(q)[:, None, None] * K + (1 - np.cos(q))[:, None, None] * (K @ K)
    X[:, :3, :3], X[:, :3, 3] = R, axis.p - R @ axis.p
    return X


def _joint(name: str, kind: str, parent: str, child: str, X: Array, axis: Array | None) -> str:
    """URDF of a joint, with the angles of its frame in full digits."""
    R = X[:3, :3]
    pitch = np.arctan2(-R[2, 0], np.hypot(R[0, 0], R[1, 0]))
    rpy = [np.arctan2(R[2, 1], R[2, 2]), pitch, np.arctan2(R[1, 0], R[0, 0])]
    if axis is None:
        moved = ""
    else:
        moved = f'<axis xyz="{_text(axis)}"/><limit lower="-9" upper="9" effort="1" velocity="1"/>'
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="{_text(X[:3, 3])}" rpy="{_text(rpy)}"/>{moved}</joint>'
    )


def _text(values: Any) -> str:
    return " ".join(repr(float(x)) for x in values)
