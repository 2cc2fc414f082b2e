"""Tables of measured numbers from files: comma-separated text (also compressed), NumPy's .npz, MATLAB's .mat."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from linkwright.errors import InputError, suggestion
from linkwright.lazy import lazy

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

MOST_NUMBERS = 100_000_000
"""Numbers of one table: 800 MB. A compressed file of a megabyte can hold more than a computer has memory."""

_READERS = {
    **dict.fromkeys((".csv", ".txt", ".tsv", ".dat"), lazy("linkwright.measurements.text_table:read_text")),
    ".npz": lazy("linkwright.measurements.array_table:read_npz"),
    ".mat": lazy("linkwright.measurements.array_table:read_mat"),
}
_KNOWN = ".csv, .tsv, .txt, .dat (each also with .gz), .npz and .mat"


@dataclass(frozen=True, eq=False)
class Table:
    """Columns of numbers with names, as a file has them; nan where it has none.

    values:  (rows, columns), not to be written to
    source:  name of the file
    skipped: what else the file holds, each with the reason why it is no column
    lines:   (row, line of the file) where rows begin that are one below the other; empty for files without lines
    """

    names: tuple[str, ...]
    values: Array
    source: str
    skipped: tuple[str, ...] = ()
    lines: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        for k, name in enumerate(self.names):
            if name in self.names[:k]:
                hint = f"columns {self.names.index(name) + 1} and {k + 1} have it; rename one of them"
                raise InputError(f"two columns have the name '{name}'", self.source, hint)
        self.values.flags.writeable = False

    def column(self, name: str) -> Array:
        """The numbers below one name."""
        if name not in self.names:
            hint = suggestion(name, self.names, f"it has: {', '.join(self.names)}")
            raise InputError(f"the table has no column '{name}'", self.source, hint)
        return self.values[:, self.names.index(name)]

    def place(self, row: int) -> str:
        """Where a row stands: "run1.csv:118"; "run1.npz, row 118" for files without lines."""
        if not self.lines:
            return f"{self.source}, row {row + 1}"
        first, line = self.lines[bisect_right(self.lines, (row, 1 << 62)) - 1]
        return f"{self.source}:{line + row - first}"


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


def too_large(source: str, where: str = "") -> InputError:
    """The error of a table that would not fit into memory."""
    hint = "thin it out or cut it; identification of a robot needs minutes of samples, not hours"
    return InputError(f"the table has more than {MOST_NUMBERS:.0e} numbers", where or source, hint)
