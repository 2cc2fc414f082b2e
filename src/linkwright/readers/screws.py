"""Screws -> joints: the product-of-exponentials form (Brockett 1984; Lynch & Park 2017, chapter 4).

Every joint is a screw [w; v] in the world frame, with the robot in its home position (all joints zero): T(q) = exp([S1] q1) ...
exp([Sn] qn) M. Bodies and frames say where they are at home. A screw may also be written as an axis through a point.

A body's frame in the model is on its joint's axis; where its home is not, the home is a frame of its own, `name_home`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from linkwright.formula.scalar import constant
from linkwright.graph.expr import Scalar, as_number, is_zero
from linkwright.model.robot import WORLD, Joint
from linkwright.readers.draft import Home
from linkwright.readers.snap import plain
from linkwright.readers.yaml_joints import COMMON, read_drive, read_limits, read_mimic
from linkwright.readers.yaml_parts import Parts, unit_of
from linkwright.readers.yaml_tree import Map
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import ZERO, Vec, norm

SCREW = ("screw", "type", "axis", "point", "pitch", *COMMON)
TYPES = ("revolute", "continuous", "prismatic", "helical")


@dataclass(frozen=True)
class Screw:
    """A joint's motion at home, in the frame that its table uses."""

    type: str
    axis: Vec
    point: Vec | None  # None: anywhere (prismatic)
    pitch: Scalar = 0


def read_screws(section: Mapping[str, Map], bodies: Mapping[str, Map], parts: Parts) -> tuple[list[Joint], Home]:
    """Joints in the order of the file; a parent that is not named is the child before."""
    home = Home()
    joints: list[Joint] = []
    previous = WORLD
    for name, node in section.items():
        what = f"screw '{name}'"
        parts.keys(node, SCREW, what)
        parent, child = parts.word(node, "parent", what) or previous, parts.word(node, "child", what)
        screw = _screw(name, node, parts)
        if child is None:
            parts.report.error(f"{what} has no child", node.line, "write child: the body that it moves")
        if parent not in home.joint:
            parts.report.error(
                f"{what} has parent '{parent}', which no screw before it moves", node.line, "order them outward"
            )
        if child is None or screw is None or parent not in home.joint:
            continue
        place = joint_frame(screw, _home(child, bodies, parts), home.joint[parent])
        home.joint[child] = place
        home.body[child] = _home(child, bodies, parts) or place
        joints.append(
            Joint(
                name,
                screw.type,
                parent,
                child,
                (home.joint[parent].inverse @ place).map(plain),
                place.R.apply_T(screw.axis).map(plain),
                pitch=screw.pitch,
                mimic=read_mimic(name, node, parts),
                drive=read_drive(name, screw.type, node, parts),
                limits=read_limits(name, node, parts),
                where=parts.report.where(node.line),
            )
        )
        previous = child
    return joints, home


def _home(body: str, bodies: Mapping[str, Map], parts: Parts) -> Transform | None:
    node = bodies[body].entries.get("home") if body in bodies else None
    return parts.placement(node, f"home of '{body}'") if isinstance(node, Map) else None


def joint_frame(screw: Screw, home: Transform | None, parent: Transform) -> Transform:
    """A frame on the axis: the body's home where that is on the axis already, else one with the home's orientation."""
    if screw.point is None:
        return home or Transform(p=parent.p)
    if home is None:
        return Transform(p=screw.point)
    off = (home.p - screw.point).cross(screw.axis).map(plain)
    turned = all(is_zero(x) or isinstance(x, int | float) for row in home.R for x in row)
    if not turned:  # the axis must be numbers: symbols of the orientation stay behind the joint
        return Transform(p=screw.point)
    return home if all(is_zero(x) for x in off) else Transform(home.R, screw.point)


def _screw(name: str, node: Map, parts: Parts) -> Screw | None:
    what = f"screw '{name}'"
    if ("screw" in node.entries) == ("axis" in node.entries):
        hint = "write screw: [wx, wy, wz, vx, vy, vz], or axis: [...] with point: [...]"
        parts.report.error(f"{what} needs either 'screw' or 'axis'", node.line, hint)
        return None
    if "screw" in node.entries:
        return _from_six(what, node, parts)
    kind = parts.word(node, "type", what) or ("helical" if "pitch" in node.entries else "revolute")
    axis = unit_of(parts.vector(node, "axis", 3, what))
    if axis is None or kind not in TYPES:
        parts.report.error(
            f"{what} has no usable axis or type", node.line, f"a direction of numbers; type: {', '.join(TYPES)}"
        )
        return None
    point = Vec(*parts.vector(node, "point", 3, what)) if "point" in node.entries else ZERO
    return Screw(kind, axis.map(_clean), None if kind == "prismatic" else point, parts.scalar(node, "pitch", what))


def _from_six(what: str, node: Map, parts: Parts) -> Screw | None:
    extra = [k for k in ("point", "pitch", "type") if k in node.entries]
    if extra:
        parts.report.error(
            f"{what} has 'screw' and '{extra[0]}'", node.line, "the six numbers say it all: remove the other"
        )
    return screw_of(parts.vector(node, "screw", 6, what), what, node.line, parts)


def screw_of(six: Sequence[Scalar], what: str, line: int | None, parts: Parts) -> Screw | None:
    """The joint of [w; v]; None after a mistake, which is in the report."""
    w, v = six[:3], six[3:]
    if all(is_zero(x) for x in w):
        axis = unit_of(v)
        if axis is None:
            parts.report.error(f"{what} has no direction", line, "give [0, 0, 0, vx, vy, vz] as numbers")
            return None
        length = norm(constant(x) or 0.0 for x in v)
        if abs(length - 1) > 5e-7:
            said = f"v of {what} has the length {length:.6g}: scaled to 1, so that its coordinate is a length"
            parts.report.note("repaired", said, line)
        return Screw("prismatic", axis.map(_clean), None)
    axis = unit_of(w)
    if axis is None or abs(norm(constant(x) or 0.0 for x in w) - 1) > 5e-7:
        parts.report.error(f"w of {what} is not a unit vector of numbers", line, "scale the screw so that |w| = 1")
        return None
    axis = axis.map(_clean)
    moment = Vec(*v)
    pitch = plain(axis.dot(moment))
    return Screw("revolute" if is_zero(pitch) else "helical", axis, axis.cross(moment).map(plain), pitch)


def _clean(x: Scalar) -> Scalar:
    value = as_number(x)
    return round(value) if abs(value - round(value)) < 1e-12 else value
