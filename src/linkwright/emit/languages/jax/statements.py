"""A procedure in JAX: loops and branches are functions of the variables that they change, which jit and vmap accept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce

from linkwright.emit.program import Program
from linkwright.emit.spell import numbers, wrap
from linkwright.emit.statements import Statements, Syntax
from linkwright.emit.target import ATOM
from linkwright.passes.carried import Carried
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure import (
    Break,
    Call,
    Condition,
    Copy,
    Fill,
    For,
    If,
    Logic,
    Procedure,
    Remark,
    Set,
    Statement,
    Store,
    While,
)
from linkwright.passes.procedure_kinds import count
from linkwright.passes.without_breaks import without_breaks


@dataclass(frozen=True)
class Loops:
    """How a library of arrays writes what is changed in loops and branches. Templates have {name}, {value}, {index}, {shape}.

    compiled: line above a function of one state
    counted, repeated, branch, short: functions that go through a loop, or take one of two ways, the last where both are short
    """

    compiled: str = "@jax.jit"
    zeros: str = "jnp.zeros({shape})"
    table: str = "jnp.array([{values}]).reshape({shape})"
    full: str = "jnp.full({shape}, {value}, dtype=float)"
    element: str = "{name}[{index}]"
    store: str = "{name}.at[{index}].set({value})"
    array: str = "jnp."
    finite: str = "jnp.isfinite"
    both: str = "jnp.logical_and"
    either: str = "jnp.logical_or"
    denied: str = "jnp.logical_not"
    counted: str = "jax.lax.fori_loop"
    repeated: str = "jax.lax.while_loop"
    branch: str = "jax.lax.cond"
    short: str = "_where"


LAX = Loops()

_SHORT = 8
"""Statements up to which a branch is computed whether it is taken or not."""


def function(program: Program, kernel: Kernel, procedure: Procedure, head: list[str], loops: Loops = LAX) -> str:
    """The function of one state, compiled once; and the one for the caller, with checks and batches."""
    inputs, outputs = kernel.inputs, kernel.outputs
    procedure = without_breaks(procedure, [port.name for port in (*inputs, *outputs)])
    target = replace(program.target, more="")
    walk = _Walk(kernel, procedure, target, _syntax(loops))
    walk.loops = loops
    walk.whole = {name for name, whole in procedure.scalars if whole}
    walk.carried = Carried(procedure.body, [port.name for port in outputs])
    lines = [loops.compiled] if loops.compiled else []
    lines += [f"def _{kernel.name}({', '.join(port.name for port in inputs)}):"]
    for a in procedure.arrays:
        made = loops.zeros if a.values is None else loops.table
        made = made.format(shape=a.shape, values=numbers(target, a.values or ()))
        lines += wrap(f"{a.name} = {made}", target, 1)
    lines += [f"    {port.name} = {loops.zeros.format(shape=port.shape or (1,))}" for port in outputs]
    lines += [f"    {name} = {'_whole(0)' if whole else '_real(0.0)'}" for name, whole in procedure.scalars]
    lines += walk.lines(procedure.body)
    results = ", ".join(port.name if port.shape else f"{port.name}[0]" for port in outputs)
    lines += wrap(f"return ({results})", target, 1)
    given = ", ".join([f"_{kernel.name}", *(f'("{p.name}", {p.name}, {p.shape})' for p in inputs)])
    return "\n".join([*lines, "", "", *head, *wrap(f"return _each({given})", target, 1)])


def _call(called: Kernel, given: list[str], results: list[str]) -> list[str]:
    texts = ", ".join(f"{p.name}={x}" for p, x in zip(called.inputs, given, strict=True))
    return [f"{', '.join(results)} = {called.name}({texts})"]


def _syntax(loops: Loops) -> Syntax:
    return Syntax(
        element=lambda name, shape, index: loops.element.format(name=name, index=", ".join(index)),
        fill=lambda name, shape, value: [f"{name} = {loops.full.format(shape=shape, value=value)}"],
        copy=lambda target, source, shape: [f"{target} = {source}"],
        call=_call,
        remark="# {text}",
        to_float="_real({value})",
        nan=f"{loops.array}nan",
        infinity=f"{loops.array}inf",
        finite=f"{loops.finite}({{value}})",
    )


class _Walk(Statements):
    """Loops and branches become functions of a state: the variables that they change."""

    whole: set[str]
    carried: Carried
    loops: Loops
    made = 0

    def condition(self, c: Condition) -> tuple[str, int]:
        """Both sides of "and" and "or" are computed: an index out of range does no harm here."""
        if not isinstance(c, Logic):
            return super().condition(c)
        parts = [self.condition(part)[0] for part in c.args]
        if c.op == "not":
            return f"{self.loops.denied}({parts[0]})", ATOM
        joined = self.loops.both if c.op == "and" else self.loops.either
        return reduce(lambda a, b: f"{joined}({a}, {b})", parts), ATOM

    def _statement(self, s: Statement, depth: int) -> list[str]:
        match s:
            case Set():
                kind = "_whole" if s.name in self.whole else "_real"
                return self._line(f"{s.name} = {kind}({self.text(s.value)})", depth)
            case Store():
                place = ", ".join(map(self.text, s.index))
                made = self.loops.store.format(name=s.array, index=place, value=self.text(s.value))
                return self._line(f"{s.array} = {made}", depth)
            case Fill() | Copy() | Call() | Remark():
                return super()._statement(s, depth)
            case For():
                return self._for(s, depth)
            case While():
                return self._while(s, depth)
            case If():
                return self._if(s, depth)
            case Break():
                raise AssertionError("loops have one way out here")

    def _for(self, s: For, depth: int) -> list[str]:
        """Backwards, a loop counts rounds."""
        state, name = self._state(s), self._name("round")
        start, stop = self.text(s.start), self.text(s.stop)
        body = self.lines(s.body, depth + 1)
        if s.step < 0:
            rounds = self.text(count("-", s.start, s.stop))
            body = [*self._line(f"{s.counter} = {start} - {s.counter}", depth + 1), *body]
            start, stop = "0", rounds
        lines = self._function(f"{name}({s.counter}, _state)", state, body, depth)
        return [*lines, *self._line(f"{state} = {self.loops.counted}({start}, {stop}, {name}, {state})", depth)]

    def _while(self, s: While, depth: int) -> list[str]:
        state, going, name = self._state(s), self._name("going"), self._name("round")
        lines = [
            *self._line(f"def {going}(_state):", depth),
            *self._line(f"{state} = _state", depth + 1),
            *self._line(f"return {self.condition(s.condition)[0]}", depth + 1),
            "",
            *self._function(f"{name}(_state)", state, self.lines(s.body, depth + 1), depth),
        ]
        return [*lines, *self._line(f"{state} = {self.loops.repeated}({going}, {name}, {state})", depth)]

    def _if(self, s: If, depth: int) -> list[str]:
        state, yes, no = self._state(s), self._name("yes"), self._name("no")
        lines = self._function(f"{yes}(_state)", state, self.lines(s.yes, depth + 1), depth)
        lines += self._function(f"{no}(_state)", state, self.lines(s.no, depth + 1), depth) if s.no else []
        way = self.loops.short if _is_short((*s.yes, *s.no)) else self.loops.branch
        text = f"{state} = {way}({self.condition(s.condition)[0]}, {yes}, {no if s.no else '_same'}, {state})"
        return [*lines, *self._line(text, depth)]

    def _function(self, head: str, state: str, body: list[str], depth: int) -> list[str]:
        first, last = self._line(f"{state} = _state", depth + 1), self._line(f"return {state}", depth + 1)
        return [*self._line(f"def {head}:", depth), *first, *body, *last, ""]

    def _state(self, s: For | While | If) -> str:
        """A tuple that can be taken apart and put together."""
        names = sorted(self.carried.by(s))
        return f"({', '.join(names)}{',' if len(names) == 1 else ''})"

    def _line(self, text: str, depth: int) -> list[str]:
        return wrap(text, self.target, depth)

    def _name(self, word: str) -> str:
        self.made += 1
        return f"_{word}_{self.made}"


def _is_short(statements: tuple[Statement, ...]) -> bool:
    """Whether statements are few, and none of them a loop or a call."""
    inner = [part for s in statements if isinstance(s, If) for part in (*s.yes, *s.no)]
    return (
        len(statements) + len(inner) <= _SHORT
        and not any(isinstance(s, For | While | Call) for s in statements)
        and (not inner or _is_short(tuple(inner)))
    )
