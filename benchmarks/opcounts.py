"""Operation counts of generated code, of serial, closed-loop and parallel robots, beside the best known of others.

    python -m benchmarks.opcounts                           three tables: ours, theirs, the ratio
    python -m benchmarks.opcounts --csv FOLDER              the counts alone, one file per table
    python -m benchmarks.opcounts --against OLD.csv ...     what changed since an earlier run that wrote OLD.csv
    python -m benchmarks.opcounts --robots 2R,fourbar1 --quantities ID,gravity

Exit code 1 if a cell is worse than its reference, or than it was.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from benchmarks.counting import Cell, CountTable, Key, changes, counted, earlier, in_order, processors

MODULES = {
    "serial": "benchmarks.serial_opcounts",
    "loops": "benchmarks.loops_opcounts",
    "parallel": "benchmarks.parallel_opcounts",
}


def main(names: Sequence[str] = tuple(MODULES)) -> None:
    """The command, for all tables or for some."""
    options = _options(csv_by_default=len(names) == 1)
    tables: list[CountTable] = [import_module(MODULES[name]).TABLE for name in names]
    before = [earlier(path, tables) for path in options.against]
    start = time.perf_counter()
    cells = in_order(_with_progress(tables, options))
    if not cells:
        sys.exit("no cell of any table has these names")
    if options.csv is not None:
        options.csv.mkdir(parents=True, exist_ok=True)
        for table in tables:
            with (options.csv / f"{table.name}.csv").open("w", newline="") as file:
                _write(table, cells, file)
    elif not options.table and not before:
        _write(tables[0], cells, sys.stdout)
    worse = [cell for cell in cells if cell.ratio > 1]
    changed = changes(cells, before)
    if options.table:
        _print_tables(tables, cells)
        print(f"{len(cells)} cells in {time.perf_counter() - start:.0f} s, {len(worse)} worse than their reference")
    for cell, counts in changed:
        said = "WORSE" if cell.total > cell.table.total(counts) else "better or the same in all"
        print(f"{' '.join(cell.names)}: {_slashed(counts)} was, {_slashed(cell.counts)} is: {said}")
    if before:
        print(f"{len(changed)} of {len(cells)} cells changed")
    lost = [cell for cell, counts in changed if cell.total > cell.table.total(counts)]
    sys.exit(1 if worse or lost else 0)


def _options(csv_by_default: bool) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--table", action="store_true", default=not csv_by_default, help="beside the references")
    parser.add_argument("--csv", type=Path, metavar="FOLDER", help="where to write the counts")
    parser.add_argument("--against", type=Path, nargs="+", default=[], metavar="CSV", help="of an earlier run")
    parser.add_argument("--robots", default=[], type=_names)
    parser.add_argument("--quantities", default=[], type=_names)
    parser.add_argument("--level", type=int, help="effort of the optimiser: 0, 1 or 2 (default: that of each table)")
    parser.add_argument("--jobs", type=int, default=processors(), help="processes")
    return parser.parse_args()


def _names(text: str) -> list[str]:
    return [name for name in text.split(",") if name]


def _with_progress(tables: Sequence[CountTable], options: argparse.Namespace) -> list[Cell]:
    def wanted(names: Key) -> bool:
        robot, quantity = names[:2]
        return robot in (options.robots or [robot]) and quantity in (options.quantities or [quantity])

    total = sum(wanted(names) for table in tables for names in table.references)
    columns = (
        TextColumn("counting"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[last]}"),
    )
    cells: list[Cell] = []
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total, last="")
        for cell in counted(tables, wanted, options.level, options.jobs):
            cells.append(cell)
            bar.update(task, advance=1, last=" ".join(cell.names))
    return cells


def _write(table: CountTable, cells: Iterable[Cell], file: TextIO) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(table.header)
    writer.writerows((*cell.names, *cell.counts) for cell in cells if cell.table is table)


def _print_tables(tables: Sequence[CountTable], cells: Sequence[Cell]) -> None:
    console = Console(width=None if sys.stdout.isatty() else 120)
    for table in tables:
        shown = Table(title=table.title)
        for name in (*table.key, "/".join(table.columns), "/".join(table.reference_columns), "ours/theirs", "s"):
            shown.add_column(name, justify="left" if name in table.key else "right")
        for cell in cells:
            if cell.table is table:
                colour = "green" if cell.ratio <= 1 else "red"
                ours = f"{_slashed(cell.counts)} = {cell.total}"
                theirs = f"{_slashed(cell.reference)} = {sum(cell.reference)}"
                shown.add_row(*cell.names, ours, theirs, f"[{colour}]{cell.ratio:.3f}[/]", f"{cell.seconds:.1f}")
        console.print(shown)


def _slashed(counts: Sequence[int]) -> str:
    return "/".join(map(str, counts))


if __name__ == "__main__":
    main()
