"""`linkwright equations` of a Lagrangian: without coordinates, as text, LaTeX, page or PDF, or with all steps."""

from __future__ import annotations

from html import escape
from pathlib import Path

import typer

from linkwright.cli import equations as of_robots
from linkwright.cli.console import print_json
from linkwright.cli.equations import Request, write_pdf
from linkwright.cli.manifold_formulas import FORMULAS
from linkwright.cli.output import write_text
from linkwright.errors import QuantityError
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.manifold.steps import Step, steps
from linkwright.mechanism import find_quantity


def parts(system: Lagrangian, request: Request, form: str) -> tuple[Step, ...]:
    """What is printed: the seven steps, the equations, or the formulas of the quantities that are named."""
    if request.style == "steps":
        return steps(system, form)
    if request.style != "closed":
        raise QuantityError(f"unknown style '{request.style}'", hint="closed or steps")
    return tuple(FORMULAS[name](system, form) for name in _named(system, request))


def _named(system: Lagrangian, request: Request) -> list[str]:
    if request.quantities == Request().quantities:
        return ["equations_of_motion"]
    return [find_quantity(system, name.strip()).name for name in request.quantities.split(",") if name.strip()]


def show(system: Lagrangian, request: Request, *, latex: bool, html: Path | None, pdf: Path | None, json: bool) -> None:
    """Print or write what was asked for; quantities without formulas of their own element by element, as robots' are."""
    if any(name not in FORMULAS for name in _named(system, request)):
        of_robots.show(system, request, latex=latex, html=html, pdf=pdf, json=json)  # type: ignore[arg-type]
        return
    if html or pdf:
        if html:
            write_text(html, page(system, parts(system, request, "text")))
            typer.echo(f"wrote {html}")
        if pdf:
            write_pdf(document(system, parts(system, request, "latex")), pdf)
            typer.echo(f"wrote {pdf}")
        return
    made = parts(system, request, "latex" if latex else "text")
    if json:
        print_json({step.title: list(step.formulas) for step in made})
        return
    for number, step in enumerate(made, 1):
        title = f"{number}. {step.title}" if request.style == "steps" else f"{system.name}: {step.title}"
        typer.echo(f"% {title}" if latex else title)
        for formula in step.formulas:
            typer.echo(f"\\[ {formula} \\]" if latex else f"  {formula}")
        typer.echo()


def document(system: Lagrangian, made: tuple[Step, ...]) -> str:
    head = "\\documentclass{article}\n\\usepackage{amsmath}\n\\usepackage[a4paper,margin=20mm]{geometry}\n\\begin{document}\n"
    name = system.name.replace("_", "\\_")
    body = [f"\\section*{{Equations of motion of {name}}}\n"]
    for step in made:
        body.append(f"\\subsection*{{{step.title}}}\n")
        body += [f"\\noindent\\raggedright$\\displaystyle {_breakable(x)}$\\par\\smallskip\n" for x in step.formulas]
    return head + "".join(body) + "\\end{document}\n"


def _breakable(line: str) -> str:
    return line.replace("\\left", "").replace("\\right", "")


def page(system: Lagrangian, made: tuple[Step, ...]) -> str:
    """A self-contained page: no scripts, no network."""
    body: list[str] = []
    for step in made:
        body.append(f"<h2>{escape(step.title)}</h2>")
        body += [f"<p class=eq>{escape(x)}</p>" for x in step.formulas]
    style = "body{font:16px/1.5 Georgia,serif;max-width:60em;margin:2em auto;padding:0 1em}.eq{margin:.3em 2em}"
    title = escape(f"Equations of motion of {system.name}")
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><style>{style}</style>"
        f"<h1>{title}</h1>{''.join(body)}</html>\n"
    )
