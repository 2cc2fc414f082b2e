"""The YAML beside a URDF that example-parallel-robots uses: pairs of frames that stay together, motors, changed joints.

closed_loop: [[closedloop1_A, closedloop1_B]]     # frames: links or joints of the URDF
type: [6d]                                        # 6d (the default): no motion between them; 3d: the same point
name_mot: [mot1, mot2]                            # joints with motors
joint_name: [ball, cross, glued]                  # joints that are others than the URDF can say
joint_type: [SPHERICAL, UJOINT_XY, FIXED]         # UJOINT_XY: about x, then about the y that has turned with it
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from linkwright.errors import suggestion
from linkwright.model.closures import Loop
from linkwright.model.robot import Joint, Limits
from linkwright.readers.draft import Draft
from linkwright.readers.report import Report
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Leaf, Map, Node, Seq
from linkwright.spatial.vector import Vec, X, Y, Z

KEYS = ("closed_loop", "type", "name_mot", "joint_name", "joint_type")
_KINDS: Mapping[str, str] = MappingProxyType({"6d": "weld", "3d": "point"})
_AXES: Mapping[str, Vec] = MappingProxyType({"X": X, "Y": Y, "Z": Z})
_CROSSES = {f"UJOINT_{a}{b}": (x, y) for a, x in _AXES.items() for b, y in _AXES.items() if a != b}
_TYPES = ("SPHERICAL", "FIXED", *_CROSSES)


def read_pairs(top: Map, found: Draft, parts: Parts) -> None:
    """Put the loops, motors and changed joints of such a file into the robot."""
    report = parts.report
    parts.keys(top, KEYS, "a file with closed_loop")
    _change_joints(top, found, report)
    known = {*found.bodies, *(j.name for j in found.joints)}
    pairs = _items(top, "closed_loop", report)
    kinds = _beside(top, "type", len(pairs), "closed_loop", report) if "type" in top.entries else []
    for k, pair in enumerate(pairs):
        names = [x.value for x in pair.items if isinstance(x, Leaf)] if isinstance(pair, Seq) else []
        if len(names) != 2 or not all(isinstance(x, str) for x in names):
            report.error("an entry of closed_loop is no pair of frames", pair.line, "write [first, second]")
            continue
        for name in names:
            if name not in known:
                hint = suggestion(name, known, "name a link or a joint of the URDF")
                report.error(f"closed_loop: there is no frame '{name}'", pair.line, hint)
        kind = _word(kinds[k], tuple(_KINDS), "type", report) if k < len(kinds) else "6d"
        if kind is not None:
            name = f"{names[0]}_{names[1]}"
            found.loops.append(Loop(name, _KINDS[kind], names[0], names[1], where=report.where(pair.line)))
    found.actuated += [x.value for x in _joints(top, "name_mot", found, report, moving=True)]


def _items(top: Map, key: str, report: Report) -> list[Node]:
    node = top.entries.get(key)
    if node is None or (isinstance(node, Leaf) and node.value is None):
        return []
    if not isinstance(node, Seq):
        report.error(f"'{key}' is not a list", node.line, f"write {key}: [...]")
        return []
    return node.items


def _beside(top: Map, key: str, count: int, other: str, report: Report) -> list[Node]:
    """A list with an entry for each of another's."""
    items = _items(top, key, report)
    if len(items) != count:
        what = f"'{key}' has {len(items)} entries and '{other}' has {count}"
        report.error(
            what, top.entries[key].line if key in top.entries else top.line, f"write one {key} for each {other}"
        )
    return items


def _word(node: Node, known: tuple[str, ...], key: str, report: Report) -> str | None:
    """One of some words, in capitals or not."""
    given = node.value if isinstance(node, Leaf) else None
    word = next((w for w in known if isinstance(given, str) and w.lower() == given.lower()), None)
    if word is None:
        report.error(f"{key} is '{given}'" if given else f"{key} is no word", node.line, f"one of: {', '.join(known)}")
    return word


def _joints(top: Map, key: str, found: Draft, report: Report, moving: bool = False) -> Iterator[Leaf]:
    """Entries of a list of joints, each once."""
    joints = {j.name: j for j in found.joints}
    seen: set[str] = set()
    for node in _items(top, key, report):
        name = node.value if isinstance(node, Leaf) else None
        if not isinstance(name, str) or name not in joints:
            hint = suggestion(str(name), joints, "name a joint of the URDF")
            report.error(f"{key}: there is no joint '{name}'", node.line, hint)
        elif name in seen:
            report.error(f"{key} names joint '{name}' twice", node.line, "keep one of them")
        elif moving and joints[name].type == "fixed":
            report.error(f"{key}: joint '{name}' is fixed", node.line, "name a joint that moves")
        elif moving and joints[name].mimic:
            report.ignore(f"{key} of a joint that mimics another (mimic=False lets it move on its own)", node.line)
        elif isinstance(node, Leaf):
            seen.add(name)
            yield node


def _change_joints(top: Map, found: Draft, report: Report) -> None:
    names = _items(top, "joint_name", report)
    types = _beside(top, "joint_type", len(names), "joint_name", report) if names or "joint_type" in top.entries else []
    at = {id(node): k for k, node in enumerate(names)}
    changed: dict[str, Joint] = {}
    joints = {j.name: j for j in found.joints}
    for node in _joints(top, "joint_name", found, report):
        k = at[id(node)]
        word = _word(types[k], _TYPES, "joint_type", report) if k < len(types) else None
        if word is not None:
            changed[node.value] = _changed(joints[node.value], word)
    found.joints = [changed.get(j.name, j) for j in found.joints]
    if changed:
        report.note(
            "assumed", f"joints that the URDF cannot say: {', '.join(changed)}", top.key_lines.get("joint_name")
        )


def _changed(joint: Joint, word: str) -> Joint:
    if word in _CROSSES:
        first, second = _CROSSES[word]
        return replace(joint, type="universal", axis=first, axis2=second, limits=Limits(), mimic=None)
    return replace(joint, type=word.lower(), axis=Z, limits=Limits(), mimic=None)
