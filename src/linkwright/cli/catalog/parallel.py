"""`linkwright catalog parallel`: platforms on legs that are all alike, tested one by one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from linkwright.catalogue.parallel.selection import ParallelSelection
from linkwright.cli.arguments import AsJson
from linkwright.cli.options import spread
from linkwright.cli.writing import Place, writes

if TYPE_CHECKING:
    from linkwright.catalogue.parallel.search import Found

_SHOWN = ("name", "status", "driven", "residual", "freedom", "beside", "smallest", "held", "reason")
_FEW = 40


@writes(out=Place((".csv",)), model=Place((".yaml",)))
@spread()
def parallel_robots(
    selection: ParallelSelection,
    known: Annotated[str, typer.Option("--class", help="a robot by its name: delta, 3-UPU, gough, ...")] = "",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="write the table (.csv)")] = None,
    model: Annotated[Path | None, typer.Option("--model", help="write the robot file (.yaml) of the one robot")] = None,
    workers: Annotated[int, typer.Option("--workers", help="processes that work at the same time")] = 1,
    json: AsJson = False,
) -> None:
    """Test which legs carry a platform that moves as the mask says, and which of their joints may have the motor."""
    from linkwright.cli.console import print_versioned, say
    from linkwright.disk import write_file

    selection, driven = _of_class(selection, known)
    if model:
        _write_model(selection, driven, model)
        return
    rows = _tested(selection, workers)
    if out:
        write_file(out, lambda path: _write_table(path, rows))
    if json:
        print_versioned({"mask": selection.mask, "counts": _counts(rows), "robots": rows})
        return
    _tell(rows)
    if out:
        say(f"wrote {out}: {len(rows)} rows")


def _of_class(selection: ParallelSelection, name: str) -> tuple[ParallelSelection, int | None]:
    if not name:
        return selection, None
    from linkwright.catalogue.parallel.classes import class_named

    c = class_named(name)
    return replace(selection, mask=c.mask, legs=c.leg, base=c.base, platform=c.platform), c.driven


def _tested(selection: ParallelSelection, count: int) -> list[dict[str, Any]]:
    from linkwright.cli.console import steps
    from linkwright.errors import LinkwrightError
    from linkwright.jobs import Job, workers

    bases, platforms = selection.placements()
    legs = selection.chosen()
    shared = {"mask": selection.kind().name, "bases": list(bases), "platforms": list(platforms)}
    jobs = [
        Job(leg.chain.name, "linkwright.catalogue.parallel.search:table_rows", {"leg": leg.chain.name, **shared})
        for leg in legs
    ]
    found: dict[str, list[dict[str, Any]]] = {}
    with steps() as tell, workers(count) as crew:
        for outcome in crew.run(jobs):
            if not outcome.ok:
                raise LinkwrightError(f"leg {outcome.key}: {outcome.message}")
            found[outcome.key] = outcome.result
            tell(f"leg {len(found)} of {len(jobs)}: {outcome.key}", len(found) / len(jobs))
    return [row for job in jobs for row in found[job.key]]


def _write_table(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    import csv

    from linkwright.catalogue.parallel.search import COLUMNS

    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)


def _counts(rows: Sequence[dict[str, Any]]) -> dict[str, int]:
    from linkwright.catalogue.parallel.verdict import STATUS

    counts = Counter(row["status"] for row in rows)
    return {status: counts[status] for status in STATUS if counts[status]}


def _tell(rows: Sequence[dict[str, Any]]) -> None:
    """Every robot if there are few, else how many legs each pair of placements accepts."""
    from linkwright.cli.console import console, say, table

    screen = console()
    if len(rows) <= _FEW:
        screen.print(table("", _SHOWN, [[row[x] for x in _SHOWN] for row in rows]))
    else:
        places = sorted({row["platform"] for row in rows}, key=_number)
        accepted = Counter((row["base"], row["platform"]) for row in rows if row["status"] == "accepted")
        lines = [[g, *(accepted[g, p] or None for p in places)] for g in sorted({r["base"] for r in rows}, key=_number)]
        screen.print(table("accepted legs", ("", *places), lines, right=places))
    motors = sum(len(row["driven"].split()) for row in rows)
    say(", ".join(f"{count} {status}" for status, count in _counts(rows).items()) + f"; {motors} with the driven joint")


def _number(method: str) -> int:
    return int(re.sub(r"\D", "", method))


def _write_model(selection: ParallelSelection, driven: int | None, path: Path) -> None:
    from linkwright.catalogue.parallel.model import model
    from linkwright.catalogue.parallel.search import search
    from linkwright.cli.console import say
    from linkwright.disk import write_text
    from linkwright.errors import InputError

    (bases, platforms), legs = selection.placements(), selection.chosen()
    if len(bases) * len(platforms) * len(legs) != 1:
        raise InputError("a robot file is of one robot", hint="say --legs, --base and --platform, or --class")
    found: list[Found] = search(legs[0], selection.kind(), bases, platforms)
    if not found:
        raise InputError(f"{legs[0].chain.name} does not end on {platforms[0]}", hint="another --platform, such as P1")
    write_text(path, model(found[0], driven))
    say(f"wrote {path}: {found[0].name}, {found[0].verdict.status}")
