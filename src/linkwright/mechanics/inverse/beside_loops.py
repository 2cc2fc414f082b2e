"""Robots with closed loops seen as trees: where no loop is on the way to a frame, its inverse kinematics is that of a tree.

A gripper's coupled fingers or a four-bar beside the arm do not move the frame; what does are free joints alone.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from linkwright.errors import QuantityError
from linkwright.mechanics.inverse.seen import moving_links, moving_rates
from linkwright.mechanics.tree.kinematics import last_frame
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.loop_checks import joints_in
from linkwright.model.parameters import parametrised_tree
from linkwright.model.robot import Joint, OpenRobot
from linkwright.model.tree import BASE


@lru_cache(maxsize=64)
def free_tree(robot: ClosedRobot) -> OpenRobot:
    """The tree of the free joints: its positions are the robot's q. Dependent joints, and what follows them, are stiff: where
    they are does not matter to frames that they are not on the way to."""
    dependent = {*robot.coordinates.dependent_v}
    offsets = robot.tree.offsets
    joints: dict[str, Joint] = {}
    for name, joint in robot.joints.items():
        at = offsets[robot.tree.leader(joint)[0].name][1] if joint.joint_type.nv else 0
        stiff = dependent & {*range(at, at + joint.joint_type.nv)}
        joints[name] = Joint(name, "fixed", joint.parent, joint.child, joint.X, where=joint.where) if stiff else joint
    tree = replace(robot.tree, joints=MappingProxyType(joints), wrenches=(), tendons=())
    if tree.position_names != robot.position_names:
        part = next(n for n in robot.position_names if n not in tree.position_names)
        what = f"'{part}' is free and other coordinates of its joint are not: '{robot.name}' has no tree of free joints"
        raise QuantityError(what, robot.source, "describe that joint as several joints with one coordinate each")
    return tree


def tree_and_frame(robot: OpenRobot | ClosedRobot, frame: str = "") -> tuple[OpenRobot, str] | None:
    """The tree that leads a frame, by default the last one: of a closed robot its free joints, where no dependent one is on the
    way; None of a parallel robot."""
    match robot:
        case OpenRobot():
            return robot, frame or last_frame(parametrised_tree(robot).tree)
        case ClosedRobot(platform=None):
            return free_tree(robot), frame_beside_loops(robot, frame or outermost_beside_loops(robot))
        case _:
            return None


@lru_cache(maxsize=256)
def frame_beside_loops(robot: ClosedRobot, frame: str | None = None, base: str | None = None) -> str:
    """The frame, or several with commas between them, by default the last one; complains where a dependent joint is on the way
    to it, with a frame that none is on the way to."""
    tree = parametrised_tree(robot.tree).tree
    name = last_frame(tree) if frame is None else frame
    dependent = {*robot.coordinates.dependent_v}
    for goal in name.split(","):
        for link in moving_links(tree, goal.strip(), base):
            if dependent & {*link.rates}:
                what = f"'{link.joint}' is on the way to '{goal.strip()}', and {_why(robot, link.joint)}"
                raise QuantityError(what, robot.source, _hint(robot, base))
    return name


def is_beside_loops(robot: ClosedRobot, frame: str | None = None, base: str | None = None) -> bool:
    """Whether loops and couplings speak of no joint on the way to a frame (by default the last one)."""
    return not _bound(robot) & {*moving_rates(parametrised_tree(robot.tree).tree, frame, base)}


def outermost_beside_loops(robot: ClosedRobot, base: str | None = None) -> str | None:
    """The last frame on the outermost link that moves and that no loop is on the way to; None where there is none."""
    tree, bound = parametrised_tree(robot.tree).tree, _bound(robot)
    free = [name for name in tree.frames if (moves := moving_rates(tree, name, base)) and not bound & {*moves}]
    end = max((tree.frames[name].link for name in free), default=BASE)
    return next((name for name in reversed(free) if tree.frames[name].link == end), None)


def _bound(robot: ClosedRobot) -> set[int]:
    """Rates of joints in loops, of those that follow others, and of those that others follow."""
    tree, offsets = parametrised_tree(robot.tree).tree, robot.tree.offsets
    found = {k for loop in robot.loops for k in moving_rates(tree, loop.first, loop.second)}
    for coupling in robot.couplings:
        found |= {offsets[name][1] for name in (coupling.joint, *joints_in(coupling.value, robot.joints))}
    return found


def _why(robot: ClosedRobot, joint: str) -> str:
    """What a dependent joint depends on."""
    for coupling in robot.couplings:
        if coupling.joint == joint:
            return f"it follows other joints (coupling '{coupling.name}')"
    tree = parametrised_tree(robot.tree).tree
    loops = [x.name for x in robot.loops if joint in {k.joint for k in moving_links(tree, x.first, x.second)}]
    return f"it depends on other joints{f' (loop {loops[0]!r})' if loops else ''}"


def _hint(robot: ClosedRobot, base: str | None) -> str:
    described = "of a parallel robot, name the body that is held at poses in its description (platform: tool)"
    other = outermost_beside_loops(robot, base)
    return f"name a frame that no loop is on the way to, as '{other}'; {described}" if other else described
