"""What a joint is, by the referee's own book: the pose of its child at coordinates q, and dq/dt = N(q) v.

Nothing else is said of a joint type: its axes and their rates are derivatives of the pose (`screws`, `drift`). A new type
needs one row here, and none of `model`'s is read, so that a wrong row there meets a right one here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import hypot, isqrt
from types import MappingProxyType
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.graph.evaluate import FLOAT, evaluate
from linkwright.graph.expr import Expr
from linkwright.model.robot import Joint, OpenRobot
from linkwright.referee.algebra import axial, skew, skews
from linkwright.referee.jet import Jet, coefficient, sin_cos
from linkwright.referee.series import Series, stacked

Rows = list[list[Any]]
Pose = tuple[Rows, list[Any]]


def numbers(values: Sequence[Any]) -> Array:
    """Scalars of a numeric robot as floats (complex ones as they are); exact constants such as cos(30 deg) are evaluated."""
    return np.array([_number(x) for x in values])


def _number(x: Any) -> Any:
    if isinstance(x, Expr):
        return evaluate(x.graph, [x.index], {}, FLOAT)[0]
    return x if isinstance(x, complex) else float(x)


# --- poses -----------------------------------------------------------------------------------------------------------


def _turned(axis: Array, sine: Any, cosine: Any) -> Rows:
    """Rodrigues' rotation about a unit axis."""
    K = skew(axis)
    return _mixed((np.eye(3) + K @ K, 1.0), (K, sine), (-(K @ K), cosine))


def _mixed(*parts: tuple[Array, Any]) -> Rows:
    """Sum of constant matrices times scalars, without the zeros."""
    rows: Rows = [[0.0] * 3 for _ in range(3)]
    for A, factor in parts:
        for i, j in np.argwhere(A != 0).tolist():
            rows[i][j] = rows[i][j] + A[i, j] * factor
    return rows


def _product(A: Rows, B: Rows) -> Rows:
    return [[A[i][0] * B[0][j] + A[i][1] * B[1][j] + A[i][2] * B[2][j] for j in range(3)] for i in range(3)]


def _about(axis: Array, angle: Any) -> Rows:
    return _turned(axis, *sin_cos(angle))


def _along(axis: Array, way: Any) -> list[Any]:
    return [x * way if x else 0.0 for x in axis.tolist()]


_STILL: Rows = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
_HERE: list[Any] = [0.0, 0.0, 0.0]


def _axis(joint: Joint) -> Array:
    return numbers(joint.axis)


def _axis2(joint: Joint) -> Array:
    assert joint.axis2 is not None
    return numbers(joint.axis2)


def _revolute(joint: Joint, x: Sequence[Any]) -> Pose:
    return _about(_axis(joint), x[0]), _HERE


def _prismatic(joint: Joint, x: Sequence[Any]) -> Pose:
    return _STILL, _along(_axis(joint), x[0])


def _helical(joint: Joint, x: Sequence[Any]) -> Pose:
    return _about(_axis(joint), x[0]), _along(_axis(joint) * numbers([joint.pitch])[0], x[0])


def _cylindrical(joint: Joint, x: Sequence[Any]) -> Pose:
    return _about(_axis(joint), x[1]), _along(_axis(joint), x[0])


def _universal(joint: Joint, x: Sequence[Any]) -> Pose:
    return _product(_about(_axis(joint), x[0]), _about(_axis2(joint), x[1])), _HERE


def _gimbal(joint: Joint, x: Sequence[Any]) -> Pose:
    """Turns about x, y and z, each of the frame as the turns before it have moved it."""
    first, second, third = (_about(axis, angle) for axis, angle in zip(np.eye(3), x, strict=True))
    return _product(_product(first, second), third), _HERE


def _spherical(joint: Joint, x: Sequence[Any]) -> Pose:
    """Rotation of a unit quaternion x y z w."""
    a, b, c, s = x
    return [
        [1 - 2 * (b * b + c * c), 2 * (a * b - s * c), 2 * (a * c + s * b)],
        [2 * (a * b + s * c), 1 - 2 * (a * a + c * c), 2 * (b * c - s * a)],
        [2 * (a * c - s * b), 2 * (b * c + s * a), 1 - 2 * (a * a + b * b)],
    ], _HERE


