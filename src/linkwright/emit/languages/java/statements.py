"""Procedures in Java: arrays that statements fill are made once for each thread."""

from __future__ import annotations

from math import prod

from linkwright.emit.languages.java import names
from linkwright.emit.program import Program
from linkwright.emit.spell import numbers, wrap
from linkwright.emit.statements import Statements, Syntax, flat, locals_of, tables_of
from linkwright.emit.target import UNARY
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure import Procedure


def code(program: Program, kernel: Kernel, procedure: Procedure) -> tuple[list[str], list[str]]:
    """Members of the class, and the body of its method. Functions that it calls are not given the user's own numbers."""
    classes = names.classes(program)

    def call(called: Kernel, given: list[str], results: list[str]) -> list[str]:
        texts = dict(zip((p.name for p in called.inputs), given, strict=True))
        inputs = [texts[p.name] for p in called.ordered]
        made = list(zip(_places(called), results, strict=True))
        call = f"{classes[called.name]}.compute({', '.join([*inputs, *(place or name for place, name in made)])});"
        return [call, *(f"{name} = {place}[0];" for place, name in made if place)]

    syntax = Syntax(
        element=flat,
        fill=lambda name, shape, value: [f"Arrays.fill({name}, {value});"],
        copy=lambda target, source, shape: [f"System.arraycopy({source}, 0, {target}, 0, {prod(shape)});"],
        call=call,
        remark="// {text}",
        nan=f"{names.boxed(program)}.NaN",
        infinity=f"{names.boxed(program)}.POSITIVE_INFINITY",
        to_float=program.target.real.cast,
        float_binds=UNARY,
        finite=f"{names.boxed(program)}.isFinite({{value}})",
    )
    walk = Statements(kernel, procedure, program.target, syntax)
    return _members(program, procedure), [*_declarations(program, procedure), *walk.lines(procedure.body, 2)]


def _members(program: Program, procedure: Procedure) -> list[str]:
    real = program.target.real.name
    texts = [
        f"private static final {real}[] {a.name} = {{{numbers(program.target, a.values or ())}}};"
        for a in tables_of(procedure)
    ]
    tables = ["\n".join(wrap(text, program.target, 1)) for text in texts]
    arrays = [f"        final {real}[] {a.name} = new {real}[{prod(a.shape)}];" for a in locals_of(procedure)]
    places = sorted({place for _, called in procedure.calls for place in _places(called) if place})
    arrays += [f"        final {real}[] {place.partition('.')[2]} = new {real}[1];" for place in places]
    if not arrays:
        return tables
    fields = "\n".join(["    private static final class Scratch {", *arrays, "    }"])
    made = "    private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);"
    return [*tables, fields, made]


def _places(called: Kernel) -> list[str]:
    """For each output of a function that is called, where it goes: an array of one, for one that is a number."""
    return ["" if port.shape else f"scratch._{k}" for k, port in enumerate(called.outputs)]


def _declarations(program: Program, procedure: Procedure) -> list[str]:
    real, zero = program.target.real.name, program.target.number(0.0)
    arrays = [f"        final {real}[] {a.name} = scratch.{a.name};" for a in locals_of(procedure)]
    boxes = any(place for _, called in procedure.calls for place in _places(called))
    lines = ["        final Scratch scratch = SCRATCH.get();", *arrays] if arrays or boxes else []
    return lines + [
        f"        {'int' if whole else real} {name} = {'0' if whole else zero};" for name, whole in procedure.scalars
    ]
