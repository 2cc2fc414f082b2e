"""Procedures in MATLAB and Octave: every number is a double, indices count from one."""

from __future__ import annotations

from linkwright.emit.languages.matlab.names import package, shape_text
from linkwright.emit.procedure_texts import scalar_outputs
from linkwright.emit.program import Program
from linkwright.emit.spell import numbers, wrap
from linkwright.emit.statements import Shape, Statements, Syntax, from_last
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure import Procedure


def body(program: Program, kernel: Kernel, procedure: Procedure) -> list[str]:
    """Arrays, then statements."""
    plain = scalar_outputs(kernel)

    def element(name: str, shape: Shape, index: tuple[str, ...]) -> str:
        return name if name in plain else f"{name}({', '.join(index)})"

    def call(called: Kernel, given: list[str], results: list[str]) -> list[str]:
        texts = dict(zip((p.name for p in called.inputs), given, strict=True))
        inputs = ", ".join([*(texts[p.name] for p in called.ordered), "false"])
        return [f"[{', '.join(results)}] = {package(program)}.{called.name}({inputs});"]

    def copy(target: str, source: str, shape: Shape) -> list[str]:
        return [f"{target}(:) = {source}(:);" if len(shape) == 1 else f"{target} = {source};"]  # a row stays a row

    syntax = Syntax(
        element=element,
        fill=lambda name, shape, value: [f"{name} = {value};" if name in plain else f"{name}(:) = {value};"],
        copy=copy,
        call=call,
        compare={"!=": "~="},
        logic={"and": "&&", "or": "||", "not": "~"},
        stop=from_last,
        first=1,
        up="for {counter} = {start}:{stop}",
        down="for {counter} = {start}:-1:{stop}",
        loop="while {condition}",
        branch="if {condition}",
        other_branch="elseif {condition}",
        otherwise="else",
        end_loop="end",
        end_branch="end",
        remark="% {text}",
    )
    walk = Statements(kernel, procedure, program.target, syntax)
    return [*_declarations(program, kernel, procedure), *walk.lines(procedure.body, 0)]


def _declarations(program: Program, kernel: Kernel, procedure: Procedure) -> list[str]:
    """Scalars too: code that is made from this must know them before a branch."""
    kind = program.target.real.suffix
    texts = [f"{p.name} = zeros({shape_text(p.shape or (1,), column=True)}{kind});" for p in kernel.outputs]
    for a in procedure.arrays:
        if a.values is None:
            texts.append(f"{a.name} = zeros({shape_text(a.shape, column=True)}{kind});")
        elif len(a.shape) == 1:
            texts.append(f"{a.name} = [{numbers(program.target, a.values)}].';")
        else:
            sizes = ", ".join(map(str, reversed(a.shape)))
            order = " ".join(map(str, range(len(a.shape), 0, -1)))
            texts.append(f"{a.name} = permute(reshape([{numbers(program.target, a.values)}], {sizes}), [{order}]);")
    texts += [f"{name} = 0;" for name, _ in procedure.scalars]
    return [line for text in texts for line in wrap(text, program.target, 0)]
