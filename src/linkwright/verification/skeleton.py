"""A numeric robot as plain arrays: what moves, how it is carried, what it weighs. Nothing here knows the normal form.

Twists and wrenches are (linear; angular) at the origin and in the axes of the body's own frame.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from linkwright.graph.evaluate import FLOAT, evaluate
from linkwright.graph.expr import Expr
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.joints import JOINT_SIZES
from linkwright.model.parameters import substitute
from linkwright.model.robot import WORLD, Drive, Joint, OpenRobot
from linkwright.spatial.inertia import Inertia
from linkwright.verification import plain
from linkwright.verification.plain import skew
from linkwright.verification.series import Series, constant, waves

Array = np.ndarray[Any, Any]
AXES = np.eye(3)


RobotT = TypeVar("RobotT", OpenRobot, ClosedRobot)


def in_numbers(robot: RobotT, values: dict[str, float]) -> RobotT:
    """The robot with a number for every expression. No check: sample values need not be those of a real body."""

    def number(x: Any) -> Any:
        return float(evaluate(x.graph, [x.index], values, FLOAT)[0]) if isinstance(x, Expr) else x

    if isinstance(robot, ClosedRobot) and robot.couplings:
        plain_part = replace(robot, couplings=()).map(number)
        return replace(
            plain_part, couplings=substitute(robot, values).couplings
        )  # these keep the symbols of coordinates
    return robot.map(number)


@dataclass(frozen=True)
class Mover:
    """A body that a joint moves, with all that is welded to it. X: the joint's frame at rest in the carrier's frame."""

    index: int
    name: str
    joint: Joint
    carrier: int
    X: Array
    G: Array
    ratio: float
    offset: float
    iq: int
    iv: int

    def coordinates(self, q: Series) -> Series:
        x = q[..., self.iq : self.iq + JOINT_SIZES[self.joint.type][0]]
        return x if self.joint.mimic is None else self.ratio * x + self.offset

    def rates(self, v: Series) -> Series:
        u = v[..., self.iv : self.iv + self.width]
        return u if self.joint.mimic is None else self.ratio * u

    @property
    def width(self) -> int:
        return JOINT_SIZES[self.joint.type][1]


@dataclass(frozen=True)
class Skeleton:
    """movers: outward; places: body -> index of its mover (-1: the ground) and its frame there."""

    robot: OpenRobot
    movers: tuple[Mover, ...]
    places: dict[str, tuple[int, Array]]

    @property
    def gravity(self) -> Array:
        return plain.vector(self.robot.gravity)

    def frame(self, name: str) -> tuple[int, Array]:
        frame = self.robot.frame(name)
        k, X = self.places[frame.body]
        return k, X @ plain.matrix(frame.X)


def skeleton(robot: OpenRobot) -> Skeleton:
    """The moving bodies of a numeric robot."""
    movers: list[Mover] = []
    places: dict[str, tuple[int, Array]] = {WORLD: (-1, np.eye(4))}
    for joint in robot.joints.values():
        carrier, X = places[joint.parent]
        X = X @ plain.matrix(joint.X)
        if joint.type == "fixed":
            places[joint.child] = (carrier, X)
            continue
        ratio, offset, master = _followed(robot, joint)
        iq, iv = robot.offsets[master]
        movers.append(Mover(len(movers), joint.child, joint, carrier, X, np.zeros((6, 6)), ratio, offset, iq, iv))
        places[joint.child] = (len(movers) - 1, np.eye(4))
    for body in robot.bodies.values():
        if body.name != WORLD and places[body.name][0] >= 0:
            k, X = places[body.name]
            A = adjoint(np.linalg.inv(X))
            movers[k].G[:] += A.T @ inertia_matrix(parameters_of(body.inertia)) @ A
    return Skeleton(robot, tuple(movers), places)


def _followed(robot: OpenRobot, joint: Joint) -> tuple[float, float, str]:
    """A joint's coordinate is ratio times that of a joint with coordinates of its own, plus offset."""
    ratio, offset = 1.0, 0.0
    while joint.mimic is not None:
        m, b = plain.numbers([joint.mimic.multiplier, joint.mimic.offset])
        offset, ratio = offset + ratio * b, ratio * m
        joint = robot.joints[joint.mimic.joint]
    return ratio, offset, joint.name


# --- matrices of the group ---------------------------------------------------------------------------------------------


def adjoint(X: Array) -> Array:
    """Twist in a frame -> the same twist in the frame that sees it at X."""
    R, p = X[:3, :3], X[:3, 3]
    return np.block([[R, skew(p) @ R], [np.zeros((3, 3)), R]])


def parameters_of(inertia: Inertia) -> Array:
    return plain.numbers(inertia.parameters)


def inertia_matrix(p: Array) -> Array:
    """G of ten parameters: the kinetic energy is V' G V / 2. Linear in p, also for a stack of them."""
    p = np.asarray(p)
    m, h = p[..., 0], p[..., 1:4]
    xx, xy, yy, xz, yz, zz = (p[..., k] for k in range(4, 10))
    H = skews(h)
    tensor = np.stack([xx, xy, xz, xy, yy, yz, xz, yz, zz], axis=-1).reshape(*p.shape[:-1], 3, 3)
    upper = np.concatenate([m[..., None, None] * AXES, -H], axis=-1)
    return np.concatenate([upper, np.concatenate([H, tensor], axis=-1)], axis=-2)


