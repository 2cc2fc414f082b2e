"""Commands that go on where they were when they are given again."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import typer

from linkwright.cli.stopping import INTERRUPTED


@contextmanager
def resumable(out: Path) -> Generator[None]:
    """A run whose journal is in a folder: Ctrl-C ends it with a word of how it goes on."""
    from linkwright.cli.console import say

    try:
        yield
    except KeyboardInterrupt:
        say(f"stopped; the same command goes on where it was: what is done is in {out}/")
        raise typer.Exit(INTERRUPTED) from None
