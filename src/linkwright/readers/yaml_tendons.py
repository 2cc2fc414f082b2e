"""Tendons in the YAML format: springs and dampers along sums of coordinates.

tendons:
  biceps: {joints: {shoulder: 1, elbow: -0.5}, spring: 30, rest: 0.2, damper: 0.1}
"""

from __future__ import annotations

from linkwright.model.robot import Drive, Tendon
from linkwright.readers.values import DRIVE
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Map

TENDON = ("joints", "spring", "rest", "damper")


def read_tendons(top: Map, parts: Parts) -> list[Tendon]:
    """The tendons of a file; errors go to the report."""
    found: list[Tendon] = []
    for name, node in parts.named(top.entries.get("tendons"), "tendons").items():
        what = f"tendon '{name}'"
        parts.keys(node, TENDON, what)
        joints = node.entries.get("joints")
        if not isinstance(joints, Map):
            parts.report.error(f"{what} names no joints", node.line, "write joints: {shoulder: 1, elbow: -0.5}")
            continue
        terms = tuple((joint, parts.scalar(joints, joint, f"joints of {what}")) for joint in joints.entries)
        drive = Drive(**{DRIVE[key]: parts.scalar(node, key, what) for key in TENDON[1:] if key in node.entries})
        found.append(Tendon(name, terms, drive, parts.report.where(node.line)))
    return found
