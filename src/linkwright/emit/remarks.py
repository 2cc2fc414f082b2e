"""Remarks: comments in straight-line code that say what the statements below them compute, and of which part.

A kernel's notes say what each operation leads to. A schedule jumps to and fro between parts where that keeps values in
registers, so runs of a statement or two are joined with a neighbour, and the remark above them names everything they lead to.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from linkwright.emit.straight_line import Define, Pair, Remark, Statement, Write
from linkwright.graph.notes import Note
from linkwright.passes.kernel import Kernel

_SHORT = 5
"""Statements that are too few for a remark of their own."""
_MOST = 3
"""Parts that one remark names."""


@dataclass(frozen=True)
class _Run:
    """Statements that stand together, and what they lead to, in the order in which that comes up."""

    statements: list[Statement]
    notes: tuple[Note, ...]

    def __add__(self, other: _Run) -> _Run:
        return _Run([*self.statements, *other.statements], tuple(dict.fromkeys((*self.notes, *other.notes))))

    @property
    def short(self) -> bool:
        return len(self.statements) < _SHORT

    @property
    def parts(self) -> set[str]:
        return {n.of for n in self.notes}

    @property
    def quantities(self) -> set[str]:
        return {n.what for n in self.notes}


def remarked(kernel: Kernel, statements: Sequence[Statement]) -> list[Statement]:
    """The statements of one piece, with a remark above each block."""
    if not kernel.notes or len(statements) < _SHORT:
        return list(statements)
    runs = _runs(kernel, statements)
    for alike in (_same_part, _same_quantity, _anything):
        runs = _joined(runs, alike)
    return list(_told(runs))


def _runs(kernel: Kernel, statements: Sequence[Statement]) -> list[_Run]:
    """What is no operation (a value brought from or to another piece) belongs to what is around it."""
    starts = [start for start, _ in kernel.notes]
    runs: list[_Run] = []
    for statement in statements:
        value = _value(kernel, statement)
        where = bisect_right(starts, value) - 1
        if where >= 0:
            run = _Run([statement], (kernel.notes[where][1],))
            runs[-1:] = [runs[-1] + run] if runs and runs[-1].notes == run.notes else [*runs[-1:], run]
        elif runs:
            runs[-1].statements.append(statement)
        else:
            runs.append(_Run([statement], ()))
    return runs


def _value(kernel: Kernel, statement: Statement) -> int:
    """The operation that a statement computes, -1 where there is none."""
    match statement:
        case Define(value) | Write(_, _, value):
            return value if kernel.code[value].args else -1
        case Pair(_, sine, cosine):
            return max(sine, cosine)
        case _:
            return -1


def _same_part(a: _Run, b: _Run) -> bool:
    return len(a.parts | b.parts) == 1


def _same_quantity(a: _Run, b: _Run) -> bool:
    return len(a.quantities | b.quantities) == 1


def _anything(a: _Run, b: _Run) -> bool:
    return len(a.parts | b.parts) <= _MOST or (a.short and b.short)


def _joined(runs: Sequence[_Run], alike: Callable[[_Run, _Run], bool]) -> list[_Run]:
    """Short runs joined with the one before, or taken in by the one behind, where the two are alike."""
    found: list[_Run] = []
    for run in runs:
        if found and (run.short or found[-1].short) and alike(found[-1], run):
            found[-1] = found[-1] + run
        else:
            found.append(run)
    return found


def _told(runs: Sequence[_Run]) -> Iterator[Statement]:
    last = ""
    for run in runs:
        text = _text(run.notes)
        if text and text != last:
            yield Remark(text)
        last = text or last
        yield from run.statements


def _text(notes: Sequence[Note]) -> str:
    """link 4: force, moment; links 5, 6: moment."""
    parts: dict[str, list[str]] = {}
    for note in notes:
        parts.setdefault(note.of, []).append(note.what)
    alike: dict[tuple[str, str], list[str]] = {}
    for part, quantities in parts.items():
        kind, _, name = part.partition(" ")
        alike.setdefault((kind, ", ".join(quantities)), []).append(name)
    return "; ".join(
        f"{kind}{'s' * (len(names) > 1)} {', '.join(names)}" + (f": {what}" if what else "")
        for (kind, what), names in alike.items()
    )
