"""What a sketch of a mechanism shows, in space: links with the points where something is attached, joints, closures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.draw.poses import body_poses, numbers
from linkwright.model.assembly.numeric_tree import to_matrix
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.joint_type import JointType
from linkwright.model.joints import JOINT_TYPES
from linkwright.model.robot import WORLD, Joint


@dataclass(frozen=True)
class Pin:
    """A joint, or the closure of a loop: where it is, its axes in the world, what it is called.

    point: where it is drawn; foot: where a slider would be at zero; part: the other end of a loop that is not closed
    """

    name: str
    type: str
    point: Array
    axes: tuple[Array, ...]
    foot: Array
    ground: bool
    motor: bool = False
    loop: bool = False
    part: Array | None = None

    @property
    def joint_type(self) -> JointType:
        return JOINT_TYPES[self.type]


@dataclass
class Piece:
    """A rigid body: every point of it at which something is attached. `hint` is where its mass is, or None."""

    name: str
    points: list[Array] = field(default_factory=list[Array])
    hint: Array | None = None


@dataclass(frozen=True)
class Scene:
    ground: Piece
    pieces: tuple[Piece, ...]
    pins: tuple[Pin, ...]
    axes: tuple[tuple[str, Array], ...]
    """Type of every joint and the direction of its (first) axis, for the choice of a view."""
    gravity: Array


_OF_LOOPS = {row.closure: name for name, row in JOINT_TYPES.items() if row.closure}


def scene(robot: Robot, q: Array) -> Scene:
    """A robot in numbers, at positions q of all joints of its tree."""
    poses = body_poses(robot.tree, q)
    home = _homes(robot)
    pieces = {WORLD: Piece("")}
    unseen = _coordinates_only(robot)
    hidden = {WORLD, *(robot.joints[n].child for n in unseen)} - (
        {robot.platform} if isinstance(robot, ClosedRobot) else set()
    )
    for joint in robot.joints.values():
        if home[joint.child] == joint.child:
            pieces[joint.child] = Piece(joint.child)
    pins: list[Pin] = []
    for joint in robot.joints.values():
        if not joint.joint_type.nv or joint.name in unseen:
            continue
        pin = _pin(robot, joint, poses, home)
        pins.append(pin)
        pieces[home[joint.child]].points.append(pin.point)
        if joint.joint_type.symbol.outline != "free":
            pieces[home[joint.parent]].points.append(pin.foot if joint.joint_type.slider else pin.point)
    for pin, ends in _closures(robot, poses):
        pins.append(pin)
        for body, point in ends:
            pieces[home[body]].points.append(point)
    for frame in robot.frames.values():
        if home[frame.body] not in hidden and not _closes(robot, frame.name):
            pieces[home[frame.body]].points.append((poses[frame.body] @ to_matrix(frame.X))[:3, 3])
    for body in robot.bodies.values():
        m, *h = numbers(body.inertia.parameters)[:4]
        if body.name != WORLD and m > 0 and home[body.name] == body.name:
            pieces[body.name].hint = (poses[body.name] @ np.array([*np.array(h) / m, 1.0]))[:3]
    moving = tuple(p for n, p in pieces.items() if n != WORLD and p.points)
    return Scene(pieces[WORLD], moving, tuple(pins), tuple(_axes(pins)), numbers(robot.gravity))


def _coordinates_only(robot: Robot) -> set[str]:
    """Joints that are no joints: they stand for the pose of a platform, with nothing between them that has a mass."""
    if not isinstance(robot, ClosedRobot):
        return set()
    joints = [robot.joints[n] for n in robot.platform_joints]
    between = [robot.bodies[j.child] for j in joints[:-1]]
    return {j.name for j in joints} if all(b.inertia.vanishes for b in between) else set()


def _homes(robot: Robot) -> dict[str, str]:
    """Body -> the body whose joint moves it (welded bodies are one piece)."""
    home = {WORLD: WORLD}
    for joint in robot.joints.values():
        home[joint.child] = joint.child if joint.joint_type.nv else home[joint.parent]
    return home


def _pin(robot: Robot, joint: Joint, poses: dict[str, Array], home: dict[str, str]) -> Pin:
    rest = poses[joint.parent] @ to_matrix(joint.X)
    axes = [rest[:3, :3] @ numbers(joint.axis)]
    if joint.axis2 is not None:
        axes.append(poses[joint.child][:3, :3] @ numbers(joint.axis2))
    ground = home[joint.parent] == WORLD and joint.joint_type.symbol.outline != "free"
    motor = isinstance(robot, ClosedRobot) and joint.name in robot.actuated
    return Pin(joint.name, joint.type, poses[joint.child][:3, 3], tuple(axes), rest[:3, 3], ground, motor)


def _closures(
    robot: Robot, poses: dict[str, Array]
) -> Iterator[tuple[Pin, tuple[tuple[str, Array], tuple[str, Array]]]]:
    for loop in robot.loops if isinstance(robot, ClosedRobot) else ():
        first, second = robot.frame(loop.first), robot.frame(loop.second)
        A, B = (poses[f.body] @ to_matrix(f.X) for f in (first, second))
        apart = float(np.linalg.norm(A[:3, 3] - B[:3, 3])) if loop.kind not in ("slider", "cylinder") else 0.0
        pin = Pin(
            loop.name, _OF_LOOPS[loop.kind], A[:3, 3], (A[:3, 2],), B[:3, 3], WORLD in (first.body, second.body),
            loop=True, part=B[:3, 3] if apart > 1e-6 else None,
        )  # fmt: skip
        yield pin, ((first.body, A[:3, 3]), (second.body, B[:3, 3]))


def _closes(robot: Robot, frame: str) -> bool:
    return isinstance(robot, ClosedRobot) and any(frame in (x.first, x.second) for x in robot.loops)


def _axes(pins: list[Pin]) -> Iterator[tuple[str, Array]]:
    for pin in pins:
        if not pin.loop and pin.joint_type.nv:
            yield pin.type, pin.axes[0]
