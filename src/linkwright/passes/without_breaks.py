"""A procedure without `break`: a flag says that a loop is left. For languages whose loops are functions of a state (JAX).

There, a batch computes both branches of a condition, and goes on with a loop for all as long as one element needs it. So that a
loop ends for elements that never enter it, its condition also says that the branches around it are taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count

from linkwright.passes import procedure as proc
from linkwright.passes.procedure_names import local_names


def without_breaks(procedure: proc.Procedure, taken: Iterable[str] = ()) -> proc.Procedure:
    """The same computation; every loop and branch has one way out. taken: names besides its own."""
    lowering = _Lowering(dict(procedure.scalars), frozenset((*taken, *local_names(procedure))))
    body = lowering.block(procedure.body, "")
    return replace(procedure, body=body, scalars=tuple(lowering.scalars.items()))


def _is(name: str, value: int) -> proc.Condition:
    return proc.Compare("==", proc.Name(name, whole=True), proc.Number(value))


def _leaves(statements: tuple[proc.Statement, ...]) -> bool:
    """Whether statements may end the loop around them."""
    branches = [s for s in statements if isinstance(s, proc.If)]
    return any(isinstance(s, proc.Break) for s in statements) or any(_leaves(s.yes) or _leaves(s.no) for s in branches)


def _whiles(statements: tuple[proc.Statement, ...]) -> Iterator[proc.While]:
    """Loops that may go on without end, were they entered where they are not."""
    for s in statements:
        match s:
            case proc.While():
                yield s
            case proc.For():
                yield from [proc.While(_is(s.counter, 0), s.body)] if _leaves(s.body) else _whiles(s.body)
            case proc.If():
                yield from _whiles(s.yes)
                yield from _whiles(s.no)
            case _:
                pass


@dataclass
class _Lowering:
    scalars: dict[str, bool]
    taken: frozenset[str]
    guards: list[proc.Condition] = field(default_factory=list[proc.Condition])

    def _flag(self, word: str) -> str:
        name = next(n for n in (f"{word}_{k}" for k in count(1)) if n not in self.scalars and n not in self.taken)
        self.scalars[name] = True
        return name

    def block(self, statements: tuple[proc.Statement, ...], flag: str) -> tuple[proc.Statement, ...]:
        """flag: becomes 1 where the loop around the statements is left."""
        made: list[proc.Statement] = []
        for n, s in enumerate(statements):
            match s:
                case proc.Break():
                    return (*made, proc.Set(flag, proc.Number(1)))
                case proc.If() if _leaves((s,)):
                    return (*made, *self._parting(s, statements[n + 1 :], flag))
                case proc.If():
                    made += self._branches(s, flag)
                case proc.For() | proc.While():
                    made += self._loop(s)
                case _:
                    made.append(s)
        return tuple(made)

    def _parting(self, s: proc.If, rest: tuple[proc.Statement, ...], flag: str) -> list[proc.Statement]:
        """A branch that may leave the loop, and what follows where it does not."""
        if s.yes and isinstance(s.yes[-1], proc.Break) and not _leaves(s.no):
            return self._branches(replace(s, no=(*s.no, *rest)), flag)
        return [*self._branches(s, flag), proc.If(_is(flag, 0), self.block(rest, flag))]

    def _branches(self, s: proc.If, flag: str) -> list[proc.Statement]:
        if not any(_whiles((s,))):
            return [proc.If(s.condition, self.block(s.yes, flag), self.block(s.no, flag))]
        taken = self._flag("taken")
        before: list[proc.Statement] = [
            proc.Set(taken, proc.Number(0)),
            proc.If(s.condition, (proc.Set(taken, proc.Number(1)),)),
        ]
        yes, no = (self._guarded(_is(taken, k), part, flag) for k, part in ((1, s.yes), (0, s.no)))
        return [*before, proc.If(_is(taken, 1), yes, no)]

    def _guarded(
        self, guard: proc.Condition, body: tuple[proc.Statement, ...], flag: str
    ) -> tuple[proc.Statement, ...]:
        self.guards.append(guard)
        made = self.block(body, flag)
        self.guards.pop()
        return made

    def _loop(self, s: proc.For | proc.While) -> list[proc.Statement]:
        if not _leaves(s.body):
            if isinstance(s, proc.For):
                return [replace(s, body=self.block(s.body, ""))]
            return [self._while(s.condition, s.body, (), "")]
        flag = self._flag("left")
        start: list[proc.Statement] = [proc.Set(flag, proc.Number(0))]
        if isinstance(s, proc.While):
            return [*start, self._while(proc.Logic("and", (_is(flag, 0), s.condition)), s.body, (), flag)]
        counter = proc.Name(s.counter, whole=True)
        self.scalars[s.counter] = True
        going = proc.Logic("and", (_is(flag, 0), proc.Compare("<" if s.step > 0 else ">", counter, s.stop)))
        last = proc.Set(s.counter, proc.Count("+", counter, proc.Number(s.step)))
        return [*start, proc.Set(s.counter, s.start), self._while(going, s.body, (last,), flag)]

    def _while(
        self, condition: proc.Condition, body: tuple[proc.Statement, ...], last: tuple[proc.Statement, ...], flag: str
    ) -> proc.While:
        """A loop that is entered only where the branches around it are taken; loops inside of it only while it goes on."""
        condition = proc.Logic("and", (*self.guards, condition)) if self.guards else condition
        if not any(_whiles(body)):
            return proc.While(condition, (*self.block(body, flag), *last))
        going = self._flag("going")
        kept, self.guards = self.guards, []
        inside = self._guarded(_is(going, 1), body, flag)
        self.guards = kept
        return proc.While(
            condition,
            (proc.Set(going, proc.Number(0)), proc.If(condition, (proc.Set(going, proc.Number(1)),)), *inside, *last),
        )
