"""Structure: a robot whose dimensions are open, as text that travels: a robot file in which every constant is a parameter."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from linkwright.errors import InputError, raise_all, suggestion
from linkwright.readers.report import Report
from linkwright.readers.snap import Snapper
from linkwright.readers.yaml_parameters import read_parameters
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Map, parse_yaml

BASE = ("base_x", "base_y", "base_z")
"""Parameters that place the base; it stands at the origin where a model does not have them."""


@dataclass(frozen=True)
class Variable:
    """A parameter of the model that a search may choose: a length, an angle, where the base is, the diameter of a tube."""

    name: str
    low: float
    high: float
    unit: str = "m"


@dataclass(frozen=True)
class Link:
    """A solid between the origins of two frames of the model (or `world`): for capsules, strength and pictures.

    radius: in metres, or a parameter of the model
    """

    start: str
    end: str
    radius: float | str


@dataclass(frozen=True)
class Structure:
    """A robot with open dimensions.

    name:      a word that names it in tables and files
    title:     what it is, for people
    text:      a robot file (YAML): base, tool and payload are in it; masses are formulas of lengths and of tubes, motors, rails
    frame:     what follows the path
    mask:      what of a pose counts, as inverse kinematics names it (docs/kinematics.md)
    variables: what a search chooses
    strokes:   (sliding joint, parameter that its rail's length depends on): set from the motion
    links:     its solids
    """

    name: str
    title: str
    text: str
    frame: str
    mask: str
    variables: tuple[Variable, ...]
    strokes: tuple[tuple[str, str], ...] = ()
    links: tuple[Link, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """JSON values, from which `from_dict` makes the same structure."""
        return asdict(self)

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Structure:
        """What `as_dict` gave, also after it was written as JSON."""
        parts: dict[str, Any] = {
            "variables": tuple(Variable(**x) for x in given["variables"]),
            "strokes": tuple((joint, parameter) for joint, parameter in given["strokes"]),
            "links": tuple(Link(**x) for x in given["links"]),
        }
        return cls(**{**given, **parts})

    def values(self, x: Sequence[float]) -> dict[str, float]:
        """The variables by name."""
        if len(x) != len(self.variables):
            names = ", ".join(v.name for v in self.variables)
            raise InputError(
                f"'{self.name}' has {len(self.variables)} variables, and was given {len(x)}", hint=f"in order: {names}"
            )
        return {v.name: float(value) for v, value in zip(self.variables, x, strict=True)}

    def file(self, x: Sequence[float], others: Mapping[str, float] | None = None) -> str:
        """The robot file with the numbers of a candidate; others: of more parameters, such as strokes."""
        return filled(self.text, {**self.values(x), **(others or {})})

    def with_parameters(self, values: Mapping[str, float]) -> Structure:
        """The same with other numbers in its file."""
        return replace(self, text=filled(self.text, values))


@lru_cache(maxsize=1024)
def parameters_of(text: str) -> Mapping[str, float]:
    """Parameters of a robot file that have a value; what is a formula of others is none."""
    report = Report("")
    tree = parse_yaml(text.encode(), report)
    node = tree.entries.get("parameters") if isinstance(tree, Map) else None
    found = read_parameters(node, Parts(report, Snapper()))
    raise_all(report.errors)
    return MappingProxyType({p.name: p.value for p in found if p.value is not None})


def filled(text: str, values: Mapping[str, float]) -> str:
    """A robot file with other values of its parameters; comments and everything else stay."""
    known = parameters_of(text)
    for name in values:
        if name not in known:
            hint = suggestion(name, known, f"parameters: {', '.join(known)}")
            raise InputError(f"the robot file has no parameter '{name}'", hint=hint)
    document = _yaml().load(text)
    table = document["parameters"]
    for name, value in values.items():
        if isinstance(table[name], dict):
            table[name]["value"] = float(value)
        else:
            table[name] = float(value)
    out = io.StringIO()
    _yaml().dump(document, out)
    return out.getvalue()


@lru_cache(maxsize=1)
def _yaml() -> Any:
    from ruamel.yaml import YAML

    found = YAML(typ="rt", pure=True)
    found.width = 1000
    return found
