"""Which structures a task file wants: chains of the catalogue, families by name, robot files beside it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from linkwright.catalogue.chain import Chain
from linkwright.catalogue.find import named
from linkwright.catalogue.selection import LEVELS, Selection
from linkwright.errors import LinkwrightError, suggestion
from linkwright.synthesis.task.parts import Choice
from linkwright.synthesis.task.section import Section

FAMILIES = {f.stem: f for f in sorted((Path(__file__).parents[1] / "families").glob("*.yaml"))}
"""Built-in robots by name."""
CATALOGUE = ("joints", "mask", "level", "max_prismatic", "names")
MOUNTINGS = ("floor", "ceiling")
T = TypeVar("T")


def read_structures(top: Section, mask: str, folder: Path) -> Choice:
    """What is tried; without a word of it, all chains of the catalogue with as many joints as the mask has freedoms."""
    section = top.section("structures", ("catalogue", "families", "files", "mounting"))
    families = section.words("families")
    for name in families:
        if name not in FAMILIES:
            hint = suggestion(name, FAMILIES, f"one of: {', '.join(FAMILIES)}")
            section.error(f"there is no family '{name}'", section.node.entries["families"], hint)
    files = [inside(section, folder, name) for name in section.words("files")]
    nothing = not families and not files
    selected, chains = _catalogue(section, mask) if "catalogue" in section.given or nothing else (None, ())
    return Choice(
        selected, chains, families, tuple(f for f in files if f), section.word("mounting", "floor", MOUNTINGS)
    )


def inside(section: Section, folder: Path, name: str) -> Path | None:
    """A file that a task names, which lies in the task's folder or below."""
    found = (folder / name).resolve()
    if Path(name).is_absolute() or not found.is_relative_to(folder.resolve()):
        hint = "put it beside the task file, or in a folder below"
        section.error(f"the file '{name}' is not in the folder of the task", hint=hint)
        return None
    return found


def _catalogue(section: Section, mask: str) -> tuple[Selection | None, tuple[Chain, ...]]:
    """A filter, or the chains that are named."""
    part = section.section("catalogue", CATALOGUE)
    if "names" in part.given:
        if len(part.given) > 1:
            part.error("'catalogue' has names and a filter", part.node.entries["names"], "keep one of them")
        chains = [_told(part, "names", partial(named, name)) for name in part.words("names")]
        return None, tuple(chain for chain in chains if chain is not None)
    found = Selection(
        part.word("joints", str(int(mask[0]) + int(mask[2]))),
        part.word("mask", mask),
        part.word("level", "patterns", LEVELS),
        part.whole("max_prismatic", None),
    )
    _told(part, "joints", lambda: found.numbers)
    _told(part, "mask", lambda: found.masks)
    return found, ()


def _told(section: Section, key: str, read: Callable[[], T]) -> T | None:
    """What is read; a mistake is told at its key."""
    try:
        return read()
    except LinkwrightError as error:
        section.error(error.what, section.node.entries.get(key), error.hint)
        return None
