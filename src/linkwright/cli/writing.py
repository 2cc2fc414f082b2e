"""Where commands write: tried before any work is done, so that nothing is computed in vain.

@app.command()
@writes(plot=FILE, out=Place(endings=(".csv",)))
@spread()
def trajectory(...): ...
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

from linkwright.errors import EmitError

Command = Callable[..., Any]


@dataclass(frozen=True)
class Place:
    """What an option names. endings: those a file may have (none: any); is_folder: it is a folder, made where it is not there;
    makes_folder: it is a file whose folder is made."""

    endings: tuple[str, ...] = ()
    is_folder: bool = False
    makes_folder: bool = False


FILE, FOLDER = Place(), Place(is_folder=True)


def writes(**places: Place) -> Callable[[Command], Command]:
    """A command that writes to what these parameters of it name; parameters that are None are not tried."""

    def decorate(command: Command) -> Command:
        @wraps(command)
        def call(**given: Any) -> Any:
            for name, place in places.items():
                if given.get(name) is not None:
                    try_place(given[name], place)
            return command(**given)

        return call

    return decorate


def try_place(path: Path, place: Place) -> None:
    """Complain where nothing can be written: another ending, no folder, no right to write, a folder where a file should be."""
    if place.endings and path.suffix.lower() not in place.endings:
        *others, last = place.endings
        known = f"{', '.join(others)} or {last}" if others else last
        raise EmitError(f"cannot write '{path}'", hint=f"a file ending in {known}")
    if place.is_folder:
        if path.exists() and not path.is_dir():
            raise EmitError(f"cannot make the folder '{path}': it is a file", hint="choose another folder")
        _try_folder(_nearest(path), path)
        return
    if path.is_dir():
        raise EmitError(f"'{path}' is a folder", hint="name a file in it")
    _try_folder(_nearest(path.absolute().parent) if place.makes_folder else path.absolute().parent, path)


def _nearest(folder: Path) -> Path:
    """The folder, or the first above it that is there."""
    folder = folder.absolute()
    return next(x for x in (folder, *folder.parents) if x.exists())


def _try_folder(folder: Path, path: Path) -> None:
    """By a file without a name: rights alone do not tell of a full or read-only disk."""
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        hint = "choose a folder that exists and that you may write to"
        raise EmitError(f"cannot write '{path}': {error.strerror or error}", hint=hint) from None
