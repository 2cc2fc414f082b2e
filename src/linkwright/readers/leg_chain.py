"""One leg of a parallel robot: the rows of its DH table up to the point that belongs to the platform, and its bodies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from linkwright.errors import suggestion
from linkwright.model.robot import WORLD, Body, Joint
from linkwright.readers.dh_table import Table, dh_chain
from linkwright.readers.snap import plain
from linkwright.readers.values import PARAMETER_INDEX
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Leaf, Map, Seq
from linkwright.spatial.inertia import PARAMETER_NAMES, Inertia
from linkwright.spatial.transform import Transform

CLOSURES = ("point", "pin", "weld")
"""What the end of a leg and the platform keep in common: kinds of loops."""
BODY = ("mass", "com", "inertia", "parameters")


@dataclass(frozen=True)
class LegChain:
    """The moving part of a leg; `end` meets the platform as `closure` says, and is in the frame of the last body."""

    joints: tuple[Joint, ...]
    bodies: tuple[Body, ...]
    end: Transform
    closure: str = "point"

    def named(self, leg: str, base: Transform) -> LegChain:
        """The chain of one leg, at its place on the base."""

        def prefixed(name: str) -> str:
            return name if name == WORLD else f"{leg}_{name}"

        joints = [
            replace(j, name=prefixed(j.name), parent=prefixed(j.parent), child=prefixed(j.child)) for j in self.joints
        ]
        if joints:
            joints[0] = replace(joints[0], X=(base @ joints[0].X).map(plain))
        bodies = [replace(b, name=prefixed(b.name)) for b in self.bodies]
        return replace(
            self, joints=tuple(joints), bodies=tuple(bodies), end=self.end if joints else (base @ self.end).map(plain)
        )


def leg_chain(node: Map, what: str, parts: Parts) -> LegChain | None:
    """The rows of a leg; None, with errors in the report, where they cannot be read."""
    rows = node.entries.get("rows")
    if not isinstance(rows, Seq) or not rows.items:
        hint = "write rows: [[R, alpha, a, d, theta], ...], the modified DH table of the leg, with q for the variable"
        parts.report.error(f"{what} has no rows", node.line, hint)
        return None
    coupling = _coupling(node, len(rows.items), what, parts)
    lines = [row.line for row in rows.items]
    before = len(parts.report.errors)
    chain = dh_chain(Table(rows.plain(), "modified", None, lines), parts.values, parts.snapper)
    if chain.elastic:
        hint = "joints that may be elastic stand under joints:, screws: or dh:"
        parts.report.error(f"{what} has an elastic joint", node.line, hint)
    if len(parts.report.errors) > before:
        return None
    last = chain.joints[coupling - 1]
    closure = _closure(node, last, coupling == len(rows.items), what, parts)
    # a joint that turns about the point does not move it, and carries nothing: the point belongs to the body before
    turns = last.type != "prismatic" and closure != "weld"
    count = coupling - 1 if turns else coupling
    joints, links = chain.joints[:count], chain.bodies[:count]
    inertias = _inertias(node, [j.type for j in joints], what, parts)
    bodies = tuple(replace(b, inertia=inertias.get(k, Inertia())) for k, b in enumerate(links, 1))
    end = last.X if turns else Transform()
    return LegChain(tuple(joints), bodies, Transform(p=end.p) if closure == "point" else end, closure)


def _closure(node: Map, last: Joint, whole: bool, what: str, parts: Parts) -> str:
    """How the leg meets the platform. A pin is the last row, a weld stands behind it; a point leaves all rotations free."""
    entry = node.entries.get("closure")
    name = parts.word(node, "closure", what) if entry is not None else "point"
    line = entry.line if entry is not None else None
    if name not in CLOSURES:
        hint = f"one of: {', '.join(CLOSURES)}"
        parts.report.error(f"closure '{name}' of {what} is not known", line, suggestion(name or "", CLOSURES, hint))
        return "point"
    if name != "point" and not whole:
        parts.report.error(f"{what} has rows behind the {name} at its coupling", line, "let coupling be its last row")
    if name == "pin" and last.type == "prismatic":
        parts.report.error(f"the last row of {what} slides, and is no pin", line, "write closure: weld")
    return name


def _coupling(node: Map, count: int, what: str, parts: Parts) -> int:
    entry = node.entries.get("coupling")
    if entry is None:
        return count
    value = parts.measured(node, "coupling", what)
    if value is None or value != int(value) or not 1 <= value <= count:
        hint = f"the row (1 to {count}) whose origin is a point of the platform"
        parts.report.error(f"coupling of {what} is no row of it", entry.line, hint)
        return count
    return int(value)


def _inertias(node: Map, kinds: list[str], what: str, parts: Parts) -> Mapping[int, Inertia]:
    entry = node.entries.get("bodies")
    if entry is None or (isinstance(entry, Leaf) and entry.value is None):
        return {}
    found: dict[int, Inertia] = {}
    for name, body in parts.named(entry, f"bodies of {what}").items():
        if not name.isdigit() or not 1 <= int(name) <= len(kinds):
            hint = f"bodies are numbered by the rows that move them: 1 to {len(kinds)}; those behind have no mass"
            parts.report.error(f"{what} has no body '{name}'", body.line, hint)
        else:
            found[int(name)] = read_inertia(f"body {name} of {what}", body, f"_{name}", parts)
    return found


def read_inertia(what: str, node: Map, suffix: str, parts: Parts) -> Inertia:
    """mass, com, inertia; or `parameters`, ten of them or some by name, where a name without value is a symbol."""
    parts.keys(node, BODY, what)
    given = {k: node.entries[k].plain() for k in ("mass", "com", "inertia") if k in node.entries}
    ten = node.entries.get("parameters")
    if ten is None:
        if given and "mass" not in given:
            parts.report.error(f"{what} has {' and '.join(given)}, but no mass", node.line, "write mass: ...")
        return parts.values.mass_form(given, what, node.line)
    if given:
        parts.report.error(f"{what} has both parameters and {next(iter(given))}", node.line, "keep one of the forms")
    if isinstance(ten, Map):
        parts.keys(ten, tuple(PARAMETER_INDEX), f"parameters of {what}")
        known = {k: v for k, v in ten.plain().items() if k in PARAMETER_INDEX}
        return parts.values.ten_form(known, suffix, what, ten.line)
    return Inertia.from_parameters(parts.values.vector(ten.plain(), len(PARAMETER_NAMES), what, ten.line))
