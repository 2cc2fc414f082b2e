"""`linkwright verify`: every law, one row each."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from linkwright.cli.console import console, print_json, steps, table
from linkwright.mechanism import Mechanism
from linkwright.verification import Verdict, verify
from linkwright.verification.laws import laws_of

PEER = 23
"""The law that compares with an independent code."""


def verify_and_report(robot: Mechanism, file: Path, against: str | None, json: bool) -> bool:
    """Whether all laws hold."""
    urdf = file if file.suffix == ".urdf" else None
    done, laws = count(), len(laws_of(robot))
    with steps() as tell:
        verdict = verify(robot, against, file=urdf, progress=lambda law: tell(law, next(done) / laws))
    if json:
        print_json(verdict.as_dict())
        return _satisfied(verdict, against)
    exact = {True: "exact", False: "not exact", None: ""}
    rows = [
        [row.law, row.name, "-" if row.residual is None else f"{row.residual:.1e}", exact[row.exact],
         "ok" if row.ok else "FAILED" if row.ok is not None else "not run", row.note]
        for row in verdict.rows
    ]  # fmt: skip
    columns = ("", "law", "residual", "", "result", "note")
    console().print(table(f"laws of {robot.name}", columns, rows, right=("", "residual")))
    return _satisfied(verdict, against)


def _satisfied(verdict: Verdict, against: str | None) -> bool:
    """A comparison that was asked for and could not be made is no success."""
    return verdict.ok and not (against and any(row.law == PEER and row.ok is None for row in verdict.rows))
