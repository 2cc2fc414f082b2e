"""Joints and tendons of the YAML format: type, place, axes, what acts in them."""

from __future__ import annotations

from linkwright.model.joints import JOINT_TYPES
from linkwright.model.robot import Drive, Joint, Limits, Mimic, Tendon, Transmission
from linkwright.readers.keys import Record
from linkwright.readers.values import DRIVE
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_places import placement

SPRING = ("stiffness", "rest")
"""Fields of a drive that speak of a coordinate, not of a rate."""
_WITH_AXIS2 = tuple(name for name, row in JOINT_TYPES.items() if row.axes == 2)
_WITH_PITCH = tuple(name for name, row in JOINT_TYPES.items() if row.without_pitch)


def read_joint(name: str, x: Record, parts: Parts) -> Joint | None:
    """One entry of `joints:`."""
    if not x.whole:
        return None
    kind = x["type"]
    for key, owners in (("axis2", _WITH_AXIS2), ("pitch", _WITH_PITCH)):
        if key in x and kind not in owners:
            hint = f"only {' and '.join(owners)} joints have {key}"
            parts.report.error(f"{x.what} has {key}, but is {kind}", x.line, hint)
    if kind in _WITH_PITCH and "pitch" not in x:
        parts.report.error(f"{x.what} has no pitch", x.line, "write pitch: metres per radian")
    drive, where, moved = drive_of(x, kind, parts), parts.report.where(x.line), transmission_of(x["transmission"])
    return Joint(
        name, kind, x["parent"], x["child"], placement(x, parts), x["axis"], x["axis2"], x["pitch"],
        mimic_of(x["mimic"]), drive, limits_of(x["limits"]), where, moved,
    )  # fmt: skip


def drive_of(x: Record, kind: str, parts: Parts) -> Drive:
    """What acts in a joint: friction, spring, rotor. Where it has several rates, each of them has it."""
    row = JOINT_TYPES[kind]
    bad = [key for key, field in DRIVE.items() if key in x and not row.single and (not row.nv or field in SPRING)]
    if bad:
        hint = "springs act in joints with one degree of freedom; dampers, friction and rotors in joints that move"
        parts.report.error(f"{x.what} is {kind} and cannot have {bad[0]}", x.line, hint)
        return Drive()
    return Drive(**{field: x[key] for key, field in DRIVE.items() if key in x and x[key] is not None})


def mimic_of(x: Record | None) -> Mimic | None:
    """What a joint follows, if it does."""
    return Mimic(x["joint"], x["multiplier"], x["offset"]) if x is not None and x.whole else None


def limits_of(x: Record | None) -> Limits:
    """The limits of a joint; none where the file has none."""
    return Limits() if x is None else Limits(x["lower"], x["upper"], x["velocity"], x["effort"])


def transmission_of(x: Record | None) -> Transmission | None:
    """Of a motor, the elastic transmission to the joint that it drives: what `elastic` of that joint makes, part by part."""
    if x is None or not x.whole:
        return None
    return Transmission(x["joint"], Drive(stiffness=x["spring"], damping=x["damper"]))


def read_tendon(name: str, x: Record, parts: Parts) -> Tendon:
    """One entry of `tendons:`: a spring and a damper along a sum of coordinates."""
    drive = Drive(**{DRIVE[key]: x[key] for key in ("spring", "rest", "damper") if x[key] is not None})
    terms = tuple((joint, 0 if value is None else value) for joint, value in x["joints"].items())
    return Tendon(name, terms, drive, parts.report.where(x.line))
