"""ClosedRobot: a tree of bodies and what closes it: loops, couplings, and which joints have motors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from linkwright.graph.expr import Scalar
from linkwright.model.closures import Coupling, Loop, Start
from linkwright.model.robot import Body, Frame, Joint, Note, OpenRobot, Parameter
from linkwright.model.robot_methods import RobotMethods
from linkwright.spatial.vector import Vec

if TYPE_CHECKING:
    from linkwright.model.cut import Coordinates


@dataclass(frozen=True, eq=False)
class ClosedRobot(RobotMethods):
    """A tree and what closes it: its joints depend on each other, so it has fewer degrees of freedom than the tree.

    nq, nv and joint_names are those of the free joints: what its functions take. Those of all joints are its tree's.

    tree:      what is left when every joint moves on its own
    loops:     joints that close it
    couplings: joints that follow others: gears, racks, rolling contacts
    """

    tree: OpenRobot
    loops: tuple[Loop, ...] = ()
    couplings: tuple[Coupling, ...] = ()
    actuated: tuple[str, ...] = ()
    """Joints with motors; none named: the coordinates may be chosen freely."""
    start: Mapping[str, Start] = field(default_factory=lambda: MappingProxyType({}))
    """Joint -> coordinates near which the loops close: they tell the ways to assemble them apart."""
    platform: str | None = None
    """The body whose pose is the coordinates of a parallel robot; the joints that carry it are `platform_joints`."""

    def __repr__(self) -> str:
        from linkwright.model.summary import closed_summary

        return closed_summary(self)

    @property
    def name(self) -> str:
        """As of the tree."""
        return self.tree.name

    @property
    def bodies(self) -> Mapping[str, Body]:
        """As of the tree."""
        return self.tree.bodies

    @property
    def joints(self) -> Mapping[str, Joint]:
        """All joints of the tree."""
        return self.tree.joints

    @property
    def frames(self) -> Mapping[str, Frame]:
        """As of the tree."""
        return self.tree.frames

    @property
    def gravity(self) -> Vec:
        """As of the tree."""
        return self.tree.gravity

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        """As of the tree."""
        return self.tree.parameters

    @property
    def wrenches(self) -> tuple[str, ...]:
        """As of the tree."""
        return self.tree.wrenches

    @property
    def notes(self) -> tuple[Note, ...]:
        """As of the tree."""
        return self.tree.notes

    @property
    def source(self) -> str:
        """As of the tree."""
        return self.tree.source

    @cached_property
    def coordinates(self) -> Coordinates:
        """Which coordinates of the tree are free, and which depend on them: found by closing the mechanism in numbers."""
        from linkwright.model.assembly.mobility_study import study

        return study(self).coordinates

    @property
    def nq(self) -> int:
        """Free positions."""
        return len(self.coordinates.free_q)

    @property
    def nv(self) -> int:
        """Degrees of freedom."""
        return len(self.coordinates.free_v)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Joints with free rates, in coordinate order."""
        return self._with_rates(self.coordinates.free_v)

    @property
    def free_joint_names(self) -> tuple[str, ...]:
        """The same as joint_names."""
        return self.joint_names

    @property
    def dependent_joint_names(self) -> tuple[str, ...]:
        """Joints whose rates follow from the free ones; a joint that is free in part is in both lists."""
        return self._with_rates(self.coordinates.dependent_v)

    @property
    def position_names(self) -> tuple[str, ...]:
        """The joint of each entry of q, the free positions; joints with several have their number behind it."""
        return tuple(self.tree.position_names[k] for k in self.coordinates.free_q)

    @property
    def dependent_position_names(self) -> tuple[str, ...]:
        """The same of theta, the dependent positions."""
        return tuple(self.tree.position_names[k] for k in self.coordinates.dependent_q)

    @property
    def rate_names(self) -> tuple[str, ...]:
        """The same of v, a and tau."""
        return tuple(self.tree.rate_names[k] for k in self.coordinates.free_v)

    def _with_rates(self, rates: tuple[int, ...]) -> tuple[str, ...]:
        spans = {n: range(iv, iv + self.joints[n].nv) for n, (_, iv) in self.tree.offsets.items()}
        return tuple(dict.fromkeys(n for k in rates for n, span in spans.items() if k in span))

    @property
    def platform_joints(self) -> tuple[str, ...]:
        """Joints from the world to the platform, outward."""
        carried = {j.child: j for j in self.joints.values()}
        found: list[str] = []
        body = self.platform
        while body is not None and body in carried:
            found.append(carried[body].name)
            body = carried[body].parent
        return tuple(reversed(found))

    def frame(self, name: str) -> Frame:
        """As of the tree."""
        return self.tree.frame(name)

    def with_tree(self, tree: OpenRobot) -> ClosedRobot:
        """The same closures over a changed tree."""
        return replace(self, tree=tree)

    def map(self, f: Callable[[Scalar], Scalar]) -> ClosedRobot:
        """The robot with f applied to every scalar (lifting, substitution, rounding)."""
        return replace(
            self,
            tree=self.tree.map(f),
            loops=tuple(x if x.mode is None else replace(x, mode=f(x.mode)) for x in self.loops),
            couplings=tuple(replace(x, value=f(x.value)) for x in self.couplings),
            start=MappingProxyType(
                {n: tuple(f(y) for y in x) if isinstance(x, tuple) else f(x) for n, x in self.start.items()}
            ),
        )


Robot = OpenRobot | ClosedRobot
"""What users call a robot; a Lagrangian is the third kind of mechanism."""
