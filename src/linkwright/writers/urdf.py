"""Robot -> URDF. Frames are links without mass; what closes a robot stands in NAME.loops.yaml beside it.

A body that hangs on the world by a fixed joint at its origin, and nothing else does, is the root link: so a URDF says it.
"""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.emit.source_tree import MARK
from linkwright.graph.expr import is_zero
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.robot import WORLD, Frame, Joint, Limits
from linkwright.model.rooting import fresh
from linkwright.readers.side_file import SUFFIX, side_file
from linkwright.readers.urdf import FAR, TYPES
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec
from linkwright.writers.format import Format
from linkwright.writers.masses import about_com, with_mass
from linkwright.writers.places import read_as_rpy, rpy
from linkwright.writers.tree import own_frames, rootless
from linkwright.writers.xml import Element, add, document, element, row, text
from linkwright.writers.yaml import closures_text

URDF = Format(
    "URDF",
    (".urdf",),
    "linkwright.writers.urdf:write_urdf",
    joint_types=frozenset(TYPES),
    drive=frozenset({"viscous", "damping", "coulomb"}),
    drive_of_several=frozenset(),
    on_request=frozenset({"viscous", "damping", "coulomb"}),
    gravity=Vec(0, 0, -9.81),
    platform=True,
    place=read_as_rpy,
    inertias=with_mass,
    beside=side_file,
)
_LIMITED = ("revolute", "prismatic")
_FREE = {"lower": -FAR, "upper": FAR, "velocity": FAR, "effort": FAR}
"""Numbers that mean no limit: others read a limit that is missing as 0, or refuse it."""
_TENSOR = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")


def write_urdf(robot: Robot) -> Mapping[str, str]:
    """The text of the file, and of the side file where the robot is closed."""
    tree = robot.tree
    root = element("robot", {"name": tree.name})
    base = rootless(tree)
    for body in tree.bodies.values():
        if body.name != WORLD or base is None:
            _inertial(add(root, "link", {"name": body.name}), body.inertia)
    frames = own_frames(tree)
    for frame in frames:
        add(root, "link", {"name": frame.name})
    for joint in tree.joints.values():
        if joint is not base:
            _joint(root, joint)
    taken = set(tree.joints)
    for frame in frames:
        _frame(root, frame, fresh(f"{frame.name}_fixed", taken))
    side = {SUFFIX: closures_text(robot)} if isinstance(robot, ClosedRobot) else dict[str, str]()
    return {".urdf": document(root, MARK), **side}


def _origin(parent: Element, place: Transform) -> None:
    if place != Transform():
        add(parent, "origin", {"xyz": row(place.p), "rpy": row(rpy(place.R))})


def _inertial(link: Element, inertia: Inertia) -> None:
    if inertia.vanishes:
        return
    mass, com, tensor = about_com(inertia)
    made = add(link, "inertial")
    _origin(made, Transform(p=com))
    add(made, "mass", {"value": text(mass)})
    entries = (tensor[0][0], tensor[0][1], tensor[0][2], tensor[1][1], tensor[1][2], tensor[2][2])
    add(made, "inertia", {name: text(x) for name, x in zip(_TENSOR, entries, strict=True)})


def _joint(root: Element, joint: Joint) -> None:
    limits = {n: getattr(joint.limits, n) for n in Limits.__dataclass_fields__}
    endless = joint.type == "revolute" and limits["lower"] is limits["upper"] is None
    kind = "continuous" if endless else joint.type
    made = add(root, "joint", {"name": joint.name, "type": kind})
    _origin(made, joint.X)
    add(made, "parent", {"link": joint.parent})
    add(made, "child", {"link": joint.child})
    if joint.joint_type.axes:
        add(made, "axis", {"xyz": row(joint.axis)})
    if kind in _LIMITED or limits["velocity"] is not None or limits["effort"] is not None:
        add(made, "limit", {n: text(_FREE[n] if x is None else x) for n, x in limits.items()})
    damping, friction = joint.drive.viscous + joint.drive.damping, joint.drive.coulomb
    if not (is_zero(damping) and is_zero(friction)):
        add(made, "dynamics", {"damping": text(damping), "friction": text(friction)})
    if joint.mimic:
        how = {"multiplier": text(joint.mimic.multiplier), "offset": text(joint.mimic.offset)}
        add(made, "mimic", {"joint": joint.mimic.joint, **how})


def _frame(root: Element, frame: Frame, name: str) -> None:
    made = add(root, "joint", {"name": name, "type": "fixed"})
    _origin(made, frame.X)
    add(made, "parent", {"link": frame.body})
    add(made, "child", {"link": frame.name})
