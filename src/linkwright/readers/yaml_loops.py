"""What closes a tree, in the YAML format: loops, couplings, gears, motors, and a pose near which everything closes."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import suggestion
from linkwright.formula.scalar import constant
from linkwright.graph.expr import Scalar, number
from linkwright.model.closures import Loop
from linkwright.model.joint_type import JointType, Rotation
from linkwright.narrowing import is_list
from linkwright.readers.draft import Draft
from linkwright.readers.keys import Record
from linkwright.readers.yaml_couplings import has_one_coordinate, read_couplings, read_gear
from linkwright.readers.yaml_frames import read_frame
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Leaf, Map, Node

FLAGS = ("actuated", "passive")
"""Keys of a joint that this file reads."""


def read_loops(top: Record, found: Draft, parts: Parts) -> None:
    """Adds loops, couplings, motors and the start to what was found; all joints are known already."""
    for name, x in top["close"].items():
        ends = [_end(f"{name}_{side}", x[side], found, parts) for side in ("first", "second")]
        mode = read_mode(x, x.what, parts)
        if x.whole and all(ends):
            found.loops.append(Loop(name, x["kind"], ends[0], ends[1], mode, parts.report.where(x.line)))
    read_couplings(top["couplings"], found, parts)
    for name, x in top["gears"].items():
        read_gear(name, x, found, parts)
    _actuated(top, found, parts)
    _start(top["start"], found, parts)
    if found.actuated and not (found.loops or found.couplings):
        line = top.line_of("actuated") if "actuated" in top else None
        parts.report.note("unused", "actuated joints: nothing is closed or coupled", line)


# --- loops ----------------------------------------------------------------------------------------------------------


def _end(name: str, end: str | Record | None, found: Draft, parts: Parts) -> str:
    """The name of one of the two frames; a frame that is written in place is called NAME_first or NAME_second."""
    if isinstance(end, Record):
        if not end.whole:
            return ""
        found.frames.append(read_frame(name, end, found, parts))
        return name
    return end or ""


def read_mode(x: Record, what: str, parts: Parts) -> Scalar | None:
    """+1, -1 or a parameter; None where the start decides."""
    mode = x["mode"]
    value = None if mode is None else constant(mode)
    if value is not None and value not in (1, -1):
        hint = "write +1 or -1, or the name of a parameter that is one of the two"
        parts.report.error(f"mode of {what} is {value:g}", x.line_of("mode"), hint)
    return mode if value is None else int(value)


# --- motors and start -----------------------------------------------------------------------------------------------


def _actuated(top: Record, found: Draft, parts: Parts) -> None:
    """Named in a list, or marked at the joints; where joints are only marked as passive, the others have motors."""
    marked: dict[str, list[str]] = {flag: [] for flag in FLAGS}
    sections = [top[key] for key in ("joints", "screws") if key in top]  # a side file has none
    for name, joint in (row for section in sections for row in section.items()):
        for flag in FLAGS:
            if joint[flag]:
                marked[flag].append(name)
        if joint["actuated"] and joint["passive"]:
            parts.report.error(f"joint '{name}' is both actuated and passive", joint.line, "keep one of them")
    listed = _known(top["actuated"], found, parts)
    both = [n for n in listed if n in marked["passive"]]
    if both:
        line = top.line_of("actuated")
        parts.report.error(f"'{both[0]}' is listed as actuated, and marked as passive", line, "keep one of them")
    chosen = dict.fromkeys([*found.actuated, *marked["actuated"], *listed])
    if not chosen and marked["passive"]:
        moving = [j.name for j in found.joints if j.type != "fixed" and not j.mimic]
        followers = {c.joint for c in found.couplings}
        chosen = dict.fromkeys(n for n in moving if n not in marked["passive"] and n not in followers)
    found.actuated = list(chosen)


def _known(listed: Sequence[Leaf], found: Draft, parts: Parts) -> list[str]:
    """Names of joints that may have motors; others are told."""
    joints = {j.name: j for j in found.joints}
    for leaf in listed:
        joint = joints.get(leaf.value)
        if joint is None:
            hint = suggestion(leaf.value, joints, "name a joint of this robot")
            parts.report.error(f"'{leaf.value}' under actuated is no joint", leaf.line, hint)
        elif joint.type == "fixed" or joint.mimic:
            said = f"'{leaf.value}' under actuated does not move on its own"
            parts.report.error(said, leaf.line, "name a joint that moves")
    return [leaf.value for leaf in listed if leaf.value in joints]


def _start(node: Node | None, found: Draft, parts: Parts) -> None:
    if node is None:
        return
    if not isinstance(node, Map):
        parts.report.error("'start' is not a mapping", node.line, "write start: {joint: value}")
        return
    rows = {j.name: j.joint_type for j in found.joints}
    for joint, entry in node.entries.items():
        what = f"start of joint '{joint}'"
        if joint in rows and rows[joint].start_size > 1:
            found.start[joint] = _several(entry, rows[joint], what, parts)
        elif has_one_coordinate(joint, "start", entry.line, found, parts):
            found.start[joint] = parts.values.scalar(entry.to_python(), what, entry.line)


def _several(entry: Node, row: JointType, what: str, parts: Parts) -> tuple[Scalar, ...]:
    """Coordinates of a joint that has more than one."""
    size, given = row.start_size, entry.to_python()
    if not is_list(given) or len(given) != size:
        parts.report.error(
            f"{what} is no list of {size} numbers", entry.line, f"of a {row.name} joint: {row.wording.start}"
        )
        return (*[0] * (size - 1), 1)
    found = parts.values.vector(given, size, what, entry.line)
    turn = [number(x) for x in found[-4:]]
    if row.rotation is Rotation.QUATERNION and all(x == 0 for x in turn):
        parts.report.error(f"{what} has a quaternion of zeros", entry.line, "0 0 0 1 is no rotation")
    return tuple(found)
