"""The same procedure with other names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, cast

from linkwright.passes import procedure as proc
from linkwright.passes.kernel import Kernel


def renamed(
    procedure: proc.Procedure, names: Mapping[str, str], calls: Mapping[str, Kernel] | None = None
) -> proc.Procedure:
    """Ports, scalars, arrays and counters by other names (those without one keep theirs); calls: other kernels behind names."""

    def new(name: str) -> str:
        return names.get(name, name)

    return proc.Procedure(
        _with_names(procedure.body, new),
        tuple((new(name), whole) for name, whole in procedure.scalars),
        tuple(replace(a, name=new(a.name)) for a in procedure.arrays),
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
    for f in fields(s):
        if f.name in _READ:
            _with_names(getattr(s, f.name), lambda name: (found.add(name), name)[1], f.name in _NAMES)
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
    kept = [s for s in statements if not (isinstance(s, proc.Set) and s.name in idle)]
    return tuple(proc.with_blocks(s, lambda block: _without(block, idle)) for s in kept)


_NAMES = frozenset({"name", "array", "target", "source", "counter", "inputs", "outputs"})
"""Fields of statements and values in which a text is a name."""
_READ = frozenset({"value", "index", "source", "inputs", "start", "stop", "condition"})
"""Fields of statements whose values are used."""


def _with_names(part: Any, name: Callable[[str], str], is_name: bool = False) -> Any:
    """A statement, condition or value, or a tuple of such, with other names."""
    if isinstance(part, str):
        return name(part) if is_name else part
    if isinstance(part, tuple):
        return tuple(_with_names(x, name, is_name) for x in cast("tuple[Any, ...]", part))
    if not is_dataclass(part) or isinstance(part, type):
        return part
    return replace(part, **{f.name: _with_names(getattr(part, f.name), name, f.name in _NAMES) for f in fields(part)})