def _floating(joint: Joint, x: Sequence[Any]) -> Pose:
    return _spherical(joint, x[3:])[0], list(x[:3])


def _planar(joint: Joint, x: Sequence[Any]) -> Pose:
    T = plane(joint)
    way = [a + b for a, b in zip(_along(T[:, 0], x[0]), _along(T[:, 1], x[1]), strict=True)]
    return _turned(T[:, 2], x[3], x[2]), way


def plane(joint: Joint) -> Array:
    """Axes of a planar joint as columns, by their definition: z is the joint's axis, x has no y-z part where that can be (z
    turned about x, then about y); for an axis of fractions whose part across x has an irrational length, the shortest turn."""
    values = [x if isinstance(x, int | Fraction) else numbers([x])[0] for x in joint.axis]
    x, y, z = (float(v) for v in numbers(joint.axis))
    if all(isinstance(v, int | Fraction) for v in values) and sum(v * v for v in values) == 1:
        square = Fraction(values[1]) ** 2 + Fraction(values[2]) ** 2
        if Fraction(isqrt(square.numerator), isqrt(square.denominator)) ** 2 != square:
            k = 1 / (1 + z)
            return np.array([(1 - k * x * x, -k * x * y, -x), (-k * x * y, 1 - k * y * y, -y), (x, y, z)]).T
    w = hypot(y, z)
    if w < 1e-12:
        return np.array([(0.0, 0.0, -x), (0.0, 1.0, 0.0), (x, 0.0, 0.0)]).T
    return np.array([(w, -x * y / w, -x * z / w), (0.0, z / w, -y / w), (x, y, z)]).T


# --- dq/dt = N(q) v --------------------------------------------------------------------------------------------------


def _same(x: Sequence[Any], u: Sequence[Any]) -> list[Any]:
    return list(u)


def _quaternion_rates(x: Sequence[Any], u: Sequence[Any]) -> list[Any]:
    """Half the quaternion times the pure quaternion of an angular velocity in the moved frame."""
    r, s, (a, b, c) = x[:3], x[3], (u[0] / 2, u[1] / 2, u[2] / 2)
    return [
        s * a + r[1] * c - r[2] * b, s * b + r[2] * a - r[0] * c, s * c + r[0] * b - r[1] * a,
        -(r[0] * a + r[1] * b + r[2] * c),
    ]  # fmt: skip


def _floating_rates(x: Sequence[Any], u: Sequence[Any]) -> list[Any]:
    """The way u of the moved frame, turned by the quaternion: u + 2 r x (r x u + s u)."""
    a, b, c, s = x[3:]
    t = [b * u[2] - c * u[1] + s * u[0], c * u[0] - a * u[2] + s * u[1], a * u[1] - b * u[0] + s * u[2]]
    way = [u[0] + 2 * (b * t[2] - c * t[1]), u[1] + 2 * (c * t[0] - a * t[2]), u[2] + 2 * (a * t[1] - b * t[0])]
    return [*way, *_quaternion_rates(x[3:], u[3:])]


def _planar_rates(x: Sequence[Any], u: Sequence[Any]) -> list[Any]:
    c, s = x[2], x[3]
    return [c * u[0] - s * u[1], s * u[0] + c * u[1], -s * u[2], c * u[2]]


# --- the rows --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class JointRow:
    """nq coordinates, nv rates. pose: of the child in the joint's frame at rest; rates: dq/dt from q and v.

    unit: span of the coordinates that have length one, or none
    """

    nq: int
    nv: int
    pose: Callable[[Joint, Sequence[Any]], Pose]
    rates: Callable[[Sequence[Any], Sequence[Any]], list[Any]] = _same
    unit: tuple[int, int] | None = None


ROWS: Mapping[str, JointRow] = MappingProxyType(
    {
        "fixed": JointRow(0, 0, lambda joint, x: (_STILL, _HERE)),
        "revolute": JointRow(1, 1, _revolute),
        "continuous": JointRow(1, 1, _revolute),
        "prismatic": JointRow(1, 1, _prismatic),
        "helical": JointRow(1, 1, _helical),
        "cylindrical": JointRow(2, 2, _cylindrical),
        "universal": JointRow(2, 2, _universal),
        "gimbal": JointRow(3, 3, _gimbal),
        "spherical": JointRow(4, 3, _spherical, _quaternion_rates, (0, 4)),
        "floating": JointRow(7, 6, _floating, _floating_rates, (3, 7)),
        "planar": JointRow(4, 3, _planar, _planar_rates, (2, 4)),
    }
)


