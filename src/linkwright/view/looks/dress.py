"""What a robot wears in a page that has no server: its shapes, and the files of its meshes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from linkwright.model.closed_robot import Robot
from linkwright.model.numeric import own_values
from linkwright.view.files import below, file_inside, package_of
from linkwright.view.looks import looks_of
from linkwright.view.looks.shape import Shape
from linkwright.view.shapes import shapes_of

MESHES = (".stl", ".dae", ".obj")
LARGEST = 40_000_000
"""Bytes of all meshes that a page holds; shapes whose mesh does not fit are not drawn, and the page says so."""


@dataclass(frozen=True)
class Dress:
    """Shapes of bodies; meshes by the names that shapes call them; notes: what is not drawn."""

    shapes: Sequence[Shape] = ()
    meshes: Mapping[str, bytes] = field(default_factory=lambda: MappingProxyType({}))
    notes: Sequence[str] = ()


def dress_of(path: Path, robot: Robot) -> Dress:
    """Of the robot that was read from a file: visuals of URDF and SDF, geoms of MJCF, `studio.shapes` of our own."""
    path = path.resolve()
    folder = package_of(path)
    if path.suffix.lower() in (".yaml", ".yml"):
        shapes, notes = shapes_of(path.read_text(encoding="utf-8-sig"), own_values(robot))
        folder = path.parent
    else:
        names = [p.relative_to(folder).as_posix() for p in below(folder)]
        looks = looks_of(path, robot, folder, names)
        shapes, notes = looks.shapes, looks.notes
    return _packed(shapes, notes, folder)


def _packed(shapes: Sequence[Shape], notes: Sequence[str], folder: Path) -> Dress:
    room, meshes, left = LARGEST, dict[str, bytes](), list[str]()
    drawn: list[Shape] = []
    for shape in shapes:
        name = str(shape.sizes.get("file", ""))
        found = file_inside(folder, name) if name.lower().endswith(MESHES) else None
        if name and name not in meshes:
            if found is None or (room := room - found.stat().st_size) < 0:
                left.append(name)
                continue
            meshes[name] = found.read_bytes()
        drawn.append(shape)
    told = [f"not drawn, missing or too large: {', '.join(dict.fromkeys(left))}"] if left else []
    return Dress(drawn, meshes, (*notes, *told))
