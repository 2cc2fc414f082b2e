"""MJCF text as it may be given to MuJoCo's compiler: no file is included from outside the model's folder, no mesh read from
outside the folder above it, and only what shapes the dynamics is left: bodies, joints, inertias (or the shapes they come
from), equality constraints."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from linkwright.errors import FileError
from linkwright.readers.options import read_bytes
from linkwright.readers.report import Report
from linkwright.readers.xml import Element, children, parse_xml

_DEPTH = 20
_UNUSED = ("visual", "statistic", "sensor", "keyframe", "contact", "custom", "extension", "size", "deformable")
_LOOKS = ("light", "camera", "material", "texture", "hfield", "skin")
_FOLDERS = ("meshdir", "texturedir", "assetdir")
_MESHES = (".stl", ".obj", ".msh")
_LOOPS = ("connect", "weld", "joint")


@dataclass
class Source:
    """text: for MuJoCo; files: what it may read, by the names the text uses; actuated: joints that actuators act on."""

    text: str
    files: dict[str, bytes]
    actuated: list[str] = field(default_factory=list[str])


def prepare(path: Path, report: Report) -> Source:
    """Read a file and what it includes."""
    folder = path.resolve().parent
    root = parse_xml(read_bytes(path), report)
    if root.tag != "mujoco":
        hint = "an MJCF file starts with <mujoco>; URDF files end in .urdf"
        raise FileError(f"the file starts with <{root.tag}>", f"{path.name}:{root.sourceline}", hint)
    _include(root, folder, report, 0)
    actuated = _actuators(root, report)
    for element in list(children(root)):
        if element.tag in _UNUSED:
            report.ignore(f"<{element.tag}>", element.sourceline)
            root.remove(element)
    _drop_looks(root)
    _drop_shapes(root)
    _keep_loops(root, report)
    files = _files(root, folder, path.name, report)
    from lxml import etree

    return Source(etree.tostring(root, encoding="unicode"), files, actuated)


def _include(root: Element, folder: Path, report: Report, depth: int) -> None:
    """Every <include> replaced by what it names."""
    for element in list(root.iter("include")):
        name = element.get("file")
        if not name:
            raise FileError("an <include> names no file", report.where(element.sourceline), 'write file="..."')
        if depth >= _DEPTH:
            raise FileError(f"includes are nested more than {_DEPTH} deep", report.where(element.sourceline))
        inner = _inside(name, folder, report.where(element.sourceline))
        inside = report.of_part(inner.name)
        part = parse_xml(read_bytes(inner), inside)
        _include(part, folder, inside, depth + 1)
        parent = element.getparent()
        at = parent.index(element)
        parent.remove(element)
        for k, child in enumerate(children(part)):
            parent.insert(at + k, child)


def _inside(name: str, folder: Path, where: str) -> Path:
    """A file that a model names: never outside the model's own folder."""
    found = (folder / name).resolve()
    if not found.is_relative_to(folder):
        hint = "move it into the folder of the model: files elsewhere are never opened"
        raise FileError(f"'{name}' lies outside the model's folder", where, hint)
    return found


def _actuators(root: Element, report: Report) -> list[str]:
    """Joints with motors. Those that pull tendons are told."""
    found: list[str] = []
    for element in [e for e in children(root) if e.tag in ("actuator", "tendon")]:
        for child in children(element):
            if (element.tag == "tendon" and child.get("stiffness")) or child.tag == "spatial":
                report.ignore("a tendon that pulls", child.sourceline)
            if element.tag == "actuator" and child.get("joint"):
                found.append(child.get("joint"))
            elif element.tag == "actuator":
                report.ignore("an actuator that drives no joint", child.sourceline)
        root.remove(element)
    return list(dict.fromkeys(found))


def _drop_looks(root: Element) -> None:
    for element in list(root.iter(*_LOOKS)):
        element.getparent().remove(element)
    for element in root.iter("geom", "site", "mesh"):
        element.attrib.pop("material", None)


def _drop_shapes(root: Element) -> None:
    """Shapes matter only where a body's inertia comes from them."""
    by_shape = any(e.get("inertiafromgeom") == "true" for e in root.iter("compiler"))
    for world in root.iter("worldbody"):
        for element in [e for e in children(world) if e.tag == "geom"]:
            world.remove(element)
        for body in children(world):
            _drop_still(body)
    for body in root.iter("body"):
        if body.find("inertial") is not None and not by_shape:
            _drop(body)


def _drop_still(body: Element) -> None:
    """Bodies that do not move need no inertia."""
    if body.tag == "body" and all(body.find(tag) is None for tag in ("joint", "freejoint")):
        _drop(body)
        for inner in children(body):
            _drop_still(inner)


def _drop(body: Element) -> None:
    for element in body.findall("geom"):
        body.remove(element)


def _keep_loops(root: Element, report: Report) -> None:
    for equality in root.iter("equality"):
        for element in list(children(equality)):
            if element.tag not in _LOOPS:
                report.ignore(f"<{element.tag}> under <equality>", element.sourceline)
                equality.remove(element)


def _files(root: Element, folder: Path, file: str, report: Report) -> dict[str, bytes]:
    """Meshes that are there, under new names; the others are left out."""
    places = [e.get(key) for e in root.iter("compiler") for key in ("meshdir", "assetdir") if e.get(key)]
    used = {e.get("mesh") for body in root.iter("body") for e in body.findall("geom")}
    for element in root.iter("compiler"):
        for key in _FOLDERS:
            element.attrib.pop(key, None)
    found: dict[str, bytes] = {}
    for element in [e for e in root.iter() if isinstance(e.tag, str) and e.get("file")]:
        name = element.get("file")
        label = element.get("name") or Path(name).stem
        where = f"{file}:{element.sourceline}"
        path = next((p for d in (*places, "") if (p := _safe(folder, d, name)) is not None), None)
        if path is None:
            if label in used:
                hint = "give the body an <inertial>, or put the mesh into the model's folder or beside it"
                raise FileError(f"the inertia of a body comes from mesh '{name}', which is not there", where, hint)
            element.getparent().remove(element)
            continue
        if not element.get("name"):
            element.set("name", label)
        new = f"file{len(found)}{path.suffix.lower()}"
        found[new] = read_bytes(path)
        element.set("file", new)
    return found


def _safe(folder: Path, place: str, name: str) -> Path | None:
    """A mesh that may be read. Models often keep meshes beside their own folder, not in it."""
    path = (folder / place / name).resolve()
    near = path.is_relative_to(folder.parent) and path.suffix.lower() in _MESHES
    return path if near and path.is_file() else None
