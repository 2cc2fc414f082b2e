"""Joints of the YAML format: type, place, axes, what acts in them, limits."""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.errors import suggestion
from linkwright.model.elastic import Elastic
from linkwright.model.joints import JOINT_TYPES
from linkwright.model.robot import Drive, Joint, Limits, Mimic, Transmission
from linkwright.readers.elastic import read_elastic
from linkwright.readers.values import DRIVE
from linkwright.readers.yaml_parts import PLACEMENT, Parts
from linkwright.readers.yaml_tree import Leaf, Map, Seq
from linkwright.spatial.vector import Vec, Z

LIMITS = ("lower", "upper", "velocity", "effort")
SPRING = ("stiffness", "rest")
"""Fields of a drive that speak of a coordinate, not of a rate."""
MIMIC = ("joint", "multiplier", "offset")
COMMON = ("parent", "child", *DRIVE, "mimic", "limits", "elastic", "transmission", "actuated", "passive")
TRANSMISSION = ("joint", "spring", "damper")
_WITH_AXIS2 = tuple(name for name, row in JOINT_TYPES.items() if row.axes == 2)
_WITH_PITCH = tuple(name for name, row in JOINT_TYPES.items() if row.without_pitch)
JOINT = ("type", "axis", "axis2", "pitch", *PLACEMENT, *COMMON)


def read_joint(name: str, node: Map, parts: Parts) -> Joint | None:
    """One entry of `joints:`; the parent is the world where none is named."""
    what = f"joint '{name}'"
    parts.keys(node, JOINT, what)
    kind = parts.word(node, "type", what)
    if kind not in JOINT_TYPES:
        said = "has no type" if kind is None else f"has unknown type '{kind}'"
        hint = suggestion(kind or "", JOINT_TYPES, f"types: {', '.join(JOINT_TYPES)}")
        parts.report.error(f"{what} {said}", node.line, hint)
    child = parts.word(node, "child", what)
    if child is None:
        parts.report.error(f"{what} has no child", node.line, "write child: the body that it moves")
    if child is None or kind is None or kind not in JOINT_TYPES:
        return None
    axis, axis2 = (Vec(*parts.vector(node, k, 3, what)) if k in node.entries else None for k in ("axis", "axis2"))
    pitch = parts.scalar(node, "pitch", what)
    for key, owners in (("axis2", _WITH_AXIS2), ("pitch", _WITH_PITCH)):
        if key in node.entries and kind not in owners:
            hint = f"only {' and '.join(owners)} joints have {key}"
            parts.report.error(f"{what} has {key}, but is {kind}", node.line, hint)
    if kind in _WITH_PITCH and "pitch" not in node.entries:
        parts.report.error(f"{what} has no pitch", node.line, "write pitch: metres per radian")
    return Joint(
        name,
        kind,
        parts.word(node, "parent", what) or "world",
        child,
        parts.placement(node, what),
        axis if axis is not None else Z,
        axis2,
        pitch,
        read_mimic(name, node, parts),
        read_drive(name, kind, node, parts),
        read_limits(name, node, parts),
        parts.report.where(node.line),
        read_transmission(name, node, parts),
    )


def read_transmission(name: str, node: Map, parts: Parts) -> Transmission | None:
    """Of a motor, the elastic transmission to the joint that it drives: what `elastic` of that joint makes, part by part."""
    entry = node.entries.get("transmission")
    if entry is None:
        return None
    what = f"transmission of joint '{name}'"
    joint = parts.word(entry, "joint", what) if isinstance(entry, Map) else None
    if joint is None or not isinstance(entry, Map):
        parts.report.error(
            f"{what} names no joint", entry.line, "write transmission: {joint: name, spring: K, damper: D}"
        )
        return None
    parts.keys(entry, TRANSMISSION, what)
    spring, damper = (parts.scalar(entry, key, what) for key in TRANSMISSION[1:])
    return Transmission(joint, Drive(stiffness=spring, damping=damper))


def read_drive(name: str, kind: str, node: Map, parts: Parts) -> Drive:
    """The drive of a joint: friction, spring, rotor. Where it has several rates, each of them has it."""
    what = f"joint '{name}'"
    given = {field: parts.scalar(node, key, what) for key, field in DRIVE.items() if key in node.entries}
    row = JOINT_TYPES[kind]
    bad = [key for key, field in DRIVE.items() if field in given and not row.single and (not row.nv or field in SPRING)]
    if bad:
        hint = "springs act in joints with one degree of freedom; dampers, friction and rotors in joints that move"
        parts.report.error(f"{what} is {kind} and cannot have {bad[0]}", node.line, hint)
        return Drive()
    return Drive(**given)


def read_elastic_joints(section: Mapping[str, Map], parts: Parts) -> dict[str, Elastic]:
    """The joints of a section that are elastic."""
    found: dict[str, Elastic] = {}
    for name, node in section.items():
        if "elastic" in node.entries:
            entry = node.entries["elastic"]
            spec = read_elastic(entry.plain(), f"joint '{name}'", parts.values, entry.line)
            found |= {} if spec is None else {name: spec}
    return found


def read_mimic(name: str, node: Map, parts: Parts) -> Mimic | None:
    """What a joint follows, if it does."""
    entry = node.entries.get("mimic")
    if entry is None:
        return None
    what = f"mimic of joint '{name}'"
    if isinstance(entry, Leaf) and isinstance(entry.value, str):
        return Mimic(entry.value)
    if not isinstance(entry, Map) or parts.word(entry, "joint", what) is None:
        parts.report.error(f"{what} names no joint", entry.line, "write mimic: {joint: name, multiplier: 1, offset: 0}")
        return None
    parts.keys(entry, MIMIC, what)
    target = parts.word(entry, "joint", what) or ""
    return Mimic(target, parts.scalar(entry, "multiplier", what, 1), parts.scalar(entry, "offset", what))


def read_limits(name: str, node: Map, parts: Parts) -> Limits:
    """The limits of a joint; none where the file has none."""
    entry = node.entries.get("limits")
    if entry is None:
        return Limits()
    what = f"limits of joint '{name}'"
    if isinstance(entry, Seq) and len(entry.items) == 2:
        entry = Map(dict(zip(LIMITS, entry.items, strict=False)), {}, entry.line)
    if not isinstance(entry, Map):
        parts.report.error(
            f"{what} are not understood", entry.line, "write limits: [lower, upper] or {lower: ..., upper: ...}"
        )
        return Limits()
    parts.keys(entry, LIMITS, what)
    return Limits(*(parts.measured(entry, k, what) for k in LIMITS))
