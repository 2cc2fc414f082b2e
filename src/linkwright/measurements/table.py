"""Tables of measured numbers from files: comma-separated text (also compressed), NumPy's .npz, MATLAB's .mat."""

from __future__ import annotations

from pathlib import Path

from linkwright.errors import InputError
from linkwright.lazy import lazy
from linkwright.measurements.table_type import Table

__all__ = ["Table", "read_table"]

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
