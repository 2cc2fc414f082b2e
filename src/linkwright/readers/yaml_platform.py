"""The platform of a parallel robot in YAML: a body that massless joints, one per coordinate of its pose, carry."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from linkwright.graph.expr import Scalar
from linkwright.model.robot import WORLD, Body, Joint
from linkwright.readers.draft import Draft
from linkwright.readers.keys import Record
from linkwright.readers.yaml_bodies import inertia_of
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Map, Node
from linkwright.spatial.vector import X, Y, Z

_AXES = {"x": X, "y": Y, "z": Z}


def read_platform(x: Record, found: Draft, parts: Parts) -> str:
    """Adds the platform; its name."""
    name = found.platform = x["name"]
    order = _order(x, parts)
    parent, where = WORLD, parts.report.where(x.line)
    for position, coordinate in enumerate(order):
        child = name if position == len(order) - 1 else f"{name}_moved_{coordinate}"
        kind = "revolute" if coordinate.startswith("phi") else "prismatic"
        axis = _AXES[order[coordinate]]
        found.joints.append(Joint(f"{name}_{coordinate}", kind, parent, child, axis=axis, where=where))
        found.bodies[child] = Body(child, where=where)
        parent = child
    if x["body"] is not None:
        where = parts.report.where(x["body"].line)
        found.bodies[name] = Body(name, inertia_of(x["body"], f"_{name}", parts), where)
    values = _start(x["start"], list(order), "start of the platform", parts)
    if values:  # what is not named is zero
        found.start |= {f"{name}_{coordinate}": values.get(coordinate, 0) for coordinate in order}
    return name


def _order(x: Record, parts: Parts) -> dict[str, str]:
    """Names of the pose's coordinates -> axes, in the order of the motions: displacements, then rotations as `orientation`
    says. phix, phiy, phiz are named by their axis; phi1, phi2, phi3 by their place in the orientation."""
    orientation, line = x["orientation"], x.line_of("coordinates")
    if len(orientation) != 3 or set(orientation) - set("xyz") or any(a == b for a, b in pairwise(orientation)):
        hint = "three axes, each about the turned frame: xyz, zyx (yaw, pitch, roll), zyz, ..."
        parts.report.error(f"orientation '{orientation}' of the platform is not known", x.line, hint)
        orientation = "xyz"
    names = [leaf.value for leaf in x["coordinates"] or ()]
    turns = {f"phi{axis}": axis for axis in orientation} if len(set(orientation)) == 3 else {}
    numbered = {f"phi{k}": axis for k, axis in enumerate(orientation, 1)}
    known = {**{axis: axis for axis in "xyz"}, **turns, **numbered}
    hint = f"some of: {', '.join(known)}"
    if not names and x.whole:
        parts.report.error("the platform has no coordinates", line, hint)
    for name in names:
        if name not in known or names.count(name) > 1:
            said = "is listed twice" if name in known else "is not known"
            parts.report.error(f"coordinate '{name}' of the platform {said}", line, hint)
    if any(n in turns for n in names) and any(n in numbered for n in names):
        parts.report.error("the platform mixes phix with phi1", line, "name all by one rule")
    return {name: axis for name, axis in known.items() if name in names}


def _start(node: Node | None, names: Sequence[str], what: str, parts: Parts) -> dict[str, Scalar]:
    if node is None:
        return {}
    if isinstance(node, Map):
        parts.keys(node, names, what)
        return {n: parts.scalar(node, n, what) for n in names if n in node.entries}
    return dict(zip(names, parts.values.vector(node.to_python(), len(names), what, node.line), strict=True))
