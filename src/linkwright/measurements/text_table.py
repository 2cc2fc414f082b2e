"""Tables of text: comma-separated values, and what else programs call so.

The file is read in pieces, each of which NumPy turns into numbers; only a piece that it does not understand is read cell by
cell, which finds the place of the mistake, or the empty cells. A million rows of 22 numbers (258 MB) take 5 s and 200 MB.
"""

from __future__ import annotations

import csv
import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError, counted
from linkwright.measurements.table_type import MOST_NUMBERS, Table, too_large

_PIECE = 1 << 20
"""Bytes that are read at once: a piece of short lines costs a hundred times as much as lines of Python."""
_LONGEST_LINE = 1 << 20
_MOST_BYTES = 4_000_000_000
"""Of text, after decompression."""
_MOST_LINES = 50_000_000
_MISSING = frozenset(("", "na", "n/a", "nan", "null", "none"))
"""Cells without a number."""


@dataclass(frozen=True)
class Dialect:
    """How a file of text is written.

    delimiter: between cells; None for blanks
    comma:     whether numbers have a decimal comma
    names:     of all columns
    text:      columns (their numbers) that hold no numbers, with what the first row has there
    """

    delimiter: str | None
    comma: bool
    names: tuple[str, ...]
    text: dict[int, str]

    @property
    def kept(self) -> list[int]:
        """The columns of numbers."""
        return [k for k in range(len(self.names)) if k not in self.text]


def read_text(path: Path) -> Table:
    """A table from a file of text, compressed by gzip if its name ends in .gz."""
    if path.suffix.lower() == ".gz":
        with gzip.open(path, "rb") as packed:
            return _read(_pieces(packed, path.name), path)
    with path.open("rb") as file:
        return _read(_pieces(file, path.name), path)


