"""A Pinocchio model of a robot: read by Pinocchio from the robot's own file, or built joint by joint through its API.

Its joints are matched by name. Continuous joints may have two coordinates there (cosine, sine), mimic joints are free there:
the matrix G of `Peer` ties their rates to the robot's, and forces go back through G'.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import ModelError
from linkwright.model.robot import WORLD, Joint, OpenRobot
from linkwright.model.rooting import depth_first
from linkwright.referee.joints import numbers, plane
from linkwright.referee.poses import frame_names, joint_coordinates, joint_rates
from linkwright.referee.tree import matrix

if TYPE_CHECKING:
    from pinocchio import SE3, Inertia, JointModel, Model  # pyright: ignore[reportMissingModuleSource]  # optional


@dataclass(frozen=True)
class Peer:
    """model: a pinocchio.Model; joints: the robot's moving joints -> ids of the peer's (two for joints with two axes)."""

    robot: OpenRobot
    model: Model
    joints: dict[str, tuple[int, ...]]

    def q(self, q: Array) -> Array:
        """The peer's coordinates of the robot's."""
        result = np.zeros(self.model.nq)
        for name, x in joint_coordinates(self.robot, q).items():
            at = 0
            for i in self.joints[name]:
                start, size = self.model.idx_qs[i], self.model.nqs[i]
                own = x[at : at + size] if len(self.joints[name]) > 1 else x
                at += size
                if size == 2 and len(own) == 1:
                    own = np.array([np.cos(own[0]), np.sin(own[0])])
                result[start : start + size] = own
        return result

    @property
    def G(self) -> Array:
        """Rates of the peer = G times rates of the robot."""
        columns: list[Array] = []
        for unit in np.eye(self.robot.nv):
            column = np.zeros(self.model.nv)
            for name, rate in joint_rates(self.robot, unit).items():
                at = 0
                for i in self.joints[name]:
                    start, size = self.model.idx_vs[i], self.model.nvs[i]
                    column[start : start + size] = rate[at : at + size]
                    at += size
            columns.append(column)
        return np.array(columns).reshape(self.robot.nv, self.model.nv).T

    def frame(self, name: str) -> int | None:
        """Id of a frame of the robot, or None where the peer has none of that name."""
        import pinocchio as pin  # pyright: ignore[reportMissingModuleSource]  # optional

        kinds = (pin.FrameType.BODY, pin.FrameType.OP_FRAME)
        for k, frame in enumerate(self.model.frames):
            if frame.name == name and frame.type in kinds:
                return k
        return None


def read(robot: OpenRobot, file: str | Path) -> Peer:
    """The peer as Pinocchio reads it from a URDF; its root floats where the robot's does."""
    import pinocchio as pin  # pyright: ignore[reportMissingModuleSource]  # optional

    floats = next((j for j in robot.joints.values() if j.type == "floating" and j.parent == WORLD), None)
    root = [pin.JointModelFreeFlyer()] if floats else []
    try:
        model = pin.buildModelFromUrdf(str(file), *root)
    except ValueError as error:
        hint = "Pinocchio is stricter: revolute and prismatic joints need a <limit>, for example"
        raise ModelError(f"Pinocchio does not read the file: {error}", Path(file).name, hint) from None
    model.gravity = pin.Motion(numbers(robot.gravity), np.zeros(3))
    joints: dict[str, tuple[int, ...]] = {}
    for joint in robot.joints.values():
        if joint.joint_type.nv:
            name = "root_joint" if joint is floats else joint.name
            if not model.existJointName(name):
                raise ModelError(f"Pinocchio has no joint '{name}' in {Path(file).name}")
            joints[joint.name] = (model.getJointId(name),)
    return Peer(robot, model, joints)


def build(robot: OpenRobot) -> Peer:
    """The peer made from the robot itself, joint by joint and depth first, which its mass matrix relies on. Drives are left
    out."""
    import pinocchio as pin  # pyright: ignore[reportMissingModuleSource]  # optional

    model = pin.Model()
    model.name = robot.name
    model.gravity = pin.Motion(numbers(robot.gravity), np.zeros(3))
    at: dict[str, tuple[int, SE3]] = {WORLD: (0, pin.SE3.Identity())}
    joints: dict[str, tuple[int, ...]] = {}
    for joint in depth_first(list(robot.joints.values())):
        parent, offset = at[joint.parent]
        placement = offset * pin.SE3(matrix(joint.X))
        if not joint.joint_type.nv:
            at[joint.child] = (parent, placement)
            continue
        ids: list[int] = []
        before, after, parts = _parts(joint, pin)
        for k, part in enumerate(parts):
            start = placement * before if k == 0 else pin.SE3.Identity()
            parent = model.addJoint(parent, part, start, joint.name if k == len(parts) - 1 else f"{joint.name}/{k}")
            ids.append(parent)
        joints[joint.name] = tuple(ids)
        at[joint.child] = (parent, after)
    for body in robot.bodies.values():
        parent, offset = at[body.name]
        if not body.inertia.vanishes and body.name in at:
            model.appendBodyToJoint(parent, _inertia(body.name, numbers(body.inertia.parameters), pin), offset)
    for name in frame_names(robot):
        f = robot.frame(name)
        parent, offset = at[f.body]
        model.addFrame(pin.Frame(name, parent, offset * pin.SE3(matrix(f.X)), pin.FrameType.OP_FRAME), False)
    return Peer(robot, model, joints)


def _parts(joint: Joint, pin: Any) -> tuple[SE3, SE3, list[JointModel]]:
    """A turn before the joint, one after it, and the joint as one or several of the peer's."""
    axis, one = numbers(joint.axis), pin.SE3.Identity()
    simple: dict[str, Callable[[], list[JointModel]]] = {
        "revolute": lambda: [pin.JointModelRevoluteUnaligned(axis)],
        "continuous": lambda: [pin.JointModelRevoluteUnaligned(axis)],
        "prismatic": lambda: [pin.JointModelPrismaticUnaligned(axis)],
        "helical": lambda: [pin.JointModelHelicalUnaligned(axis, float(numbers([joint.pitch])[0]))],
        "cylindrical": lambda: [pin.JointModelPrismaticUnaligned(axis), pin.JointModelRevoluteUnaligned(axis)],
        "universal": lambda: [
            pin.JointModelRevoluteUnaligned(axis),
            pin.JointModelRevoluteUnaligned(numbers(joint.axis2 or ())),
        ],
        "gimbal": lambda: [pin.JointModelRX(), pin.JointModelRY(), pin.JointModelRZ()],
        "spherical": lambda: [pin.JointModelSpherical()],
        "floating": lambda: [pin.JointModelFreeFlyer()],
    }
    if joint.type in simple:
        return one, one, simple[joint.type]()
    if joint.type != "planar":
        raise ModelError(f"joint '{joint.name}' is {joint.type}, for which no joint of Pinocchio is named here")
    turn = pin.SE3(plane(joint), np.zeros(3))
    return turn, turn.inverse(), [pin.JointModelPlanar()]


def _inertia(body: str, p: Array, pin: Any) -> Inertia:
    if p[0] != 0:
        return pin.Inertia.FromDynamicParameters(p)
    if np.any(p[1:4]):
        raise ModelError(f"body '{body}' has a first moment without a mass, which Pinocchio cannot say")
    xx, xy, yy, xz, yz, zz = p[4:]
    return pin.Inertia(0.0, np.zeros(3), np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))
