"""Tables of operation counts: their cells counted in several processes, and compared with references or with an earlier run."""

from __future__ import annotations

import csv
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path

Key = tuple[str, ...]
"""Names of a cell: robot, quantity, and the column where a table has several."""


@dataclass(frozen=True)
class CountTable:
    """One table.

    module:     where it is: a process that counts its cells imports it as TABLE of there
    key:        what the names of a cell are
    columns:    what is counted
    compared:   the columns whose sum is compared
    references: the counts that ours must not exceed, in the order of `reference_columns`
    count:      (names of a cell, level of the optimiser) -> counts, in the order of `columns`
    derivation: cells with the same one are counted once
    """

    name: str
    module: str
    title: str
    key: Key
    columns: Key
    compared: Key
    references: Mapping[Key, tuple[int, ...]]
    reference_columns: Key
    count: Callable[[Key, int], tuple[int, ...]]
    level: int
    derivation: Callable[[Key], Key] = lambda key: key

    @property
    def header(self) -> Key:
        return (*self.key, *self.columns)

    def total(self, counts: Sequence[int]) -> int:
        """What is compared."""
        return sum(n for name, n in zip(self.columns, counts, strict=True) if name in self.compared)


@dataclass(frozen=True)
class Cell:
    """What was counted, and how long it took to derive and optimise."""

    table: CountTable
    names: Key
    counts: tuple[int, ...]
    seconds: float

    @property
    def total(self) -> int:
        return self.table.total(self.counts)

    @property
    def reference(self) -> tuple[int, ...]:
        return self.table.references[self.names]

    @property
    def ratio(self) -> float:
        """At most one where ours is not worse."""
        return self.total / sum(self.reference)


def counted(
    tables: Sequence[CountTable], wanted: Callable[[Key], bool], level: int | None, jobs: int
) -> Iterator[Cell]:
    """The wanted cells of the tables as they are ready, the largest first: so no process is left alone with the last."""
    work: dict[tuple[int, Key], list[Key]] = {}
    for n, table in enumerate(tables):
        for names in filter(wanted, table.references):
            work.setdefault((n, table.derivation(names)), []).append(names)
    size = {task: max(sum(tables[task[0]].references[names]) for names in cells) for task, cells in work.items()}
    order = sorted(work, key=lambda task: -size[task])
    for (n, names), counts, seconds in _run(tables, order, level, jobs):
        for cell in work[n, names]:
            yield Cell(tables[n], cell, counts, seconds)


Task = tuple[int, Key]


def _run(
    tables: Sequence[CountTable], tasks: Iterable[Task], level: int | None, jobs: int
) -> Iterator[tuple[Task, tuple[int, ...], float]]:
    levels = [table.level if level is None else level for table in tables]
    if jobs == 1:
        for n, names in tasks:
            yield (n, names), *_count(tables[n].module, names, levels[n])
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        ready = {pool.submit(_count, tables[n].module, names, levels[n]): (n, names) for n, names in tasks}
        for future in as_completed(ready):
            yield ready[future], *future.result()


def _count(module: str, names: Key, level: int) -> tuple[tuple[int, ...], float]:
    """One cell, in whichever process: a table holds functions and is not sent."""
    table: CountTable = import_module(module).TABLE
    start = time.perf_counter()
    return table.count(names, level), time.perf_counter() - start


def processors() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(cells: Iterable[Cell]) -> list[Cell]:
    """The cells in the order of their tables' references."""
    return sorted(cells, key=lambda cell: (cell.table.name, list(cell.table.references).index(cell.names)))


@dataclass(frozen=True)
class Earlier:
    """Counts of an earlier run, from the CSV that it printed."""

    table: CountTable
    counts: Mapping[Key, tuple[int, ...]]


def earlier(path: Path, tables: Sequence[CountTable]) -> Earlier:
    """The CSV of one table; its first line says which."""
    with path.open(newline="") as file:
        header, *rows = csv.reader(file)
    table = next((t for t in tables if t.header == tuple(header)), None)
    if table is None:
        raise SystemExit(f"{path}: no table of counts has the columns {', '.join(header)}")
    split = len(table.key)
    return Earlier(table, {tuple(row[:split]): tuple(map(int, row[split:])) for row in rows})


def changes(cells: Iterable[Cell], before: Sequence[Earlier]) -> list[tuple[Cell, tuple[int, ...]]]:
    """Cells whose counts are not those of the earlier run, with those."""
    known = {(e.table.name, names): counts for e in before for names, counts in e.counts.items()}
    found = ((cell, known.get((cell.table.name, cell.names))) for cell in cells)
    return [(cell, counts) for cell, counts in found if counts is not None and counts != cell.counts]
