"""Statements of procedures in C."""

from __future__ import annotations

from math import prod

from linkwright.emit.program import Program
from linkwright.emit.spell import numbers, wrap
from linkwright.emit.statements import Shape, Statements, Syntax, flat, locals_of, tables_of
from linkwright.emit.target import UNARY, Target
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure import Procedure


def body(program: Program, kernel: Kernel, procedure: Procedure) -> list[str]:
    """Declarations and statements."""

    def call(called: Kernel, given: list[str], results: list[str]) -> list[str]:
        outputs = [name if p.shape else f"&{name}" for name, p in zip(results, called.outputs, strict=True)]
        return [f"{program.name}_{called.name}({', '.join([*given, *outputs])});"]

    target, real = program.target, program.target.real

    def fill(name: str, shape: Shape, value: str) -> list[str]:
        if value == target.number(0.0):
            return [f"memset({name}, 0, {prod(shape)} * sizeof({real.name}));"]
        return [f"linkwright_fill{real.suffix}({name}, {prod(shape)}, {value});"]

    syntax = Syntax(
        element=flat, fill=fill, call=call, to_float=f"({real.name}){{value}}", float_binds=UNARY,
        copy=lambda target, source, shape: [f"memcpy({target}, {source}, {prod(shape)} * sizeof({real.name}));"],
        nan=f"({real.name})NAN", infinity=f"({real.name})INFINITY", special_binds=UNARY,
    )  # fmt: skip
    walk = Statements(kernel, procedure, target, syntax)
    return [*declarations(target, procedure, f"static const {real.name}", real.name), *walk.lines(procedure.body)]


def declarations(target: Target, procedure: Procedure, constant: str, real: str) -> list[str]:
    """Tables, arrays and scalars; constant, real: the types of a table's and of other floats."""
    texts = [
        f"{constant} {a.name}[{len(a.values or ())}] = {{{numbers(target, a.values or ())}}};"
        for a in tables_of(procedure)
    ]
    arrays = [f"{a.name}[{prod(a.shape)}]" for a in locals_of(procedure)]
    texts += [f"{real} {', '.join(arrays)};"] if arrays else []
    for kind, zero, whole in ((real, target.number(0.0), False), ("int", "0", True)):
        names = [f"{name} = {zero}" for name, is_whole in procedure.scalars if is_whole == whole]
        texts += [f"{kind} {', '.join(names)};"] if names else []
    return [line for text in texts for line in wrap(text, target, 1)]
