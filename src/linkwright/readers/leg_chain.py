"""One leg of a parallel robot: the rows of its DH table up to the point that belongs to the platform, and its bodies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from linkwright.model.robot import WORLD, Body, Joint
from linkwright.readers.dh_table import Table, dh_chain
from linkwright.readers.keys import Record
from linkwright.readers.snap import constant_value
from linkwright.readers.yaml_bodies import inertia_of
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Seq
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform


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
            joints[0] = replace(joints[0], X=(base @ joints[0].X).map(constant_value))
        bodies = [replace(b, name=prefixed(b.name)) for b in self.bodies]
        return replace(
            self,
            joints=tuple(joints),
            bodies=tuple(bodies),
            end=self.end if joints else (base @ self.end).map(constant_value),
        )


def leg_chain(x: Record, parts: Parts) -> LegChain | None:
    """The rows of a leg; None, with errors in the report, where they cannot be read."""
    rows, what = x["rows"], x.what
    if not isinstance(rows, Seq) or not rows.items:
        hint = "write rows: [[R, alpha, a, d, theta], ...], the modified DH table of the leg, with q for the variable"
        parts.report.error(f"{what} has no rows", x.line, hint)
        return None
    coupling = x["coupling"] or len(rows.items)
    if coupling > len(rows.items):
        hint = f"the row (1 to {len(rows.items)}) whose origin is a point of the platform"
        parts.report.error(f"coupling of {what} is no row of it", x.line_of("coupling"), hint)
        coupling = len(rows.items)
    before = len(parts.report.errors)
    chain = dh_chain(Table(rows, "modified"), parts)
    if chain.elastic:
        hint = "joints that may be elastic stand under joints:, screws: or dh:"
        parts.report.error(f"{what} has an elastic joint", x.line, hint)
    if len(parts.report.errors) > before:
        return None
    last, closure = chain.joints[coupling - 1], x["closure"]
    _check_closure(x, last, coupling == len(rows.items), parts)
    # a joint that turns about the point does not move it, and carries nothing: the point belongs to the body before
    turns = last.type != "prismatic" and closure != "weld"
    count = coupling - 1 if turns else coupling
    inertias = _inertias(x, count, parts)
    bodies = tuple(replace(b, inertia=inertias.get(k, Inertia())) for k, b in enumerate(chain.bodies[:count], 1))
    end = last.X if turns else Transform()
    return LegChain(tuple(chain.joints[:count]), bodies, Transform(p=end.p) if closure == "point" else end, closure)


def _check_closure(x: Record, last: Joint, whole: bool, parts: Parts) -> None:
    """How the leg meets the platform. A pin is the last row, a weld stands behind it; a point leaves all rotations free."""
    line = x.line_of("closure")
    if x["closure"] != "point" and not whole:
        said = f"{x.what} has rows behind the {x['closure']} at its coupling"
        parts.report.error(said, line, "let coupling be its last row")
    if x["closure"] == "pin" and last.type == "prismatic":
        parts.report.error(f"the last row of {x.what} slides, and is no pin", line, "write closure: weld")


def _inertias(x: Record, count: int, parts: Parts) -> Mapping[int, Inertia]:
    found: dict[int, Inertia] = {}
    for name, body in x["bodies"].items():
        if not name.isdigit() or not 1 <= int(name) <= count:
            hint = f"bodies are numbered by the rows that move them: 1 to {count}; those behind have no mass"
            parts.report.error(f"{x.what} has no body '{name}'", body.line, hint)
        else:
            found[int(name)] = inertia_of(body, f"_{name}", parts)
    return found
