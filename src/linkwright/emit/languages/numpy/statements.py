"""Procedures in NumPy: a function of one state, and a loop over the states of a batch."""

from __future__ import annotations

from linkwright.emit.procedure_texts import scalar_outputs
from linkwright.emit.program import Program
from linkwright.emit.spell import numbers, wrap
from linkwright.emit.statements import Shape, Statements, Syntax
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure import Number, Procedure, Set, Statement


class _Walk(Statements):
    """Numbers that variables start with are NumPy's: a quotient by zero is then infinite, where Python's would stop."""

    def _statement(self, s: Statement, depth: int) -> list[str]:
        if isinstance(s, Set) and isinstance(s.value, Number) and isinstance(s.value.value, float):
            return wrap(f"{s.name} = np.float64({self.text(s.value)})", self.target, depth)
        return super()._statement(s, depth)


def function(program: Program, kernel: Kernel, procedure: Procedure, head: list[str]) -> str:
    """The function of one state, and the one for the caller."""
    plain = scalar_outputs(kernel)

    def element(name: str, shape: Shape, index: tuple[str, ...]) -> str:
        return f"{name}[0]" if name in plain else f"{name}[{', '.join(index)}]"

    def call(called: Kernel, given: list[str], results: list[str]) -> list[str]:
        texts = ", ".join(f"{p.name}={x}" for p, x in zip(called.inputs, given, strict=True))
        return [f"{', '.join(results)} = {called.name}({texts})"]

    syntax = Syntax(
        element=element,
        fill=lambda name, shape, value: [f"{name}[...] = {value}"],
        copy=lambda target, source, shape: [f"{target}[...] = {source}"],
        call=call,
        logic={"and": "and", "or": "or", "not": "not "},
        set="{name} = {value}",
        store="{element} = {value}",
        up="for {counter} in range({start}, {stop}):",
        down="for {counter} in range({start}, {stop}, -1):",
        loop="while {condition}:",
        branch="if {condition}:",
        other_branch="elif {condition}:",
        otherwise="else:",
        end_loop="",
        end_branch="",
        leave="break",
        nothing="pass",
        remark="# {text}",
        to_float="np.float64({value})",
        nan="np.nan",
        infinity="np.inf",
        finite="np.isfinite({value})",
    )
    walk = _Walk(kernel, procedure, program.target, syntax)
    lines = [f"def _{kernel.name}({', '.join(p.name for p in kernel.inputs)}):"]
    lines += [line for text in _declarations(program, kernel, procedure) for line in wrap(text, program.target, 1)]
    lines += walk.lines(procedure.body)
    results = ", ".join(p.name if p.shape else f"{p.name}[0]" for p in kernel.outputs)
    lines += [f"    return ({results},)" if len(kernel.outputs) == 1 else f"    return {results}"]
    given = ", ".join(f'("{p.name}", {p.name}, {p.shape})' for p in kernel.inputs)
    shapes = ", ".join(str(p.shape) for p in kernel.outputs)
    return "\n".join(
        [*lines, "", "", *head, *wrap(f"return _each(_{kernel.name}, [{given}], [{shapes}])", program.target, 1)]
    )


def _declarations(program: Program, kernel: Kernel, procedure: Procedure) -> list[str]:
    texts = [f"{p.name} = np.zeros({p.shape or (1,)})" for p in kernel.outputs]
    for a in procedure.arrays:
        made = f"np.zeros({a.shape})"
        if a.values is not None:
            made = f"np.array([{numbers(program.target, a.values)}]).reshape({a.shape})"
        texts.append(f"{a.name} = {made}")
    return texts + [f"{name} = {'0' if whole else 'np.float64(0.0)'}" for name, whole in procedure.scalars]
