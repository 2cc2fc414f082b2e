"""What there is to be shown of a robot, whatever kind it is: a scene, a layout, and how its loops are closed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import InputError
from linkwright.graph.expr import floats
from linkwright.graph.graph import Graph
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.numeric import numeric
from linkwright.model.robot import WORLD, Frame, OpenRobot
from linkwright.view.coordinates_tree import neutral
from linkwright.view.layout import layout_of
from linkwright.view.scene import Scene, scene_of
from linkwright.view.symbols import Symbols

if TYPE_CHECKING:
    from linkwright.passes.kernel import Kernel


@dataclass(frozen=True)
class Shown:
    """A robot in numbers.

    solvers: functions of its program besides `place`; loops: pairs of frames that stay together
    document: what of its document tells joints that are only coordinates; whole: positions of all joints from rows of positions
    """

    scene: Scene
    layout: Mapping[str, Any]
    whole: Callable[[Array], Array]
    solvers: Sequence[Kernel] = ()
    loops: Sequence[Mapping[str, Any]] = ()
    document: Mapping[str, Any] | None = None


def shown(robot: Robot, frame: str = "") -> Shown:
    """Of an open or a closed robot. frame: one that is to be seen; a body's own is made one of its frames."""
    match robot:
        case OpenRobot():
            return _open(_seen(numeric(robot), frame))
        case ClosedRobot():
            made = numeric(robot)
            return _closed(replace(made, tree=_seen(made.tree, frame)))


def origin_of(body: str) -> str:
    """What the frame at a body's origin is called."""
    return f"{body} origin"


def _seen(tree: OpenRobot, frame: str) -> OpenRobot:
    if frame not in tree.bodies:
        return tree
    own = Frame(origin_of(frame), frame)
    return replace(tree, frames=MappingProxyType({**tree.frames, own.name: own}))


def _scene(tree: OpenRobot) -> Scene:
    bodies = sum(name != WORLD for name in tree.bodies)
    return scene_of(tree, Symbols(Graph(), tree.nq, tree.nv, (), (), bodies))


def _open(robot: OpenRobot) -> Shown:
    scene = _scene(robot)
    layout = layout_of(scene, {"q": neutral(robot), "v": [0.0] * robot.nv})
    return Shown(scene, layout, lambda q: _sized(robot, q, robot.nq))


def _closed(robot: ClosedRobot) -> Shown:
    from linkwright.model.assembly.mobility_report import cut
    from linkwright.view.closing import closing
    from linkwright.view.coordinates_closed import coordinates_of_closed

    scene, begun = _scene(robot.tree), floats(cut(robot).start)
    own = {"kind": "closed", "nq": robot.nq, "nv": robot.nv, "coordinates": coordinates_of_closed(robot)}
    layout = {**layout_of(scene, {"q": begun, "v": [0.0] * robot.tree.nv}), **own}
    loops = [{"name": x.name, "frames": [x.first, x.second]} for x in robot.loops]
    joints: dict[str, Any] = {name: {} for name in robot.joints if name not in robot.platform_joints}
    document = {"platform": {"name": robot.platform}, "joints": joints} if robot.platform else {}
    return Shown(scene, layout, lambda q: _whole(robot, q), [closing(robot, scene.x)], loops, document)


def _whole(robot: ClosedRobot, q: Array) -> Array:
    """Rows of all joints as they are; rows of the free ones closed, each from the one before."""
    from linkwright.model.assembly.mobility_report import cut, solve

    if q.shape[1] != robot.nq:
        return _sized(robot, q, robot.tree.nq)
    rows, guess = list[Array](), np.array(cut(robot).start)
    for free in q:
        guess = np.asarray(solve(robot, floats(free), guess))
        rows.append(guess)
    return np.array(rows)


def _sized(robot: Robot, q: Array, size: int) -> Array:
    if q.shape[1] != size:
        raise InputError(f"the motion has {q.shape[1]} positions, robot '{robot.name}' has {size}")
    return q
