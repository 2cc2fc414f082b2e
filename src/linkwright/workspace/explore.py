"""What is called from outside: the workspace of any robot, by the way of its kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from linkwright.errors import QuantityError
from linkwright.lazy import lazy
from linkwright.mechanism import Mechanism, require_mechanism
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.workspace.result import Workspace
from linkwright.workspace.view import View

Tell = Callable[[float], object]
"""How far the work is, 0 to 1."""

of_tree = lazy("linkwright.workspace.trees:of_tree")
of_platform = lazy("linkwright.workspace.platforms:of_platform")
free_tree = lazy("linkwright.mechanics.inverse.beside_loops:free_tree")
frame_beside_loops = lazy("linkwright.mechanics.inverse.beside_loops:frame_beside_loops")
is_beside_loops = lazy("linkwright.mechanics.inverse.beside_loops:is_beside_loops")
of_loops = lazy("linkwright.workspace.loops:of_loops")


def workspace(robot: Mechanism, view: View = View(), tell: Tell = lambda part: None) -> Workspace:
    """Reachable cells, dexterity, conditioning and the singular set of a robot's frame in a plane."""
    require_mechanism(robot, "workspace")
    match robot:
        case OpenRobot():
            return of_tree(robot, view, tell)
        case ClosedRobot(platform=str()):
            return of_platform(robot, view, tell)
        case ClosedRobot() if is_beside_loops(robot, view.frame):
            frame = frame_beside_loops(robot, view.frame)
            return of_tree(free_tree(robot), replace(view, frame=frame), tell)
        case ClosedRobot():
            return of_loops(robot, view, tell)
        case _:
            hint = "only robots made of links have frames that go somewhere"
            raise QuantityError(f"'{robot.name}' has no workspace", hint=hint)
