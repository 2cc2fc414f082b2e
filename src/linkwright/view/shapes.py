"""`studio.shapes` of a document, in numbers. What cannot be read of them is told; it stops nothing, for they are looks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from linkwright.errors import LinkwrightError
from linkwright.formula.scalar import constant, parse
from linkwright.narrowing import is_mapping, is_sequence
from linkwright.readers.report import Report
from linkwright.readers.yaml_tree import Map, parse_yaml
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec, rot_rpy
from linkwright.view import DOCUMENT
from linkwright.view.looks.shape import Shape, Size

_NEEDS: Mapping[str, Mapping[str, int]] = {
    "box": {"size": 3},
    "cylinder": {"radius": 0, "length": 0},
    "sphere": {"radius": 0},
    "tube": {"radius": 0, "inner": 0, "length": 0},
    "capsule": {"radius": 0, "length": 0},
    "ellipsoid": {"radii": 3},
    "mesh": {},
}
"""Solid -> its sizes, each with how many numbers (0: one, not in a list)."""


def meshes_of(text: str) -> list[str]:
    """Files that the shapes of a document name."""
    return list(dict.fromkeys(str(s["file"]) for _, s in _written(text) if s.get("solid") == "mesh" and s.get("file")))


def shapes_of(text: str, parameters: Mapping[str, float]) -> tuple[list[Shape], list[str]]:
    """The shapes, and what is wrong with those that are left out."""
    found: list[Shape] = []
    wrong: list[str] = []
    for body, written in _written(text):
        try:
            found.append(_shape(body, written, parameters))
        except (LinkwrightError, ValueError, TypeError, KeyError) as error:
            said = error.what if isinstance(error, LinkwrightError) else str(error)
            wrong.append(f"a shape of '{body}' is left out: {said}")
    return found, wrong


def _written(text: str) -> list[tuple[str, Mapping[str, Any]]]:
    tree = parse_yaml(text.encode(), Report(DOCUMENT))
    studio = tree.entries.get("studio") if isinstance(tree, Map) else None
    plain = studio.to_python() if studio is not None else None
    shapes: object = plain.get("shapes") if is_mapping(plain) else None
    if not is_mapping(shapes):
        return []
    rows = [(str(body), rows) for body, rows in shapes.items() if is_sequence(rows) and not isinstance(rows, str)]
    return [(body, shape) for body, several in rows for shape in several if is_mapping(shape)]


def _shape(body: str, written: Mapping[str, Any], parameters: Mapping[str, float]) -> Shape:
    solid = str(written.get("solid"))
    if solid not in _NEEDS:
        raise ValueError(f"the solid '{solid}' has no form there")
    sizes: dict[str, Size] = {}
    for key, count in _NEEDS[solid].items():
        sizes[key] = _row(written[key], count, parameters) if count else _value(written[key], parameters)
    if solid == "mesh":
        sizes["file"] = str(written["file"])
        if written.get("scale") is not None:
            sizes["scale"] = _row(written["scale"], 3, parameters)
    xyz, rpy = (_row(written.get(key) or (0, 0, 0), 3, parameters) for key in ("xyz", "rpy"))
    return Shape(body, solid, sizes, Transform(rot_rpy(*rpy), Vec(*xyz)), str(written.get("color") or ""))


def _row(written: Any, count: int, parameters: Mapping[str, float]) -> Sequence[float]:
    if not is_sequence(written) or isinstance(written, str) or len(written) != count:
        raise ValueError(f"'{written}' is no list of {count}")
    return [_value(x, parameters) for x in written]


def _value(written: Any, parameters: Mapping[str, float]) -> float:
    value = constant(parse(str(written), names=parameters))
    if value is None or not math.isfinite(value):
        raise ValueError(f"'{written}' has no value")
    return value
