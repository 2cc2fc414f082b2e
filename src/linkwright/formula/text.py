"""A formula as it was written, and how its mistakes are told: what is wrong, where, what to write instead."""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.errors import ExpressionError

MAX_LENGTH = 20_000
"""Characters of a formula: a cable of many links, and an end to what a stranger's file may ask for."""

_SHOWN = 60


@dataclass(frozen=True)
class Text:
    """A formula and its place: "arm.yaml:7", "lagrangian", or nothing. Who knows more of it says more: see `error`."""

    text: str
    place: str = ""

    def error(self, what: str, at: int, hint: str = "") -> ExpressionError:
        """What is wrong with the character at a place of the text, counted from 0."""
        before = self.text[:at]
        row, column = before.count("\n"), at - (before.rfind("\n") + 1)
        line = self.text.split("\n")[row]
        spot = f"line {row + 1}, column {column + 1}" if "\n" in self.text.strip() else f"column {column + 1}"
        return ExpressionError(f"{what}, {spot} of '{_excerpt(line, column)}'", self.place, hint)


def _excerpt(line: str, column: int) -> str:
    """The line, or what is around the column where it is long."""
    if len(line) <= _SHOWN:
        return line
    start = max(0, min(column - _SHOWN // 2, len(line) - _SHOWN))
    return f"{'...' if start else ''}{line[start : start + _SHOWN]}{'...' if start + _SHOWN < len(line) else ''}"
