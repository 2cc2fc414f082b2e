"""A robot file -> Structure: its part `synthesis` says what a search may choose."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from linkwright.errors import FileError, raise_all, suggestion
from linkwright.readers.keys import Place, Record
from linkwright.readers.kinds import constant_number
from linkwright.readers.report import Report
from linkwright.readers.snap import Snapper
from linkwright.readers.table import OF_TASK, SYNTHESIS
from linkwright.readers.yaml_parameters import read_parameters
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Leaf, Map, parse_yaml
from linkwright.synthesis.structure import Link, Structure, Variable

ANGLES = ("alpha", "theta", "beta", "phi", "yaw")
"""What the names of angles among the parameters begin or end with; everything else is a length."""
RADIUS = constant_number(0, unit="m")


def read_structure(text: str, file: str, mask: str) -> Structure:
    """A structure from a robot file; mask: what of a pose counts where the file does not say it."""
    report = Report(file)
    tree = parse_yaml(text.encode(), report)
    if not isinstance(tree, Map) or not isinstance(tree.entries.get("parameters"), Map):
        hint = "name the lengths that a search may choose under parameters: in a YAML file"
        raise FileError("the robot has no parameters", report.file, hint)
    parts = Parts(report, Snapper())
    names = {p.name: p.value for p in read_parameters(tree.entries["parameters"], parts)}
    place = Place(
        tree.entries.get("synthesis", Leaf(None)), "'synthesis'", f"write synthesis: {SYNTHESIS.example}", parts
    )
    said = SYNTHESIS.read(place)
    raise_all(report.errors)
    found = Structure(
        parts.word(tree, "name", "the robot") or Path(file).stem,
        said["title"],
        text,
        said["frame"],
        said["mask"] or OF_TASK.get(mask, mask),
        tuple(Variable(name, low, high, unit_of(name)) for name, (low, high) in said["variables"].items()),
        tuple(said["strokes"].items()),
        tuple(_link(link, place, names) for link in said["links"]),
    )
    for key, parameters in (("variables", {x: x for x in said["variables"]}), ("strokes", said["strokes"])):
        for entry, parameter in parameters.items():
            if parameter not in names:
                node: Any = said.given[key]
                hint = suggestion(parameter, names, f"parameters: {', '.join(names)}")
                place.at(node.entries[entry], f"'{parameter}'").fail("is no parameter of the robot", hint)
    raise_all(report.errors)
    return found


def unit_of(name: str) -> str:
    """The unit of a variable, by its name."""
    return "rad" if name.startswith(ANGLES) or name.endswith(ANGLES) else "m"


def _link(said: Record, place: Place, names: Mapping[str, float | None]) -> Link:
    """The radius is a number, or the name of a parameter."""
    node = said["radius"]
    thick = node.to_python()
    return Link(
        said["start"], said["end"], thick if thick in names else RADIUS.read(place.at(node, f"radius of {said.what}"))
    )
