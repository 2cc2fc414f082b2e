"""What is drawn of a tree: bodies, frames and joints with their places, and centres of mass."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from linkwright.formula.scalar import constant
from linkwright.graph.expr import Expr, Scalar, apply, is_zero, lift, lifter
from linkwright.graph.function import Function
from linkwright.mechanics.tree.placement import joint_forces_of_points, place_transforms, place_twists
from linkwright.model.normal_form import normal_form
from linkwright.model.robot import WORLD, Body, Frame, OpenRobot
from linkwright.model.tree import Place, Tree
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Scalars, Vec
from linkwright.view.symbols import Symbols, value_of, with_unit_rotations


@dataclass(frozen=True)
class Scene:
    """A tree over the symbols of a program, and the places on it that the page is told of."""

    robot: OpenRobot
    x: Symbols
    tree: Tree

    @cached_property
    def bodies(self) -> list[Body]:
        """All that may be drawn; the world stands still."""
        return [b for name, b in self.robot.bodies.items() if name != WORLD]

    @cached_property
    def names(self) -> list[tuple[str, str]]:
        """(kind, name) of everything that has a pose, in order."""
        joints = [("joint", name) for name in self.robot.joints]
        frames = [
            ("frame", n) for n, f in self.robot.frames.items() if n != f.body
        ]  # a body's own frame is the body's pose
        return [("body", b.name) for b in self.bodies] + frames + joints

    def place(self, kind: str, name: str) -> Place:
        """Where it is on its link."""
        return self.tree.frames[f"{kind} {name}"]

    @cached_property
    def places(self) -> list[Place]:
        return [self.place(*both) for both in self.names]

    @cached_property
    def q(self) -> list[Scalar]:
        """Positions, with rotations at unit length."""
        return with_unit_rotations(self.robot, self.x["q"])

    # --- functions -------------------------------------------------------------------------------------------------------

    def placing(self) -> Function:
        """Poses and centres of mass from positions."""
        poses = [e for X in place_transforms(self.tree, self.q, self.places) for e in _twelve(X)]
        return self.x.function("place", "q", {"poses": poses, "centers": self._centers()})

    def functions(self) -> list[Function]:
        """place, pull and speeds."""
        x = self.x
        twists = [e for V in place_twists(self.tree, self.q, x["v"], self.places) for e in (*V.linear, *V.angular)]
        return [
            self.placing(),
            x.function("pull", "q points forces", {"push": self.pushed(self.q)}),
            x.function("speeds", "q v", {"twists": twists}),
        ]

    def _centers(self) -> list[Scalar]:
        at = place_transforms(self.tree, self.q, [self.place("body", b.name) for b in self.bodies])
        return [e for X, body in zip(at, self.bodies, strict=True) for e in X.point(self._center(body))]

    def _center(self, body: Body) -> Vec:
        """The centre of mass in the body's frame; its origin where it has no mass."""
        inertia = body.inertia.map(lambda e: lift(self.x.graph, e) if isinstance(e, Expr) else e)
        if is_zero(inertia.m):
            return Vec(0, 0, 0)
        if not isinstance(inertia.m, Expr):
            return inertia.h * (1 / float(inertia.m))
        return inertia.h.map(lambda e: apply("select", inertia.m, e / inertia.m, 0))

    def pushed(self, q: Scalars) -> list[Scalar]:
        """Joint forces of one force per body, each at a point of the world."""
        points, forces = self.x["points"], self.x["forces"]
        acting = [
            (self.place("body", b.name).link, Vec(*points[3 * k : 3 * k + 3]), Vec(*forces[3 * k : 3 * k + 3]))
            for k, b in enumerate(self.bodies)
        ]
        return joint_forces_of_points(self.tree, q, acting)

    # --- layout ----------------------------------------------------------------------------------------------------------

    def poses_layout(self) -> list[dict[str, Any]]:
        """`poses` of the layout."""
        return [self._pose(kind, name) for kind, name in self.names]

    def _pose(self, kind: str, name: str) -> dict[str, Any]:
        own: dict[str, Any] = {"name": name, "kind": kind}
        if kind == "frame":
            own["body"] = self.robot.frames[name].body
        if kind == "joint":
            joint = self.robot.joints[name]
            own |= {"type": joint.type, "body": joint.child}
            if joint.joint_type.axes:
                own["axis"] = [constant(e) for e in joint.axis]
        return own

    def bodies_layout(self) -> list[dict[str, Any]]:
        """`bodies` of the layout."""
        above = {j.child: j for j in self.robot.joints.values()}
        return [
            {
                "name": b.name,
                "joint": above[b.name].name,
                "parent": above[b.name].parent,
                "mass": self._mass(b.inertia.m),
            }
            for b in self.bodies
        ]

    def _mass(self, m: Scalar) -> float:
        return float(m) if not isinstance(m, Expr) else value_of(repr(m), self.x.known, self.robot.source)


def scene_of(robot: OpenRobot, x: Symbols) -> Scene:
    """The robot's tree over the symbols of a program; parameters stay symbols."""
    frames = {f"body {name}": Frame(name, name) for name in robot.bodies}
    frames |= {f"frame {name}": replace(f, name=name) for name, f in robot.frames.items()}
    frames |= {f"joint {name}": Frame(name, j.parent, j.X) for name, j in robot.joints.items()}
    tree = normal_form(replace(robot, frames=MappingProxyType(frames), wrenches=()))
    return Scene(robot, x, tree.map(lifter(x.graph)))


def _twelve(X: Transform) -> list[Scalar]:
    """Rotation row by row, then position."""
    return [*(e for row in X.R for e in row), *X.p]
