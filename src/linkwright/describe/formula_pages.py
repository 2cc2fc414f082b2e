"""Formulas as people take them with them: lines for a terminal, LaTeX, a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from linkwright.describe.formula import Formula


def text_of(found: Sequence[Formula]) -> str:
    """Lines for a terminal, each formula under its heading; an empty line after each."""
    return "\n".join("\n".join([x.heading, *(f"  {line.text}" for line in x.lines), ""]) for x in found)


def latex_of(found: Sequence[Formula]) -> str:
    """The same as displayed equations of LaTeX."""
    return "\n".join("\n".join([f"% {x.heading}", *(f"\\[ {line.latex} \\]" for line in x.lines), ""]) for x in found)


def document(name: str, found: Sequence[Formula]) -> str:
    """A LaTeX document of the equations; long lines break at their own pace (breqn is not needed)."""
    parts = [
        "\\documentclass{article}\n\\usepackage{amsmath}\n\\usepackage[a4paper,margin=20mm]{geometry}\n\\begin{document}\n",
        f"\\section*{{Equations of motion of {_tex(name)}}}\n",
    ]
    for formula in found:
        parts.append(f"\\subsection*{{{_tex(formula.title)}}}\n{_sentence(_tex(formula.doc))}\n\n")
        lines = [_breakable(line.latex) for line in formula.lines]
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
    """A self-contained page: no scripts, no network."""
    body: list[str] = []
    for formula in found:
        about = " ".join(_sentence(x) for x in (formula.doc, formula.operations) if x)
        body.append(f"<h2>{escape(formula.title)}</h2>" + (f"<p>{escape(about)}</p>" if about else ""))
        body += [f"<p class=eq>{_subscripts(escape(line.text))}</p>" for line in formula.lines]
    style = "body{font:16px/1.5 Georgia,serif;max-width:60em;margin:2em auto;padding:0 1em}"
    style += ".eq{font-style:italic;margin:.3em 2em}"
    title = escape(f"Equations of motion of {name}")
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><style>{style}</style>"
        f"<h1>{title}</h1>{''.join(body)}</html>\n"
    )


def _subscripts(line: str) -> str:
    return re.sub(r"([A-Za-z\u0300-\u036f]+)(\d+(?:,\d+)?)\b", r"\1<sub>\2</sub>", line)
