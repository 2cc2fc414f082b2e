"""`linkwright picture` of a Lagrangian: its variables and equations."""

from __future__ import annotations

from pathlib import Path

import typer

from linkwright.cli.output import write_text
from linkwright.draw.manifold import picture
from linkwright.errors import InputError
from linkwright.manifold.lagrangian import Lagrangian


def picture_and_report(system: Lagrangian, q: str, out: Path | None) -> None:
    """Write the picture, or print it where no file is named."""
    if q.strip():
        raise InputError("the picture of a Lagrangian shows no pose", system.source, "leave --q out")
    text = picture(system, "Made by linkwright picture")
    if out is None:
        typer.echo(text, nl=False)
        return
    write_text(out, text)
    typer.echo(f"wrote {out}")
