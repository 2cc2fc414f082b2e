"""A function as LaTeX: its outputs as equations, in closed form where that is short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwright.readable.as_it_is import MATH_LATEX
from linkwright.readable.equations import readable_function
from linkwright.readable.names import latex_name
from linkwright.readable.printer import Printer

if TYPE_CHECKING:
    from linkwright.graph.function import Function


def function_latex(function: Function, digits: int = 6) -> str:
    """All outputs as aligned equations, in closed form where that is short, after numbered steps where it is not."""
    lines: list[str] = []
    seen: set[str] = set()
    for name, x in readable_function(function):
        printer = Printer(MATH_LATEX, digits, x.rates)
        for step, form in x.steps:
            if step not in seen:
                seen.add(step)
                lines.append(f"{printer.symbol(step)} &= {printer.sum(form)}")
        lines.append(f"{latex_name(name)} &= {printer.sum(x.form)}")
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"
