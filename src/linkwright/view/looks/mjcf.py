"""Geoms of an MJCF that MuJoCo's viewer shows (groups 0 to 2), from MuJoCo's compiled model, so that defaults and angles mean
what MuJoCo takes them for. Meshes are never opened: each is compiled as a small pyramid, whose place tells the mesh's."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from linkwright.errors import FileError, LinkwrightError
from linkwright.model.closed_robot import Robot
from linkwright.readers.mjcf_compile import compiled
from linkwright.readers.mjcf_files import mesh_folder
from linkwright.readers.mjcf_include import folder_of
from linkwright.readers.mjcf_names import body_name_in
from linkwright.readers.mjcf_source import Interest, prepare
from linkwright.readers.mjcf_strip import no_contact
from linkwright.readers.report import Report
from linkwright.readers.xml import Element, children
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Vec
from linkwright.view.looks.found import MeshFinder
from linkwright.view.looks.shape import Looks, Shape, Size, carries, color_of, numbers, on_body, quaternion_place

_KEPT = ("compiler", "default", "asset", "worldbody", "option")
_UNUSED = ("light", "camera", "texture", "hfield", "skin", "plugin", "layer")
_PYRAMID = b"v 0 0 0\nv 50 0 0\nv 0 40 0\nv 0 0 30\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
"""Large, because most scales are 0.001, and MuJoCo refuses the inertia of what is tiny."""
_GROUPS = 3
_SPHERE, _CAPSULE, _ELLIPSOID, _CYLINDER, _BOX, _MESH = range(2, 8)
_GREY = (0.5, 0.5, 0.5, 1.0)
"""MuJoCo's colour where the file gives none: a material's counts then."""


@dataclass(frozen=True)
class _Mesh:
    """path: from the main file's folder; position, quaternion: what MuJoCo moves the mesh's points back by."""

    path: str
    position: tuple[float, ...]
    quaternion: tuple[float, ...]

    def moved(self, scale: tuple[float, ...]) -> Transform:
        """Where the mesh's own frame is, seen from the frame of its moved points."""
        back = quaternion_place(self.quaternion, (0, 0, 0)).R.T
        shift = back.apply(Vec(*self.position))
        return Transform(back, Vec(*(-s * x for s, x in zip(scale, shift, strict=True))))


def mjcf_looks(path: Path, robot: Robot, finder: MeshFinder) -> Looks:
    """What cannot be compiled for its looks is noted: the equations do not need it."""
    files: dict[str, _Mesh] = {}

    def take(root: Element, folder: Path, file: str, label: str) -> dict[str, bytes]:
        return _pyramids(root, label, files)

    report = Report(path.name)
    try:
        mujoco, model = compiled(prepare(path, report, Interest(_strip, take)), report)
    except LinkwrightError as error:
        return Looks(notes=[f"how it looks could not be read: {error.what}"])
    return _Geoms(mujoco, model, robot, finder, files).looks()


def _strip(root: Element, report: Report, attached: bool) -> None:
    """Take out what is not seen; joints stay, so that the bodies are those of the robot."""
    for element in list(children(root)):
        if element.tag not in _KEPT:
            root.remove(element)
    for element in list(root.iter(*_UNUSED)):
        element.getparent().remove(element)
    for element in list(root.iter("geom")):
        if element.get("hfield"):
            element.getparent().remove(element)
    for element in root.iter("material"):
        element.attrib.pop("texture", None)
    no_contact(root)


def _pyramids(root: Element, label: str, files: dict[str, _Mesh]) -> dict[str, bytes]:
    """A pyramid in place of every mesh; files: name of the pyramid -> the mesh that it stands for."""
    meshes, bare = mesh_folder(root)
    for element in [e for e in root.iter("mesh") if e.get("file")]:
        name = element.get("file")
        name = Path(name).name if bare else name
        element.set("name", element.get("name") or Path(name).stem)
        new = f"{label}look{len(files)}.obj"
        position = numbers(element.get("refpos"), 3) or (0.0, 0.0, 0.0)
        quaternion = numbers(element.get("refquat"), 4) or (1.0, 0.0, 0.0, 0.0)
        files[new] = _Mesh((folder_of(element) / meshes / name).as_posix(), position[:3], quaternion[:4])
        element.set("file", new)
        element.attrib.pop("content_type", None)
    if any(e.get("file") for e in root.iter("flexcomp")):
        raise FileError("a <flexcomp> takes a file")
    return dict.fromkeys(files, _PYRAMID)


