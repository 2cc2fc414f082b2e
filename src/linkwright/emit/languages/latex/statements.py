r"""Procedures in LaTeX: the algorithm, a line per statement, blocks by indentation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from linkwright.emit.statements import Shape, Statements, Syntax, from_last, tables_of
from linkwright.emit.target import ATOM, Target
from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure import Procedure, Remark, Statement
from linkwright.passes.procedure_names import local_names, renamed

_INDENT = 1.2
"""Of a block, in em."""


def algorithm(
    kernel: Kernel, procedure: Procedure, target: Target, symbol: Callable[[str], str], text: Callable[[str], str]
) -> str:
    """The statements as paragraphs. symbol: a name as mathematics; text: words with their special characters escaped."""
    ports = (*kernel.inputs, *kernel.outputs)
    names = {name: symbol(name) for name in (*(p.name for p in ports), *local_names(procedure))}
    inputs, outputs = (
        tuple(replace(p, name=names[p.name]) for p in ports) for ports in (kernel.inputs, kernel.outputs)
    )
    plain = {p.name for p in outputs if not p.shape}
    procedure = renamed(procedure, names)

    def element(name: str, shape: Shape, index: tuple[str, ...]) -> str:
        return name if name in plain else rf"{{{name}}}_{{{','.join(index)}}}"

    def call(called: Kernel, given: list[str], results: list[str]) -> list[str]:
        made = ", ".join(results)
        return [rf"${made} \gets \text{{{text(called.name)}}}({', '.join(given)})$"]

    walk = _Walk(replace(kernel, inputs=inputs, outputs=outputs), procedure, target, _syntax(element, call))
    walk.escape = text
    lines = [_paragraph(line) for line in walk.lines(procedure.body, 0)]
    tables = [
        _paragraph(f"${a.name}$: a table of {' by '.join(map(str, a.shape))} numbers") for a in tables_of(procedure)
    ]
    return "\n".join([r"\begingroup\raggedright\small", *tables, *lines, r"\par\endgroup"])


def _paragraph(line: str) -> str:
    depth = (len(line) - len(line.lstrip())) // 4
    return rf"\par\noindent\hangindent={_INDENT * (depth + 2):.1f}em\hspace*{{{_INDENT * depth:.1f}em}}{line.lstrip()}"


class _Walk(Statements):
    escape: Callable[[str], str]

    def _statement(self, s: Statement, depth: int) -> list[str]:
        if isinstance(s, Remark):
            return [rf"{self.target.indent * depth}\emph{{{self.escape(' '.join(s.text.split()))}}}"]
        return super()._statement(s, depth)


def _syntax(
    element: Callable[[str, Shape, tuple[str, ...]], str], call: Callable[[Kernel, list[str], list[str]], list[str]]
) -> Syntax:
    return Syntax(
        element=element,
        fill=lambda name, shape, value: [rf"${name} \gets {value}$, all elements"],
        copy=lambda target, source, shape: [rf"${target} \gets {source}$"],
        call=call,
        first=1,
        set=r"${name} \gets {value}$",
        store=r"${element} \gets {value}$",
        up=r"\textbf{{for}} ${counter}$ from ${start}$ to ${stop}$:",
        down=r"\textbf{{for}} ${counter}$ from ${start}$ down to ${stop}$:",
        loop=r"\textbf{{while}} ${condition}$:",
        branch=r"\textbf{{if}} ${condition}$:",
        other_branch=r"\textbf{{otherwise, if}} ${condition}$:",
        otherwise=r"\textbf{{otherwise}}:",
        end_loop="",
        end_branch="",
        leave=r"\textbf{{leave the loop}}",
        to_float="{value}",
        float_binds=ATOM,
        nan=r"\mathrm{NaN}",
        infinity=r"\infty",
        special_binds=ATOM,
        finite=r"{value} \text{{ is finite}}",
        compare={"<=": r"\le", ">=": r"\ge", "==": "=", "!=": r"\ne"},
        logic={"and": r"\land", "or": r"\lor", "not": r"\lnot "},
        stop=from_last,
    )
