"""The table of a built catalogue: a row per chain with operation counts, errors and times. Written as CSV, and read back."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.catalogue.build_counts import OPERATIONS, total
from linkwright.errors import FileError
from linkwright.jobs import Outcome

_BEFORE = ("name", "joints", "word", "status")
_AFTER = ("seconds", "processor", "checks", "passed", "error")


@dataclass(frozen=True)
class Built:
    """A chain that was built.

    counts: per quantity in the order of OPERATIONS; seconds, processor: of the wall clock, and of all processes
    checks, passed, error: of the tests that travel with the code, against the referee; why: what failed
    """

    name: str
    word: str
    status: str
    counts: Mapping[str, tuple[int, ...]]
    seconds: float = 0.0
    processor: float = 0.0
    checks: int = 0
    passed: int = 0
    error: float | None = None
    why: str = ""

    @property
    def joints(self) -> int:
        return len(self.word)

    @property
    def revolute(self) -> int:
        return self.word.count("R")

    def operations(self, quantity: str) -> int:
        """All that take time."""
        return total(self.counts[quantity])


def built(word: str, outcome: Outcome) -> Built:
    """The row of a chain from what became of its job. A test that fails is a chain that failed."""
    if not outcome.ok:
        return Built(outcome.key, word, outcome.status, {}, outcome.seconds, why=outcome.message)
    result = outcome.result
    tests: list[dict[str, Any]] = result["tests"]
    wrong = [f"{t['language']}: {t['note'] or 'tests failed'}" for t in tests if not t["ok"]]
    errors = [t["error"] for t in tests if t["error"] is not None]
    return Built(
        outcome.key,
        word,
        "failed" if wrong else "not tested" if any(not t["ran"] for t in tests) else "done",
        {quantity: tuple(counts) for quantity, counts in result["counts"].items()},
        outcome.seconds,
        result["processor"],
        sum(t["checks"] for t in tests),
        sum(t["passed"] for t in tests),
        max(errors, default=None),
        "\n".join(wrong),
    )


def quantities_in(rows: Iterable[Built]) -> tuple[str, ...]:
    """Those that any row has, in their order."""
    return tuple(dict.fromkeys(quantity for row in rows for quantity in row.counts))


def table_text(rows: Sequence[Built]) -> str:
    """The table as text of a CSV file; a chain that was not built has no counts."""
    out = io.StringIO()
    names = quantities_in(rows)
    heads = [f"{quantity}_{kind}" for quantity in names for kind in OPERATIONS]
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow((*_BEFORE, *heads, *_AFTER))
    for row in rows:
        counts = [n for q in names for n in row.counts.get(q, ("",) * len(OPERATIONS))]
        times = (f"{row.seconds:.3f}", f"{row.processor:.3f}")
        error = "" if row.error is None else f"{row.error:.3g}"
        writer.writerow((row.name, row.joints, row.word, row.status, *counts, *times, row.checks, row.passed, error))
    return out.getvalue()


def read_table(text: str, source: str) -> tuple[Built, ...]:
    """The rows of such a table."""
    reader = csv.DictReader(io.StringIO(text))
    heads = list(reader.fieldnames or ())
    missing = next((x for x in (*_BEFORE, *_AFTER) if x not in heads), None)
    quantities = [x.removesuffix("_add") for x in heads if x.endswith("_add")]
    lacking = next((f"{q}_{kind}" for q in quantities for kind in OPERATIONS if f"{q}_{kind}" not in heads), None)
    if missing or lacking or not quantities:
        what = f"the table has no column '{missing or lacking or 'inverse_dynamics_add'}'"
        raise FileError(what, source, "give a table that  linkwright catalog build  wrote: catalogue.csv")
    return tuple(_row(cells, quantities, f"{source}:{reader.line_num}") for cells in reader)


def _row(cells: Mapping[str, str | None], quantities: Sequence[str], where: str) -> Built:
    try:
        counts = {q: [cells[f"{q}_{kind}"] or "" for kind in OPERATIONS] for q in quantities}
        given = {q: tuple(map(int, own)) for q, own in counts.items() if any(own)}
        word, error = str(cells["word"]), cells["error"]
        if set(word) - set("RP") or int(cells["joints"] or 0) != len(word):
            raise ValueError(f"'{word}' is no word of {cells['joints']} letters R and P")
        times = float(cells["seconds"] or 0), float(cells["processor"] or 0)
        tests = int(cells["checks"] or 0), int(cells["passed"] or 0)
        error = float(error) if error else None
        return Built(str(cells["name"]), word, str(cells["status"]), given, *times, *tests, error)
    except ValueError as problem:
        raise FileError(f"this row cannot be read: {problem}", where, "write the table anew") from None
