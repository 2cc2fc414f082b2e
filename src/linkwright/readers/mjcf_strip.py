"""MJCF without what does not shape the dynamics: looks, contacts, sensors, shapes that no inertia comes from, and of the
actuators all but what they pull at."""

from __future__ import annotations

from linkwright.readers.mjcf_include import line_of
from linkwright.readers.report import Report
from linkwright.readers.xml import Element, children

KEYFRAME = "keyframe"
"""Where loops may start: only models that have some keep it."""
_UNUSED = ("visual", "statistic", "sensor", KEYFRAME, "contact", "custom", "extension", "size", "deformable")
_LOOKS = ("light", "camera", "material", "texture", "hfield", "skin")
_LOOPS = ("connect", "weld", "joint")
_GROUPS = ("frame", "replicate")
_ACTUATORS = (
    "general", "motor", "position", "velocity", "intvelocity", "damper", "cylinder", "muscle", "adhesion", "dcmotor", "plugin",
)  # fmt: skip
_PULL = (
    "name", "class", "joint", "jointinparent", "tendon", "site", "refsite", "slidersite", "cranksite", "cranklength", "body",
    "gear", "armature", "damping",
)  # fmt: skip
"""Of an actuator, what tells which joints it drives and what it adds to their inertia; the rest is control."""


def strip(root: Element, report: Report, attached: bool) -> None:
    """Take out what is not used; what a user may miss is noted. attached: to another model, which may move its world."""
    looped = not attached and any(True for _ in root.iter("connect", "weld", "attach"))
    for element in list(children(root)):
        if element.tag in _UNUSED:
            report.ignore(f"<{element.tag}>", line_of(element))
            if not (looped and element.tag == KEYFRAME):
                root.remove(element)
    _only_poses(root)
    _drop_looks(root)
    _plain_actuators(root)
    _drop_plugins(root, report)
    _drop_shapes(root, attached)
    no_contact(root)
    _keep_loops(root, report)


def _only_poses(root: Element) -> None:
    """Of keyframes the joints' positions: speeds, controls and the like are of what is not here."""
    for key in root.iter("key"):
        for other in [k for k in key.attrib if k not in ("name", "qpos")]:
            del key.attrib[other]


def _drop_looks(root: Element) -> None:
    for element in list(root.iter(*_LOOKS)):
        element.getparent().remove(element)
    for element in list(root.iter("geom", "site", "mesh")):
        element.attrib.pop("material", None)
        if element.get("hfield"):  # ground: it has no mass
            element.getparent().remove(element)


def _drop_plugins(root: Element, report: Report) -> None:
    """What runs code of the user's own."""
    for element in list(root.iter("plugin")):
        owner = element.getparent()
        report.ignore(f"a plugin of <{owner.tag}>", line_of(element))
        owner.remove(element)


def _plain_actuators(root: Element) -> None:
    """Every kind of actuator as <general>, of which the others are abbreviations; muscles and filters cost MuJoCo time."""
    for owner in root.iter("actuator", "default"):
        kept: Element = None
        for element in [e for e in children(owner) if e.tag in _ACTUATORS]:
            element.tag = "general"
            for inner in list(element):
                element.remove(inner)
            for key in [k for k in element.attrib if k not in _PULL]:
                del element.attrib[key]
            if owner.tag == "default" and kept is not None:  # a class has one of them, which the later ones amend
                kept.attrib.update(element.attrib)
                owner.remove(element)
            kept = element if kept is None else kept


def _drop_shapes(root: Element, attached: bool) -> None:
    """Shapes matter only where a body's inertia comes from them, and where a tendon wraps around them."""
    if any(e.get("settotalmass") for e in root.iter("compiler")):
        return  # every mass is scaled by that of all, bodies that do not move included
    by_shape = any(e.get("inertiafromgeom") == "true" for e in root.iter("compiler"))
    wrapped = {e.get("geom") for tendon in root.iter("spatial") for e in tendon.iter("geom")}
    if not attached:
        for world in root.iter("worldbody"):
            _drop_still(world, wrapped)
    for body in root.iter("body"):
        if not by_shape and any(e.tag == "inertial" for e in _own(body)):
            _drop(body, wrapped)


def _own(body: Element) -> list[Element]:
    """What belongs to a body itself; a frame or a replicate is only a way to write it."""
    found: list[Element] = []
    stack = [body]
    while stack:
        for e in children(stack.pop()):
            if e.tag in _GROUPS:
                stack.append(e)
            else:
                found.append(e)
    return found


def _drop_still(body: Element, wrapped: set[str | None]) -> None:
    """Bodies that do not move need no inertia."""
    stack = [body]
    while stack:
        still = stack.pop()
        own = _own(still)
        if not any(e.tag in ("joint", "freejoint") for e in own):
            _drop(still, wrapped)
            stack += [e for e in own if e.tag == "body"]


def _drop(body: Element, wrapped: set[str | None]) -> None:
    for element in _own(body):
        if element.tag == "geom" and (element.get("name") is None or element.get("name") not in wrapped):
            element.getparent().remove(element)


def no_contact(root: Element) -> None:
    """Shapes that touch nothing need no convex hull, which takes longer than all the rest."""
    for element in root.iter("geom"):
        if element.getparent().tag != "spatial":
            element.set("contype", "0")
            element.set("conaffinity", "0")
    for mesh in root.iter("mesh"):
        mesh.attrib.pop("octree_maxdepth", None)
    for compiler in root.iter("compiler"):
        compiler.attrib.pop("discardvisual", None)  # shapes without contact would count as such


def _keep_loops(root: Element, report: Report) -> None:
    for equality in root.iter("equality"):
        for element in list(children(equality)):
            if element.tag not in _LOOPS:
                report.ignore(f"<{element.tag}> under <equality>", line_of(element))
                equality.remove(element)
