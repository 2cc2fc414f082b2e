"""`linkwright build`: files on disk, and a table of what the generated tests said."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path

from linkwright.apps.console import console, print_json, progress, table
from linkwright.derive.material import available
from linkwright.model.robot import Robot
from linkwright.pipeline import build
from linkwright.verify.toolchains import Row


def build_and_report(
    robot: Robot, to: str, out: Path, quantity: str, parameters: str, symbolic: str, effort: int, run: bool, json: bool
) -> bool:
    """Whether every generated test that could run passed."""
    every = quantity == "all"
    names = (
        available(robot, parameters, symbolic) if every else tuple(n.strip() for n in quantity.split(",") if n.strip())
    )
    start = time.perf_counter()
    with progress() as bar:
        bar.add_task(f"building {robot.name} for {to}")
        built = build(robot, to, out, names or None, parameters=parameters, symbolic=symbolic, effort=effort, run=run)
    seconds = time.perf_counter() - start
    ok = all(row.ok for row in built.tests)
    if json:
        files = {language: list(tree) for language, tree in built.trees.items()}
        print_json(
            {
                "folder": str(out),
                "seconds": seconds,
                "files": files,
                "tests": [asdict(r) for r in built.tests],
                "ok": ok,
            }
        )
        return ok
    screen = console()
    screen.print(f"wrote {out}/ in {seconds:.2f} s")
    if built.tests:
        columns = ("language", "files", "functions", "tests passed", "max error", "result")
        screen.print(table("", columns, [_cells(row) for row in built.tests]))
    return ok


def _cells(row: Row) -> list[str]:
    tests = f"{row.passed} of {row.checks}" if row.ran else "-"
    error = "-" if row.error is None else f"{row.error:.1e}"
    result = "FAILED" if not row.ok else "ok" if row.checks or row.error is None else "ok, but nothing could be tested"
    return [row.language, str(row.files), str(row.functions), tests, error, row.note or result]
