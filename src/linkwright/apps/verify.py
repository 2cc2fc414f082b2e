"""`linkwright verify`: every law, one row each."""

from __future__ import annotations

from pathlib import Path

from linkwright.apps.console import console, print_json, progress, table
from linkwright.model.robot import Robot
from linkwright.verify import verify


def verify_and_report(robot: Robot, file: Path, against: str | None, json: bool) -> bool:
    """Whether all laws hold."""
    with progress() as bar:
        task = bar.add_task(f"verifying {robot.name}")
        urdf = file if file.suffix == ".urdf" else None
        verdict = verify(robot, against, file=urdf, progress=lambda law: bar.update(task, description=law))
    if json:
        print_json(verdict.as_dict())
        return verdict.ok
    exact = {True: "exact", False: "not exact", None: ""}
    rows = [
        [row.law, row.name, "-" if row.residual is None else f"{row.residual:.1e}", exact[row.exact],
         "ok" if row.ok else "FAILED" if row.ok is not None else "not run", row.note]
        for row in verdict.rows
    ]  # fmt: skip
    columns = ("", "law", "residual", "", "result", "note")
    console().print(table(f"laws of {robot.name}", columns, rows, right=("", "residual")))
    return verdict.ok
