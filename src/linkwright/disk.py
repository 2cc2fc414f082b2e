"""Files for the user: complete or not there at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from linkwright.errors import EmitError


def make_folder(folder: Path) -> None:
    """A folder that may be there already."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EmitError(f"cannot make the folder '{folder}': {error.strerror}", hint="choose another folder") from None


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
