"""Packages that are not here: the page without a server has Python, but neither lxml nor NumPy."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from linkwright.errors import FileError


@contextmanager
def needing_packages(what: str) -> Generator[None]:
    """A missing package is told as such, with what needs it."""
    try:
        yield
    except ModuleNotFoundError as error:
        hint = "on a computer with Linkwright: linkwright studio, or linkwright convert ROBOT robot.yaml, and open that file"
        raise FileError(f"this needs the package '{error.name}', which is not here", what, hint) from None
