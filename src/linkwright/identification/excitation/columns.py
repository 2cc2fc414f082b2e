"""The columns that a motion shall tell apart: forces per base parameter of the robot with full inertias."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np

from linkwright.errors import InputError
from linkwright.graph.function import Function
from linkwright.mechanism import derive
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.robot import WORLD, Body, OpenRobot
from linkwright.spatial.inertia import Inertia


def columns_of(robot: Robot) -> Function:
    """(q, v, a) -> (rows, n): forces in the joints per base parameter, whatever the file's values are: a zero there is as
    unknown as any other number. Friction and offsets are no part of it: a motion that tells inertias apart tells them,
    too."""
    match robot:
        case OpenRobot():
            full: Robot = _full(robot)
        case ClosedRobot():
            full = robot.with_tree(_full(robot.tree))
    found = derive(full, "base_regressor")
    (port,) = found.outputs.values()
    if not port.size:
        hint = "give a robot whose joints feel masses or inertias"
        raise InputError(f"no inertial parameter of '{robot.name}' is felt in its joints", robot.source, hint)
    return found


def _full(tree: OpenRobot) -> OpenRobot:
    """The tree with numbers in place of all ten inertial parameters of every body; which numbers does not matter."""
    random = np.random.default_rng(0)

    def full(body: Body) -> Body:
        values = [float(x) for x in random.uniform(0.1, 1.0, 10)]
        return body if body.name == WORLD else replace(body, inertia=Inertia.from_parameters(values))

    return replace(tree, bodies=MappingProxyType({n: full(b) for n, b in tree.bodies.items()}), alike=())