def _read(pieces: Iterator[list[tuple[int, str]]], path: Path) -> Table:
    header: list[tuple[int, str]] = []
    dialect: Dialect | None = None
    values, rows = np.empty((0, 0)), 0
    places: list[tuple[int, int]] = []
    for piece in pieces:
        if dialect is None:
            piece = header + piece
            start = _first_numbers(piece)
            if start is None:
                header = piece[-1000:]
                continue
            dialect = _dialect(piece[: start + 1], path.name)
            piece = piece[start:]
        lines = [(number, _bare(line)) for number, line in piece]
        lines = [x for x in lines if x[1]]
        if not lines:
            continue
        found = _numbers(lines, dialect, path.name)
        _note_places(places, rows, lines)
        if (rows + len(found)) * found.shape[1] > MOST_NUMBERS:
            raise too_large(path.name, f"{path.name}:{lines[-1][0]}")
        if rows + len(found) > len(values):
            grown = max(rows + len(found), min(3 * len(values) // 2, MOST_NUMBERS // found.shape[1]))
            values = values if rows else np.empty((0, found.shape[1]))
            values.resize((grown, found.shape[1]), refcheck=False)  # in place: two copies of a table may not fit
        values[rows : rows + len(found)] = found
        rows += len(found)
    if dialect is None:
        raise _no_numbers(header, path.name)
    values.resize((rows, values.shape[1]), refcheck=False)
    names = tuple(dialect.names[k] for k in dialect.kept)
    skipped = tuple(f"'{dialect.names[k]}' holds text, as '{cell}'" for k, cell in dialect.text.items())
    return Table(names, values, path.name, skipped, tuple(places))


def _pieces(file: BinaryIO | gzip.GzipFile, source: str) -> Iterator[list[tuple[int, str]]]:
    """Lines with their numbers, a few megabytes at a time."""
    rest, number, total = b"", 1, 0
    while True:
        try:
            block = file.read(_PIECE)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            hint = "the file is cut off or damaged: copy it again"
            raise InputError(f"the file cannot be decompressed: {error}", f"{source}:{number}", hint) from None
        total += len(block)
        if total > _MOST_BYTES or number > _MOST_LINES:
            what = f"the file has more than {_MOST_BYTES // 10**9} GB of text, or than {_MOST_LINES} lines"
            raise InputError(what, f"{source}:{number}", "cut it into several")
        whole, end, tail = (rest + block).rpartition(b"\n") if block else (rest, b"", b"")
        if len(tail) > _LONGEST_LINE or (end and len(whole) > _LONGEST_LINE and _too_long(whole)):
            what = f"a line has more than {_LONGEST_LINE} characters"
            raise InputError(what, f"{source}:{number}", "a table has one line for each sample")
        if end or (whole and not block):
            lines = _decoded(whole, source, number).split("\n")
            yield list(enumerate(lines, number))
            number += len(lines)
        if not block:
            return
        rest = tail


def _too_long(whole: bytes) -> bool:
    return max(map(len, whole.split(b"\n"))) > _LONGEST_LINE


def _decoded(data: bytes, source: str, number: int) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError("the table is in UTF-16", source, "save it as CSV in UTF-8")
    if b"\0" in data:
        raise InputError("the file is binary, not text", source, "export a table: .csv, .npz or .mat")
    try:
        return data.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")  # a degree sign in a name, as older programs write it


def _bare(line: str) -> str:
    """A line without its comment and end."""
    return line.partition("#")[0].strip("\r\n ") if "#" in line else line.strip("\r\n ")


def _first_numbers(piece: list[tuple[int, str]]) -> int | None:
    """Of the first line that is not all words: at least half of its cells are numbers."""
    for k, (_, line) in enumerate(piece):
        cells = _cells(_bare(line), *_separators(_bare(line)))
        if (
            cells
            and 2 * sum(_number(cell, True) is not None for cell in cells) >= len(cells)
            and any(map(str.strip, cells))
        ):
            return k
    return None


def _separators(line: str) -> tuple[str | None, bool]:
    """Delimiter of a line of numbers, and whether its numbers have a decimal comma."""
    for delimiter in (";", "\t"):
        if delimiter in line:
            return delimiter, "," in line
    return ("," if "," in line else None), False


def _cells(line: str, delimiter: str | None, comma: bool = False) -> list[str]:
    if delimiter is None and '"' not in line:
        return line.split()
    try:
        found = next(csv.reader([line], delimiter=delimiter or " ", skipinitialspace=True), list[str]())
    except csv.Error:
        return []
    cells = [cell.strip() for cell in found]
    return [cell.replace(",", ".", 1) for cell in cells] if comma else cells


def _number(cell: str, missing: bool) -> float | None:
    """Of a cell; nan for a missing one, None where it holds something else."""
    if "_" in cell:  # Python would read 1_000
        return None
    try:
        return float(cell)
    except ValueError:
        return float("nan") if missing and cell.lower() in _MISSING else None


def _dialect(head: list[tuple[int, str]], source: str) -> Dialect:
    """From the lines up to the first one of numbers."""
    *above, (number, first) = head
    delimiter, comma = _separators(_bare(first))
    cells = _cells(_bare(first), delimiter, comma)
    text = {k: cell for k, cell in enumerate(cells) if _number(cell, True) is None}
    words = [(n, line) for n, line in above if _bare(line)]
    names = [f"c{k + 1}" for k in range(len(cells))]
    if words:
        if len(words) > 1:
            hint = "one line of names, then numbers; other lines begin with #"
            raise InputError(f"'{_shown(words[1][1])}' is no row of numbers", f"{source}:{words[1][0]}", hint)
        given = _cells(_bare(words[0][1]), delimiter)
        if len(given) != len(cells):
            what = f"the first line has {counted(len(given), 'name')}, and the row below {counted(len(cells), 'cell')}"
            raise InputError(what, f"{source}:{number}", "give every column one name; quote names that hold separators")
        names = [name or names[k] for k, name in enumerate(given)]
    else:  # as NumPy's savetxt writes them
        noted = [_cells(line.strip("# \r"), delimiter) for _, line in above if line.startswith("#")][-1:]
        if noted and len(noted[0]) == len(cells) and all(_number(x, True) is None for x in noted[0]):
            names = noted[0]
    return Dialect(delimiter, comma, tuple(names), text)


def _numbers(lines: list[tuple[int, str]], dialect: Dialect, source: str) -> Array:
    """Rows of a piece, without the columns of text."""
    if not dialect.text:
        texts = [line for _, line in lines]
        if dialect.comma:
            texts = [line.replace(",", ".") for line in texts]
        try:
            found = np.loadtxt(texts, delimiter=dialect.delimiter, comments=None, ndmin=2, dtype=np.float64)
            if found.shape[1] == len(dialect.names):
                return found
        except ValueError:
            pass
    return np.array([_row(number, line, dialect, source) for number, line in lines])


def _row(number: int, line: str, dialect: Dialect, source: str) -> list[float]:
    """Cell by cell: what is missing becomes nan, what is no number is told."""
    where = f"{source}:{number}"
    cells = _cells(line, dialect.delimiter, dialect.comma)
    if len(cells) != len(dialect.names):
        hint = f"the rows above have {len(dialect.names)}; is the file cut off, or a separator missing?"
        raise InputError(f"the row has {counted(len(cells), 'cell')}", where, hint)
    row: list[float] = []
    for k in dialect.kept:
        value = _number(cells[k], True)
        if value is None:
            what = f"'{_shown(cells[k])}' in column '{dialect.names[k]}' is not a number"
            raise InputError(what, where, "correct the cell, or leave it empty: the sample then counts as lost")
        row.append(value)
    return row


def _note_places(places: list[tuple[int, int]], rows: int, lines: list[tuple[int, str]]) -> None:
    """Where rows and lines begin to go apart: at comments and empty lines."""
    first, last = lines[0][0], lines[-1][0]
    if not places or first - places[-1][1] != rows - places[-1][0]:
        places.append((rows, first))
    if last - first != len(lines) - 1:
        for k, ((before, _), (after, _)) in enumerate(pairwise(lines), 1):
            if after != before + 1:
                places.append((rows + k, after))


def _no_numbers(lines: list[tuple[int, str]], source: str) -> InputError:
    words = [(number, line) for number, line in lines if _bare(line)]
    if not words:
        return InputError("the table is empty", source, "one line of names, then one line of numbers for each sample")
    number, line = words[-1]
    what = "the table has names and no numbers" if len(words) == 1 else f"'{_shown(line)}' is no row of numbers"
    return InputError(what, f"{source}:{number}", "one line of names, then one line of numbers for each sample")


def _shown(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
