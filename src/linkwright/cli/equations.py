"""`linkwright equations`: closed form for people, in the terminal, as LaTeX, as a page, as a PDF."""

from __future__ import annotations

import subprocess
import tempfile
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import Any

import typer

from linkwright.cli.console import print_json, progress
from linkwright.cli.output import write_file, write_text
from linkwright.errors import EmitError, QuantityError
from linkwright.graph.function import Function
from linkwright.graph.quantity import Quantity
from linkwright.graph.readable import equations
from linkwright.mechanism import derive, find_quantity
from linkwright.model.closed_robot import ClosedRobot, Robot

_PRINTED = {"g": "G"}
"""Gravity's vector is printed G: g is the usual name of the parameter."""
_ALIASES = {"G": "gravity"}


@dataclass(frozen=True)
class Request:
    """What to print and how."""

    quantities: str = "M,V,G"
    style: str = "closed"
    parameters: str = "symbolic"
    symbolic: str = ""
    digits: int = 5
    seconds: float = 2.0


def lines_of(robot: Robot, request: Request, spelling: str) -> list[tuple[Function, list[str]]]:
    """Per quantity its function and its equations. spelling: text, ascii or latex."""
    if request.style not in ("closed", "steps"):
        raise QuantityError(f"unknown style '{request.style}'", hint="closed or steps")
    if not 1 <= request.digits <= 17:
        raise QuantityError(f"cannot print {request.digits} digits", hint="1 to 17")
    found: list[tuple[Function, list[str]]] = []
    names = [n.strip() for n in request.quantities.split(",") if n.strip()]
    names += [n for n in _closures(robot) if n not in names] if names else []
    if not names:
        raise QuantityError("no quantity is named", hint="for example M,V,G; see `linkwright quantities`")
    with progress() as bar:
        for name in names:
            entry = find_quantity(robot, _ALIASES.get(name, name))
            bar.add_task(f"{entry.name} of {robot.name}")
            f = derive(
                robot, entry.name, parameters=request.parameters, symbolic=request.symbolic, **_closing(robot, entry)
            )
            terms = 400 if request.style == "closed" else 0
            printed = _renamed(f)
            found.append(
                (f, equations(printed, spelling, request.digits, budget_seconds=request.seconds, max_terms=terms))
            )
    return found


def _closing(robot: Robot, entry: Quantity) -> dict[str, str]:
    """How a closed mechanism is printed: over q and theta, and theta(q) for itself; over q alone where theta is linear."""
    if not isinstance(robot, ClosedRobot) or "closure" not in entry.options:
        return {}
    return {"closure": "given"} if _closures(robot) else {"closure": "explicit"}


def _closures(robot: Robot) -> list[str]:
    """What is printed of a closed mechanism besides: its closed form or, where it has none, its closure."""
    if not isinstance(robot, ClosedRobot):
        return []
    try:
        f = derive(robot, "closure", form="direct")
    except QuantityError:
        return ["closure_residual"]
    return ["closure"] if f.ops.sqrt or f.ops.atan2 else []


def _renamed(f: Function) -> Function:
    outputs = {_PRINTED.get(n, n): replace(p, name=_PRINTED.get(n, n)) for n, p in f.outputs.items()}
    return replace(f, outputs=MappingProxyType(outputs))


def show(robot: Robot, request: Request, *, latex: bool, html: Path | None, pdf: Path | None, json: bool) -> None:
    """Print or write what was asked for."""
    if html or pdf:
        made = lines_of(robot, request, "latex")
        if html:
            write_text(html, page(robot, lines_of(robot, request, "text")))
            typer.echo(f"wrote {html}")
        if pdf:
            write_pdf(document(robot, made), pdf)
            typer.echo(f"wrote {pdf}")
        return
    made = lines_of(robot, request, "latex" if latex else "text")
    if json:
        print_json({f.name: {"equations": lines, "operations": str(f.ops)} for f, lines in made})
        return
    for f, lines in made:
        typer.echo(f"% {f.name}: {f.equation}" if latex else f"{f.name}: {f.equation}")
        for line in lines:
            typer.echo(f"\\[ {line} \\]" if latex else f"  {line}")
        typer.echo()


def document(robot: Robot, made: list[tuple[Function, list[str]]]) -> str:
    """A LaTeX document of the equations; long lines break at their own pace (breqn is not needed)."""
    parts = [
        "\\documentclass{article}\n\\usepackage{amsmath}\n\\usepackage[a4paper,margin=20mm]{geometry}\n\\begin{document}\n",
        f"\\section*{{Equations of motion of {_tex(robot.name)}}}\n",
    ]
    for f, lines in made:
        parts.append(f"\\subsection*{{{_tex(f.name.replace('_', ' '))}}}\n{_tex(f.doc)}.\n\n")
        parts += [f"\\noindent\\raggedright$\\displaystyle {_breakable(line)}$\\par\\smallskip\n" for line in lines]
    return "".join(parts) + "\\end{document}\n"


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
            raise EmitError(f"pdflatex failed: {tail}", hint="use --latex to see the source")
        made = (Path(folder) / "equations.pdf").read_bytes()
        write_file(target, lambda path: path.write_bytes(made))


def page(robot: Robot, made: list[tuple[Function, list[str]]]) -> str:
    """A self-contained page: no scripts, no network."""
    body: list[str] = []
    for f, lines in made:
        body.append(f"<h2>{escape(f.name.replace('_', ' '))}</h2><p>{escape(f.doc)}. {escape(str(f.ops))}.</p>")
        body += [f"<p class=eq>{_subscripts(escape(line))}</p>" for line in lines]
    style = "body{font:16px/1.5 Georgia,serif;max-width:60em;margin:2em auto;padding:0 1em}"
    style += ".eq{font-style:italic;margin:.3em 2em}"
    title = escape(f"Equations of motion of {robot.name}")
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><style>{style}</style>"
        f"<h1>{title}</h1>{''.join(body)}</html>\n"
    )


def _subscripts(line: str) -> str:
    import re

    return re.sub(r"([A-Za-z\u0300-\u036f]+)(\d+(?:,\d+)?)\b", r"\1<sub>\2</sub>", line)


def text_of(robot: Robot, **request: Any) -> str:
    """The equations as Unicode text."""
    return "\n".join(line for _, lines in lines_of(robot, Request(**request), "text") for line in lines)
