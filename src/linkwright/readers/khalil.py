"""Extended Khalil tables: trees and closed loops, one row per frame (Khalil & Kleinfinger 1986).

Row i places frame i on the frame of its antecedent:

    Rot_z(beta) Trans_z(b) Rot_x(alpha) Trans_x(a) Rot_z(theta) Trans_z(d)

ant: the antecedent's row, 0 for the base; sigma: 0 revolute (variable in theta), 1 prismatic (variable in d), 2 fixed; mu: 1
with a motor; body: the name of the body that moves with the frame, `yes` for link1, link2, ..., nothing where there is none.
Khalil's own letters (gamma, d, r for beta, a, d) are understood where a table has a column r. The variable of a row names its
joint: q7 is joint q7, q in row 7 is joint joint7.

A row without body and joint is a frame, frame7. A pair of rows under `close` coincides. If one of the two is a joint without
body on which nothing else stands (a cut joint: it only measures the angle), the loop closes by a pin (revolute) or a slider
(prismatic) between that row's frame at zero and the other one, and the tree has no such joint. `cut_joints: keep` makes it a
joint of the tree, whose frame is then welded to the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.graph.expr import Scalar
from linkwright.model.closures import Loop
from linkwright.model.robot import WORLD, Body, Frame, Joint
from linkwright.readers.dh_inertials import link_inertias
from linkwright.readers.draft import Draft
from linkwright.readers.keys import Place, Record
from linkwright.readers.khalil_rows import TYPES, Row, read_rows
from linkwright.readers.snap import constant_value
from linkwright.readers.table import PAIR
from linkwright.readers.yaml_loops import read_mode
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Map, Node, Seq
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec


@dataclass(frozen=True)
class Pair:
    """Two rows whose frames coincide."""

    name: str
    first: Row
    second: Row
    mode: Scalar | None
    line: int | None


def read_khalil(x: Record, found: Draft, parts: Parts) -> None:
    """Adds the bodies, joints, frames and loops of a table to what was found."""
    rows = read_rows(x["rows"], parts, x["columns"])
    add_rows(rows, _pairs(x["close"], rows, parts), found, parts, keep_cut_joints=x["cut_joints"] == "keep")
    _inertials(x["inertials"], rows, found, parts)


def add_rows(
    rows: Sequence[Row],
    pairs: Sequence[Pair],
    found: Draft,
    parts: Parts,
    *,
    keep_cut_joints: bool = False,
    base: str = WORLD,
) -> None:
    """Adds the bodies without inertia, the joints, frames and loops of rows; base: the body that row 0 is."""
    cut = {} if keep_cut_joints else _cut_joints(rows, pairs)
    _place(rows, set(cut), base, found, parts)
    for pair in pairs:
        _close(pair, cut, found, parts)


# --- the tree -------------------------------------------------------------------------------------------------------


def _place(rows: Sequence[Row], cut: set[str], base: str, found: Draft, parts: Parts) -> None:
    """Each row as a joint with a body, or as a frame on the body of its antecedent."""
    at: dict[str, tuple[str, Transform]] = {"0": (base, Transform())}
    for row in rows:
        body, X_body_antecedent = at[row.ant]
        X = (X_body_antecedent @ row.placement.modified(parts.snapper)).map(constant_value)
        where = parts.report.where(row.line)
        if row.i in cut or (row.sigma == 2 and not row.body):
            at[row.i] = body, X
            found.frames.append(Frame(row.frame, body, X, where))
            continue
        link = row.body or f"link{row.i}"
        at[row.i] = link, Transform()
        found.bodies[link] = Body(link, where=where)
        found.joints.append(
            Joint(row.name, TYPES[row.sigma], body, link, X, Vec(0, 0, row.placement.sign), where=where)
        )
        if row.mu:
            found.actuated.append(row.name)


def _inertials(given: Node | None, rows: Sequence[Row], found: Draft, parts: Parts) -> None:
    if given is None:
        return
    bodies = [row for row in rows if row.body]
    numbers = [row.i for row in bodies]
    inertias = link_inertias(given, [row.body for row in bodies], parts, numbers)
    for row, inertia in zip(bodies, inertias, strict=True):
        found.bodies[row.body] = Body(row.body, inertia, found.bodies[row.body].where)


# --- loops ----------------------------------------------------------------------------------------------------------


def _pairs(node: Node | None, rows: Sequence[Row], parts: Parts) -> list[Pair]:
    if node is None:
        return []
    if not isinstance(node, Seq):
        parts.report.error("'close' of khalil is not a list", node.line, "write close: [[4, 5]], pairs of rows")
        return []
    known = {row.i: row for row in rows}
    pairs: list[Pair] = []
    for number, entry in enumerate(node.items, 1):
        name, mode, listed = f"loop{number}", None, entry
        if isinstance(entry, Map):
            x = PAIR.read(Place(entry, f"loop {number}", "", parts))
            name = x["name"] or name
            mode, listed = read_mode(x, f"loop '{name}'", parts), x["rows"]
        ends = [str(x.to_python()) for x in listed.items] if isinstance(listed, Seq) else []
        unknown = [end for end in ends if end not in known]
        if len(ends) != 2 or ends[0] == ends[-1]:
            hint = "write [4, 5], or {rows: [4, 5], name: elbow, mode: +1}"
            parts.report.error(f"loop {number} is not a pair of two rows", entry.line, hint)
        elif unknown:
            hint = f"rows are {', '.join(list(known)[:6])}{', ...' if len(known) > 6 else ''}"
            parts.report.error(f"'{name}' closes unknown row '{unknown[0]}'", entry.line, hint)
        else:
            pairs.append(Pair(name, known[ends[0]], known[ends[1]], mode, entry.line))
    return pairs


def _cut_joints(rows: Sequence[Row], pairs: Sequence[Pair]) -> dict[str, str]:
    """Row -> kind of closure, for the joints without body that end at one closure: at most one per pair."""
    standing = {row.ant for row in rows}
    ends = [row.i for pair in pairs for row in (pair.first, pair.second)]
    cut: dict[str, str] = {}
    for pair in pairs:
        for row in (pair.first, pair.second):
            if row.sigma != 2 and not row.body and row.i not in standing and ends.count(row.i) == 1:
                cut[row.i] = ("pin", "slider")[row.sigma]
                break
    return cut


def _close(pair: Pair, cut: dict[str, str], found: Draft, parts: Parts) -> None:
    first, second = pair.first, pair.second
    if second.i in cut:
        first, second = second, first  # z of the first frame is the axis
    frames = {frame.name for frame in found.frames}
    names = [row.frame if row.frame in frames else row.body or f"link{row.i}" for row in (first, second)]
    kind = cut.get(first.i, "weld")
    found.loops.append(Loop(pair.name, kind, names[0], names[1], pair.mode, parts.report.where(pair.line)))
