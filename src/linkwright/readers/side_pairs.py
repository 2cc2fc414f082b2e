"""The YAML beside a URDF that example-parallel-robots uses: pairs of frames that stay together, motors, changed joints.

closed_loop: [[closedloop1_A, closedloop1_B]]     # frames: links or joints of the URDF
type: [6d]                                        # 6d (the default): no motion between them; 3d: the same point
name_mot: [mot1, mot2]                            # joints with motors
joint_name: [ball, cross, glued]                  # joints that are others than the URDF can say
joint_type: [SPHERICAL, UJOINT_XY, FIXED]         # UJOINT_XY: about x, then about the y that has turned with it
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from linkwright.errors import counted, suggestion
from linkwright.model.closures import Loop
from linkwright.model.robot import Limits
from linkwright.readers.draft import Draft
from linkwright.readers.keys import Place, Record
from linkwright.readers.report import Report
from linkwright.readers.table_foreign import PAIRS
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Leaf, Map, Seq, is_empty


def read_pairs(top: Map, found: Draft, parts: Parts) -> None:
    """Put the loops, motors and changed joints of such a file into the robot."""
    report, said = parts.report, {key: node for key, node in top.entries.items() if not is_empty(node)}
    x = PAIRS.read(Place(Map(said, top.key_lines, top.line), "a file with closed_loop", "", parts))
    _change_joints(x, found, report)
    known = {*found.bodies, *(j.name for j in found.joints)}
    kinds = _beside(x, "type", "closed_loop", report) if "type" in x else ["weld"] * len(x["closed_loop"])
    for pair, kind in zip(x["closed_loop"], kinds, strict=False):
        for name in pair or ():
            if name.value not in known:
                hint = suggestion(name.value, known, "name a link or a joint of the URDF")
                report.error(f"closed_loop: there is no frame '{name.value}'", name.line, hint)
        if pair and kind:
            first, second = (name.value for name in pair)
            found.loops.append(Loop(f"{first}_{second}", kind, first, second, where=report.where(pair[0].line)))
    found.actuated += [joint.value for joint, _ in _joints(x, "name_mot", found, report)]


def _beside(x: Record, key: str, other: str, report: Report) -> list[Any]:
    """A list with an entry for each of another's."""
    size, wanted = (len(node.items) if isinstance(node := x.given.get(k), Seq) else 0 for k in (key, other))
    if size != wanted:
        what = f"'{key}' has {counted(size, 'entry', 'entries')} and '{other}' has {wanted}"
        report.error(what, x.line_of(key), f"write one {key} for each {other}")
    return x[key]


def _joints(x: Record, key: str, found: Draft, report: Report) -> Iterator[tuple[Leaf, int]]:
    """Entries of a list of joints and their places in it, each once."""
    joints, seen, moving = {j.name: j for j in found.joints}, set[str](), key == "name_mot"
    for k, node in enumerate(x[key]):
        name = node.value
        if name not in joints:
            hint = suggestion(name, joints, "name a joint of the URDF")
            report.error(f"{key}: there is no joint '{name}'", node.line, hint)
        elif name in seen:
            report.error(f"{key} names joint '{name}' twice", node.line, "keep one of them")
        elif moving and joints[name].type == "fixed":
            report.error(f"{key}: joint '{name}' is fixed", node.line, "name a joint that moves")
        elif moving and joints[name].mimic:
            report.ignore(f"{key} of a joint that mimics another (mimic=False lets it move on its own)", node.line)
        else:
            seen.add(name)
            yield node, k


def _change_joints(x: Record, found: Draft, report: Report) -> None:
    types = _beside(x, "joint_type", "joint_name", report)
    at = {node.value: k for node, k in _joints(x, "joint_name", found, report)}
    new = {name: types[k] for name, k in at.items() if k < len(types) and types[k] is not None}
    found.joints = [
        replace(j, **new[j.name], limits=Limits(), mimic=None) if j.name in new else j for j in found.joints
    ]
    if new:
        report.note("assumed", f"joints that the URDF cannot say: {', '.join(new)}", x.line_of("joint_name"))
