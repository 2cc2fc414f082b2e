"""The gallery: mechanisms that come with Linkwright, each with a picture."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from linkwright.errors import FileError, InputError, LinkwrightError, suggestion
from linkwright.studio.desk.asked import text_of

_PACKAGE = Path(__file__).resolve().parent.parent
_CLONE = _PACKAGE.parents[2]
FOLDERS = (_PACKAGE / "examples", _CLONE / "examples")
"""Of an installed package, of a clone."""
PICTURES = (_PACKAGE / "pictures", _CLONE / "docs" / "pictures" / "gallery")
"""Pictures that were drawn before: those of closed robots take a tenth of a second each."""
GROUPS: Mapping[str, str] = {
    "": "trees",
    "loops": "loops",
    "parallel": "parallel robots",
    "manifold": "Lagrangians",
}
"""Folder of examples -> what is in it."""


def examples(payload: Mapping[str, Any]) -> dict[str, Any]:
    """All of them: id, title, what it is in a sentence, group, picture."""
    return {"examples": [_row(name) for name in _files()]}


def example(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The document of one."""
    name = text_of(payload, "id")
    known = _files()
    if name not in known:
        raise InputError(f"there is no example '{name}'", hint=suggestion(name, known, "see the gallery"))
    return {"document": known[name].read_text(encoding="utf-8"), "name": known[name].name}


@cache
def _files() -> dict[str, Path]:
    """Id (loops/fourbar) -> file."""
    folder = next((f for f in FOLDERS if f.is_dir()), None)
    if folder is None:
        raise FileError("the examples are not here", hint="install Linkwright from its wheel, or clone the repository")
    return {
        f"{group}/{path.stem}" if group else path.stem: path
        for group in GROUPS
        for path in sorted((folder / group).glob("*.yaml"))
    }


@cache
def _row(name: str) -> dict[str, str]:
    path = _files()[name]
    group, _, stem = name.rpartition("/")
    title = stem.replace("_", " ")
    return {
        "id": name,
        "title": title[0].upper() + title[1:],
        "about": _about(path.read_text(encoding="utf-8")),
        "group": GROUPS[group],
        "picture": _picture(name, path),
    }


def _about(text: str) -> str:
    """The first sentence of the comment at the top of a file."""
    lines = [line.removeprefix("#").strip() for line in text.partition("\nlinkwright:")[0].splitlines()]
    return re.split(r"(?<=[^A-Z])[.:](?:\s|$)", " ".join(lines) + " ")[0].strip()


def _picture(name: str, path: Path) -> str:
    """Drawn before, or now; without NumPy (in Pyodide) only the former."""
    drawn = next((f for f in (folder / f"{name}.svg" for folder in PICTURES) if f.is_file()), None)
    if drawn is not None:
        return drawn.read_text(encoding="utf-8")
    try:
        from linkwright.draw.picture import picture
        from linkwright.readers import load

        return picture(load(path))
    except (ImportError, LinkwrightError):
        return ""
