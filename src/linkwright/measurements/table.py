"""Tables of measured numbers from files: comma-separated text (also compressed), NumPy's .npz, MATLAB's .mat."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError
from linkwright.lazy import lazy
from linkwright.measurements.table_type import Table

__all__ = ["Table", "read_table", "table_of"]

_READERS = {
    **dict.fromkeys((".csv", ".txt", ".tsv", ".dat"), lazy("linkwright.measurements.text_table:read_text")),
    ".npz": lazy("linkwright.measurements.array_table:read_npz"),
    ".mat": lazy("linkwright.measurements.array_table:read_mat"),
}
_KNOWN = ".csv, .tsv, .txt, .dat (each also with .gz), .npz and .mat"


def read_table(path: str | Path) -> Table:
    """Columns of a file; its kind is told by the ending of its name.

    Text: names in the first line (or in a comment above the numbers; c1, c2, ... where there are none), columns parted by
    commas, semicolons, tabs or blanks. Arrays of .npz and .mat: one name each, followed by 1, 2, ... where they have columns.
    """
    path = Path(path)
    kind = path.with_suffix("").suffix if path.suffix.lower() == ".gz" else path.suffix
    reader = _READERS.get(kind.lower())
    packed = path.suffix.lower() == ".gz" and kind.lower() in (".npz", ".mat")
    if reader is None or packed:
        raise InputError(f"'{path.name}' is no table that can be read", str(path), f"tables are {_KNOWN}")
    try:
        if path.is_dir():
            raise InputError(f"'{path}' is a folder", hint="name a file in it")
        found: Table = reader(path)
    except FileNotFoundError:
        raise InputError(f"no such file: {path}", hint="check the path") from None
    except OSError as error:
        raise InputError(f"the file cannot be read: {error.strerror or error}", str(path), "check the file") from None
    return found


def table_of(source: str | Path | Table | Mapping[str, Any], name: str) -> Table:
    """A table, the columns of a file, or arrays by name, of which those with columns are called q1, q2, ...

    name: what is said of arrays where a file is named
    """
    if isinstance(source, Table):
        return source
    if isinstance(source, str | Path):
        return read_table(source)
    arrays = {str(head): _numbers(str(head), x) for head, x in source.items()}
    if len({len(x) for x in arrays.values()}) != 1:
        sizes = ", ".join(f"{head} {len(x)}" for head, x in arrays.items())
        raise InputError(f"columns of different lengths: {sizes}", hint="one row per sample or posture in each")
    heads: list[str] = []
    for head, x in arrays.items():
        heads += [head] if x.ndim == 1 else [f"{head}{k + 1}" for k in range(x.shape[1])]
    return Table(tuple(heads), np.column_stack(list(arrays.values())), name)


def _numbers(head: str, x: Any) -> Array:
    """A number per row, or several."""
    try:
        if np.iscomplexobj(x):
            raise TypeError
        found = np.atleast_1d(np.asarray(x, dtype=np.float64))
    except (TypeError, ValueError):
        raise InputError(f"'{head}' is no array of numbers", hint="one number, or one row, per sample") from None
    return found if found.ndim == 1 else found.reshape(len(found), -1)
