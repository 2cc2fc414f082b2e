"""Verdict: what the laws say about a robot, as frozen rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from html import escape
from typing import Any

_CELL = "text-align:left;padding:2px 12px 2px 0"


@dataclass(frozen=True)
class Row:
    """One law on one robot.

    residual: largest relative gap on the sample points; None where nothing was measured
    exact:    True where the law was also decided in a prime field and holds, False where it fails there, None where it was not
    ok:       whether the law holds; None where it could not be asked of this robot (the note says why)
    """

    law: int  # its number
    name: str  # what it says
    residual: float | None
    exact: bool | None
    ok: bool | None
    note: str = ""  # what was proven, or why it was not asked


@dataclass(frozen=True, repr=False)
class Verdict:
    """All laws that were asked, one row each. A law that could not be asked does not count against the robot.

    robot: its name
    rows:  one per law; the verdict iterates over them
    """

    robot: str
    rows: tuple[Row, ...]

    @property
    def ok(self) -> bool:
        """Whether no law failed."""
        return all(row.ok is not False for row in self.rows)

    @property
    def failed(self) -> tuple[Row, ...]:
        """The laws that failed."""
        return tuple(row for row in self.rows if row.ok is False)

    def as_dict(self) -> dict[str, Any]:
        """As `linkwright verify --json` prints it."""
        return {"robot": self.robot, "ok": self.ok, "laws": [asdict(row) for row in self.rows]}

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def _repr_html_(self) -> str:
        heads = ("", "law", "residual", "", "result", "note")
        head = "".join(f"<th style='{_CELL}'>{name}</th>" for name in heads)
        rows = "".join(
            "<tr>" + "".join(f"<td style='{_CELL}'>{escape(x)}</td>" for x in _cells(row)) + "</tr>"
            for row in self.rows
        )
        return f"<p><b>laws of {escape(self.robot)}</b></p><table><tr>{head}</tr>{rows}</table>"

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        return "\n".join([f"laws of {self.robot}", *(_line(row) for row in self.rows)])


def _cells(row: Row) -> tuple[str, ...]:
    """Number, name, residual, whether it is exact, result, note."""
    result = {True: "ok", False: "FAILED", None: "not run"}[row.ok]
    size = "-" if row.residual is None else f"{row.residual:.1e}"
    exact = {True: "exact", False: "not exact", None: ""}[row.exact]
    return str(row.law), row.name, size, exact, result, row.note


def _line(row: Row) -> str:
    law, name, size, exact, result, note = _cells(row)
    return f"{law:>3} {name:46} {size:>8} {exact:10} {result:8} {note}".rstrip()
