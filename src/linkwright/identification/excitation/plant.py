"""Plant: the functions of a robot that a search for a motion needs, native, with derivatives."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes
from linkwright.identification.excitation.closing import dependent_positions
from linkwright.identification.excitation.columns import columns_of
from linkwright.identification.excitation.forces import measured
from linkwright.identification.excitation.motion import Dependent, Field, Motion, Source
from linkwright.mechanics.identifiable import force_rows
from linkwright.mechanics.tree.kinematics import frame_place
from linkwright.mechanism import derive
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.parameters import parametrised_tree
from linkwright.model.robot import WORLD
from linkwright.model.tree import BASE
from linkwright.native import ClosedDynamics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from linkwright.model.closed_robot import Robot


class Plant:
    """Of the reduced robot of `Moving`: q, v, a are those of the coordinates that move."""

    def __init__(self, robot: Robot, drives: str = "none") -> None:
        self.robot = robot
        function = columns_of(robot, drives)
        self.columns = Field(function)
        (port,) = function.outputs.values()
        self.labels: tuple[str, ...] = tuple(port.labels)
        self.count = port.shape[1]
        self._given = "theta" in function.inputs

    def W(self, motion: Motion) -> Array:
        """(K rows, n): the columns at all instants, one below the other."""
        return self.columns(motion).reshape(-1, self.count)

    def motion(self, q: Array, v: Array, a: Array, near: Array | None = None) -> Motion | None:
        """A motion, its loops closed where functions want to be told how; None where they do not close. near: dependent
        positions (K, m) of a motion nearby, from which Newton's method starts."""
        if not self._given:
            return Motion(q, v, a)
        assert self._closed is not None
        try:
            theta = dependent_positions(self._closed, q, near)
        except InputError:
            return None
        every = self._projection(q=q, theta=theta)
        return Motion(q, v, a, theta, every[:, list(self._closed.closed_robot.coordinates.dependent_v)])

    @cached_property
    def _closed(self) -> ClosedDynamics | None:
        return ClosedDynamics(self.robot) if isinstance(self.robot, ClosedRobot) else None

    @cached_property
    def _projection(self) -> Any:
        assert self._closed is not None
        return self._closed.function("projection_matrix")

    @cached_property
    def torque(self) -> tuple[Field, tuple[str, ...]]:
        """Forces that are measured: of the motors of a closed robot, or of the free joints; and the joints' names."""
        return Field(derive(self.robot, measured(self.robot))), force_rows(self.robot)

    def reaches(self, motion: Motion) -> bool:
        """Whether the loops of a closed robot close everywhere: closed forms have no number where they do not."""
        return not isinstance(self.robot, ClosedRobot) or bool(np.isfinite(self.torque[0](motion)).all())

    @property
    def moved_frames(self) -> tuple[str, ...]:
        """Frames that are not fixed to the world."""
        return tuple(n for n, place in parametrised_tree(self.robot.tree).tree.frames.items() if place.link != BASE)

    def places(self, frames: Sequence[str]) -> Field:
        """Where the origins of frames are: (K, 3 frames)."""
        tree = parametrised_tree(self.robot.tree).tree
        for name in frames:
            if name != WORLD:
                frame_place(tree, name)  # complains about an unknown one
        function = derive(self.robot, "forward_kinematics")
        (port,) = function.outputs.values()
        order = [*tree.frames]
        graph = Graph()
        moved = [
            port.nodes[16 * order.index(name) + 4 * row + 3] for name in frames if name in order for row in range(3)
        ]
        found = iter(copy_nodes(function.graph, graph, moved))
        nodes = [next(found) if name in order else graph.number(0) for name in frames for _ in range(3)]
        places = replace(port, name="places", shape=(len(frames), 3), nodes=tuple(nodes))
        return Field(function.with_ports(graph, [places]))

    @cached_property
    def dependent(self) -> tuple[Source, Source] | None:
        """Positions and rates of the dependent joints of a closed robot."""
        if not isinstance(self.robot, ClosedRobot) or not self.robot.coordinates.dependent_q:
            return None
        rates = Field(derive(self.robot, "dependent_velocities"))
        return Dependent() if self._given else Field(derive(self.robot, "closure")), rates
