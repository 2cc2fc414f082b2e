"""Formulas as people take them with them: lines for a terminal, LaTeX, a page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from linkwright.describe.display import Shown, displayed
from linkwright.describe.formula import Formula, Line


def text_of(found: Sequence[Formula]) -> str:
    """Lines for a terminal, each formula under its heading; an empty line after each."""
    return "\n".join("\n".join([x.heading, *(f"  {line.text}" for line in x.lines), ""]) for x in found)


def latex_of(found: Sequence[Formula]) -> str:
    """The same as displayed equations of LaTeX, matrices as matrices (pmatrix of amsmath)."""
    return "\n".join(
        "\n".join([f"% {x.heading}", *(f"\\[ {part.latex} \\]" for part in displayed(x)), ""]) for x in found
    )


def document(name: str, found: Sequence[Formula]) -> str:
    """A LaTeX document of the equations; long lines break at their own pace (breqn is not needed)."""
    parts = [
        "\\documentclass{article}\n\\usepackage{amsmath}\n\\usepackage[a4paper,margin=20mm]{geometry}\n\\begin{document}\n",
        f"\\section*{{Equations of motion of {_tex(name)}}}\n",
    ]
    for formula in found:
        parts.append(f"\\subsection*{{{_tex(formula.title)}}}\n{_sentence(_tex(formula.doc))}\n\n")
        lines = [part.latex if isinstance(part, Shown) else _breakable(part.latex) for part in displayed(formula)]
        parts += [f"\\noindent\\raggedright$\\displaystyle {line}$\\par\\smallskip\n" for line in lines]
    return "".join(parts) + "\\end{document}\n"


def _sentence(text: str) -> str:
    return f"{text}." if text else ""


def _breakable(line: str) -> str:
    """Inline mathematics breaks at + and - outside brackets by itself; stretchable brackets would forbid it."""
    return line.replace("\\left", "").replace("\\right", "")


def _tex(text: str) -> str:
    return "".join("\\" + c if c in "_#%&$" else c for c in text)


def page(name: str, found: Sequence[Formula]) -> str:
    """A self-contained page: formulas are MathML, which browsers typeset themselves; no scripts, no network."""
    title = escape(f"Equations of motion of {name}")
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{_style()}</style>\n<main>\n<h1>{title}</h1>\n"
        f"{''.join(_section(formula) for formula in found)}</main>\n</html>\n"
    )


def fragment(found: Sequence[Formula]) -> str:
    """The same as part of another page, whose own looks it leaves alone."""
    sections = "".join(_section(formula) for formula in found)
    return f'<style>@scope (.linkwright-equations) {{\n{_style()}}}</style><div class="linkwright-equations">{sections}</div>'


def _style() -> str:
    return files("linkwright.describe").joinpath("formula_page.css").read_text(encoding="utf-8")


def _section(formula: Formula) -> str:
    cost = f"Operations: {formula.operations}" if formula.operations else ""
    about = " ".join(_sentence(x) for x in (formula.doc, cost) if x)
    lines = "".join(_in_page(part) for part in displayed(formula))
    told = f"<p>{escape(about)}</p>\n" if about else ""
    return f"<section>\n<h2>{escape(formula.title)}</h2>\n{told}{lines}</section>\n"


def _in_page(part: Line | Shown) -> str:
    from linkwright.describe.mathml import inner_math, line_math

    if isinstance(part, Line):
        return f'<div class="line">{line_math(part.latex)}</div>\n'
    rows = "".join("<mtr>" + "".join(f"<mtd>{inner_math(x)}</mtd>" for x in row) + "</mtr>" for row in part.rows)
    return f'<div class="matrix"><math>{inner_math(part.name)}<mo>=</mo><mtable>{rows}</mtable></math></div>\n'
