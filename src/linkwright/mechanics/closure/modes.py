"""Modes of loops: a robot that starts in the way of assembly which its modes name.

A mode is the sign of a root of the loop's closed form, so only who has the closed form can say where it leads. Whoever closes
loops in numbers (model/assembly) starts near `ClosedRobot.start`: this is where a mode becomes such a start.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np

from linkwright.graph.expr import lift
from linkwright.graph.graph import Graph
from linkwright.mechanics.closure.explicit import explicit
from linkwright.model.assembly.assembly import CLOSED
from linkwright.model.assembly.cutting import cut_open
from linkwright.model.assembly.mobility_study import MobilityStudy, study
from linkwright.model.assembly.numeric_tree import to_float
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.closures import Start

_SAME = 1e-6
"""Configurations this close (radians, or shares of the mechanism's length) are the same."""


def in_mode(robot: ClosedRobot) -> ClosedRobot:
    """The robot with a start where the loops are assembled as their modes say; itself if it has no modes, if no closed form
    knows them, or if it starts there already."""
    if all(x.mode is None for x in robot.loops):
        return robot
    found = study(robot)
    solution = explicit(cut_open(found, found.robot, "numeric", ""))
    if solution is None:
        return robot
    graph = Graph()
    free = [lift(graph, float(found.start[k])) for k in found.coordinates.free_q]
    q = np.array([to_float(x) for x in solution.positions(free)])
    closed = np.linalg.norm(found.conditions(q[None])[0]) < CLOSED
    if not closed or np.max(found.conditions.skeleton.distance(q, found.start)) < _SAME:
        return robot
    return replace(robot, start=MappingProxyType(_start(found, [float(x) for x in q])))


def _start(found: MobilityStudy, q: list[float]) -> dict[str, Start]:
    """Tree positions, as a file gives them."""
    start: dict[str, Start] = {}
    for name, (iq, _) in found.robot.tree.offsets.items():
        row = found.robot.joints[name].joint_type
        numbers = row.to_start(q[iq : iq + row.nq])
        start[name] = numbers[0] if row.start_size == 1 else tuple(numbers)
    return start
