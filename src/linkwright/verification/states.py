"""Sample points: random states that respect quaternions and planar joints, and the rates dq/dt = N(q) v of coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwright.graph.expr import Scalar
from linkwright.model.robot import OpenRobot

Array = NDArray[np.float64]
Scalars = Sequence[Scalar] | NDArray[Any]

_RANGES = {"prismatic": 0.4, "cylindrical": 1.0, "revolute": 2.0, "universal": 2.0, "continuous": 3.0, "helical": 2.0}


@dataclass(frozen=True)
class States:
    """`count` states, one per row: q (count, nq), v, a, tau, j, s (count, nv), wrench (count, frames, 6)."""

    q: Array
    v: Array
    a: Array
    tau: Array
    wrench: Array
    j: Array
    s: Array

    def __len__(self) -> int:
        return len(self.q)


def sample(robot: OpenRobot, count: int, seed: int = 0) -> States:
    """Random states of ordinary size; the same for the same seed."""
    rng = np.random.default_rng(seed)
    q = np.array([_position(robot, rng) for _ in range(count)]).reshape(count, robot.nq)
    v, a, tau = (rng.uniform(-1, 1, (count, robot.nv)) for _ in range(3))
    wrench = rng.uniform(-1, 1, (count, len(robot.wrenches), 6))
    j, s = (rng.uniform(-1, 1, (count, robot.nv)) for _ in range(2))
    return States(q, v, a, tau, wrench, j, s)


def _position(robot: OpenRobot, rng: np.random.Generator) -> list[float]:
    q: list[float] = []
    for joint in robot.joints.values():
        if joint.nq == 0:
            continue
        if joint.type == "planar":
            angle = rng.uniform(-3, 3)
            q += [*rng.uniform(-1, 1, 2), float(np.cos(angle)), float(np.sin(angle))]
        elif joint.type in ("spherical", "floating"):
            quaternion = rng.normal(size=4)
            place = rng.uniform(-1, 1, 3) if joint.type == "floating" else []
            q += [*place, *(quaternion / np.linalg.norm(quaternion))]
        else:
            q += list(rng.uniform(-1, 1, joint.nq) * _RANGES[joint.type])
    return q


def unit_groups(robot: OpenRobot) -> tuple[tuple[str, ...], ...]:
    """Names of the coordinates that lie on unit spheres: quaternions, cosine and sine of planar joints."""
    groups: list[tuple[str, ...]] = []
    for name, (iq, _) in robot.offsets.items():
        joint = robot.joints[name]
        if joint.type in ("planar", "spherical", "floating"):
            start, end = {"planar": (2, 4), "spherical": (0, 4), "floating": (3, 7)}[joint.type]
            groups.append(tuple(f"q[{iq + k}]" for k in range(start, end)))
    return tuple(groups)


def rates(robot: OpenRobot, q: Scalars, v: Scalars) -> list[Scalar]:
    """dq/dt = N(q) v, over numbers or expressions."""
    result: list[Scalar] = []
    for name, (iq, iv) in robot.offsets.items():
        joint = robot.joints[name]
        x, u = q[iq : iq + joint.nq], v[iv : iv + joint.nv]
        if joint.type == "planar":
            c, s = x[2], x[3]
            result += [c * u[0] - s * u[1], s * u[0] + c * u[1], -s * u[2], c * u[2]]
        elif joint.type == "spherical":
            result += _quaternion_rates(x, u)
        elif joint.type == "floating":
            result += [*_turned(x[3:], u[:3]), *_quaternion_rates(x[3:], u[3:])]
        else:
            result += list(u)
    return result


def rate_matrix(robot: OpenRobot, q: Array) -> Array:
    """N(q), nq x nv."""
    columns = [rates(robot, q, unit) for unit in np.eye(robot.nv)]
    return np.array(columns).reshape(robot.nv, robot.nq).T


def _quaternion_rates(q: Scalars, w: Scalars) -> list[Scalar]:
    """Half the quaternion times the pure quaternion of a body-fixed angular velocity."""
    x, y, z, s = q
    a, b, c = w[0] / 2, w[1] / 2, w[2] / 2
    return [s * a + y * c - z * b, s * b + z * a - x * c, s * c + x * b - y * a, -(x * a + y * b + z * c)]


def _turned(q: Scalars, u: Scalars) -> list[Scalar]:
    """u turned by the unit quaternion q: u + 2 r x (r x u + s u)."""
    x, y, z, s = q
    t = [y * u[2] - z * u[1] + s * u[0], z * u[0] - x * u[2] + s * u[1], x * u[1] - y * u[0] + s * u[2]]
    return [u[0] + 2 * (y * t[2] - z * t[1]), u[1] + 2 * (z * t[0] - x * t[2]), u[2] + 2 * (x * t[1] - y * t[0])]
