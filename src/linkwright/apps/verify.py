"""`linkwright verify`: every law, one row each."""

from __future__ import annotations

from linkwright.apps.console import console, print_json, progress, table
from linkwright.model.robot import Robot
from linkwright.verify import verify


def verify_and_report(robot: Robot, against: str | None, json: bool) -> bool:
    """Whether all laws hold."""
    with progress() as bar:
        bar.add_task(f"verifying {robot.name}")
        verdict = verify(robot, against=against)
    if json:
        print_json(verdict.as_dict())
        return verdict.ok
    rows = [
        [row.law, row.name, "-" if row.residual is None else f"{row.residual:.1e}", "exact" if row.exact else "",
         "ok" if row.ok else "FAILED" if row.ok is not None else "not run", row.note]
        for row in verdict.rows
    ]  # fmt: skip
    console().print(table(f"laws of {robot.name}", ("", "law", "residual", "", "result", "note"), rows, right=("", "residual")))
    return verdict.ok
