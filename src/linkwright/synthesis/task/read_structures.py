"""Which structures a task file wants: chains of the catalogue, families by name, robot files beside it."""

from __future__ import annotations

from pathlib import Path

from linkwright.errors import suggestion
from linkwright.readers.yaml_tree import Leaf
from linkwright.synthesis.task.parts import CatalogueFilter, Choice
from linkwright.synthesis.task.section import Section

FAMILIES = {f.stem: f for f in sorted((Path(__file__).parents[1] / "families").glob("*.yaml"))}
"""Built-in robots by name."""
CATALOGUE = ("joints", "mask", "level", "max_prismatic", "names")
LEVELS = ("patterns",)
MOUNTINGS = ("floor", "ceiling")


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
    chains = _catalogue(section, mask) if "catalogue" in section.given or nothing else None
    return Choice(chains, families, tuple(f for f in files if f), section.word("mounting", "floor", MOUNTINGS))


def inside(section: Section, folder: Path, name: str) -> Path | None:
    """A file that a task names, which lies in the task's folder or below."""
    found = (folder / name).resolve()
    if Path(name).is_absolute() or not found.is_relative_to(folder.resolve()):
        hint = "put it beside the task file, or in a folder below"
        section.error(f"the file '{name}' is not in the folder of the task", hint=hint)
        return None
    return found


def _catalogue(section: Section, mask: str) -> CatalogueFilter:
    part = section.section("catalogue", CATALOGUE)
    freedoms = int(mask[0]) + int(mask[2])
    node = part.node.entries.get("joints")
    if isinstance(node, Leaf) and isinstance(node.value, str) and ".." in node.value:
        low, _, high = node.value.partition("..")
        if low.strip().isdigit() and high.strip().isdigit() and int(low) <= int(high):
            joints = int(low), int(high)
        else:
            part.error(f"joints of 'catalogue' is '{node.value}'", node, "write joints: 4, or joints: 3..5")
            joints = freedoms, freedoms
    else:
        count = part.whole("joints", freedoms, 1)
        joints = count, count
    most = part.whole("max_prismatic", None)
    wanted = part.word("mask", mask)
    return CatalogueFilter(joints, wanted, part.word("level", "patterns", LEVELS), most, part.words("names"))
