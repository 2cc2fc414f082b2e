"""The type of tables of measured numbers."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from linkwright.arrays import Array
from linkwright.errors import InputError, suggestion

MOST_NUMBERS = 100_000_000
"""Numbers of one table: 800 MB. A compressed file of a megabyte can hold more than a computer has memory."""


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


def too_large(source: str, where: str = "") -> InputError:
    """The error of a table that would not fit into memory."""
    hint = "thin it out or cut it; identification of a robot needs minutes of samples, not hours"
    return InputError(f"the table has more than {MOST_NUMBERS:.0e} numbers", where or source, hint)