class _Geoms:
    def __init__(self, mujoco: Any, model: Any, robot: Robot, finder: MeshFinder, files: dict[str, _Mesh]) -> None:
        self.mujoco, self.m, self.robot, self.finder, self.files = mujoco, model, robot, finder, files

    def looks(self) -> Looks:
        looks = Looks(missing=self.finder.missing)
        for g in range(self.m.ngeom):
            color = self.color(g)
            if int(self.m.geom_group[g]) >= _GROUPS or color is None:
                continue
            name = body_name_in(self.m, self.mujoco, int(self.m.geom_bodyid[g]))
            if not carries(self.robot, name):
                continue
            sizes = self.sizes(g)
            if sizes is None:
                looks.notes.append(f"a shape of body '{name}' is not drawn: a plane, or made by MuJoCo itself")
                continue
            place = quaternion_place(self.m.geom_quat[g], self.m.geom_pos[g])
            if sizes[0] == "mesh":
                place = place @ self.mesh_place(int(self.m.geom_dataid[g]))
            body, place = on_body(self.robot, name, place)
            looks.shapes.append(Shape(body, *sizes, place, color))
        return looks

    def color(self, g: int) -> str | None:
        """None: it cannot be seen."""
        rgba = [float(x) for x in self.m.geom_rgba[g]]
        material = int(self.m.geom_matid[g])
        if material >= 0 and all(abs(x - y) < 1e-6 for x, y in zip(rgba, _GREY, strict=True)):
            rgba = [float(x) for x in self.m.mat_rgba[material]]
        return color_of(rgba) if rgba[3] > 0 else None

    def sizes(self, g: int) -> tuple[str, dict[str, Size]] | None:
        """None: not drawn. Primitives that MuJoCo fits to a mesh have the pyramid's size, so are not, either."""
        kind, mesh = int(self.m.geom_type[g]), int(self.m.geom_dataid[g])
        a, b, c = (float(x) for x in self.m.geom_size[g])
        if kind == _MESH:
            return self.mesh(mesh)
        if mesh >= 0:
            return None
        found: dict[int, tuple[str, dict[str, Size]]] = {
            _SPHERE: ("sphere", {"radius": a}),
            _CAPSULE: ("capsule", {"radius": a, "length": 2 * b}),
            _ELLIPSOID: ("ellipsoid", {"radii": (a, b, c)}),
            _CYLINDER: ("cylinder", {"radius": a, "length": 2 * b}),
            _BOX: ("box", {"size": (2 * a, 2 * b, 2 * c)}),
        }
        return found.get(kind)

    def mesh(self, k: int) -> tuple[str, dict[str, Size]] | None:
        found = self.file(k)
        if found is None:
            return None
        scale = self.scale(k)
        return "mesh", {"file": self.finder.find(found.path), **({"scale": scale} if scale != (1, 1, 1) else {})}

    def mesh_place(self, k: int) -> Transform:
        """The frame of a mesh's file in the frame of its geom, which MuJoCo puts at its centre."""
        found = self.file(k)
        centred = quaternion_place(self.m.mesh_quat[k], self.m.mesh_pos[k]).inverse
        return centred @ found.moved(self.scale(k)) if found else centred

    def scale(self, k: int) -> tuple[float, ...]:
        return tuple(float(x) for x in self.m.mesh_scale[k])

    def file(self, k: int) -> _Mesh | None:
        at = int(self.m.mesh_pathadr[k])
        return self.files.get(bytes(self.m.paths)[at:].split(b"\0", 1)[0].decode()) if at >= 0 else None
