"""MJCF text as it may be given to MuJoCo's compiler: no file is included from outside the model's folder, no mesh read from
outside the folder above it, and only what shapes the dynamics is left: bodies, joints, inertias (or the shapes they come
from), equality constraints, and the tendons and actuators that tell which joints are driven."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from linkwright.errors import FileError, LinkwrightError, raise_all
from linkwright.readers.mjcf_include import Includer, forget_origins, line_of, place
from linkwright.readers.options import read_bytes
from linkwright.readers.report import MAX_ERRORS, Report
from linkwright.readers.xml import Element, children, parse_xml

_UNUSED = ("visual", "statistic", "sensor", "keyframe", "contact", "custom", "extension", "size", "deformable")
_LOOKS = ("light", "camera", "material", "texture", "hfield", "skin")
_FOLDERS = ("meshdir", "texturedir", "assetdir")
_MESHES = (".stl", ".obj", ".msh")
_LOOPS = ("connect", "weld", "joint")
_NAMES = ("name", "class", "childclass", "file", "model", "prefix", "joint", "body", "site", "geom", "mesh", "tendon")
"""Attributes that are words, whatever they look like."""
_MAY_BE_INFINITE = ("range", "ctrlrange", "forcerange", "actrange", "actfrcrange", "actuatorfrcrange", "lengthrange")
_POINTER = b"version https://git-lfs"
_GROUPS = ("frame", "replicate")
_ACTUATORS = ("plugin", "general", "motor", "position", "velocity", "intvelocity", "damper", "cylinder", "muscle")
_OTHER_FILES = {
    "model": "save the whole model as one file with MuJoCo (mj_saveLastXML) and load that",
    "flexcomp": "bodies that bend are not in the equations: take it out",
}
"""Elements that take bodies from files -> what to do about it."""


@dataclass
class Source:
    """name: the model's, or none; text: for MuJoCo; files: what it may read, by the names the text uses; places: where each
    line of the text comes from."""

    name: str | None
    text: str
    files: dict[str, bytes]
    places: list[str]


def prepare(path: Path, report: Report) -> Source:
    """Read a file and what it includes."""
    folder = path.resolve().parent
    root = parse_xml(read_bytes(path), report)
    if root.tag != "mujoco":
        hint = "an MJCF file starts with <mujoco>; URDF files end in .urdf"
        raise FileError(f"the file starts with <{root.tag}>", f"{path.name}:{root.sourceline}", hint)
    Includer(folder, report, {path.resolve()}).expand(root, folder)
    raise_all(_number_errors(root, path.name))
    for element in list(children(root)):
        if element.tag in _UNUSED:
            report.ignore(f"<{element.tag}>", line_of(element))
            root.remove(element)
    _drop_looks(root)
    _drop_plugins(root, report)
    _drop_shapes(root)
    _keep_loops(root, report)
    files = _files(root, folder, path.name)
    places = _one_line_each(root, path.name)
    forget_origins(root)
    from lxml import etree

    return Source(root.get("model"), etree.tostring(root, encoding="unicode"), files, places)


def _one_line_each(root: Element, file: str) -> list[str]:
    """Every tag on a line of its own, so that the line numbers of MuJoCo's messages can be told in the file's."""
    from lxml import etree

    places: list[str] = []
    for event, element in etree.iterwalk(root, events=("start", "end")):
        inner = len(element) > 0
        if event == "start":
            element.text, element.tail = "\n" if inner else None, "\n"
        if event == "start" or inner:
            places.append(place(element, file))
    return places


def _number_errors(root: Element, file: str) -> list[LinkwrightError]:
    """Numbers that are none: MuJoCo would compute with them."""
    found: list[LinkwrightError] = []
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        for key, text in element.attrib.items():
            bad = _not_finite(text, key) if key not in _NAMES else ""
            if bad and len(found) < MAX_ERRORS:
                what = f"{key} of <{element.tag}>{_called(element)} has '{bad}', which is not a finite number"
                found.append(FileError(what, place(element, file), "write a finite number"))
    return found


def _not_finite(text: str, key: str) -> str:
    """The first such number of an attribute made of numbers, or nothing."""
    bad = ""
    if "n" not in text.lower() and "e" not in text.lower():  # nan, inf, 1e999
        return bad
    for word in text.split():
        try:
            value = float(word)
        except ValueError:
            return ""
        if math.isnan(value) or (math.isinf(value) and key not in _MAY_BE_INFINITE):
            bad = bad or word
    return bad


def _called(element: Element) -> str:
    owner = element if element.get("name") else element.getparent()
    name = owner.get("name") if owner is not None else None
    return "" if not name else f" '{name}'" if owner is element else f" of {owner.tag} '{name}'"


def _drop_looks(root: Element) -> None:
    for element in list(root.iter(*_LOOKS)):
        element.getparent().remove(element)
    for element in root.iter("geom", "site", "mesh"):
        element.attrib.pop("material", None)


def _drop_plugins(root: Element, report: Report) -> None:
    """What runs code of the user's own: in actuators and in bodies; cables without one do not bend back."""
    for element in list(root.iter("plugin")):
        owner = element.getparent()
        report.ignore(f"a plugin of <{owner.tag}>", line_of(element))
        owner.remove(element)
        if owner.tag in _ACTUATORS:
            owner.getparent().remove(owner)


