"""`linkwright picture`: a sketch of the mechanism in a pose."""

from __future__ import annotations

from pathlib import Path

import typer

from linkwright.cli.output import write_text
from linkwright.cli.pose import numeric, pose
from linkwright.draw.sketch import sketch
from linkwright.model.closed_robot import Robot


def picture_and_report(robot: Robot, q: str, out: Path | None) -> None:
    """Write the sketch, or print it where no file is named."""
    plain = numeric(robot)
    text = sketch(plain, pose(plain, q), "Made by linkwright picture")
    if out is None:
        typer.echo(text, nl=False)
        return
    write_text(out, text)
    typer.echo(f"wrote {out}")
