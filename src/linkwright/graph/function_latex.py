"""A function as LaTeX: its outputs as equations, in closed form where that is short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwright.graph.readable import readable_function
from linkwright.graph.readable_print import latex_name
from linkwright.graph.text import MathLatex

if TYPE_CHECKING:
    from linkwright.graph.function import Function


def function_latex(function: Function, digits: int = 6) -> str:
    """All outputs as aligned equations, in closed form where that is short, after numbered steps where it is not."""
    lines: list[str] = []
    seen: set[str] = set()
    for name, x in readable_function(function):
        style = MathLatex(digits, x.rates)
        for step, form in x.steps:
            if step not in seen:
                seen.add(step)
                lines.append(f"{style.symbol(step)} &= {style.sum(form)}")
        lines.append(f"{latex_name(name)} &= {style.sum(x.form)}")
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"
