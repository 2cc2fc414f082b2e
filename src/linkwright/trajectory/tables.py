"""Instants, and tables of comma-separated values."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import EmitError, InputError

MOST = 1e7
"""Samples that are made at once."""


def instants(duration: float, dt: float) -> Array:
    """Every dt seconds from zero, and the end."""
    if not dt > 0 or duration / dt > MOST:
        raise InputError(f"cannot sample {duration:g} s every {dt:g} s", hint=f"at most {MOST:.0e} samples")
    count = int(np.floor(duration / dt * (1 + 1e-12)))
    times = np.arange(count + 1) * dt
    return np.append(times, duration) if duration - times[-1] > 1e-9 * dt else np.append(times[:-1], duration)


def write_table(path: str | Path, heads: Sequence[str], rows: Iterable[Iterable[Any]]) -> None:
    """A file of comma-separated values: every digit of numbers, texts, yes or no, nothing for None."""
    try:
        with Path(path).open("w", newline="", encoding="utf-8") as file:
            _fill(file, heads, rows, "\r\n")  # as RFC 4180 has it
    except OSError as error:
        hint = "choose a folder that exists and that you may write to"
        raise EmitError(f"cannot write '{path}': {error.strerror or error}", hint=hint) from None


def write_motion(path: str | Path, t: Array, **blocks: Array) -> None:
    """Columns t, q1, q2, ... of blocks q (n, columns) and others, one row per instant."""
    heads = [f"{name}{k + 1}" for name, block in blocks.items() for k in range(block.shape[1])]
    write_table(path, ["t", *heads], np.column_stack([t, *blocks.values()]))


def table_text(heads: Sequence[str], rows: Iterable[Iterable[Any]]) -> str:
    """The same as a text of lines."""
    text = io.StringIO()
    _fill(text, heads, rows, "\n")
    return text.getvalue()


def _fill(file: TextIO, heads: Sequence[str], rows: Iterable[Iterable[Any]], end: str) -> None:
    writer = csv.writer(file, lineterminator=end)
    writer.writerow(heads)
    writer.writerows([_cell(x) for x in row] for row in rows)


def _cell(x: Any) -> str:
    if isinstance(x, str) or x is None:
        return x or ""
    return ("no", "yes")[x] if isinstance(x, bool) else repr(float(x))
