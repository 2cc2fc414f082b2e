"""Parameters that bodies can have: masses, centres, eigenvalues, drives; and how much the file's parameters count."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.identification.identified import Consistency, Identification
from linkwright.identification.report.figures import MEASURED, PREDICTED, weights
from linkwright.identification.report.rows import PhysicalRow, physical_rows
from linkwright.view.chart import legend, stroke
from linkwright.view.markup import Markup, number, table, tag, together

_TEN = 10


def bodies_part(found: Identification) -> Markup:
    """Tables of bodies and drives, of all physical parameters, and of the weights that were tried."""
    own = found.consistency
    if own is None:
        why = "Not asked for: without them no robot file can be written (leave out --no-consistent)."
        return tag("p", why, class_="soft")
    rows = physical_rows(found)
    note = (
        "One set of parameters that real bodies can have and that predicts as well: data see combinations only, and what they "
        "do not see is as near to the file as it can be. A pseudo-inertia with positive eigenvalues is that of a body."
    )
    return together([
        tag("p", note, class_="soft"), _bodies(found, own, rows), _drives(found, rows),
        tag("details", tag("summary", "All physical parameters"), _all(rows)),
        tag("h3", "Weight of the file's parameters"), _tried(own),
    ])  # fmt: skip


def _bodies(found: Identification, own: Consistency, rows: Sequence[PhysicalRow]) -> Markup:
    heads = ["body", "mass (kg)", "file", "centre of mass (m)", "file", "eigenvalues of the pseudo-inertia"]
    lines: list[list[str]] = []
    for k, name in enumerate(found.model.bodies):
        ten = rows[_TEN * k : _TEN * k + _TEN]
        eigenvalues = ", ".join(f"{x:.3g}" for x in own.eigenvalues[k])
        mine, prior = [row.value for row in ten[:4]], [row.prior for row in ten[:4]]
        lines.append([name, number(mine[0]), number(prior[0]), _centre(mine), _centre(prior), eigenvalues])
    return table(heads, lines)


def _centre(moments: Sequence[float | None]) -> str:
    """mass and first moments -> the centre of mass."""
    mass, *first = moments
    if not mass or any(x is None for x in first):
        return "—"
    return ", ".join(f"{(x or 0.0) / mass:.3f}" for x in first)


def _drives(found: Identification, rows: Sequence[PhysicalRow]) -> Markup:
    """One row per joint, one column per term."""
    drives = rows[_TEN * len(found.model.bodies) :]
    if not drives:
        return Markup("")
    terms = list(dict.fromkeys(row.kind for row in drives))
    by_joint: dict[str, dict[str, PhysicalRow]] = {}
    for row in drives:
        by_joint.setdefault(row.name.removeprefix(f"{row.kind}_"), {})[row.kind] = row
    lines = [[joint, *(_told(own.get(term)) for term in terms)] for joint, own in by_joint.items()]
    return together([tag("h3", "Drives"), table(["drive of", *terms], lines)])


def _told(row: PhysicalRow | None) -> str:
    return "—" if row is None else number(row.value, row.unit)


def _all(rows: Sequence[PhysicalRow]) -> Markup:
    lines = [[row.name, number(row.value), number(row.prior), row.unit] for row in rows]
    return table(["parameter", "value", "file", "unit"], lines)


def _tried(own: Consistency) -> Markup:
    lines = [
        [f"{w:.3g}" + (" (chosen)" if w == own.weight else ""), f"{100 * a:.3f}", f"{100 * b:.3f}"]
        for w, a, b in own.table
    ]
    rows = table(["weight", "fitted (%)", "held out (%)"], lines)
    if len(own.table) < 2:
        return rows
    signs = legend([(stroke(MEASURED), "fitted"), (stroke(PREDICTED), "held out; the mark is the chosen weight")])
    note = "The largest weight that predicts what was held out within 1 % of the best: nearer to the file, no worse."
    chart = tag("figure", weights(own).svg(), signs)
    return together([tag("p", note, class_="soft"), tag("div", chart, rows, class_="charts")])
