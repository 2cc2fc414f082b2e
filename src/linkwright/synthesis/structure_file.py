"""A robot file -> Structure: its part `synthesis` says what a search may choose."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from linkwright.errors import FileError, raise_all, suggestion
from linkwright.mechanics.inverse.masks import MASKS
from linkwright.readers.report import Report
from linkwright.readers.snap import Snapper
from linkwright.readers.table import SYNTHESIS
from linkwright.readers.yaml_parameters import read_parameters
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Map, Node, Seq, parse_yaml
from linkwright.synthesis.structure import Link, Structure, Variable
from linkwright.synthesis.task.section import Section

OF_TASK: Mapping[str, str] = {
    "3T3R": "pose",
    "3T2R": "axis",
    "3T1R": "3T1R",
    "3T0R": "position",
    "2T1R": "plane",
    "2T0R": "position",
}
"""What of a pose counts in a task -> the mask of inverse kinematics."""
ANGLES = ("alpha", "theta", "beta", "phi", "yaw")
"""What the names of angles among the parameters begin or end with; everything else is a length."""


def read_structure(text: str, file: str, mask: str) -> Structure:
    """A structure from a robot file; mask: what of a pose counts where the file does not say it."""
    report = Report(file)
    tree = parse_yaml(text.encode(), report)
    if not isinstance(tree, Map) or not isinstance(tree.entries.get("parameters"), Map):
        hint = "name the lengths that a search may choose under parameters: in a YAML file"
        raise FileError("the robot has no parameters", report.file, hint)
    parts = Parts(report, Snapper())
    names = {p.name: p.value for p in read_parameters(tree.entries["parameters"], parts)}
    section = Section(parts, tree.entries.get("synthesis"), "'synthesis'", SYNTHESIS.names)
    frame = section.word("frame", "")
    counts = section.word("mask", mask, tuple(dict.fromkeys((*MASKS, *OF_TASK))))
    found = Structure(
        parts.word(tree, "name", "the robot") or Path(file).stem,
        section.word("title", ""),
        text,
        frame,
        OF_TASK.get(counts, counts),
        tuple(_variables(section, names)),
        tuple(_strokes(section, names)),
        tuple(_links(section, names)),
    )
    raise_all(report.errors)
    return found


def unit_of(name: str) -> str:
    """The unit of a variable, by its name."""
    return "rad" if name.startswith(ANGLES) or name.endswith(ANGLES) else "m"


def _known(section: Section, name: str, names: dict[str, float | None], node: Node) -> bool:
    if name in names:
        return True
    hint = suggestion(name, names, f"parameters: {', '.join(names)}")
    section.error(f"'{name}' is no parameter of the robot", node, hint)
    return False


def _entries(section: Section, key: str) -> dict[str, Node]:
    node = section.node.entries.get(key)
    return section.section(key, tuple(node.entries) if isinstance(node, Map) else ()).node.entries


def _variables(section: Section, names: dict[str, float | None]) -> list[Variable]:
    found: list[Variable] = []
    for name, node in _entries(section, "variables").items():
        row = section.row(node, f"the range of '{name}'", (2,))
        if row is not None and _known(section, name, names, node):
            found.append(Variable(name, row[0], row[1], unit_of(name)))
    return found


def _strokes(section: Section, names: dict[str, float | None]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for joint, node in _entries(section, "strokes").items():
        parameter = str(node.plain())
        if _known(section, parameter, names, node):
            found.append((joint, parameter))
    return found


def _links(section: Section, names: dict[str, float | None]) -> list[Link]:
    """[start, end, radius] each."""
    node = section.node.entries.get("links")
    found: list[Link] = []
    for row in node.items if isinstance(node, Seq) else ():
        items = row.items if isinstance(row, Seq) else []
        if len(items) != 3:
            section.error("a link is not a list of three", row, "write [frame, frame, radius]")
            continue
        start, end, thick = (str(x.plain()) for x in items)
        radius = (0.0,) if thick in names else section.row(Seq(items[2:], row.line), "the radius of a link", (1,))
        found.append(Link(start, end, thick if thick in names else (radius or (0.0,))[0]))
    return found
