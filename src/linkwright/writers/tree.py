"""What writers ask of a tree."""

from __future__ import annotations

from collections.abc import Container

from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.robot import WORLD, Frame, Joint, OpenRobot
from linkwright.spatial.transform import Transform


def own_frames(tree: OpenRobot) -> list[Frame]:
    """Frames that are not those of bodies."""
    return [f for f in tree.frames.values() if f.name not in tree.bodies]


def rootless(tree: OpenRobot) -> Joint | None:
    """The joint that holds the robot, where the file is the same robot without it: readers put such a joint there."""
    at_world = [j for j in tree.joints.values() if j.parent == WORLD]
    on_world = [f for f in own_frames(tree) if f.body == WORLD]
    only = at_world[0] if len(at_world) == 1 and not on_world and tree.bodies[WORLD].inertia.vanishes else None
    return only if only is not None and only.type == "fixed" and Transform() == only.X else None


SIDES = ("first", "second")


class Ends:
    """Names of closures in formats whose readers call the frames of a loop NAME_first and NAME_second.

    frames: those that the file must say; what readers make of loops under the same name it need not
    """

    def __init__(self, robot: Robot) -> None:
        loops = robot.loops if isinstance(robot, ClosedRobot) else ()
        used = {name for x in loops for name in (x.first, x.second)}
        made = {f"{x.name}_{side}" for x in loops for side in SIDES} & used
        self.frames = [f for f in own_frames(robot.tree) if f.name not in made]
        self._taken = {*robot.frames, *robot.bodies} - made

    def name(self, wanted: str, others: Container[str] = ()) -> str:
        """A name for a closure whose frames are called as nothing else is. others: names that it may not have itself."""
        while wanted in others or any(x in self._taken for x in self._made(wanted)):
            wanted += "_"
        self._taken |= self._made(wanted)
        return wanted

    def _made(self, name: str) -> set[str]:
        return {name, *(f"{name}_{side}" for side in SIDES)}
