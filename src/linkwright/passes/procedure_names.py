"""The same procedure with other names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from linkwright.passes import procedure as proc
from linkwright.passes.kernel import Kernel


def renamed(
    procedure: proc.Procedure, names: Mapping[str, str], calls: Mapping[str, Kernel] | None = None
) -> proc.Procedure:
    """Ports, scalars, arrays and counters by other names (those without one keep theirs); calls: other kernels behind names."""
    r = _Renamer(lambda name: names.get(name, name))
    return proc.Procedure(
        r.block(procedure.body),
        tuple((r.name(name), whole) for name, whole in procedure.scalars),
        tuple(replace(a, name=r.name(a.name)) for a in procedure.arrays),
        tuple((name, (calls or {}).get(name, kernel)) for name, kernel in procedure.calls),
    )


def counters(statements: tuple[proc.Statement, ...]) -> dict[str, None]:
    """Counters of loops, in the order in which they appear."""
    return {s.counter: None for s in proc.walk(statements) if isinstance(s, proc.For)}


def local_names(procedure: proc.Procedure) -> list[str]:
    """Names of all that is local: scalars, arrays, counters."""
    return [*(n for n, _ in procedure.scalars), *(a.name for a in procedure.arrays), *counters(procedure.body)]


def read_names(statements: tuple[proc.Statement, ...]) -> set[str]:
    """Names of scalars, arrays and counters whose values are used."""
    return {name for s in proc.walk(statements) for name in _reads(s)}


def _reads(s: proc.Statement) -> set[str]:
    """What a statement itself reads, apart from those in its blocks."""
    found: set[str] = set()
    r = _Renamer(lambda name: (found.add(name), name)[1])
    match s:
        case proc.Set() | proc.Fill():
            r.value(s.value)
        case proc.Store():
            r.values((*s.index, s.value))
        case proc.Copy():
            found.add(s.source)
        case proc.Call():
            found |= {x for x in s.inputs if isinstance(x, str)}
            r.values(tuple(x for x in s.inputs if not isinstance(x, str)))
        case proc.For():
            r.values((s.start, s.stop))
        case proc.While() | proc.If():
            r.condition(s.condition)
        case proc.Break() | proc.Remark():
            pass
    return found


def without_idle(procedure: proc.Procedure) -> proc.Procedure:
    """Scalars that nobody needs, but for others that nobody needs, are not set."""
    needs: dict[str, set[str]] = {}
    waiting: list[str] = []
    for s in proc.walk(procedure.body):
        if isinstance(s, proc.Set):
            needs.setdefault(s.name, set()).update(_reads(s))
        else:
            waiting += [*_reads(s), *(s.outputs if isinstance(s, proc.Call) else ())]
    needed: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += needs.get(name, ())
    idle = {name for name, _ in procedure.scalars} - needed
    scalars = tuple(pair for pair in procedure.scalars if pair[0] not in idle)
    return replace(procedure, body=_without(procedure.body, idle), scalars=scalars) if idle else procedure


def _without(statements: tuple[proc.Statement, ...], idle: set[str]) -> tuple[proc.Statement, ...]:
    made: list[proc.Statement] = []
    for s in statements:
        match s:
            case proc.Set() if s.name in idle:
                pass
            case proc.For() | proc.While():
                made.append(replace(s, body=_without(s.body, idle)))
            case proc.If():
                made.append(replace(s, yes=_without(s.yes, idle), no=_without(s.no, idle)))
            case _:
                made.append(s)
    return tuple(made)


class _Renamer:
    def __init__(self, name: Callable[[str], str]) -> None:
        self.name = name

    def block(self, statements: tuple[proc.Statement, ...]) -> tuple[proc.Statement, ...]:
        return tuple(self.statement(s) for s in statements)

    def statement(self, s: proc.Statement) -> proc.Statement:
        match s:
            case proc.Set():
                return proc.Set(self.name(s.name), self.value(s.value))
            case proc.Store():
                return proc.Store(self.name(s.array), self.values(s.index), self.value(s.value))
            case proc.Fill():
                return proc.Fill(self.name(s.array), self.value(s.value))
            case proc.Copy():
                return proc.Copy(self.name(s.target), self.name(s.source))
            case proc.Call():
                given = tuple(self.name(x) if isinstance(x, str) else self.value(x) for x in s.inputs)
                return proc.Call(s.kernel, given, tuple(map(self.name, s.outputs)))
            case proc.For():
                start, stop = self.value(s.start), self.value(s.stop)
                return proc.For(self.name(s.counter), start, stop, self.block(s.body), s.step)
            case proc.While():
                return proc.While(self.condition(s.condition), self.block(s.body))
            case proc.If():
                return proc.If(self.condition(s.condition), self.block(s.yes), self.block(s.no))
            case proc.Break() | proc.Remark():
                return s

    def value(self, v: proc.Value) -> proc.Value:
        match v:
            case proc.Number():
                return v
            case proc.Name():
                return proc.Name(self.name(v.name), v.whole)
            case proc.Element():
                return proc.Element(self.name(v.array), self.values(v.index))
            case proc.Apply():
                return proc.Apply(v.op, self.values(v.args))
            case proc.Count():
                return proc.Count(v.op, self.value(v.left), self.value(v.right))
            case proc.ToFloat():
                return proc.ToFloat(self.value(v.value))

    def values(self, values: tuple[proc.Value, ...]) -> tuple[proc.Value, ...]:
        return tuple(self.value(v) for v in values)

    def condition(self, c: proc.Condition) -> proc.Condition:
        match c:
            case proc.Compare():
                return proc.Compare(c.op, self.value(c.left), self.value(c.right))
            case proc.Logic():
                return proc.Logic(c.op, tuple(self.condition(part) for part in c.args))
            case proc.Finite():
                return proc.Finite(self.value(c.value))
