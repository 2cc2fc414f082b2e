"""Procedures in Fortran: declarations come first, indices count from one, both sides of .and. may be computed."""

from __future__ import annotations

from dataclasses import replace

from linkwright.emit.languages.fortran.data import extents, table
from linkwright.emit.languages.fortran.procedure import local, order, subroutines
from linkwright.emit.procedure_texts import scalar_outputs
from linkwright.emit.program import Program
from linkwright.emit.statements import Shape, Statements, Syntax, from_last, locals_of, tables_of
from linkwright.emit.target import Target
from linkwright.passes.guarded_conditions import guarded_conditions
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure import Procedure
from linkwright.passes.procedure_names import counters, renamed


def procedural(program: Program, kernel: Kernel, procedure: Procedure) -> list[str]:
    """The subroutine of a kernel that consists of statements; two where others call it."""
    procedure = renamed(procedure, {p.name: local(p) for p in kernel.inputs})
    taken = [kernel.name, *(p.name for p in order(kernel)), *(k.name for k in kernel.called)]
    procedure = guarded_conditions(procedure, taken)
    inner = replace(kernel, inputs=tuple(replace(p, name=local(p)) for p in kernel.inputs), procedure=procedure)
    walk = Statements(inner, procedure, program.target, _syntax(inner, program.target))
    declared = [*_declared(program.target.real.name, procedure), *_tables(program, procedure)]
    return subroutines(program, kernel, "pure", declared, walk.lines(procedure.body, 2))


def _syntax(kernel: Kernel, target: Target) -> Syntax:
    plain = scalar_outputs(kernel)

    def element(name: str, shape: Shape, index: tuple[str, ...]) -> str:
        return name if name in plain else f"{name}({', '.join(index)})"

    def call(called: Kernel, given: list[str], results: list[str]) -> list[str]:
        ports = (*called.inputs, *called.outputs)
        texts = dict(zip((p.name for p in ports), (*given, *results), strict=True))
        return [f"call {called.name}_unchecked({', '.join(f'{p.name}={texts[p.name]}' for p in order(called))})"]

    return Syntax(
        element=element,
        fill=lambda name, shape, value: [f"{name} = {value}"],
        copy=lambda to, source, shape: [f"{to} = {source}"],
        call=call,
        compare={"!=": "/="},
        logic={"and": ".and.", "or": ".or.", "not": ".not. "},
        stop=from_last,
        first=1,
        set="{name} = {value}",
        store="{element} = {value}",
        up="do {counter} = {start}, {stop}",
        down="do {counter} = {start}, {stop}, -1",
        loop="do while ({condition})",
        branch="if ({condition}) then",
        other_branch="else if ({condition}) then",
        otherwise="else",
        end_loop="end do",
        end_branch="end if",
        leave="exit",
        remark="! {text}",
        to_float=target.real.cast,
        nan="linkwright_nan",
        infinity="linkwright_infinity",
        finite=f"(abs({{value}}) <= huge({target.number(1.0)}))",
    )


def _declared(real: str, procedure: Procedure) -> list[str]:
    lines = [f"{real} :: {a.name}{extents(a.shape)}" for a in locals_of(procedure)]
    lines += [f"{'integer' if whole else real} :: {name}" for name, whole in procedure.scalars]
    return lines + [f"integer :: {name}" for name in counters(procedure.body)]


def _tables(program: Program, procedure: Procedure) -> list[str]:
    texts = [line for a in tables_of(procedure) for line in table(program.target, a.name, a.shape, a.values or ())]
    return [line[4:] for line in texts]