def _drop_shapes(root: Element) -> None:
    """Shapes matter only where a body's inertia comes from them, and where a tendon wraps around them."""
    if any(e.get("settotalmass") for e in root.iter("compiler")):
        return  # every mass is scaled by that of all, bodies that do not move included
    by_shape = any(e.get("inertiafromgeom") == "true" for e in root.iter("compiler"))
    wrapped = {e.get("geom") for tendon in root.iter("spatial") for e in tendon.iter("geom")}
    for world in root.iter("worldbody"):
        _drop_still(world, wrapped)
    for body in root.iter("body"):
        if not by_shape and any(e.tag == "inertial" for e in _own(body)):
            _drop(body, wrapped)


def _own(body: Element) -> list[Element]:
    """What belongs to a body itself; a frame or a replicate is only a way to write it."""
    found: list[Element] = []
    stack = [body]
    while stack:
        for e in children(stack.pop()):
            if e.tag in _GROUPS:
                stack.append(e)
            else:
                found.append(e)
    return found


def _drop_still(body: Element, wrapped: set[str | None]) -> None:
    """Bodies that do not move need no inertia."""
    stack = [body]
    while stack:
        still = stack.pop()
        own = _own(still)
        if not any(e.tag in ("joint", "freejoint") for e in own):
            _drop(still, wrapped)
            stack += [e for e in own if e.tag == "body"]


def _drop(body: Element, wrapped: set[str | None]) -> None:
    for element in _own(body):
        if element.tag == "geom" and (element.get("name") is None or element.get("name") not in wrapped):
            element.getparent().remove(element)


def _keep_loops(root: Element, report: Report) -> None:
    for equality in root.iter("equality"):
        for element in list(children(equality)):
            if element.tag not in _LOOPS:
                report.ignore(f"<{element.tag}> under <equality>", line_of(element))
                equality.remove(element)


def _files(root: Element, folder: Path, file: str) -> dict[str, bytes]:
    """Meshes that inertias come from, under new names; the others are left out."""
    places = [e.get(key) for e in root.iter("compiler") for key in ("meshdir", "assetdir") if e.get(key)]
    used = {e.get("mesh") for e in root.iter("geom")}
    for element in root.iter("compiler"):
        for key in _FOLDERS:
            element.attrib.pop(key, None)
    found: dict[str, bytes] = {}
    for element in [e for e in root.iter() if isinstance(e.tag, str) and e.get("file")]:
        name = element.get("file")
        label = element.get("name") or Path(name).stem
        if element.tag in _OTHER_FILES:
            what, hint = f"<{element.tag}> takes '{name}', which is not read", _OTHER_FILES[element.tag]
            raise FileError(what, place(element, file), hint)
        if label not in used:
            element.getparent().remove(element)
            continue
        near = next((p for d in (*places, "") if (p := _safe(folder, d, name)) is not None), None)
        element.set("name", label)
        new = f"file{len(found)}{Path(name).suffix.lower()}"
        found[new] = _mesh(name, near, place(element, file))
        element.set("file", new)
    return found


def _mesh(name: str, path: Path | None, where: str) -> bytes:
    """The content of a mesh that an inertia comes from."""
    needed = f"the inertia of a body comes from mesh '{name}'"
    if path is None:
        hint = "give the body an <inertial>, or put the mesh into the model's folder or beside it"
        raise FileError(f"{needed}, which is not there", where, hint)
    content = read_bytes(path)
    if content.startswith(_POINTER):
        hint = "fetch the mesh: git lfs pull"
        raise FileError(f"{needed}, of which only a Git LFS pointer is there", where, hint)
    return content


def _safe(folder: Path, place: str, name: str) -> Path | None:
    """A mesh that may be read. Models often keep meshes beside their own folder, not in it."""
    path = (folder / place / name).resolve()
    near = path.is_relative_to(folder.parent) and path.suffix.lower() in _MESHES
    return path if near and path.is_file() else None
