"""A shape on a body, as `studio.shapes` of a document has it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from linkwright.graph.expr import floats
from linkwright.model.closed_robot import Robot
from linkwright.readers.xml import Element
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec, rot_quaternion
from linkwright.view.looks.found import MeshFinder
from linkwright.writers.places import rpy
from linkwright.writers.yaml_text import Tree

Size = str | float | Sequence[float]


@dataclass(frozen=True)
class Shape:
    """solid: box, cylinder, sphere, capsule, ellipsoid, mesh; sizes: what the solid needs, by the document's keys."""

    body: str
    solid: str
    sizes: Mapping[str, Size]
    place: Transform = field(default_factory=Transform)
    color: str = ""

    def tree(self) -> dict[str, Tree]:
        """As the document has it."""
        made: dict[str, Tree] = {"solid": self.solid}
        for key, value in self.sizes.items():
            made[key] = value if isinstance(value, str) else _text(value)
        xyz, angles = floats(self.place.p), rpy(self.place.R)
        if any(abs(x) > 1e-12 for x in xyz):
            made["xyz"] = _text(xyz)
        if any(abs(x) > 1e-12 for x in angles):
            made["rpy"] = _text(angles)
        return {**made, "color": self.color} if self.color else made


@dataclass
class Looks:
    """Shapes in the order of the file; missing: meshes that are not among the files; notes: what is not drawn."""

    shapes: list[Shape] = field(default_factory=list[Shape])
    missing: list[str] = field(default_factory=list[str])
    notes: list[str] = field(default_factory=list[str])


def carries(robot: Robot, frame: str) -> bool:
    """Whether a link of the file is part of the robot: a part of one was loaded, or is left, without what is not below it."""
    return frame in robot.frames or frame in robot.bodies or frame in robot.joints


def on_body(robot: Robot, frame: str, place: Transform) -> tuple[str, Transform]:
    """The body that carries a frame of the file, and the place there; links that moved into another body included."""
    found = robot.frame(frame)
    return found.body, (found.X @ place).map(lambda x: floats([x])[0])


def color_of(rgba: Sequence[float]) -> str:
    """'#8899aa'; parts beyond 0 and 1 are cut off."""
    if len(rgba) < 3 or not all(map(math.isfinite, rgba)):
        return ""
    return "#" + "".join(f"{round(255 * min(max(x, 0.0), 1.0)):02x}" for x in rgba[:3])


def numbers(text: str | None, count: int) -> tuple[float, ...] | None:
    """`count` finite numbers, or None; commas between them are as good as spaces."""
    try:
        values = tuple(float(word) for word in (text or "").replace(",", " ").split())
    except ValueError:
        return None
    return values if len(values) >= count and all(map(math.isfinite, values)) else None


def sizes_of(
    geometry: Element | None, finder: MeshFinder, said: Callable[[Element, str], str | None], mesh: str
) -> tuple[str, dict[str, Size]] | None:
    """The solid of a <geometry> and its sizes; None where it is none that is known.

    said: what an element says of a name, by an attribute or by a child; mesh: the name by which it has a mesh's file
    """
    e = next((e for e in geometry if isinstance(e.tag, str)), None) if geometry is not None else None
    if e is None:
        return None
    if e.tag == "mesh" and (file := said(e, mesh)):
        scale = numbers(said(e, "scale"), 3)
        return "mesh", {"file": finder.find(file), **({"scale": scale[:3]} if scale and scale[:3] != (1, 1, 1) else {})}
    for solid, name in (("box", "size"), ("ellipsoid", "radii")):
        if e.tag == solid and (three := numbers(said(e, name), 3)):
            return solid, {name: three[:3]}
    radius, length = numbers(said(e, "radius"), 1), numbers(said(e, "length"), 1)
    if e.tag == "sphere" and radius:
        return "sphere", {"radius": radius[0]}
    if e.tag in ("cylinder", "capsule") and radius and length:
        return e.tag, {"radius": radius[0], "length": length[0]}
    return None


def quaternion_place(wxyz: Iterable[float], xyz: Iterable[float]) -> Transform:
    """A place from a quaternion, w first, and a point."""
    w, x, y, z = (float(v) for v in wxyz)
    return Transform(rot_quaternion(x, y, z, w), Vec(*(float(v) for v in xyz)))


def _text(value: float | Sequence[float]) -> Tree:
    return _number(value) if isinstance(value, int | float) else [_number(x) for x in value]


def _number(x: float) -> str:
    return f"{x:.10g}" if abs(x) > 1e-12 else "0"
