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
from linkwright.readers.keys import Record
from linkwright.readers.snap import constant_value
from linkwright.readers.yaml_joints import drive_of, limits_of, mimic_of
from linkwright.readers.yaml_parts import Parts, unit_of
from linkwright.readers.yaml_places import placement
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec, norm


@dataclass(frozen=True)
class Screw:
    """A joint's motion at home, in the frame that its table uses."""

    type: str
    axis: Vec
    point: Vec | None  # None: anywhere (prismatic)
    pitch: Scalar = 0


def read_screws(section: Mapping[str, Record], bodies: Mapping[str, Record], home: Home, parts: Parts) -> list[Joint]:
    """Joints in the order of the file; a parent that is not named is the child before. Where they are goes into `home`."""
    joints: list[Joint] = []
    previous = WORLD
    for name, x in section.items():
        parent, child, screw = x["parent"] or previous, x["child"], _screw(x, parts)
        if parent not in home.joint:
            hint = "order them outward"
            parts.report.error(f"{x.what} has parent '{parent}', which no screw before it moves", x.line, hint)
        if child is None or screw is None or parent not in home.joint:
            continue
        own = _home(child, bodies, parts)
        home.joint[child] = place = joint_frame(screw, own, home.joint[parent])
        home.body[child] = own or place
        joints.append(
            Joint(
                name,
                screw.type,
                parent,
                child,
                (home.joint[parent].inverse @ place).map(constant_value),
                place.R.apply_T(screw.axis).map(constant_value),
                pitch=screw.pitch,
                mimic=mimic_of(x["mimic"]),
                drive=drive_of(x, screw.type, parts),
                limits=limits_of(x["limits"]),
                where=parts.report.where(x.line),
            )
        )
        previous = child
    return joints


def _home(body: str, bodies: Mapping[str, Record], parts: Parts) -> Transform | None:
    home = bodies[body]["home"] if body in bodies else None
    return None if home is None else placement(home, parts)


def joint_frame(screw: Screw, home: Transform | None, parent: Transform) -> Transform:
    """A frame on the axis: the body's home where that is on the axis already, else one with the home's orientation."""
    if screw.point is None:
        return home or Transform(p=parent.p)
    if home is None:
        return Transform(p=screw.point)
    off = (home.p - screw.point).cross(screw.axis).map(constant_value)
    turned = all(is_zero(x) or isinstance(x, int | float) for row in home.R for x in row)
    if not turned:  # the axis must be numbers: symbols of the orientation stay behind the joint
        return Transform(p=screw.point)
    return home if all(is_zero(x) for x in off) else Transform(home.R, screw.point)


def _screw(x: Record, parts: Parts) -> Screw | None:
    if ("screw" in x) == ("axis" in x):
        hint = "write screw: [wx, wy, wz, vx, vy, vz], or axis: [...] with point: [...]"
        parts.report.error(f"{x.what} needs either 'screw' or 'axis'", x.line, hint)
        return None
    if "screw" in x:
        for extra in [key for key in ("point", "pitch", "type") if key in x][:1]:
            hint = "the six numbers say it all: remove the other"
            parts.report.error(f"{x.what} has 'screw' and '{extra}'", x.line, hint)
        return None if x["screw"] is None else screw_of(x["screw"], x.what, x.line, parts)
    axis = None if x["axis"] is None else unit_of(x["axis"])
    if axis is None:
        parts.report.error(f"{x.what} has no usable axis", x.line, "a direction of numbers")
        return None
    kind = x["type"] or ("helical" if "pitch" in x else "revolute")
    return Screw(kind, axis.map(_clean), None if kind == "prismatic" else x["point"], x["pitch"])


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
    pitch = constant_value(axis.dot(moment))
    return Screw("revolute" if is_zero(pitch) else "helical", axis, axis.cross(moment).map(constant_value), pitch)


def _clean(x: Scalar) -> Scalar:
    value = as_number(x)
    return round(value) if abs(value - round(value)) < 1e-12 else value
