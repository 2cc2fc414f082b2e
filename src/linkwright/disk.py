"""Files for the user: complete or not there at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping
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


def write_together(folder: Path, texts: Mapping[str, str] | Mapping[str, bytes]) -> list[Path]:
    """Files of a folder by name, all of them or none: they take their names when every one is on the disk."""
    make_folder(folder)
    taken = next((name for name in texts if (folder / name).is_dir()), None)
    if taken is not None:
        raise EmitError(f"'{folder / taken}' is a folder", hint="move it away, or choose another folder")
    try:
        with tempfile.TemporaryDirectory(prefix=".new-", dir=folder) as stage:
            for name, text in texts.items():
                (Path(stage) / name).write_bytes(text.encode() if isinstance(text, str) else text)
            for name in texts:
                os.replace(Path(stage) / name, folder / name)
    except OSError as error:
        hint = "choose a folder that you may write to, on a disk with room"
        raise EmitError(f"cannot write to '{folder}': {error.strerror or error}", hint=hint) from None
    return [folder / name for name in texts]
