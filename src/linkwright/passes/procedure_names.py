"""The same procedure with other names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure import (
    Apply,
    Break,
    Call,
    Compare,
    Condition,
    Copy,
    Count,
    Element,
    Fill,
    Finite,
    For,
    If,
    Logic,
    Name,
    Number,
    Procedure,
    Remark,
    Set,
    Statement,
    Store,
    ToFloat,
    Value,
    While,
    walk,
)


def renamed(procedure: Procedure, names: Mapping[str, str], calls: Mapping[str, Kernel] | None = None) -> Procedure:
    """Ports, scalars, arrays and counters by other names (those without one keep theirs); calls: other kernels behind names."""
    r = _Renamer(lambda name: names.get(name, name))
    return Procedure(
        r.block(procedure.body),
        tuple((r.name(name), whole) for name, whole in procedure.scalars),
        tuple(replace(a, name=r.name(a.name)) for a in procedure.arrays),
        tuple((name, (calls or {}).get(name, kernel)) for name, kernel in procedure.calls),
    )


def counters(statements: tuple[Statement, ...]) -> dict[str, None]:
    """Counters of loops, in the order in which they appear."""
    return {s.counter: None for s in walk(statements) if isinstance(s, For)}


def local_names(procedure: Procedure) -> list[str]:
    """Names of all that is local: scalars, arrays, counters."""
    return [*(n for n, _ in procedure.scalars), *(a.name for a in procedure.arrays), *counters(procedure.body)]


def read_names(statements: tuple[Statement, ...]) -> set[str]:
    """Names of scalars, arrays and counters whose values are used."""
    return {name for s in walk(statements) for name in _reads(s)}


def _reads(s: Statement) -> set[str]:
    """What a statement itself reads, apart from those in its blocks."""
    found: set[str] = set()
    r = _Renamer(lambda name: (found.add(name), name)[1])
    match s:
        case Set() | Fill():
            r.value(s.value)
        case Store():
            r.values((*s.index, s.value))
        case Copy():
            found.add(s.source)
        case Call():
            found |= {x for x in s.inputs if isinstance(x, str)}
            r.values(tuple(x for x in s.inputs if not isinstance(x, str)))
        case For():
            r.values((s.start, s.stop))
        case While() | If():
            r.condition(s.condition)
        case Break() | Remark():
            pass
    return found


def without_idle(procedure: Procedure) -> Procedure:
    """Scalars that nobody needs, but for others that nobody needs, are not set."""
    needs: dict[str, set[str]] = {}
    waiting: list[str] = []
    for s in walk(procedure.body):
        if isinstance(s, Set):
            needs.setdefault(s.name, set()).update(_reads(s))
        else:
            waiting += [*_reads(s), *(s.outputs if isinstance(s, Call) else ())]
    needed: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += needs.get(name, ())
    idle = {name for name, _ in procedure.scalars} - needed
    scalars = tuple(pair for pair in procedure.scalars if pair[0] not in idle)
    return replace(procedure, body=_without(procedure.body, idle), scalars=scalars) if idle else procedure


def _without(statements: tuple[Statement, ...], idle: set[str]) -> tuple[Statement, ...]:
    made: list[Statement] = []
    for s in statements:
        match s:
            case Set() if s.name in idle:
                pass
            case For() | While():
                made.append(replace(s, body=_without(s.body, idle)))
            case If():
                made.append(replace(s, yes=_without(s.yes, idle), no=_without(s.no, idle)))
            case _:
                made.append(s)
    return tuple(made)


class _Renamer:
    def __init__(self, name: Callable[[str], str]) -> None:
        self.name = name

    def block(self, statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
        return tuple(self.statement(s) for s in statements)

    def statement(self, s: Statement) -> Statement:
        match s:
            case Set():
                return Set(self.name(s.name), self.value(s.value))
            case Store():
                return Store(self.name(s.array), self.values(s.index), self.value(s.value))
            case Fill():
                return Fill(self.name(s.array), self.value(s.value))
            case Copy():
                return Copy(self.name(s.target), self.name(s.source))
            case Call():
                given = tuple(self.name(x) if isinstance(x, str) else self.value(x) for x in s.inputs)
                return Call(s.kernel, given, tuple(map(self.name, s.outputs)))
            case For():
                start, stop = self.value(s.start), self.value(s.stop)
                return For(self.name(s.counter), start, stop, self.block(s.body), s.step)
            case While():
                return While(self.condition(s.condition), self.block(s.body))
            case If():
                return If(self.condition(s.condition), self.block(s.yes), self.block(s.no))
            case Break() | Remark():
                return s

    def value(self, v: Value) -> Value:
        match v:
            case Number():
                return v
            case Name():
                return Name(self.name(v.name), v.whole)
            case Element():
                return Element(self.name(v.array), self.values(v.index))
            case Apply():
                return Apply(v.op, self.values(v.args))
            case Count():
                return Count(v.op, self.value(v.left), self.value(v.right))
            case ToFloat():
                return ToFloat(self.value(v.value))

    def values(self, values: tuple[Value, ...]) -> tuple[Value, ...]:
        return tuple(self.value(v) for v in values)

    def condition(self, c: Condition) -> Condition:
        match c:
            case Compare():
                return Compare(c.op, self.value(c.left), self.value(c.right))
            case Logic():
                return Logic(c.op, tuple(self.condition(part) for part in c.args))
            case Finite():
                return Finite(self.value(c.value))
