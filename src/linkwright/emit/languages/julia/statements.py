"""Procedures in Julia: what a loop changes is known before it, indices count from one, results go into arrays of the caller."""

from __future__ import annotations

from linkwright.emit.languages.julia.names import unflattened
from linkwright.emit.procedure_texts import scalar_outputs
from linkwright.emit.program import Program
from linkwright.emit.spell import numbers
from linkwright.emit.statements import Shape, Statements, Syntax, from_last, locals_of, tables_of
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure import Procedure


def body(program: Program, kernel: Kernel, procedure: Procedure, scalar_type: str) -> list[str]:
    """Local values, then statements."""
    plain, made = scalar_outputs(kernel), {p.name for p in kernel.outputs}
    tables = {a.name: table_name(kernel, a.name) for a in tables_of(procedure)}

    def element(name: str, shape: Shape, index: tuple[str, ...]) -> str:
        return f"{name}[]" if name in plain else f"{tables.get(name, name)}[{', '.join(index)}]"

    def call(called: Kernel, given: list[str], results: list[str]) -> list[str]:
        texts = dict(zip((p.name for p in called.inputs), given, strict=True))
        inputs = ", ".join(texts[p.name] for p in called.ordered)
        names = ", ".join(f"_{name}" if name in made else name for name in results)
        copies = [f"copyto!({name}, _{name})" for name in results if name in made]
        return [f"{names} = {called.name}({inputs}; check = false)", *copies]

    syntax = Syntax(
        element=element,
        fill=lambda name, shape, value: [f"{name}[] = {value}" if name in plain else f"fill!({name}, {value})"],
        copy=lambda target, source, shape: [f"copyto!({target}, {tables.get(source, source)})"],
        call=call,
        stop=from_last,
        first=1,
        set="{name} = {value}",
        store="{element} = {value}",
        up="for {counter} in {start}:{stop}",
        down="for {counter} in {start}:-1:{stop}",
        loop="while {condition}",
        branch="if {condition}",
        other_branch="elseif {condition}",
        otherwise="else",
        end_loop="end",
        end_branch="end",
        leave="break",
        remark="# {text}",
        nan=f"NaN{program.target.real.suffix}",
        infinity=f"Inf{program.target.real.suffix}",
        to_float=program.target.real.cast,
    )
    walk = Statements(kernel, procedure, program.target, syntax)
    lines = [f"scalar_type = {scalar_type}"]
    lines += [f"{a.name} = zeros(scalar_type, {', '.join(map(str, a.shape))})" for a in locals_of(procedure)]
    lines += [f"{name} = {'0' if whole else 'zero(scalar_type)'}" for name, whole in procedure.scalars]
    return [*lines, *walk.lines(procedure.body, 0)]


def table_name(kernel: Kernel, name: str) -> str:
    """The constant that holds a table of a procedure."""
    return f"_{kernel.name}_{name}"


def tables(program: Program, kernel: Kernel, procedure: Procedure) -> list[str]:
    """Constants before the function."""
    return [
        f"const {table_name(kernel, a.name)} = "
        + unflattened(f"{program.target.real.name}[{numbers(program.target, a.values or ())}]", a.shape)
        for a in tables_of(procedure)
    ]
