"""Procedures in Rust: whole numbers are i32, arrays are copied as values, indices become usize where they are used."""

from __future__ import annotations

from linkwright.emit.languages.rust.crate import array_type, nested, zeros
from linkwright.emit.procedure_texts import scalar_outputs
from linkwright.emit.program import Program
from linkwright.emit.spell import numbers, wrap
from linkwright.emit.statements import Shape, Statements, Syntax, from_last
from linkwright.emit.target import ATOM
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure import Array, Procedure

ALLOW = "#[allow(unused_assignments, unused_mut, non_upper_case_globals, clippy::needless_range_loop)]"


def body(program: Program, kernel: Kernel, procedure: Procedure) -> list[str]:
    """Declarations and statements."""
    plain, real = scalar_outputs(kernel), program.target.real
    given, made = {p.name for p in kernel.inputs if p.shape}, {p.name for p in kernel.outputs}

    def element(name: str, shape: Shape, index: tuple[str, ...]) -> str:
        return f"*{name}" if name in plain else name + "".join(f"[{_index(text)}]" for text in index)

    def target(name: str) -> str:
        return f"*{name}" if name in made else name

    def fill(name: str, shape: Shape, value: str) -> list[str]:
        return [f"*{name} = {value};" if name in plain else f"{target(name)} = {_repeated(value, shape)};"]

    def call(called: Kernel, texts: list[str], results: list[str]) -> list[str]:
        arrays = {p.name for p in called.inputs if p.shape}
        inputs = [f"&{x}" if p.name in arrays and x not in given | made else x
                  for p, x in zip(called.inputs, texts, strict=True)]  # fmt: skip
        outputs = [name if name in made else f"&mut {name}" for name in results]
        name = f"crate::{called.name}::{called.name}_unchecked"
        return [f"{name}({', '.join([*inputs, *outputs])});"]

    syntax = Syntax(
        element=element,
        fill=fill,
        copy=lambda to, source, shape: [f"{target(to)} = {'*' if source in given | made else ''}{source};"],
        call=call,
        up="for {counter} in {start}..{stop} {{",
        down="for {counter} in ({stop}..={start}).rev() {{",
        loop="while {condition} {{",
        branch="if {condition} {{",
        other_branch="}} else if {condition} {{",
        remark="// {text}",
        to_float=real.cast,
        float_binds=ATOM,
        nan=f"{real.name}::NAN",
        infinity=f"{real.name}::INFINITY",
        special_binds=ATOM,
        finite=f"{real.name}::is_finite({{value}})",
        stop=lambda value, step: value if step > 0 else from_last(value, step),
    )
    walk = Statements(kernel, procedure, program.target, syntax)
    return [*_declarations(program, procedure), *walk.lines(procedure.body)]


def _index(text: str) -> str:
    return text if text.isdigit() else f"({text}) as usize" if " " in text else f"{text} as usize"


def _repeated(value: str, shape: Shape) -> str:
    return zeros(shape).replace("0.0", value)


def _declarations(program: Program, procedure: Procedure) -> list[str]:
    lines: list[str] = []
    for array in procedure.arrays:
        if array.values is None:
            lines.append(f"    let mut {array.name} = {zeros(array.shape)};")
        else:
            lines += _table(program, array, array.values)
    return lines + [
        f"    let mut {name}{': i32 = 0' if whole else f': {program.target.real.name} = 0.0'};"
        for name, whole in procedure.scalars
    ]


def _table(program: Program, array: Array, values: tuple[float, ...]) -> list[str]:
    rows = nested([f"{numbers(program.target, [x])}," for x in values], array.shape)
    text = f"const {array.name}: {array_type(array.shape, program.target.real)} = [{' '.join(rows)}];"
    return wrap(text, program.target, 1)
