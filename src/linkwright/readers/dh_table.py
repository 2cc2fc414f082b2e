"""Denavit-Hartenberg tables -> Robot.

    modified (Craig 1986; Khalil & Kleinfinger 1986):  Rot_x(alpha) Trans_x(a) Rot_z(theta) Trans_z(d)
    standard (Denavit & Hartenberg 1955; Paul 1981):   Rot_z(theta) Trans_z(d) Trans_x(a) Rot_x(alpha)

A modified row may have beta and b, Rot_z(beta) Trans_z(b) before the rest: then it places any frame on any other.

A body's frame sits on the axis of its joint. In the modified convention that is the DH frame: frame `link3` is DH frame 3. In
the standard convention DH frame 3 sits behind the link, and is the frame `dh3` beside `link3`. Inertial parameters are given at
the DH frame in both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.errors import ModelError
from linkwright.graph.expr import is_zero
from linkwright.model.build import make_robot
from linkwright.model.elastic import Elastic
from linkwright.model.robot import WORLD, Body, Drive, Frame, Joint, OpenRobot, Parameter
from linkwright.readers.dh_inertials import link_inertias
from linkwright.readers.dh_row import GEOMETRY, VARIABLE, Placement, RowText, Spelling, read_placement
from linkwright.readers.elastic import elastic_of
from linkwright.readers.keys import Place
from linkwright.readers.options import gravity_entries
from linkwright.readers.report import Report
from linkwright.readers.snap import Snapper, constant_value
from linkwright.readers.table import CONVENTIONS, DH_ROW
from linkwright.readers.values import DRIVE
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Node, Seq
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec

TYPES = {
    "R": "revolute", "P": "prismatic", "F": "fixed", "C": "continuous",
    "REVOLUTE": "revolute", "PRISMATIC": "prismatic", "FIXED": "fixed", "CONTINUOUS": "continuous",
}  # fmt: skip
COLUMNS, EXTENDED = DH_ROW.rows
BEFORE = ("beta", "b")


@dataclass(frozen=True)
class Table:
    """A DH table as written; `saying` is how the source spells its convention."""

    rows: Node
    convention: str | None
    inertials: Node | None = None
    saying: str = 'convention="{}"'


@dataclass(frozen=True)
class Chain:
    """What a table describes; dh_frames are the links' DH frames, seen from the links' own."""

    bodies: list[Body]
    joints: list[Joint]
    frames: list[Frame]
    dh_frames: dict[str, Transform]
    elastic: dict[str, Elastic]


@dataclass(frozen=True)
class _Row:
    """One row, read."""

    name: str
    link: str
    type: str
    placement: Placement
    drive: Drive
    elastic: Elastic | None
    line: int | None
    where: str


def read_table(
    table: Table, gravity: Sequence[Any], parameters: Mapping[str, float], name: str, snap: bool | float
) -> OpenRobot:
    """The robot of `linkwright.dh`, which explains the arguments."""
    parts = Parts(Report(""), Snapper(snap))
    parts.values.names = None  # every name is a symbol
    chain = dh_chain(table, parts)
    g = Vec(*parts.values.vector(gravity_entries(gravity), 3, "gravity", unit="m/s^2"))
    declared = [Parameter(n, float(x)) for n, x in parameters.items()]
    made = make_robot(
        name, chain.bodies, chain.joints, frames=chain.frames, gravity=g, parameters=declared, notes=parts.snapper.notes(),
        elastic=chain.elastic, errors=parts.report.errors,
    )  # fmt: skip
    return made.tree  # nothing closes it


def dh_chain(table: Table, parts: Parts) -> Chain:
    """The links of a table, one behind the other."""
    report, snapper = parts.report, parts.snapper
    convention = _convention(table, report)
    written = table.rows.items if isinstance(table.rows, Seq) else []
    if not written:
        report.error("the DH table has no rows", table.rows.line, "one row per joint: (type, alpha, a, d, theta)")
    rows = [_row(node, i, parts) for i, node in enumerate(written, 1)]
    if convention == "standard":
        _without_beta(rows, report)
    inertias = link_inertias(table.inertials, [r.link for r in rows], parts)
    chain = Chain([], [], [], {}, {r.name: r.elastic for r in rows if r.elastic})
    parent, behind = WORLD, Transform()
    for number, (row, inertia) in enumerate(zip(rows, inertias, strict=True), 1):
        placed = row.placement
        X = (behind @ (placed.modified if convention == "modified" else placed.about_z)(snapper)).map(constant_value)
        # the DH frame, seen from the body's frame on the axis
        behind = Transform() if convention == "modified" else placed.behind(snapper)
        axis = Vec(0, 0, placed.sign)
        chain.joints.append(Joint(row.name, row.type, parent, row.link, X, axis, drive=row.drive, where=row.where))
        if convention == "standard":
            inertia = inertia.seen_from(behind).map(constant_value)
        chain.bodies.append(Body(row.link, inertia, row.where))
        chain.frames.append(Frame(row.link, row.link, where=row.where))
        if convention == "standard":
            chain.frames.append(Frame(f"dh{number}", row.link, behind.map(constant_value), row.where))
        chain.dh_frames[row.link] = behind.map(constant_value)
        parent = row.link
    return chain


def _without_beta(rows: Sequence[_Row], report: Report) -> None:
    for number, row in enumerate(rows, 1):
        for column, into in zip(BEFORE, ("theta", "d"), strict=True):
            if not is_zero(getattr(row.placement, column)):
                hint = f"add it to {into}, which is the same in the standard convention; or is the table modified?"
                report.error(f"DH row {number} has {column}, which modified tables have", row.line, hint)


def _convention(table: Table, report: Report) -> str:
    if table.convention in CONVENTIONS:
        return table.convention
    what = (
        "the DH table does not say its convention"
        if table.convention is None
        else f"DH convention '{table.convention}' is not known"
    )
    hint = (
        f"{table.saying.format('modified')} is Rot_x(alpha) Trans_x(a) Rot_z(theta) Trans_z(d) (Craig, Khalil); "
        f"{table.saying.format('standard')} is Rot_z(theta) Trans_z(d) Trans_x(a) Rot_x(alpha) (Paul, Spong). "
        "There is no default"
    )
    report.add(ModelError(what, report.file, hint))
    return "modified"


def _row(node: Node, number: int, parts: Parts) -> _Row:
    report, what = parts.report, f"DH row {number}"
    hint = f"for example (R, pi/2, 0, 0, q); with beta and b: ({', '.join(EXTENDED)})"
    x = DH_ROW.read(Place(node, what, hint, parts))
    written = "" if x["type"] is None else str(x["type"].to_python()).strip()
    kind = TYPES.get(written.upper())
    if kind is None and x["type"] is not None:
        report.error(f"{what} has joint type '{written}'", x.line, "R (revolute), P (prismatic) or F (fixed)")
    spelling = Spelling("DH row", lambda name: name in ("q", f"q{number}"))
    entries = {key: x[key].to_python() for key in GEOMETRY if x[key] is not None}
    placement = read_placement(RowText(str(number), kind, entries, spelling, x.line), parts.values)
    kind = kind or "fixed"
    acting = {field: x[key] for key, field in DRIVE.items() if x[key] is not None}
    if acting and kind not in VARIABLE:
        report.error(f"{what} is fixed, so nothing acts in it", x.line, "remove its spring, damper, friction or rotor")
    name, link, where = x["name"] or f"joint{number}", x["link"] or f"link{number}", report.where(x.line)
    return _Row(name, link, kind, placement, Drive(**acting), elastic_of(x["elastic"], parts), x.line, where)
