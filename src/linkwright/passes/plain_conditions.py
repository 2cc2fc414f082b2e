"""Conditions for languages that may compute both sides of "and" and "or" (Fortran): what indexes an array there moves into
branches, so that an element is read only where the conditions before it let it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import count

from linkwright.passes.procedure import (
    Break,
    Compare,
    Condition,
    Element,
    For,
    If,
    Logic,
    Name,
    Number,
    Procedure,
    Set,
    Statement,
    While,
)
from linkwright.passes.procedure_names import local_names


def plain_conditions(procedure: Procedure, taken: Iterable[str] = ()) -> Procedure:
    """The same computation. taken: names besides its own."""
    names = _Plain({}, {name.lower() for name in (*taken, *local_names(procedure))})
    body = names.block(procedure.body)
    return replace(procedure, body=body, scalars=(*procedure.scalars, *names.flags.items()))


def _indexes(part: object) -> bool:
    """Whether an element is read whose place is not known beforehand."""
    if isinstance(part, Element) and not all(isinstance(i, Number) for i in part.index):
        return True
    if isinstance(part, tuple):
        return any(map(_indexes, part))  # type: ignore[reportUnknownArgumentType]  # conditions and values
    return is_dataclass(part) and any(_indexes(getattr(part, f.name)) for f in fields(part))


def _risky(c: Condition) -> bool:
    if not isinstance(c, Logic):
        return False
    return any(map(_risky, c.args)) or (c.op != "not" and any(map(_indexes, c.args[1:])))


@dataclass
class _Plain:
    flags: dict[str, bool]
    taken: set[str]

    def block(self, statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
        return tuple(made for s in statements for made in self._statement(s))

    def _statement(self, s: Statement) -> list[Statement]:
        match s:
            case If():
                before, condition = self._condition(s.condition)
                return [*before, If(condition, self.block(s.yes), self.block(s.no))]
            case While():
                before, condition = self._condition(s.condition)
                body = self.block(s.body)
                if not before:
                    return [While(condition, body)]
                leave = If(Logic("not", (condition,)), (Break(),))
                return [While(Compare("==", Number(0), Number(0)), (*before, leave, *body))]
            case For():
                return [replace(s, body=self.block(s.body))]
            case _:
                return [s]

    def _condition(self, c: Condition) -> tuple[list[Statement], Condition]:
        """Statements to run first, and the condition then."""
        if not isinstance(c, Logic) or not _risky(c):
            return [], c
        if c.op == "not":
            before, inner = self._condition(c.args[0])
            return before, Logic("not", (inner,))
        name = next(n for n in (f"holds_{k}" for k in count(1)) if n not in self.taken)
        self.taken.add(name)
        self.flags[name] = True
        found: tuple[Statement, ...] = (Set(name, Number(1)),)
        rest: tuple[Statement, ...] = found if c.op == "and" else ()
        for part in reversed(c.args):
            before, inner = self._condition(part)
            rest = (*before, If(inner, rest) if c.op == "and" else If(inner, found, rest))
        return [Set(name, Number(0)), *rest], Compare("==", Name(name, whole=True), Number(1))
