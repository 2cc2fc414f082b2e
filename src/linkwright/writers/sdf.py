"""Robot -> SDF. Places of links are relative to the link that carries them; frames are links without mass.

A link with two parents closes a loop: SDF says where such a joint is at the home position only, so a loop must be closed there.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from linkwright.emit.source_tree import MARK
from linkwright.graph.expr import Scalar, as_number, is_zero
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.closures import Loop
from linkwright.model.robot import WORLD, Joint, Limits
from linkwright.model.rooting import fresh
from linkwright.readers.sdf import CLOSURES, TYPES
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec
from linkwright.writers.format import Format, Replacement
from linkwright.writers.home import closes_at_home, linear
from linkwright.writers.masses import about_com, with_mass
from linkwright.writers.places import read_as_rpy, rpy
from linkwright.writers.tree import Ends, rootless
from linkwright.writers.xml import Element, add, document, element, row, text

_TYPES = {ours: theirs for theirs, ours in TYPES.items() if ours != "gearbox"}
_CLOSING = {kind: _TYPES[joint] for joint, kind in CLOSURES.items() if kind != "universal" and joint != "continuous"}
_LIMITS = ("lower", "upper", "velocity", "effort")


_USUAL = Vec(0, 0, -9.81)
"""Gravity where a file has no world."""


def _floating(joint: Joint) -> Replacement | None:
    """SDF has no floating joint: a model that hangs on nothing floats."""
    if joint.type != "floating" or joint.parent != WORLD or Transform() != joint.X:
        return None
    words = "no joint, by which SDF says that a model floats; read with floating=True (--floating), else it is fixed"
    return Replacement(words, (("fixed", None),))


SDF = Format(
    "SDF",
    (".sdf",),
    "linkwright.writers.sdf:write_sdf",
    joint_types=frozenset(_TYPES),
    replace=_floating,
    drive=frozenset({"viscous", "damping", "coulomb", "stiffness", "rest"}),
    drive_of_several=frozenset(),
    on_request=frozenset({"viscous", "damping", "coulomb"}),
    loop_kinds=frozenset(_CLOSING),
    loop=closes_at_home,
    coupling=lambda robot, coupling: "" if linear(robot, coupling) else "a <mimic> is linear in one coordinate",
    mimics=True,
    actuated=False,
    start="home",
    place=read_as_rpy,
    inertias=with_mass,
)


def write_sdf(robot: Robot) -> Mapping[str, str]:
    """The text of the file."""
    tree = robot.tree
    root = element("sdf", {"version": "1.11"})
    around = root
    if tree.gravity != _USUAL:
        around = add(root, "world", {"name": "world"})
        add(around, "gravity", content=row(tree.gravity))
    model = add(around, "model", {"name": tree.name})
    base = rootless(tree)
    parents = {j.child: j for j in tree.joints.values()}
    for name in (j.child for j in tree.joints.values()):
        _link(model, name, parents[name].parent, parents[name].X, tree.bodies[name].inertia)
    ends = Ends(robot)
    frames = ends.frames
    for frame in frames:
        _link(model, frame.name, frame.body, frame.X, Inertia())
    for joint in tree.joints.values():
        if joint is not base:
            _joint(model, joint)
    taken = set(tree.joints)
    for frame in frames:
        made = add(model, "joint", {"name": fresh(f"{frame.name}_fixed", taken), "type": "fixed"})
        _ends(made, frame.body, frame.name)
    if isinstance(robot, ClosedRobot):
        for loop in robot.loops:
            _loop(model, robot, loop, ends.name(loop.name, taken))
    return {".sdf": document(root, MARK)}


def _pose(parent: Element, place: Transform, base: str) -> None:
    if place != Transform() or base != WORLD:
        add(parent, "pose", {} if base == WORLD else {"relative_to": base}, row((*place.p, *rpy(place.R))))


def _link(model: Element, name: str, base: str, place: Transform, inertia: Inertia) -> None:
    link = add(model, "link", {"name": name})
    _pose(link, place, base)
    mass, com, tensor = about_com(inertia)
    made = add(link, "inertial")
    _pose(made, Transform(p=com), WORLD)
    add(made, "mass", content=text(mass))
    entries = add(made, "inertia")
    for k, a in enumerate("xyz"):
        for b in "xyz"[k:]:
            add(entries, f"i{a}{b}", content=text(tensor[k]["xyz".index(b)]))


def _ends(joint: Element, parent: str, child: str) -> None:
    add(joint, "parent", content=parent)
    add(joint, "child", content=child)


def _joint(model: Element, joint: Joint) -> None:
    unlimited = joint.limits.lower is joint.limits.upper is None
    kind = "continuous" if joint.type == "revolute" and unlimited else joint.type
    made = add(model, "joint", {"name": joint.name, "type": _TYPES[kind]})
    _ends(made, joint.parent, joint.child)
    if joint.type == "helical":
        add(made, "screw_thread_pitch", content=text(2 * math.pi * as_number(joint.pitch)))
    if joint.joint_type.axes:
        axis = add(made, "axis")
        add(axis, "xyz", content=row(joint.axis))
        _limits(axis, joint.limits)
        _dynamics(axis, joint)
        if joint.mimic:
            follows = add(axis, "mimic", {"joint": joint.mimic.joint, "axis": "axis"})
            add(follows, "multiplier", content=text(joint.mimic.multiplier))
            add(follows, "offset", content=text(joint.mimic.offset))
            add(follows, "reference", content="0")
    if joint.axis2 is not None:
        add(add(made, "axis2"), "xyz", content=row(joint.axis2))


def _limits(axis: Element, limits: Limits) -> None:
    given = {n: x for n in _LIMITS if (x := getattr(limits, n)) is not None}
    if given:
        made = add(axis, "limit")
        for name, x in given.items():
            add(made, name, content=text(x))


def _dynamics(axis: Element, joint: Joint) -> None:
    d = joint.drive
    values: dict[str, Scalar] = {
        "damping": d.viscous + d.damping, "friction": d.coulomb, "spring_stiffness": d.stiffness, "spring_reference": d.rest,
    }  # fmt: skip
    if not all(map(is_zero, values.values())):
        made = add(axis, "dynamics")
        for name, x in values.items():
            add(made, name, content=text(x))


def _loop(model: Element, robot: ClosedRobot, loop: Loop, name: str) -> None:
    """The joint's frame is that of the second end, on its child; at home it is that of the first."""
    first, second = robot.frame(loop.first), robot.frame(loop.second)
    made = add(model, "joint", {"name": name, "type": _CLOSING[loop.kind]})
    _pose(made, second.X, WORLD)
    _ends(made, first.body, second.body)
    if loop.kind in ("pin", "slider"):
        add(add(made, "axis"), "xyz", content="0 0 1")
