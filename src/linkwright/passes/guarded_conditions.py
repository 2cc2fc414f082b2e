"""Conditions for languages that may compute both sides of "and" and "or" (Fortran): what indexes an array there moves into
branches, so that an element is read only where the conditions before it let it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import count

from linkwright.passes import procedure as proc
from linkwright.passes.procedure_names import local_names


def guarded_conditions(procedure: proc.Procedure, taken: Iterable[str] = ()) -> proc.Procedure:
    """The same computation. taken: names besides its own."""
    names = _Plain({}, {name.lower() for name in (*taken, *local_names(procedure))})
    body = names.block(procedure.body)
    return replace(procedure, body=body, scalars=(*procedure.scalars, *names.flags.items()))


def _indexes(part: object) -> bool:
    """Whether an element is read whose place is not known beforehand."""
    elements = (x for x in proc.inside(part) if isinstance(x, proc.Element))
    return any(not isinstance(i, proc.Number) for x in elements for i in x.index)


def _risky(c: proc.Condition) -> bool:
    if not isinstance(c, proc.Logic):
        return False
    return any(map(_risky, c.args)) or (c.op != "not" and any(map(_indexes, c.args[1:])))


@dataclass
class _Plain:
    flags: dict[str, bool]
    taken: set[str]

    def block(self, statements: tuple[proc.Statement, ...]) -> tuple[proc.Statement, ...]:
        return tuple(made for s in statements for made in self._statement(s))

    def _statement(self, s: proc.Statement) -> list[proc.Statement]:
        match s:
            case proc.If():
                before, condition = self._condition(s.condition)
                return [*before, proc.If(condition, self.block(s.yes), self.block(s.no))]
            case proc.While():
                before, condition = self._condition(s.condition)
                body = self.block(s.body)
                if not before:
                    return [proc.While(condition, body)]
                leave = proc.If(proc.Logic("not", (condition,)), (proc.Break(),))
                return [proc.While(proc.Compare("==", proc.Number(0), proc.Number(0)), (*before, leave, *body))]
            case _:
                return [proc.with_blocks(s, self.block)]

    def _condition(self, c: proc.Condition) -> tuple[list[proc.Statement], proc.Condition]:
        """Statements to run first, and the condition then."""
        if not isinstance(c, proc.Logic) or not _risky(c):
            return [], c
        if c.op == "not":
            before, inner = self._condition(c.args[0])
            return before, proc.Logic("not", (inner,))
        name = next(n for n in (f"holds_{k}" for k in count(1)) if n not in self.taken)
        self.taken.add(name)
        self.flags[name] = True
        found: tuple[proc.Statement, ...] = (proc.Set(name, proc.Number(1)),)
        rest: tuple[proc.Statement, ...] = found if c.op == "and" else ()
        for part in reversed(c.args):
            before, inner = self._condition(part)
            rest = (*before, proc.If(inner, rest) if c.op == "and" else proc.If(inner, found, rest))
        return [proc.Set(name, proc.Number(0)), *rest], proc.Compare("==", proc.Name(name, whole=True), proc.Number(1))
