"""`linkwright convert`: a robot in another format, and what that format cannot say."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from linkwright.cli.console import console, print_json, table
from linkwright.writers import format_of, save

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism


def convert_and_report(mechanism: Mechanism, out: Path, json: bool) -> None:
    """Write the file; print the list."""
    losses = save(mechanism, out)
    name = format_of(out).name
    if json:
        print_json({"file": str(out), "format": name, "losses": [asdict(x) for x in losses]})
        return
    screen = console()
    screen.print(f"wrote {out}", soft_wrap=True)
    if not losses:
        screen.print(f"{name} says all of it: read back, it has the same forces")
        return
    rows = [[x.thing, x.name, x.lost, x.instead] for x in losses]
    screen.print(table(f"What {name} cannot say", ("what", "of", "lost", "instead"), rows))