# --- whole robots ----------------------------------------------------------------------------------------------------


def rates(robot: OpenRobot, q: Any, v: Any) -> list[Any]:
    """dq/dt = N(q) v of all joints, over numbers, series, jets or expressions."""
    result: list[Any] = []
    for name, (iq, iv) in robot.offsets.items():
        row = ROWS[robot.joints[name].type]
        result += row.rates(q[iq : iq + row.nq], v[iv : iv + row.nv])
    return result


def rate_matrix(robot: OpenRobot, q: Array) -> Array:
    """N(q), nq x nv."""
    columns = [rates(robot, q, unit) for unit in np.eye(robot.nv)]
    return np.array(columns).reshape(robot.nv, robot.nq).T


def unit_spans(robot: OpenRobot) -> list[range]:
    """Indices in q of the coordinates that lie together on unit spheres: quaternions, cosine and sine of planar joints."""
    found: list[range] = []
    for name, (iq, _) in robot.offsets.items():
        unit = ROWS[robot.joints[name].type].unit
        if unit is not None:
            found.append(range(iq + unit[0], iq + unit[1]))
    return found


# --- along series ----------------------------------------------------------------------------------------------------


def place(joint: Joint, x: Series) -> tuple[Series, Series]:
    """Rotation and position of the child in the joint's frame at rest, at coordinates in the last axis."""
    return _coefficient(ROWS[joint.type].pose(joint, _listed(x)), 0, x)


def screws(joint: Joint, x: Series) -> Series:
    """S, 6 x nv: (linear; angular) velocity of the child against the parent, in the child's axes, per rate of the joint."""
    row, own = ROWS[joint.type], _listed(x)
    columns: list[Array] = []
    for unit in np.eye(row.nv).tolist():
        pose = row.pose(joint, [Jet([a, b]) for a, b in zip(own, row.rates(own, unit), strict=True)])
        (R, _), (dR, dp) = _coefficient(pose, 0, x), _coefficient(pose, 1, x)
        columns.append(np.concatenate([_back(R, dp).c, axial((R.T @ dR).c)], axis=-1))
    return Series(np.stack(columns, axis=-1))


def drift(joint: Joint, x: Series, rate: Series) -> Series:
    """dS/dt times the rates: what the child's twist gains where no rate of the joint changes."""
    row, own, v = ROWS[joint.type], _listed(x), _listed(rate)
    first = row.rates(own, v)
    moving = [Jet([a, b]) for a, b in zip(own, first, strict=True)]
    second = [coefficient(y, 1) for y in row.rates(moving, [Jet([u, 0.0]) for u in v])]
    pose = row.pose(joint, [Jet([a, b, c * 0.5]) for a, b, c in zip(own, first, second, strict=True)])
    (R, _), (dR, dp), (ddR, ddp) = (_coefficient(pose, k, x) for k in range(3))
    w, u = Series(axial((R.T @ dR).c)), _back(R, dp)
    turning = _spun(w, u)
    return Series(np.concatenate([(2 * _back(R, ddp) - turning).c, 2 * axial((R.T @ ddR).c)], axis=-1))


def _spun(w: Series, u: Series) -> Series:
    return (Series(skews(w.c)) @ u[..., None])[..., 0]


def _back(R: Series, u: Series) -> Series:
    return (R.T @ u[..., None])[..., 0]


def _listed(x: Series) -> list[Series]:
    return [x[..., k] for k in range(x.c.shape[-1])]


def _coefficient(pose: Pose, k: int, x: Series) -> tuple[Series, Series]:
    """Coefficient k of a pose of jets, rotation and position as series."""
    batch = x.c.shape[1:-1]
    R = [stacked([coefficient(e, k) for e in row], x.order, batch).c for row in pose[0]]
    return Series(np.stack(R, axis=-2)), stacked([coefficient(e, k) for e in pose[1]], x.order, batch)
