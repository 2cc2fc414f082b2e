"""Model: a structure's mechanism with all parameters as symbols, and what is derived from it for any way."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError, QuantityError
from linkwright.graph.expr import Scalar, is_zero
from linkwright.graph.function import Function
from linkwright.mechanics.inverse.masks import Mask, mask_of
from linkwright.mechanics.inverse.pose_error import pose_error
from linkwright.mechanics.inverse.seen import goal
from linkwright.mechanism import derive
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.parameters import parametrised_tree
from linkwright.model.robot import Joint, OpenRobot
from linkwright.spatial.vector import ZERO
from linkwright.synthesis.ways.canvas import Canvas, Values


@dataclass(frozen=True, eq=False)
class Followed:
    """Positions, rates and accelerations (rows, samples, nq) along a path; the largest error of each row."""

    q: Array
    v: Array
    a: Array
    error: Array


@dataclass(frozen=True, eq=False)
class Model:
    """robot: as its file has it; frame: what follows a path; mask: what of a pose counts."""

    robot: Robot
    frame: str
    mask: str

    def function(self, quantity: str, robot: Robot | None = None, **options: Any) -> Function:
        """A quantity over symbols."""
        return derive(robot or self.robot, quantity, parameters="symbolic", **options)

    @cached_property
    def rates(self) -> Function:
        """From q, twist, acceleration to v, a."""
        return self.function("inverse_kinematics_rates", frame=self.frame, mask=self.mask)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Parameters that are numbers of the file, and no formulas."""
        return self._port.labels

    @cached_property
    def values(self) -> Array:
        """The file's."""
        return np.array(self._port.defaults)

    @cached_property
    def _port(self) -> Any:
        port = self.function("forward_kinematics", frame=self.frame).inputs.get("parameters")
        if port is None:
            raise InputError(f"'{self.robot.name}' has no parameters", hint="name its lengths under 'parameters'")
        if port.defaults is None:
            raise InputError(f"a parameter of '{self.robot.name}' has no value", hint="give every parameter a value")
        return port

    @property
    def nq(self) -> int:
        return self.robot.nq

    @cached_property
    def turning(self) -> tuple[bool, ...]:
        """Whether each free position is an angle."""
        joints, names = self.robot.joints, self.robot.position_names
        for name in names:
            if name not in joints or not joints[name].joint_type.hinge_or_slider:
                what = f"'{name}' of '{self.robot.name}' is no hinge and no slide"
                raise InputError(what, hint="describe it as several joints with one coordinate each")
        return tuple(joints[name].joint_type.hinge for name in names)

    def check(self) -> None:
        """Complain about what no way can compute."""
        _ = self.values, self.turning
        if "theta" in self.rates.inputs:
            what = f"the loops of '{self.robot.name}' have no closed form, which synthesis needs"
            raise InputError(what, self.robot.source, "describe it with loops that `linkwright check` can solve")

    @property
    def joints_to_frame(self) -> tuple[Joint, ...]:
        """Joints of the tree from the world to the frame, fixed ones too."""
        inward = {j.child: j for j in self.robot.joints.values()}
        body, found = self.robot.frame(self.frame).body, list[Joint]()
        while body in inward:
            found.insert(0, inward[body])
            body = found[0].parent
        return tuple(found)

    @cached_property
    def moving_bodies(self) -> tuple[str, ...]:
        """Bodies behind a joint that moves, with a mass."""
        inward = {j.child: j for j in self.robot.joints.values()}

        def moves(body: str) -> bool:
            joint = inward.get(body)
            return joint is not None and (joint.nv > 0 or moves(joint.parent))

        return tuple(n for n, body in self.robot.bodies.items() if not is_zero(body.inertia.m) and moves(n))

    @cached_property
    def asked(self) -> Mask:
        """The mask, as the chain to the frame has it."""
        return mask_of(parametrised_tree(self.robot.tree).tree, self.frame, None, self.mask)

    def pose_error(self, canvas: Canvas, q: Values, pose: Values) -> tuple[list[Scalar], Scalar]:
        """The twist that leads from positions q to a pose, of what the mask asks for, and the sum of what is missing."""
        at = canvas.call(self.function("forward_kinematics", frame=self.frame), q=q)["pose"]
        rows = pose_error(self.asked, goal(at), goal(pose))
        along = sum((row.linear * row.error for row in rows), ZERO)
        about = sum((row.angular * row.error for row in rows), ZERO)
        error: Scalar = 0
        for row in rows:
            error = error + abs(row.error)
        return [*along, *about], error

    def origin(self, canvas: Canvas, q: Values, frame: str) -> list[Scalar]:
        """The origin of a frame, a body or the world at positions q."""
        if frame == "world":
            return [0, 0, 0]
        pose = canvas.call(self.function("forward_kinematics", frame=frame), q=q)["pose"]
        return [pose[3], pose[7], pose[11]]

    @cached_property
    def home(self) -> Array:
        """Free positions at which the file has the robot assembled; zero of a tree."""
        match self.robot:
            case OpenRobot():
                return np.zeros(self.nq)
            case ClosedRobot():
                from linkwright.model.assembly.mobility_report import cut

                made = cut(self.robot)
                return np.array(made.start)[list(made.coordinates.free_q)]

    @cached_property
    def free_tree(self) -> OpenRobot | None:
        """The tree of the free joints, where they alone carry the frame."""
        match self.robot:
            case OpenRobot():
                return self.robot
            case ClosedRobot():
                from linkwright.mechanics.inverse.beside_loops import frame_beside_loops, free_tree

                try:
                    frame_beside_loops(self.robot, self.frame)
                except QuantityError:
                    return None
                return free_tree(self.robot)
