"""Robots with closed loops seen as trees: where no loop is on the way to a frame, its inverse kinematics is that of a tree.

A gripper's coupled fingers or a four-bar beside the arm do not move the frame; what does are free joints alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from linkwright.errors import QuantityError
from linkwright.mechanics.inverse.seen import moving_links
from linkwright.mechanics.tree.kinematics import frame_place, last_frame
from linkwright.model.assembly.start import involved
from linkwright.model.assembly.study import study
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.parameters import form_of
from linkwright.model.robot import Joint, OpenRobot
from linkwright.model.tree import Tree


@lru_cache(maxsize=64)
def free_tree(robot: ClosedRobot) -> OpenRobot:
    """The tree of the free joints: its positions are the robot's q. Dependent joints, and what follows them, are stiff: where
    they are does not matter to frames that they are not on the way to."""
    dependent = {*robot.coordinates.dependent_v}
    offsets = robot.tree.offsets
    joints: dict[str, Joint] = {}
    for name, joint in robot.joints.items():
        at = offsets[_leader(robot.joints, joint)][1] if joint.joint_type.nv else 0
        stiff = dependent & {*range(at, at + joint.joint_type.nv)}
        joints[name] = Joint(name, "fixed", joint.parent, joint.child, joint.X, where=joint.where) if stiff else joint
    tree = replace(robot.tree, joints=MappingProxyType(joints), wrenches=(), tendons=())
    if tree.position_names != robot.position_names:
        part = next(n for n in robot.position_names if n not in tree.position_names)
        what = f"'{part}' is free and other coordinates of its joint are not: '{robot.name}' has no tree of free joints"
        raise QuantityError(what, robot.source, "describe that joint as several joints with one coordinate each")
    return tree


def _leader(joints: Mapping[str, Joint], joint: Joint) -> str:
    """The joint whose coordinate it moves by."""
    while joint.mimic:
        joint = joints[joint.mimic.joint]
    return joint.name


@lru_cache(maxsize=256)
def frame_beside_loops(robot: ClosedRobot, frame: str | None = None, base: str | None = None) -> str:
    """The frame, or several with commas between them, by default the last one; complains where a dependent joint is on the way
    to it, with a frame that none is on the way to."""
    tree = form_of(robot.tree).tree
    name = last_frame(tree) if frame is None else frame
    dependent = {*robot.coordinates.dependent_v}
    for goal in name.split(","):
        for link in moving_links(tree, goal.strip(), base):
            if dependent & {*link.rates}:
                what = f"'{link.joint}' is on the way to '{goal.strip()}', and {_why(robot, link.joint)}"
                raise QuantityError(what, robot.source, _hint(robot, tree, base))
    return name


def is_beside_loops(robot: ClosedRobot, frame: str | None = None, base: str | None = None) -> bool:
    """Whether loops and couplings speak of no joint on the way to a frame (by default the last one)."""
    return not _involved(robot) & {k for x in moving_links(form_of(robot.tree).tree, frame, base) for k in x.rates}


def _involved(robot: ClosedRobot) -> set[int]:
    """Rates of the joints that loops and couplings speak of."""
    return {int(k) for k in involved(study(robot).conditions)}


def _why(robot: ClosedRobot, joint: str) -> str:
    """What a dependent joint depends on."""
    for coupling in robot.couplings:
        if coupling.joint == joint:
            return f"it follows other joints (coupling '{coupling.name}')"
    found = study(robot)
    links = found.conditions.skeleton.tree.links
    loops = [c.pair.name for c in found.cycles if joint in {links[i].joint for i in c.links}]
    return f"it depends on other joints{f' (loop {loops[0]!r})' if loops else ''}"


def _hint(robot: ClosedRobot, tree: Tree, base: str | None) -> str:
    """The outermost frame that moves and that no loop is on the way to."""
    held = _involved(robot)
    ways = {name: {k for x in moving_links(tree, name, base) for k in x.rates} for name in tree.frames}
    fine = [name for name, rates in ways.items() if rates and not rates & held]
    described = "of a parallel robot, name the body that is held at poses in its description (platform: tool)"
    if not fine:
        return described
    end = max(frame_place(tree, name).link for name in fine)
    last = [name for name in fine if frame_place(tree, name).link == end][-1]
    return f"name a frame that no loop is on the way to, as '{last}'; {described}"
