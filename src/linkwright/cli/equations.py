"""`linkwright equations`: formulas for people, in the terminal, as LaTeX, as a page, as a PDF, as data."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from linkwright.cli.console import print_json, progress
from linkwright.cli.options import Pages
from linkwright.describe.formula import Formula
from linkwright.describe.formulas import formulas
from linkwright.disk import write_file, write_text
from linkwright.errors import EmitError
from linkwright.request import Printed

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism


def show(mechanism: Mechanism, request: Printed, pages: Pages, json: bool) -> None:
    """Print or write what was asked for."""
    with progress() as bar:
        asked = replace(request, style="steps") if pages.steps else request
        found = formulas(mechanism, asked, lambda name: bar.add_task(f"{name} of {mechanism.name}"))
    if pages.html:
        write_text(pages.html, page(mechanism.name, found))
        typer.echo(f"wrote {pages.html}")
    if pages.pdf:
        write_pdf(document(mechanism.name, found), pages.pdf)
        typer.echo(f"wrote {pages.pdf}")
    if json:
        print_json([formula.data() for formula in found])
    elif not (pages.html or pages.pdf):
        _print(found, pages.latex)


def _print(found: Sequence[Formula], latex: bool) -> None:
    for formula in found:
        typer.echo(f"% {formula.heading}" if latex else formula.heading)
        for line in formula.lines:
            typer.echo(f"\\[ {line.latex} \\]" if latex else f"  {line.text}")
        typer.echo()


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


def write_pdf(source: str, target: Path) -> None:
    """Through pdflatex, in a folder of its own; the target is written only if it worked."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "equations.tex").write_text(source, encoding="utf-8")
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "equations.tex"]
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False)
        except FileNotFoundError:
            raise EmitError("pdflatex was not found", hint="install TeX Live, or use --latex or --html") from None
        if done.returncode:
            tail = done.stdout.decode(errors="replace")[-400:]
            raise EmitError(f"pdflatex failed: {' '.join(tail.split())}", hint="use --latex to see the source")
        made = (Path(folder) / "equations.pdf").read_bytes()
        write_file(target, lambda path: path.write_bytes(made))


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