def skews(u: Array) -> Array:
    """Cross-product matrices of the vectors in the last axis."""
    x, y, z = u[..., 0], u[..., 1], u[..., 2]
    o = np.zeros_like(x)
    return np.stack([o, -z, y, z, o, -x, -y, x, o], axis=-1).reshape(*u.shape[:-1], 3, 3)


def ad(V: Series) -> Series:
    """[V, .] of twists: (w x u' - w' x u; w x w')."""
    u, w = skews(V.c[..., :3]), skews(V.c[..., 3:])
    upper = np.concatenate([w, u], axis=-1)
    return Series(np.concatenate([upper, np.concatenate([np.zeros_like(w), w], axis=-1)], axis=-2))


def bar(h: Series) -> Series:
    """The matrix with bar(h) x = -ad(x)' h."""
    f, n = skews(h.c[..., :3]), skews(h.c[..., 3:])
    upper = np.concatenate([np.zeros_like(f), -f], axis=-1)
    return Series(np.concatenate([upper, np.concatenate([-f, -n], axis=-1)], axis=-2))


def adjoints(R: Series, p: Series) -> Series:
    """Adjoint of the inverse of (R, p): a twist of the carrier, in the body's frame."""
    low = -(R.T @ Series(skews(p.c)))
    upper = np.concatenate([R.T.c, low.c], axis=-1)
    return Series(np.concatenate([upper, np.concatenate([np.zeros_like(R.c), R.T.c], axis=-1)], axis=-2))


# --- joints ------------------------------------------------------------------------------------------------------------


def turned(axis: Array, angle: Series) -> Series:
    """Rodrigues' rotation about a unit axis."""
    K = skew(axis)
    s, c = waves(angle)
    return s[..., None, None] * K + (1 - c)[..., None, None] * (K @ K) + np.eye(3)


def quaternion_turn(x: Series) -> Series:
    """Rotation of a unit quaternion x y z w: 1 + 2 s [r] + 2 [r]^2."""
    K = Series(skews(x.c[..., :3]))
    return 2 * (x[..., 3][..., None, None] * K) + 2 * (K @ K) + np.eye(3)


def joint_place(joint: Joint, x: Series) -> tuple[Series, Series]:
    """Rotation and position of the child in the joint's frame at rest."""
    axis = plain.vector(joint.axis)
    still = constant(np.broadcast_to(np.eye(3), (*x.c.shape[1:-1], 3, 3)), x.order)
    here = constant(np.zeros((*x.c.shape[1:-1], 3)), x.order)

    def along(scale: Series) -> Series:
        return scale[..., None] * axis

    first = x[..., 0]
    places: dict[str, Callable[[], tuple[Series, Series]]] = {
        "revolute": lambda: (turned(axis, first), here),
        "continuous": lambda: (turned(axis, first), here),
        "prismatic": lambda: (still, along(first)),
        "helical": lambda: (turned(axis, first), along(plain.numbers([joint.pitch])[0] * first)),
        "cylindrical": lambda: (turned(axis, x[..., 1]), along(first)),
        "universal": lambda: (turned(axis, first) @ turned(plain.second_axis(joint), x[..., 1]), here),
        "spherical": lambda: (quaternion_turn(x), here),
        "floating": lambda: (quaternion_turn(x[..., 3:]), x[..., :3]),
        "planar": lambda: _planar(joint, x),
    }
    return places[joint.type]()


def _planar(joint: Joint, x: Series) -> tuple[Series, Series]:
    T = plain.plane(joint)
    k = skew(T[:, 2])
    turn = x[..., 3][..., None, None] * k + (1 - x[..., 2])[..., None, None] * (k @ k) + np.eye(3)
    return turn, Series(x.c[..., :2] @ T[:, :2].T)


def joint_screws(joint: Joint, x: Series, rate: Series) -> tuple[Series | Array, Series | None]:
    """S, 6 x nv, and dS/dt times the rates where S moves in the child's frame: only a universal joint's first axis does."""
    if joint.type != "universal":
        sizes = JOINT_SIZES[joint.type]
        return plain.joint_axes(joint, np.zeros(sizes[0])), None
    second = plain.second_axis(joint)
    first = turned(second, x[..., 1]).T @ plain.vector(joint.axis)
    none = np.zeros_like(first.c)
    columns = [np.concatenate([none, c], axis=-1) for c in (first.c, np.broadcast_to(second, none.shape) * 1.0)]
    columns[1][1:] = 0
    S = Series(np.stack(columns, axis=-1))
    turning = Series(np.cross(first.c[:1], second)) if x.order == 0 else _cross(first, second)
    drift = (rate[..., 0] * rate[..., 1])[..., None] * turning
    return S, Series(np.concatenate([none, drift.c], axis=-1))


def _cross(a: Series, b: Array) -> Series:
    return Series(np.cross(a.c, b))


def drive_numbers(drive: Drive) -> dict[str, float]:
    names = list(drive.__dataclass_fields__)
    return dict(zip(names, map(float, plain.numbers([getattr(drive, n) for n in names])), strict=True))
