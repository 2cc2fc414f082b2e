"""Names of files for structures and points, whatever structures are called."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote

_OTHER = re.compile(r"[^A-Za-z0-9.+=~_-]")
_LONGEST = 80


def file_names(names: Iterable[str], suffix: str = ".yaml") -> dict[str, str]:
    """Name -> a file name that stays in its folder on any system, each another one."""
    made: dict[str, str] = {}
    for name in names:
        plain = _OTHER.sub("_", name)[:_LONGEST].lstrip(".-~") or "robot"
        taken = {x.lower() for x in made.values()}
        tries = (f"{plain}{f'_{k}' if k else ''}{suffix}" for k in range(len(made) + 1))
        made[name] = next(x for x in tries if x.lower() not in taken)
    return made


def address(folder: str, file: str) -> str:
    """As a link."""
    return f"{folder}/{quote(file)}"
