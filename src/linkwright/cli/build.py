"""`linkwright build`: files on disk, and a table of what the generated tests said."""

from __future__ import annotations

import time
from dataclasses import asdict

from linkwright.cli.console import console, print_json, steps, table
from linkwright.cli.options import Output
from linkwright.compiler import Built, build
from linkwright.mechanism import Mechanism
from linkwright.request import Request
from linkwright.verification.toolchains import Row


def build_and_report(mechanism: Mechanism, wish: Output, request: Request, json: bool) -> bool:
    """Whether every generated test that could run passed."""
    start = time.perf_counter()
    with steps() as tell:
        built = build(
            mechanism, wish.to, wish.out, wish.quantities or None, parameters=request.parameters,
            symbolic=request.symbolic, frame=request.frame, effort=request.effort, layout=wish.layout,
            real=request.real, run=wish.run, progress=tell,
        )  # fmt: skip
    seconds = time.perf_counter() - start
    ok = all(row.ok for row in built.tests)
    if json:
        print_json(_data(built, wish, seconds, ok))
    else:
        _show(built, wish, seconds)
    return ok


def _data(built: Built, wish: Output, seconds: float, ok: bool) -> dict[str, object]:
    return {
        "folder": str(wish.out),
        "seconds": seconds,
        "files": {
            **{language: list(tree) for language, tree in built.trees.items()},
            **({"fmu": list(built.units.files)} if built.units else {}),
        },
        "left_out": dict(built.left_out),
        "older": list(built.older),
        "tests": [asdict(row) for row in built.tests],
        "ok": ok,
    }


def _show(built: Built, wish: Output, seconds: float) -> None:
    screen = console()
    for reason in dict.fromkeys(reason for _, reason in built.left_out):
        names = ", ".join(name for name, why in built.left_out if why == reason)
        screen.print(f"left out {names}: {reason}", soft_wrap=True)
    screen.print(f"wrote {wish.out}/ in {seconds:.2f} s")
    if built.older:
        first, *rest = built.older
        more = f" and {len(rest)} more" if rest else ""
        screen.print(f"still there from another build: {first}{more}; a folder of its own per robot is safer")
    if built.tests:
        columns = ("language", "files", "functions", "tests passed", "max error", "seconds", "result")
        screen.print(table("", columns, [_cells(row) for row in built.tests]))
    for row in built.tests:
        if not row.ok:
            screen.print(f"\n{row.language}:\n{row.output.strip()}")


def _cells(row: Row) -> list[str]:
    tests = f"{row.passed} of {row.checks}" if row.ran and row.checks else "-"
    error = "-" if row.error is None else f"{row.error:.1e}"
    result = "FAILED" if not row.ok else "ok" if row.checks or row.error is None else "ok, but nothing could be tested"
    spent = f"{row.seconds:.1f}" if row.ran else "-"
    return [row.language, str(row.files), str(row.functions), tests, error, spent, row.note or result]
