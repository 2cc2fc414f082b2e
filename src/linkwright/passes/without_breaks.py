"""A procedure without `break`: a flag says that a loop is left. For languages whose loops are functions of a state (JAX).

There, a batch computes both branches of a condition, and goes on with a loop for all as long as one element needs it. So that a
loop ends for elements that never enter it, its condition also says that the branches around it are taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count

from linkwright.passes.procedure import (
    Break,
    Compare,
    Condition,
    Count,
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


def without_breaks(procedure: Procedure, taken: Iterable[str] = ()) -> Procedure:
    """The same computation; every loop and branch has one way out. taken: names besides its own."""
    lowering = _Lowering(dict(procedure.scalars), frozenset((*taken, *local_names(procedure))))
    body = lowering.block(procedure.body, "")
    return replace(procedure, body=body, scalars=tuple(lowering.scalars.items()))


def _is(name: str, value: int) -> Condition:
    return Compare("==", Name(name, whole=True), Number(value))


def _leaves(statements: tuple[Statement, ...]) -> bool:
    """Whether statements may end the loop around them."""
    branches = [s for s in statements if isinstance(s, If)]
    return any(isinstance(s, Break) for s in statements) or any(_leaves(s.yes) or _leaves(s.no) for s in branches)


def _whiles(statements: tuple[Statement, ...]) -> Iterator[While]:
    """Loops that may go on without end, were they entered where they are not."""
    for s in statements:
        match s:
            case While():
                yield s
            case For():
                yield from [While(_is(s.counter, 0), s.body)] if _leaves(s.body) else _whiles(s.body)
            case If():
                yield from _whiles(s.yes)
                yield from _whiles(s.no)
            case _:
                pass


@dataclass
class _Lowering:
    scalars: dict[str, bool]
    taken: frozenset[str]
    guards: list[Condition] = field(default_factory=list[Condition])

    def _flag(self, word: str) -> str:
        name = next(n for n in (f"{word}_{k}" for k in count(1)) if n not in self.scalars and n not in self.taken)
        self.scalars[name] = True
        return name

    def block(self, statements: tuple[Statement, ...], flag: str) -> tuple[Statement, ...]:
        """flag: becomes 1 where the loop around the statements is left."""
        made: list[Statement] = []
        for n, s in enumerate(statements):
            match s:
                case Break():
                    return (*made, Set(flag, Number(1)))
                case If() if _leaves((s,)):
                    return (*made, *self._parting(s, statements[n + 1 :], flag))
                case If():
                    made += self._branches(s, flag)
                case For() | While():
                    made += self._loop(s)
                case _:
                    made.append(s)
        return tuple(made)

    def _parting(self, s: If, rest: tuple[Statement, ...], flag: str) -> list[Statement]:
        """A branch that may leave the loop, and what follows where it does not."""
        if s.yes and isinstance(s.yes[-1], Break) and not _leaves(s.no):
            return self._branches(replace(s, no=(*s.no, *rest)), flag)
        return [*self._branches(s, flag), If(_is(flag, 0), self.block(rest, flag))]

    def _branches(self, s: If, flag: str) -> list[Statement]:
        if not any(_whiles((s,))):
            return [If(s.condition, self.block(s.yes, flag), self.block(s.no, flag))]
        taken = self._flag("taken")
        before: list[Statement] = [Set(taken, Number(0)), If(s.condition, (Set(taken, Number(1)),))]
        yes, no = (self._guarded(_is(taken, k), part, flag) for k, part in ((1, s.yes), (0, s.no)))
        return [*before, If(_is(taken, 1), yes, no)]

    def _guarded(self, guard: Condition, body: tuple[Statement, ...], flag: str) -> tuple[Statement, ...]:
        self.guards.append(guard)
        made = self.block(body, flag)
        self.guards.pop()
        return made

    def _loop(self, s: For | While) -> list[Statement]:
        if not _leaves(s.body):
            if isinstance(s, For):
                return [replace(s, body=self.block(s.body, ""))]
            return [self._while(s.condition, s.body, (), "")]
        flag = self._flag("left")
        start: list[Statement] = [Set(flag, Number(0))]
        if isinstance(s, While):
            return [*start, self._while(Logic("and", (_is(flag, 0), s.condition)), s.body, (), flag)]
        counter = Name(s.counter, whole=True)
        self.scalars[s.counter] = True
        going = Logic("and", (_is(flag, 0), Compare("<" if s.step > 0 else ">", counter, s.stop)))
        last = Set(s.counter, Count("+", counter, Number(s.step)))
        return [*start, Set(s.counter, s.start), self._while(going, s.body, (last,), flag)]

    def _while(
        self, condition: Condition, body: tuple[Statement, ...], last: tuple[Statement, ...], flag: str
    ) -> While:
        """A loop that is entered only where the branches around it are taken; loops inside of it only while it goes on."""
        condition = Logic("and", (*self.guards, condition)) if self.guards else condition
        if not any(_whiles(body)):
            return While(condition, (*self.block(body, flag), *last))
        going = self._flag("going")
        kept, self.guards = self.guards, []
        inside = self._guarded(_is(going, 1), body, flag)
        self.guards = kept
        return While(condition, (Set(going, Number(0)), If(condition, (Set(going, Number(1)),)), *inside, *last))
