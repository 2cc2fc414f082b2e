"""The platform of a parallel robot in YAML: a body that massless joints, one per coordinate of its pose, carry."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from linkwright.graph.expr import Scalar
from linkwright.model.robot import WORLD, Body, Joint
from linkwright.readers.draft import Draft
from linkwright.readers.leg_chain import read_inertia
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Leaf, Map, Node, Seq
from linkwright.spatial.vector import X, Y, Z

PLATFORM = ("coordinates", "orientation", "body", "start", "name")
_AXES = {"x": X, "y": Y, "z": Z}


def read_platform(node: Map, found: Draft, parts: Parts) -> str:
    """Adds the platform; its name."""
    what = "platform"
    parts.keys(node, PLATFORM, what)
    name = found.platform = parts.word(node, "name", what) or "platform"
    order = _order(node, parts)
    parent, where = WORLD, parts.report.where(node.line)
    for position, coordinate in enumerate(order):
        child = name if position == len(order) - 1 else f"{name}_moved_{coordinate}"
        kind = "revolute" if coordinate.startswith("phi") else "prismatic"
        axis = _AXES[order[coordinate]]
        found.joints.append(Joint(f"{name}_{coordinate}", kind, parent, child, axis=axis, where=where))
        found.bodies[child] = Body(child, where=where)
        parent = child
    body = node.entries.get("body")
    if isinstance(body, Map):
        found.bodies[name] = Body(
            name, read_inertia("the platform", body, f"_{name}", parts), parts.report.where(body.line)
        )
    elif body is not None:
        parts.report.error("body of the platform is not a mapping", body.line, "write body: {mass: 1, com: [0, 0, 0]}")
    values = _start(node.entries.get("start"), list(order), "start of the platform", parts)
    if values:  # what is not named is zero
        found.start |= {f"{name}_{coordinate}": values.get(coordinate, 0) for coordinate in order}
    return name


def _order(node: Map, parts: Parts) -> dict[str, str]:
    """Names of the pose's coordinates -> axes, in the order of the motions: displacements, then rotations as `orientation`
    says. phix, phiy, phiz are named by their axis; phi1, phi2, phi3 by their place in the orientation."""
    orientation = parts.word(node, "orientation", "platform") or "xyz"
    line = node.line
    if len(orientation) != 3 or set(orientation) - set("xyz") or any(a == b for a, b in pairwise(orientation)):
        hint = "three axes, each about the turned frame: xyz, zyx (yaw, pitch, roll), zyz, ..."
        parts.report.error(f"orientation '{orientation}' of the platform is not known", line, hint)
        orientation = "xyz"
    entry = node.entries.get("coordinates")
    names = [str(x) for x in entry.plain()] if isinstance(entry, Seq) else []
    turns = {f"phi{axis}": axis for axis in orientation} if len(set(orientation)) == 3 else {}
    numbered = {f"phi{k}": axis for k, axis in enumerate(orientation, 1)}
    known = {**{axis: axis for axis in "xyz"}, **turns, **numbered}
    hint = f"some of: {', '.join(known)}"
    if not names:
        parts.report.error("the platform has no coordinates", entry.line if entry else line, hint)
    for name in names:
        if name not in known or names.count(name) > 1:
            said = "is listed twice" if name in known else "is not known"
            parts.report.error(f"coordinate '{name}' of the platform {said}", entry.line if entry else line, hint)
    if any(n in turns for n in names) and any(n in numbered for n in names):
        parts.report.error("the platform mixes phix with phi1", entry.line if entry else line, "name all by one rule")
    return {name: axis for name, axis in known.items() if name in names}


def _start(node: Node | None, names: Sequence[str], what: str, parts: Parts) -> dict[str, Scalar]:
    if node is None or (isinstance(node, Leaf) and node.value is None):
        return {}
    if isinstance(node, Map):
        parts.keys(node, names, what)
        return {n: parts.scalar(node, n, what) for n in names if n in node.entries}
    return dict(zip(names, parts.values.vector(node.plain(), len(names), what, node.line), strict=True))
