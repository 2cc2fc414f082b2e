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
from linkwright.narrowing import is_mapping, is_sequence
from linkwright.readers.dh_inertials import link_inertias
from linkwright.readers.dh_row import VARIABLE, Placement, RowText, Spelling, read_placement
from linkwright.readers.elastic import read_elastic
from linkwright.readers.options import gravity_entries
from linkwright.readers.report import Report
from linkwright.readers.snap import Snapper, plain
from linkwright.readers.values import DRIVE, Values
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec

CONVENTIONS = ("standard", "modified")
TYPES = {
    "R": "revolute", "P": "prismatic", "F": "fixed", "C": "continuous",
    "REVOLUTE": "revolute", "PRISMATIC": "prismatic", "FIXED": "fixed", "CONTINUOUS": "continuous",
}  # fmt: skip
COLUMNS = ("type", "alpha", "a", "d", "theta")
BEFORE = ("beta", "b")
EXTENDED = ("type", *BEFORE, *COLUMNS[1:])
"""The order of a row that is a list of seven."""
EXTRA = ("name", "link", *DRIVE)
KEYS = (*EXTENDED, *EXTRA, "elastic")
"""Of a row that is a mapping."""


@dataclass(frozen=True)
class Table:
    """A DH table as written: entries are numbers, Expr or text; `lines` are line numbers of the rows in a file;
    `saying` is how the source spells its convention."""

    rows: Any
    convention: str | None
    inertials: Any = None
    lines: Sequence[int | None] = ()
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
    where: str


def read_table(
    table: Table, gravity: Sequence[Any], parameters: Mapping[str, float], name: str, snap: bool | float
) -> OpenRobot:
    """The robot of `linkwright.dh`, which explains the arguments."""
    report = Report("")
    values, snapper = Values(report), Snapper(snap)
    chain = dh_chain(table, values, snapper)
    g = Vec(*values.vector(gravity_entries(gravity), 3, "gravity"))
    declared = [Parameter(n, float(x)) for n, x in parameters.items()]
    made = make_robot(
        name, chain.bodies, chain.joints, frames=chain.frames, gravity=g, parameters=declared, notes=snapper.notes(),
        elastic=chain.elastic, errors=report.errors,
    )  # fmt: skip
    return made.tree  # nothing closes it


def dh_chain(table: Table, values: Values, snapper: Snapper) -> Chain:
    """The links of a table, one behind the other."""
    report = values.report
    convention = _convention(table, report)
    written = table.rows if is_sequence(table.rows) and not isinstance(table.rows, str | bytes) else ()
    if not written:
        report.error("the DH table has no rows", None, "one row per joint: (type, alpha, a, d, theta)")
    lines = list(table.lines) or [None] * len(written)
    rows = [_row(item, i, values, line) for i, (item, line) in enumerate(zip(written, lines, strict=True), 1)]
    if convention == "standard":
        _without_beta(rows, lines, report)
    inertias = link_inertias(table.inertials, [r.link for r in rows], values)
    chain = Chain([], [], [], {}, {r.name: r.elastic for r in rows if r.elastic})
    parent, behind = WORLD, Transform()
    for number, (row, inertia) in enumerate(zip(rows, inertias, strict=True), 1):
        placed = row.placement
        X = (behind @ (placed.modified if convention == "modified" else placed.about_z)(snapper)).map(plain)
        # the DH frame, seen from the body's frame on the axis
        behind = Transform() if convention == "modified" else placed.behind(snapper)
        axis = Vec(0, 0, placed.sign)
        chain.joints.append(Joint(row.name, row.type, parent, row.link, X, axis, drive=row.drive, where=row.where))
        if convention == "standard":
            inertia = inertia.seen_from(behind).map(plain)
        chain.bodies.append(Body(row.link, inertia, row.where))
        chain.frames.append(Frame(row.link, row.link, where=row.where))
        if convention == "standard":
            chain.frames.append(Frame(f"dh{number}", row.link, behind.map(plain), row.where))
        chain.dh_frames[row.link] = behind.map(plain)
        parent = row.link
    return chain


def _without_beta(rows: Sequence[_Row], lines: Sequence[int | None], report: Report) -> None:
    for number, (row, line) in enumerate(zip(rows, lines, strict=True), 1):
        for column, into in zip(BEFORE, ("theta", "d"), strict=True):
            if not is_zero(getattr(row.placement, column)):
                hint = f"add it to {into}, which is the same in the standard convention; or is the table modified?"
                report.error(f"DH row {number} has {column}, which modified tables have", line, hint)


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


def _row(item: Any, number: int, values: Values, line: int | None) -> _Row:
    report, what = values.report, f"DH row {number}"
    entries: dict[str, Any] = {}
    if is_mapping(item):
        unknown = [str(k) for k in item if k not in KEYS]
        if unknown:
            report.error(f"{what} has unknown '{unknown[0]}'", line, f"it may have: {' '.join(KEYS)}")
        entries = {str(k): v for k, v in item.items()}
    elif is_sequence(item) and not isinstance(item, str) and len(item) in (len(COLUMNS), len(EXTENDED)):
        entries = dict(zip(COLUMNS if len(item) == len(COLUMNS) else EXTENDED, item, strict=True))
    else:
        hint = f"for example (R, pi/2, 0, 0, q); with beta and b: ({', '.join(EXTENDED)})"
        report.error(f"{what} is not (type, alpha, a, d, theta)", line, hint)
    written = str(entries.get("type") or "").strip()
    kind = TYPES.get(written.upper())
    if kind is None and entries:
        report.error(f"{what} has joint type '{written}'", line, "R (revolute), P (prismatic) or F (fixed)")
    spelling = Spelling("DH row", lambda name: name in ("q", f"q{number}"))
    placement = read_placement(RowText(str(number), kind, entries, spelling, line), values)
    kind = kind or "fixed"
    name, link = str(entries.get("name") or f"joint{number}"), str(entries.get("link") or f"link{number}")
    where = report.where(line) if line else report.file
    acting = {
        f: values.scalar(entries[k], f"{k} of {what}", line) for k, f in DRIVE.items() if entries.get(k) is not None
    }
    if acting and kind not in VARIABLE:
        report.error(f"{what} is fixed, so nothing acts in it", line, "remove its spring, damper, friction or rotor")
    given = entries.get("elastic")
    elastic = None if given is None else read_elastic(given, f"joint '{name}'", values, line)
    return _Row(name, link, kind, placement, Drive(**acting), elastic, where)
