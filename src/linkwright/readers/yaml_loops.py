"""What closes a tree, in the YAML format: loops, couplings, gears, motors, and a pose near which everything closes.

close:
  elbow: {kind: pin, first: coupler_end, second: {body: rocker, xyz: [l4, 0, 0]}, mode: +1}
couplings: {q6: q5 - q4 + delta}                      # q6 follows: joint names stand for their coordinates
gears:
  reduction: {joints: [motor, arm], ratio: 100, offset: 0}       # q(arm) = q(motor)/ratio + offset
  rack:      {joints: [pinion, slide], radius: r, offset: 0}     # q(slide) = radius q(pinion) + offset
actuated: [crank]                                     # or actuated: true, passive: true at a joint
start: {crank: 30 deg, coupler: 60 deg}               # tells the ways to assemble the loops apart
"""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.errors import suggestion
from linkwright.formula.scalar import constant
from linkwright.graph.expr import Scalar, number
from linkwright.model.closures import LOOP_KINDS, Loop
from linkwright.model.joint_type import JointType, Rotation
from linkwright.narrowing import is_list
from linkwright.readers.draft import Draft
from linkwright.readers.yaml_couplings import has_one_coordinate, read_couplings, read_gear
from linkwright.readers.yaml_frames import read_frame
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Leaf, Map, Node, Seq

LOOPS = ("close", "couplings", "gears", "actuated", "start")
"""Keys of a robot that this file reads."""
CLOSE = ("kind", "first", "second", "mode")
FLAGS = ("actuated", "passive")
"""Keys of a joint that this file reads."""
KINDS: Mapping[str, str] = {**{kind: kind for kind in LOOP_KINDS}, "ball": "point"}


def read_loops(top: Map, found: Draft, parts: Parts) -> None:
    """Adds loops, couplings, motors and the start to what was found; all joints are known already."""
    for name, node in parts.named(top.entries.get("close"), "close").items():
        _close(name, node, found, parts)
    read_couplings(top.entries.get("couplings"), found, parts)
    for name, node in parts.named(top.entries.get("gears"), "gears").items():
        read_gear(name, node, found, parts)
    _actuated(top, found, parts)
    _start(top.entries.get("start"), found, parts)
    if found.actuated and not (found.loops or found.couplings):
        node = top.entries.get("actuated")
        parts.report.note("unused", "actuated joints: nothing is closed or coupled", node.line if node else None)


# --- loops ----------------------------------------------------------------------------------------------------------


def _close(name: str, node: Map, found: Draft, parts: Parts) -> None:
    what = f"loop '{name}'"
    parts.keys(node, CLOSE, what)
    kind = parts.word(node, "kind", what) or ""
    if kind not in KINDS:
        said = f"has the unknown kind '{kind}'" if kind else "has no kind"
        hint = suggestion(kind, KINDS, f"kinds: {', '.join(KINDS)}")
        parts.report.error(f"{what} {said}", node.line, hint)
    ends = [_end(name, side, node, found, parts) for side in ("first", "second")]
    mode = read_mode(node, what, parts)
    if kind in KINDS and all(ends):
        found.loops.append(Loop(name, KINDS[kind], ends[0], ends[1], mode, parts.report.where(node.line)))


def _end(name: str, side: str, node: Map, found: Draft, parts: Parts) -> str:
    """The name of one of the two frames; a frame that is written in place is called NAME_first or NAME_second."""
    entry = node.entries.get(side)
    if isinstance(entry, Leaf) and isinstance(entry.value, str):
        return entry.value
    if isinstance(entry, Map):
        frame = read_frame(f"{name}_{side}", entry, f"{side} of loop '{name}'", found, parts)
        if frame is None:
            return ""
        found.frames.append(frame)
        return frame.name
    said = "is missing" if entry is None else "is no frame"
    hint = f"write {side}: a frame, body or joint, or {{body: name, xyz: [...], rpy: [...]}}"
    parts.report.error(f"'{side}' of loop '{name}' {said}", entry.line if entry else node.line, hint)
    return ""


def read_mode(node: Map, what: str, parts: Parts) -> Scalar | None:
    """+1, -1 or a parameter; None where the start decides."""
    if "mode" not in node.entries:
        return None
    mode = parts.scalar(node, "mode", what, 1)
    value = constant(mode)
    if value is not None and value not in (1, -1):
        hint = "write +1 or -1, or the name of a parameter that is one of the two"
        parts.report.error(f"mode of {what} is {value:g}", node.entries["mode"].line, hint)
    return mode if value is None else int(value)


# --- motors and start -----------------------------------------------------------------------------------------------


def _actuated(top: Map, found: Draft, parts: Parts) -> None:
    """Named in a list, or marked at the joints; where joints are only marked as passive, the others have motors."""
    marked: dict[str, list[str]] = {flag: [] for flag in FLAGS}
    for section in ("joints", "screws"):
        node = top.entries.get(section)
        for name, joint in node.entries.items() if isinstance(node, Map) else ():
            if not isinstance(joint, Map):
                continue  # reported where joints are read
            for flag in FLAGS:
                if parts.flag(joint, flag, f"joint '{name}'"):
                    marked[flag].append(name)
            if name in marked["actuated"] and name in marked["passive"]:
                parts.report.error(f"joint '{name}' is both actuated and passive", joint.line, "keep one of them")
    listed = _names(top.entries.get("actuated"), "actuated", found, parts)
    both = [n for n in listed if n in marked["passive"]]
    if both:
        line = top.entries["actuated"].line
        parts.report.error(f"'{both[0]}' is listed as actuated, and marked as passive", line, "keep one of them")
    chosen = dict.fromkeys([*found.actuated, *marked["actuated"], *listed])
    if not chosen and marked["passive"]:
        moving = [j.name for j in found.joints if j.type != "fixed" and not j.mimic]
        followers = {c.joint for c in found.couplings}
        chosen = dict.fromkeys(n for n in moving if n not in marked["passive"] and n not in followers)
    found.actuated = list(chosen)


def _names(node: Node | None, key: str, found: Draft, parts: Parts) -> list[str]:
    if node is None or (isinstance(node, Leaf) and node.value is None):
        return []
    entries = node.items if isinstance(node, Seq) else [node]
    names = [(x.value, x.line) for x in entries if isinstance(x, Leaf) and isinstance(x.value, str)]
    if len(names) != len(entries):
        parts.report.error(f"'{key}' is not a list of joints", node.line, f"write {key}: [crank]")
        return []
    joints = {j.name: j for j in found.joints}
    for name, line in names:
        if name not in joints:
            hint = suggestion(name, joints, "name a joint of this robot")
            parts.report.error(f"'{name}' under {key} is no joint", line, hint)
        elif joints[name].type == "fixed" or joints[name].mimic:
            parts.report.error(f"'{name}' under {key} does not move on its own", line, "name a joint that moves")
    return [name for name, _ in names if name in joints]


def _start(node: Node | None, found: Draft, parts: Parts) -> None:
    if node is None or (isinstance(node, Leaf) and node.value is None):
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
            found.start[joint] = parts.values.scalar(entry.plain(), what, entry.line)


def _several(entry: Node, row: JointType, what: str, parts: Parts) -> tuple[Scalar, ...]:
    """Coordinates of a joint that has more than one."""
    size, given = row.start_size, entry.plain()
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
