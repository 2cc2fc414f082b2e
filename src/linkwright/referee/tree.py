"""A robot in numbers as arrays: what moves, how it is carried, what it weighs. Nothing here knows the normal form.

Twists and wrenches are (linear; angular) at the origin and in the axes of the body's own frame.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.model.robot import WORLD, Drive, Joint, OpenRobot
from linkwright.referee.algebra import adjoint, inertia_matrix, inverse_place
from linkwright.referee.joints import ROWS, JointRow, numbers
from linkwright.referee.series import Series
from linkwright.spatial.transform import Transform


def matrix(X: Transform) -> Array:
    """The homogeneous 4x4 matrix of a constant transform."""
    return numbers([x for row in X.matrix() for x in row]).reshape(4, 4)


def drive_numbers(drive: Drive) -> dict[str, Any]:
    """Rotor, gear, friction, spring and damper of a joint, by name."""
    names = list(drive.__dataclass_fields__)
    return dict(zip(names, numbers([getattr(drive, n) for n in names]).tolist(), strict=True))


@dataclass(frozen=True)
class Mover:
    """A body that a joint moves, with all that is welded to it. X: the joint's frame at rest in the carrier's frame; G: its
    inertia, 6 x 6, at its own frame.

    ratio, offset: the joint's coordinate is ratio times that at iq plus offset, where it mimics another
    """

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

    @property
    def row(self) -> JointRow:
        return ROWS[self.joint.type]

    @property
    def width(self) -> int:
        return self.row.nv

    @property
    def springy(self) -> bool:
        """Whether its coordinates are lengths and angles, so that a spring can act on them."""
        return self.row.unit is None

    def coordinates(self, q: Series) -> Series:
        x = q[..., self.iq : self.iq + self.row.nq]
        return x if self.joint.mimic is None else self.ratio * x + self.offset

    def rates(self, v: Series) -> Series:
        u = v[..., self.iv : self.iv + self.width]
        return u if self.joint.mimic is None else self.ratio * u

    def spread(self, nv: int) -> Array:
        """Its rates per rate of the tree."""
        return self.ratio * np.eye(nv)[self.iv : self.iv + self.width]


@dataclass(frozen=True)
class ReferenceTree:
    """movers: outward; places: body -> index of its mover (-1: the ground) and its frame there."""

    robot: OpenRobot
    movers: tuple[Mover, ...]
    places: dict[str, tuple[int, Array]]

    @property
    def nv(self) -> int:
        return self.robot.nv

    @property
    def gravity(self) -> Array:
        return numbers(self.robot.gravity)

    def frame(self, name: str) -> tuple[int, Array]:
        """The mover that carries a frame, and the frame's place on it."""
        frame = self.robot.frame(name)
        k, X = self.places[frame.body]
        return k, X @ matrix(frame.X)


def reference_tree(robot: OpenRobot) -> ReferenceTree:
    """The moving bodies of a robot in numbers."""
    movers: list[Mover] = []
    places: dict[str, tuple[int, Array]] = {WORLD: (-1, np.eye(4))}
    for joint in robot.joints.values():
        carrier, X_parent = places[joint.parent]
        X = X_parent @ matrix(joint.X)
        if not ROWS[joint.type].nv:
            places[joint.child] = (carrier, X)
            continue
        ratio, offset, master = _followed(robot, joint)
        iq, iv = robot.offsets[master]
        G = _carried(robot, joint.child)
        movers.append(Mover(len(movers), joint.child, joint, carrier, X, G, ratio, offset, iq, iv))
        places[joint.child] = (len(movers) - 1, np.eye(4))
    return ReferenceTree(robot, tuple(movers), places)


def _carried(robot: OpenRobot, name: str) -> Array:
    """The inertia of a body and of all that is welded to it, at its frame."""
    places, total = {name: np.eye(4)}, inertia_matrix(numbers(robot.bodies[name].inertia.parameters))
    for joint in robot.joints.values():
        if joint.parent in places and not ROWS[joint.type].nv:
            places[joint.child] = X = places[joint.parent] @ matrix(joint.X)
            A = adjoint(inverse_place(X))
            total = total + A.T @ inertia_matrix(numbers(robot.bodies[joint.child].inertia.parameters)) @ A
    return total


def _followed(robot: OpenRobot, joint: Joint) -> tuple[float, float, str]:
    """A joint's coordinate is ratio times that of a joint with coordinates of its own, plus offset."""
    ratio, offset = 1.0, 0.0
    while joint.mimic is not None:
        m, b = numbers([joint.mimic.multiplier, joint.mimic.offset])
        offset, ratio = offset + ratio * b, ratio * m
        joint = robot.joints[joint.mimic.joint]
    return ratio, offset, joint.name
