"""Denavit-Hartenberg tables -> Robot.

    modified (Craig 1986; Khalil & Kleinfinger 1986):  Rot_x(alpha) Trans_x(a) Rot_z(theta) Trans_z(d)
    standard (Denavit & Hartenberg 1955; Paul 1981):   Rot_z(theta) Trans_z(d) Trans_x(a) Rot_x(alpha)

A body's frame sits on the axis of its joint. In the modified convention that is the DH frame: frame `link3` is DH frame 3. In
the standard convention DH frame 3 sits behind the link, and is the frame `dh3` beside `link3`. Inertial parameters are given at
the DH frame in both.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.errors import ModelError
from linkwright.graph.expr import Expr, Scalar
from linkwright.graph.ops import Number
from linkwright.graph.rewrite import copy_nodes, reachable
from linkwright.model.build import make_robot
from linkwright.model.closed_robot import Robot
from linkwright.model.robot import WORLD, Body, Drive, Frame, Joint, Parameter
from linkwright.narrowing import is_mapping, is_sequence
from linkwright.readers.dh_inertials import link_inertias
from linkwright.readers.options import gravity_entries
from linkwright.readers.report import Report
from linkwright.readers.snap import Snapper, plain
from linkwright.readers.values import DRIVE, Values
from linkwright.spatial.transform import Transform, rotation, translation
from linkwright.spatial.vector import Vec

CONVENTIONS = ("standard", "modified")
TYPES = {
    "R": "revolute", "P": "prismatic", "F": "fixed", "C": "continuous",
    "REVOLUTE": "revolute", "PRISMATIC": "prismatic", "FIXED": "fixed", "CONTINUOUS": "continuous",
}  # fmt: skip
COLUMNS = ("type", "alpha", "a", "d", "theta")
EXTRA = ("name", "link", *DRIVE)


@dataclass(frozen=True)
class Table:
    """A DH table as written: entries are numbers, Expr or text; `lines` are line numbers of the rows in a file."""

    rows: Any
    convention: str | None
    inertials: Any = None
    lines: Sequence[int | None] = ()


@dataclass(frozen=True)
class Chain:
    """What a table describes; dh_frames are the links' DH frames, seen from the links' own."""

    bodies: list[Body]
    joints: list[Joint]
    frames: list[Frame]
    dh_frames: dict[str, Transform]


@dataclass(frozen=True)
class _Row:
    """One row, its constants read: the joint variable enters as sign * q, added to theta or d."""

    name: str
    link: str
    type: str
    alpha: Scalar
    a: Scalar
    d: Scalar
    theta: Scalar
    sign: int
    drive: Drive
    where: str


def read_table(
    table: Table, gravity: Sequence[Any], parameters: Mapping[str, float], name: str, snap: bool | float
) -> Robot:
    """The robot of `linkwright.dh`, which explains the arguments."""
    report = Report("")
    values, snapper = Values(report), Snapper(snap)
    chain = dh_chain(table, values, snapper)
    g = Vec(*values.vector(gravity_entries(gravity), 3, "gravity"))
    declared = [Parameter(n, float(x)) for n, x in parameters.items()]
    return make_robot(
        name, chain.bodies, chain.joints, frames=chain.frames, gravity=g, parameters=declared, notes=snapper.notes(),
        errors=report.errors,
    )  # fmt: skip


def dh_chain(table: Table, values: Values, snapper: Snapper) -> Chain:
    """The links of a table, one behind the other."""
    report = values.report
    convention = _convention(table.convention, report)
    written = table.rows if is_sequence(table.rows) and not isinstance(table.rows, str | bytes) else ()
    if not written:
        report.error("the DH table has no rows", None, "one row per joint: (type, alpha, a, d, theta)")
    lines = list(table.lines) or [None] * len(written)
    rows = [_row(item, i, values, line) for i, (item, line) in enumerate(zip(written, lines, strict=True), 1)]
    inertias = link_inertias(table.inertials, [r.link for r in rows], values)
    chain = Chain([], [], [], {})
    parent, behind = WORLD, Transform()
    for number, (row, inertia) in enumerate(zip(rows, inertias, strict=True), 1):
        before = rotation(snapper.rot_x(row.alpha)) if convention == "modified" else Transform()
        slide_x = translation(row.a, 0, 0)
        about_z = Transform(snapper.rot_z(row.theta), Vec(0, 0, row.d))
        X_parent_joint = behind @ (before @ slide_x if convention == "modified" else before) @ about_z
        # the DH frame, seen from the body's frame on the axis
        behind = Transform() if convention == "modified" else slide_x @ rotation(snapper.rot_x(row.alpha))
        axis = Vec(0, 0, row.sign)
        X = X_parent_joint.map(plain)
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


def _convention(convention: str | None, report: Report) -> str:
    if convention in CONVENTIONS:
        return convention
    what = (
        "the DH table does not say its convention"
        if convention is None
        else f"DH convention '{convention}' is not known"
    )
    hint = (
        'convention="modified" is Rot_x(alpha) Trans_x(a) Rot_z(theta) Trans_z(d) (Craig, Khalil); '
        '"standard" is Rot_z(theta) Trans_z(d) Trans_x(a) Rot_x(alpha) (Paul, Spong). There is no default'
    )
    report.add(ModelError(what, report.file, hint))
    return "modified"


def _row(item: Any, number: int, values: Values, line: int | None) -> _Row:
    report, what = values.report, f"DH row {number}"
    entries: dict[str, Any] = {}
    if is_mapping(item):
        unknown = [str(k) for k in item if k not in COLUMNS + EXTRA]
        if unknown:
            report.error(f"{what} has unknown '{unknown[0]}'", line, f"it may have: {' '.join(COLUMNS + EXTRA)}")
        entries = {str(k): v for k, v in item.items()}
    elif is_sequence(item) and not isinstance(item, str) and len(item) == len(COLUMNS):
        entries = dict(zip(COLUMNS, item, strict=True))
    else:
        report.error(f"{what} is not (type, alpha, a, d, theta)", line, "for example (R, pi/2, 0, 0, q)")
    written = str(entries.get("type") or "").strip()
    kind = TYPES.get(written.upper())
    if kind is None and entries:
        report.error(f"{what} has joint type '{written}'", line, "R (revolute), P (prismatic) or F (fixed)")
    known = kind is not None
    kind = kind or "fixed"
    variable = {"revolute": "theta", "continuous": "theta", "prismatic": "d"}.get(kind)
    if variable and entries.get(variable) in (None, ""):
        entries[variable] = "q"
    factors: dict[str, Number | None] = {}
    constants: dict[str, Scalar] = {}
    for column in COLUMNS[1:]:
        x = entries.get(column)
        x = _read(values, 0 if x is None or x == "" else x, number, f"{column} of {what}", line, column == variable)
        factors[column], constants[column] = split_variable(x, {"q", f"q{number}"})
    misplaced = [c for c in COLUMNS[1:] if c != variable and factors[c] != 0]
    if misplaced and known:
        belongs = f"the variable q of a {kind} joint belongs into {variable}" if variable else "a fixed row has no q"
        report.error(f"{what} is a {kind} joint with q in {misplaced[0]}", line, belongs)
    elif variable and factors[variable] not in (1, -1):
        hint = f"write q, -q or q + constant in {variable} of a {kind} joint (q{number} is the same as q)"
        report.error(f"{what}: {variable} of a {kind} joint must be its variable q, plus a constant", line, hint)
    sign = int(factors[variable] or 1) if variable else 1
    name, link = str(entries.get("name") or f"joint{number}"), str(entries.get("link") or f"link{number}")
    where = report.where(line) if line else report.file
    acting = {
        f: values.scalar(entries[k], f"{k} of {what}", line) for k, f in DRIVE.items() if entries.get(k) is not None
    }
    if acting and not variable:
        report.error(f"{what} is fixed, so nothing acts in it", line, "remove its spring, damper, friction or rotor")
    x = constants
    return _Row(name, link, kind, x["alpha"], x["a"], x["d"], x["theta"], sign, Drive(**acting), where)


def _read(values: Values, x: Any, number: int, what: str, line: int | None, is_variable: bool) -> Scalar:
    """A table entry, in which q (or q3 in row 3) stands for the joint variable whatever names are known."""
    known = values.names
    if known is not None:
        values.names = {**known, **{q: values.symbol(q) for q in ("q", f"q{number}")}}
    try:
        return values.scalar(x, what, line, default=values.symbol("q") if is_variable else 0)
    finally:
        values.names = known


def split_variable(x: Scalar, variables: Collection[str]) -> tuple[Number | None, Scalar]:
    """(k, rest) with x = k q + rest, q any of the variables; k is None where q enters in another way."""
    if not isinstance(x, Expr):
        return 0, x
    graph = x.graph
    factor: dict[int, Number | None] = {}
    for i in reachable(graph, [x.index]):
        op, args = graph.op[i], graph.args[i]
        parts = [k for j in args if (k := factor[j]) is not None]
        if op == "sym":
            factor[i] = 1 if graph.data[i] in variables else 0
        elif len(parts) < len(args):
            factor[i] = None
        elif all(k == 0 for k in parts):
            factor[i] = 0
        elif op == "add":
            factor[i] = parts[0] + parts[1]
        elif op == "sub":
            factor[i] = parts[0] - parts[1]
        elif op == "neg":
            factor[i] = -parts[0]
        else:
            factor[i] = None  # 2 q, sin(q): no joint variable any more
    if factor[x.index] == 0:
        return 0, x
    zero = graph.number(0)
    rest = Expr(graph, copy_nodes(graph, graph, [x.index], dict.fromkeys(variables, zero))[0])
    return factor[x.index], plain(rest)
