"""`linkwright catalog build`: model files, code, tests and operation counts of many chains, in parallel and resumable."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from linkwright.catalogue.selection import Selection
from linkwright.cli.arguments import AsJson
from linkwright.cli.options import spread
from linkwright.cli.resumable import resumable
from linkwright.cli.writing import FOLDER, writes
from linkwright.request import option

if TYPE_CHECKING:
    from linkwright.catalogue.build import Model, Wanted
    from linkwright.catalogue.build_table import Built

TABLE = "catalogue.csv"


@dataclass(frozen=True)
class Building:
    """What to build of every chain, and where."""

    names: str = option("", "these chains, with commas, instead of a filter: R=R=R=P,S3RRR1")
    known: bool = option(False, "the general chains of the known database instead", "--known")
    to: str = option("c", "languages, with commas, or all")
    quantities: str = option("inverse_dynamics,mass_matrix,gravity,jacobian", "comma-separated quantities")
    counts_only: bool = option(False, "model files and operation counts, no code", "--counts-only")
    retry: bool = option(False, "build again what failed in a run before", "--retry")
    workers: int = option(1, "processes of this machine; more than one by dask.distributed")
    scheduler: str = option("", "a dask scheduler that is there already: tcp://host:8786")
    out: Path = option(Path("catalogue"), "folder to write", "--out", "-o")


@writes(out=FOLDER)
@spread()
def build_chains(selection: Selection, building: Building, json: AsJson = False) -> None:
    """Build many chains: model, code, tests run against the referee, operation counts. Run it again to go on."""
    from linkwright.catalogue.build_run import build_all
    from linkwright.catalogue.build_table import table_text
    from linkwright.cli.console import steps
    from linkwright.disk import write_text
    from linkwright.jobs import workers

    start = time.perf_counter()
    wanted, models = _wanted(building), _models(selection, building)
    with (
        resumable(building.out),
        workers(building.workers, building.scheduler) as crew,
        steps(time_left=True) as tell,
    ):
        rows = build_all(models, wanted, building.out, crew, building.retry, tell)
    write_text(building.out / TABLE, table_text(rows))
    _report(rows, building, time.perf_counter() - start, json)
    if any(row.status in ("failed", "crashed") for row in rows):
        raise typer.Exit(1)


def _wanted(building: Building) -> Wanted:
    from linkwright.catalogue.build import Wanted, quantities_of
    from linkwright.compiler import languages_of

    return Wanted(quantities_of(building.quantities), () if building.counts_only else languages_of(building.to))


def _models(selection: Selection, building: Building) -> list[Model]:
    """The chains that are meant, which one of three ways says."""
    from linkwright.catalogue.build import Model, chains_named, known_general
    from linkwright.errors import InputError

    if building.names and building.known:
        raise InputError("--names and --known both say which chains", hint="give one of them")
    if building.names:
        if selection != Selection():
            hint = "leave out --joints, --mask, --level and --max-prismatic, or --names"
            raise InputError("--names says which chains, and so does a filter", hint=hint)
        return [Model.of(chain) for chain in chains_named(building.names)]
    if not building.known:
        return [Model.of(chain) for chain in selection.chains()]
    if selection != Selection(joints=selection.joints):
        hint = "leave out --mask, --level and --max-prismatic; --joints goes with it"
        raise InputError("the known database has no levels and masks of ours", hint=hint)
    found = [Model.of(chain) for chain in known_general() if chain.joints in selection.numbers]
    if not found:
        raise InputError(f"the known database has no general chains of {selection.joints} joints", hint="3 to 6 joints")
    return found


def _report(rows: Sequence[Built], building: Building, wall: float, json: bool) -> None:
    from linkwright.cli.catalog.compare import counts_table
    from linkwright.cli.console import console, print_versioned, say
    from linkwright.errors import counted

    processor = sum(row.processor for row in rows)
    failed = [row for row in rows if row.status in ("failed", "crashed")]
    checks, passed = sum(row.checks for row in rows), sum(row.passed for row in rows)
    error = max((row.error for row in rows if row.error is not None), default=None)
    if json:
        told = {"chains": len(rows), "failed": {row.name: f"{row.status}: {row.why}" for row in failed}}
        times = {"seconds": wall, "processor": processor}
        print_versioned({**told, "checks": checks, "passed": passed, "error": error, **times})
        return
    for row in failed:
        say(f"{row.name} {row.status}: {row.why}")
    console().print(counts_table(rows))
    untested = sum(row.status == "not tested" for row in rows)
    tests = f"{passed} of {counted(checks, 'test')} passed, largest error {error:.1e}" if error is not None else ""
    parts = (
        f"wrote {building.out}/{TABLE}: {counted(len(rows), 'chain')}",
        f"{len(failed)} failed" if failed else "",
        tests,
        f"{untested} could not be tested here" if untested else "",
        f"{wall:.0f} s, {processor:.0f} s of processors",
    )
    say("; ".join(part for part in parts if part))
