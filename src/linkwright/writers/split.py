"""Joints of types that a format does not have, as chains of joints that it has.

Universal, cylindrical and gimbal joints are chains of hinges and sliders: same coordinates, same forces. A ball becomes three
hinges, a plane two sliders and a hinge, a free body three sliders and a ball, a screw a hinge. All of it is listed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.closures import Start
from linkwright.model.joint_type import Rotation
from linkwright.model.normal_form import onto_z
from linkwright.model.robot import WORLD, Body, Joint, OpenRobot
from linkwright.model.rooting import fresh
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import X, Y, Z
from linkwright.writers.format import Expression, Format, Replacement

_OTHERS: Mapping[str, Replacement] = {
    "spherical": Replacement(
        "three hinges about x, y and z: angles in place of a quaternion",
        (("continuous", X), ("continuous", Y), ("continuous", Z)),
    ),
    "planar": Replacement(
        "sliders along x and y and a hinge about z: rates in the axes of the joint's frame",
        (("prismatic", X), ("prismatic", Y), ("continuous", Z)),
    ),
    "floating": Replacement(
        "sliders along x, y, z and a ball: rates in the axes of the joint's frame",
        (("prismatic", X), ("prismatic", Y), ("prismatic", Z), ("spherical", Z)),
    ),
    "helical": Replacement("a hinge: it does not advance", (("continuous", None),)),
}


def upright(robot: Robot) -> Robot:
    """The robot with planes at right angles to z of their joints' frames: the frame is turned, and turned back behind the
    joint. Said before numbers are rounded: how a plane has its x and y depends on the axis to the last digit."""
    tree = robot.tree
    taken = {*tree.bodies, *tree.joints, *tree.frames}
    bodies, joints = dict(tree.bodies), dict[str, Joint]()
    for joint in tree.joints.values():
        joints[joint.name] = joint
        if joint.joint_type.rotation is not Rotation.CIRCLE or joint.axis == Z:
            continue
        turn = Transform(onto_z(joint.axis, joint))
        between = Body(fresh(f"{joint.child}_plane", taken), where=joint.where)
        back = Joint(fresh(f"{joint.name}_plane", taken), "fixed", between.name, joint.child, turn.inverse)
        bodies[between.name] = between
        joints[joint.name] = replace(joint, X=joint.X @ turn, axis=Z, child=between.name)
        joints[back.name] = back
    changed = replace(tree, bodies=MappingProxyType(bodies), joints=MappingProxyType(joints))
    if len(joints) == len(tree.joints):
        return robot
    return _closed(robot, changed, {n: [n] for n in tree.joints}) if isinstance(robot, ClosedRobot) else changed


def split_joints(robot: Robot, made: Expression) -> Robot:
    """The robot with joints of the format's own types only. Names of joints: NAME_1, NAME_2, ..., as of bodies between."""
    tree = robot.tree
    taken = {*tree.bodies, *tree.joints, *tree.frames}
    bodies, joints = dict(tree.bodies), dict[str, Joint]()
    chains: dict[str, list[str]] = {}
    for joint in tree.joints.values():
        chain = _chain(joint, made, taken)
        chains[joint.name] = [j.name for j in chain]
        joints |= {j.name: j for j in chain}
        bodies |= {j.child: Body(j.child, where=joint.where) for j in chain[:-1]}
    if all(len(names) == 1 for names in chains.values()):
        changed = replace(tree, joints=MappingProxyType(joints))
        return robot.with_tree(changed) if isinstance(robot, ClosedRobot) else changed
    changed = replace(tree, bodies=MappingProxyType(bodies), joints=MappingProxyType(joints))
    return _closed(robot, changed, chains) if isinstance(robot, ClosedRobot) else changed


def allowed(joint: Joint, format: Format) -> bool:
    """Whether the format has this joint."""
    if joint.type in format.at_root:
        return joint.parent == WORLD and Transform() == joint.X
    return joint.type in format.joint_types


def _chain(joint: Joint, made: Expression, taken: set[str]) -> list[Joint]:
    if allowed(joint, made.format):
        return [joint]
    other = made.format.replace(joint) or _OTHERS.get(joint.type) or _links(joint)
    parts = [(kind, joint.axis if axis is None else axis) for kind, axis in other.parts]
    made.lose("joint type", joint.name, joint.type, other.words)
    found: list[Joint] = []
    place, parent = joint.X, joint.parent
    for k, (kind, axis) in enumerate(parts, 1):
        last = k == len(parts)
        name, child = joint.name, joint.child
        if len(parts) > 1:
            name = fresh(f"{joint.name}_{k}", taken)
            child = joint.child if last else fresh(f"{joint.child}_{k}", taken)
        one = replace(joint, name=name, type=kind, parent=parent, child=child, X=place, axis=axis, axis2=None, pitch=0)
        found += _chain(one, made, taken)
        place, parent = Transform(), child
    return found


def _links(joint: Joint) -> Replacement:
    """The links that a joint becomes in the Tree."""
    chain = joint.joint_type.chain
    parts = tuple((_unlimited(x.kind.name), x.axis(joint) if x.axis else Z) for x in chain)
    return Replacement(f"{len(chain)} joints one after the other, with the same coordinates", parts)


def _unlimited(kind: str) -> str:
    return "continuous" if kind == "revolute" else kind


def _closed(robot: ClosedRobot, tree: OpenRobot, chains: Mapping[str, list[str]]) -> ClosedRobot:
    """Loops that name a joint name its child; motors and starts are those of the parts."""
    loops = [replace(x, first=_end(robot, x.first), second=_end(robot, x.second)) for x in robot.loops]
    start: dict[str, Start] = {}
    for name, value in robot.start.items():
        parts = chains[name]
        values = value if isinstance(value, tuple) else (value,)
        if len(parts) == 1:
            start[parts[0]] = value
        elif len(parts) == len(values):
            start |= dict(zip(parts, values, strict=True))
    actuated = tuple(part for name in robot.actuated for part in chains[name])
    return replace(robot, tree=tree, loops=tuple(loops), start=MappingProxyType(start), actuated=actuated)


def _end(robot: ClosedRobot, name: str) -> str:
    known = name in robot.frames or name in robot.bodies
    return name if known else robot.joints[name].child
