"""The common front: charts, the table of its points, and the second look at each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from linkwright.synthesis.evaluation import OBJECTIVES
from linkwright.synthesis.found import Found, Point
from linkwright.synthesis.recheck import TRACKING
from linkwright.synthesis.report.standing import Kinds
from linkwright.view.chart import Chart, Mark, legend, sign
from linkwright.view.markup import Markup, in_unit, number, table, tag, together

Files = Mapping[str, str]
"""Name of a point -> address of its robot file."""


def fronts(found: Found, kinds: Kinds) -> Markup:
    """The first objective against each other one; hollow: the best of structures that are not on the front."""
    first, *others = found.task.objectives
    own = {p.name for p in found.front}
    beside = {p.name: p for t in found.tried for p in t.best.values() if p.name not in own}
    charts: list[Markup] = []
    for other in others:
        marks = [_mark(p, first, other, kinds, True) for p in beside.values()]
        marks += [replace(_mark(p, first, other, kinds, False), href=f"#point-{k}") for k, p in enumerate(found.front)]
        chart = Chart(f"{first} against {other}", _axis(other), _axis(first), marks=marks)
        charts.append(tag("figure", chart.svg()))
    present = [t.structure.name for t in found.tried if t.best]
    signs = [(sign(kinds[name]), name) for name in present]
    note = "Filled: on the front. Hollow: the best of a structure by one objective. Point at a mark to see its numbers."
    return together([tag("div", charts, class_="charts"), legend(signs), tag("p", note, class_="soft")])


def _axis(name: str) -> str:
    return in_unit(name, OBJECTIVES[name].unit)


def _mark(p: Point, first: str, other: str, kinds: Kinds, hollow: bool) -> Mark:
    values = ", ".join(f"{n} {number(v, OBJECTIVES[n].unit)}" for n, v in p.objectives.items())
    label = f"{p.name}: {values}"
    return Mark(p.objectives[other], p.objectives[first], kinds[p.structure], label, hollow)


def points(found: Found, kinds: Kinds, files: Files) -> Markup:
    """The table of the front's points."""
    names = found.task.objectives
    heads = ["point", "robot file", *map(_axis, names), "energy simulated", "constraints, finer"]
    rows = [
        [
            tag("span", sign(kinds[p.structure]), " ", p.name, id=f"point-{k}"),
            tag("a", files[p.name].rpartition("/")[2], href=files[p.name]) if p.name in files else "—",
            *(number(p.objectives[n]) for n in names),
            *_verdicts(found.checks.get(p.name)),
        ]
        for k, p in enumerate(found.front)
    ]
    return table(heads, rows, left=2)


def _verdicts(check: Mapping[str, Any] | None) -> tuple[Markup, Markup]:
    """The second look in two cells: energy by simulation, constraints on finer samples."""
    if check is None:
        return _verdict(None, "not looked at"), _verdict(None, "not looked at")
    if failed := check.get("failed") or check.get("reason"):
        return _verdict(False, "failed"), _verdict(False, str(failed))
    energy: Mapping[str, Any] = check.get("energy") or {}
    told = (
        f"{number(energy.get('simulated'))} J, {100 * energy.get('difference', float('nan')):.2g} % off"
        if energy
        else "—"
    )
    if energy.get("tracking_error", 0.0) > TRACKING:
        told += f", {number(energy['tracking_error'])} from its way"
    broken = [name for name, row in check.get("constraints", {}).items() if not row["holds"]]
    held = f"all {len(check.get('constraints', {}))} hold" if not broken else f"broken: {', '.join(broken)}"
    return _verdict(bool(energy.get("holds")) if energy else None, told), _verdict(not broken, held)


def _verdict(good: bool | None, text: str) -> Markup:
    mark, kind = {True: ("✓ ", "good"), False: ("✗ ", "bad"), None: ("", "soft")}[good]
    return tag("span", f"{mark}{text}", class_=kind)


def looks(found: Found) -> Markup:
    """Of every point its variables, and every constraint with its number on finer samples."""
    parts: list[Markup] = []
    for p in found.front:
        check = found.checks.get(p.name, {})
        units = {v.name: v.unit for v in found.structure(p).variables}
        own = [f"{n} = {number(v, units[n])}" for n, v in found.values(p).items()]
        rows = [_constraint(name, row) for name, row in check.get("constraints", {}).items()]
        inside = [tag("p", ", ".join(own)), table(["constraint", "", "value", "limit", "unit"], rows, left=2)]
        samples = f", {check['samples']} samples" if "samples" in check else ""
        parts.append(tag("details", tag("summary", f"{p.name}{samples}"), inside))
    return together(parts)


def _constraint(name: str, row: Mapping[str, Any]) -> list[str]:
    told = _verdict(row["holds"], "holds" if row["holds"] else "broken")
    return [name, told, number(row["value"]), number(row["limit"]), row["unit"]]
