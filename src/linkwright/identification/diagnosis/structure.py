"""What the best reading of a recording says is wrong with it: order, signs, units, mounting, another robot."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from linkwright.identification.diagnosis.search import Reading
from linkwright.identification.diagnosis.signs import Votes, with_right_signs
from linkwright.identification.diagnosis.view import View
from linkwright.measurements.finding import Finding, listed

WRONG, POOR = 0.45, 0.3
"""Relative residual from which on nothing that was tried explains the forces, and from which on that is doubtful."""


def check_structure(reading: Reading) -> tuple[View, tuple[Finding, ...]]:
    """The reading with right signs, and all findings on the way to it."""
    view, votes = with_right_signs(reading.view)
    if view.fit.typical > WRONG:
        return view, (_wrong_robot(reading, view),)
    found = [*_steps(reading), *_order(reading, view), *_signs(reading, view, votes)]
    if view.fit.whole > POOR:
        found.append(_poor(view))
    return view, tuple(found)


def _residuals(before: float, after: float) -> str:
    return f"relative residual {before:.1%} as given, {after:.1%} without this"


def _steps(reading: Reading) -> Iterator[Finding]:
    for step in reading.steps:
        evidence = _residuals(step.before, step.after)
        if not step.by_fit:
            evidence = f"only so are the masses found like those of the file; {evidence}"
        if step.ties:
            evidence += f"; as well explained if {'; or if '.join(step.ties[:3])}"
        severity = "error" if step.by_fit else "warning"
        yield Finding(step.change.kind, step.change.what, evidence, step.change.remedy, severity, step.change.who)


def _heads(view: View) -> tuple[str, ...]:
    """Columns of the forces as the user's file has them."""
    heads, rows = view.samples.heads, view.model.rows
    return heads if len(heads) == len(rows) else rows


def _order(reading: Reading, view: View) -> Iterator[Finding]:
    rows, order = view.model.rows, view.order
    moved = [k for k in range(len(order)) if order[k] != k]
    if not moved:
        return
    if len(moved) == 2:
        what = f"the forces of {rows[moved[0]]} and {rows[moved[1]]} look exchanged"
    else:
        places = listed([f"that of {rows[k]} stands at {rows[order[k]]}" for k in moved])
        what = f"the forces look shuffled: {places}"
    evidence = _residuals(reading.given.fit.whole, reading.view.fit.whole)
    heads = _heads(view)
    remedy = f"name the columns in this order: --columns 'tau={', '.join(heads[k] for k in order)}' (columns=)"
    yield Finding("shuffled", what, evidence, remedy, "error", tuple(rows[k] for k in moved))


def _signs(reading: Reading, view: View, votes: Votes) -> Iterator[Finding]:
    rows = view.model.rows
    turned = [k for k, s in enumerate(view.sign) if s < 0]
    if not turned:
        return
    every = len(turned) == len(rows)
    who = [rows[k] for k in turned]
    if every and len(rows) > 1:
        what = "all forces have the wrong sign"
    else:
        seem = "the force of {} seems" if len(who) == 1 else "the forces of {} seem"
        what = f"{seem.format(listed(who))} to have the wrong sign"
    parts: list[str] = []
    if not every and reading.given.fit.whole > 1.05 * view.fit.whole:
        parts.append(_residuals(reading.given.fit.whole, view.fit.whole))
    shown = [k for k in turned if votes.by_inertia[k] or votes.by_friction[k]][:3]
    parts += [_impossible(rows[k], votes, k) for k in shown]
    columns = ", ".join("-" * (s < 0) + n for s, n in zip(view.sign, _heads(view), strict=True))
    remedy = f"turn round in --columns (columns=): 'tau={columns}'"
    yield Finding("sign", what, "; ".join(parts), remedy, "error", tuple(who))


def _impossible(name: str, votes: Votes, k: int) -> str:
    """What a machine with the forces as given would have."""
    parts: list[str] = []
    if votes.by_inertia[k]:
        parts.append(f"{name} would feel an inertia of {-votes.inertia[k]:.3g}")
    if votes.by_friction[k]:
        parts.append(f"friction of {name} would put in {votes.friction[k]:.3g} W")
    return ", ".join(parts)


def _wrong_robot(reading: Reading, view: View) -> Finding:
    model = view.model
    what = f"the forces are not those of '{model.robot.name}', whatever its masses and friction"
    tried = "orders and signs of forces and positions, units, zeros of joints and directions of gravity were tried"
    per_row = ", ".join(f"{n} {x:.0%}" for n, x in zip(model.rows, reading.given.fit.relative, strict=True))
    given = reading.given.fit.whole
    evidence = f"relative residual {given:.0%} ({per_row}); {min(view.fit.whole, given):.0%} at best: {tried}"
    if reading.steps:
        evidence += f"; best if {reading.steps[-1].change.what}"
    remedy = (
        f"is it the right file, with joints in the order {', '.join(model.robot.rate_names)}, and the right --columns? "
        "Do forces and positions belong to the same run?"
    )
    return Finding("wrong robot", what, evidence, remedy, "error")


def _poor(view: View) -> Finding:
    rows = view.model.rows
    bad = [int(k) for k in np.argsort(-view.fit.relative) if view.fit.relative[k] > POOR]
    evidence = ", ".join(f"{rows[k]} {view.fit.relative[k]:.0%}" for k in bad)
    remedy = "check the robot's file, the sensors of these joints and the filter (--cutoff); faster motions tell more"
    what = f"the forces of {listed([rows[k] for k in bad])} are poorly explained"
    return Finding(
        "unexplained", what, f"relative residuals {evidence}", remedy, "warning", tuple(rows[k] for k in bad)
    )
