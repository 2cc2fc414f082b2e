"""Meshes that a robot names, among files that were dropped with it: folders start anywhere."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

_SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*:/{0,3}")


class MeshFinder:
    """Finds a mesh by its name in the file. missing: those that were asked for and are not there."""

    def __init__(self, names: Sequence[str], beside: str = "") -> None:
        """names: the files, relative to the dropped folder; beside: the folder of the robot's own file."""
        self.beside = beside
        self.missing: list[str] = []
        self._names = set(names)
        self._by_last: dict[str, list[str]] = {}
        for name in sorted(names):
            self._by_last.setdefault(posixpath.basename(name).lower(), []).append(name)

    def find(self, written: str) -> str:
        """The file that a path, a package:// or a model:// address means: beside the robot's file, or the one whose path has
        the longest end in common with it. One that is not there keeps its path."""
        plain = _SCHEME.sub("", written.strip().replace("\\", "/"))
        exact = posixpath.normpath(posixpath.join(self.beside, plain))
        if exact in self._names:
            return exact
        wanted = posixpath.normpath("/" + plain).lstrip("/")
        choices = self._by_last.get(posixpath.basename(wanted).lower(), [])
        if choices:
            return max(choices, key=lambda name: _common_end(name, wanted))
        if wanted not in self.missing:
            self.missing.append(wanted)
        return wanted


def _common_end(one: str, other: str) -> int:
    """How many folders at the end are the same."""
    count = 0
    for a, b in zip(reversed(one.lower().split("/")), reversed(other.lower().split("/")), strict=False):
        if a != b:
            break
        count += 1
    return count
