"""`linkwright equations`: formulas for people, in the terminal, as LaTeX, as a page, as a PDF, as data."""

from __future__ import annotations

import subprocess
import tempfile
from dataclasses import replace
from itertools import count
from pathlib import Path

import typer

from linkwright.cli.console import print_json, steps
from linkwright.cli.options import Pages
from linkwright.describe.formula_pages import document, latex_of, page, text_of
from linkwright.describe.formulas import formulas
from linkwright.disk import write_file, write_text
from linkwright.errors import EmitError
from linkwright.mechanism import Mechanism
from linkwright.model.symbol_names import check_symbols
from linkwright.request import Printed


def show(mechanism: Mechanism, request: Printed, pages: Pages, json: bool) -> None:
    """Print or write what was asked for."""
    check_symbols(mechanism, request.symbolic)
    asked = replace(request, style="steps") if pages.steps else request
    with steps() as bar:
        done, named = count(), len(asked.names("M,V,G"))
        found = formulas(
            mechanism, asked, lambda name: bar(f"{name} of {mechanism.name}", min(next(done) / (named + 1), 0.9))
        )
    if pages.html:
        write_text(pages.html, page(mechanism.name, found))
        typer.echo(f"wrote {pages.html}")
    if pages.pdf:
        write_pdf(document(mechanism.name, found), pages.pdf)
        typer.echo(f"wrote {pages.pdf}")
    if json:
        print_json([formula.data() for formula in found])
    elif not (pages.html or pages.pdf):
        typer.echo(latex_of(found) if pages.latex else text_of(found))


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
