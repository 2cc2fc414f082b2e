"""One file for the user: complete or not there at all."""

from __future__ import annotations

import csv
import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from linkwright.errors import EmitError, LinkwrightError
from linkwright.lazy import target

PLOTS = (".svg", ".png", ".pdf")


def write_file(path: Path, write: Callable[[Path], object]) -> None:
    """Let `write` fill a file beside `path`, which takes the name when it is complete."""
    if path.is_dir():
        raise EmitError(f"'{path}' is a folder", hint="name a file in it")
    try:
        # the same ending: it tells plots their format
        with tempfile.TemporaryDirectory(prefix=f".{path.name}-", dir=path.absolute().parent) as folder:
            made = Path(folder) / f"new{path.suffix}"
            write(made)
            os.replace(made, path)
    except OSError as error:
        hint = "choose a folder that exists and that you may write to"
        raise EmitError(f"cannot write '{path}': {error.strerror or error}", hint=hint) from None


def write_text(path: Path, text: str) -> None:
    """Write text, as UTF-8."""
    write_file(path, lambda made: made.write_text(text, encoding="utf-8"))


def write_rows(path: Path, heads: Sequence[str], rows: Iterable[Iterable[Any]]) -> None:
    """Numbers as a table of comma-separated values, every digit of them."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(heads)
        writer.writerows([[repr(float(x)) for x in row] for row in rows])


def checked_plot(path: Path, draws: str) -> Callable[..., None]:
    """What draws, "linkwright.cli.module:name"; asked for before any work is done, so that nothing is computed in vain."""
    if path.suffix.lower() not in PLOTS:
        raise EmitError(f"cannot plot to '{path}'", hint=f"a file ending in {', '.join(PLOTS)}")
    try:
        return target(draws)
    except ImportError:
        raise LinkwrightError("plots need matplotlib", hint="pip install 'linkwright[plot]'") from None
