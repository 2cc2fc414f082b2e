"""Procedures in JavaScript: statements between the declarations of the results and their return."""

from __future__ import annotations

from math import prod

from linkwright.emit.languages.javascript.types import is_scalar, several
from linkwright.emit.procedure_texts import scalar_outputs
from linkwright.emit.program import Program
from linkwright.emit.spell import numbers, wrap
from linkwright.emit.statements import Shape, Statements, Syntax, flat
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure import Procedure


def body(program: Program, kernel: Kernel, procedure: Procedure, filling: bool) -> list[str]:
    """Declarations and statements. filling: every function returns an object, not only those of several outputs."""
    plain = scalar_outputs(kernel)

    def element(name: str, shape: Shape, index: tuple[str, ...]) -> str:
        return name if name in plain else flat(name, shape, index)

    def fill(name: str, shape: Shape, value: str) -> list[str]:
        return [f"{name} = {value};" if name in plain else f"{name}.fill({value});"]

    def call(called: Kernel, given: list[str], results: list[str]) -> list[str]:
        return [_call(called, given, results, filling)]

    syntax = Syntax(
        element=element,
        fill=fill,
        copy=lambda target, source, shape: [f"{target}.set({source});"],
        call=call,
        up="for (let {counter} = {start}; {counter} < {stop}; {counter}++) {{",
        down="for (let {counter} = {start}; {counter} > {stop}; {counter}--) {{",
        remark="// {text}",
        infinity="Infinity",
        finite="Number.isFinite({value})",
        compare={"==": "===", "!=": "!=="},
    )
    walk = Statements(kernel, procedure, program.target, syntax)
    declared = _declarations(program, procedure)
    if filling or not procedure.calls:
        return [*declared, *walk.lines(procedure.body)]
    before = ["  const $kept = $checks;", "  $checks = false; // what is called is not given the user's own numbers"]
    after = ["  } finally {", "    $checks = $kept;", "  }"]
    return [*declared, *before, "  try {", *walk.lines(procedure.body, 2), *after]


def _declarations(program: Program, procedure: Procedure) -> list[str]:
    texts = [
        f"const {a.name} = new Float64Array({prod(a.shape)});"
        if a.values is None
        else f"const {a.name} = Float64Array.of({numbers(program.target, a.values)});"
        for a in procedure.arrays
    ]
    texts += [f"let {name} = 0;" for name, _ in procedure.scalars]
    return [line for text in texts for line in wrap(text, program.target, 1)]


def _call(called: Kernel, given: list[str], results: list[str], filling: bool) -> str:
    """Results go into the arrays that are there."""
    texts = dict(zip((p.name for p in called.inputs), given, strict=True))
    inputs = [texts[p.name] for p in called.ordered]
    if not filling and is_scalar(called):
        return f"{results[0]} = {called.name}({', '.join(inputs)});"
    if not filling and not several(called):
        return f"{called.name}({', '.join([*inputs, *results])});"
    made = list(zip(called.outputs, results, strict=True))
    arrays = ", ".join(f"{p.name}: {name}" for p, name in made if p.shape)
    numbers = ", ".join(f"{p.name}: {name}" for p, name in made if not p.shape)
    call = f"{called.name}({', '.join([*inputs, f'{{ {arrays} }}' if arrays else '{}'])})"
    return f"({{ {numbers} }} = {call});" if numbers else f"{call};"
