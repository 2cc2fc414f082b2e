"""MJCF text as it may be given to MuJoCo's compiler: no file is included from outside the model's folder, no mesh read from
outside the folder above it, numbers are numbers, nothing is repeated without end, and only what shapes the dynamics is left:
bodies, joints, inertias (or the shapes they come from), equality constraints, and the tendons and actuators that tell which
joints are driven; of keyframes the poses, where there are loops."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from linkwright.errors import FileError, LinkwrightError, raise_all
from linkwright.readers.mjcf_files import take_files
from linkwright.readers.mjcf_include import Includer, folder_of, forget_origins, inside, place
from linkwright.readers.mjcf_limits import Size, check_size
from linkwright.readers.mjcf_strip import strip
from linkwright.readers.options import read_bytes
from linkwright.readers.report import MAX_ERRORS, Report
from linkwright.readers.xml import Element, parse_xml

_NAMES = ("name", "class", "childclass", "file", "model", "prefix", "joint", "body", "site", "geom", "mesh", "tendon")
"""Attributes that are words, whatever they look like."""
_MAY_BE_INFINITE = ("range", "ctrlrange", "forcerange", "actrange", "actfrcrange", "actuatorfrcrange", "lengthrange")
_DEPTH = 5
_HULLS = 300_000
"""Bytes of meshes whose convex hulls take MuJoCo half a second; ten times as many take a hundred times as long."""


@dataclass
class Source:
    """name: the model's, or none; text: for MuJoCo; files: what it may read, by the names the text uses; places: where each
    line of the text comes from; heavy: whether MuJoCo may need long."""

    name: str | None
    text: str
    files: dict[str, bytes]
    places: list[str]
    heavy: bool
    size: Size


@dataclass(frozen=True)
class Interest:
    """What of a model is wanted: strip takes out all else, take replaces the files that it names (mjcf_files)."""

    strip: Callable[[Element, Report, bool], None]
    take: Callable[[Element, Path, str, str], dict[str, bytes]]


DYNAMICS = Interest(strip, take_files)


def prepare(path: Path, report: Report, wanted: Interest = DYNAMICS, label: str = "", depth: int = 0) -> Source:
    """Read a file, what it includes and what it attaches. label: begins the names of its files; depth: of models in models."""
    folder = path.resolve().parent
    root = parse_xml(read_bytes(path), report)
    if root.tag != "mujoco":
        hint = "an MJCF file starts with <mujoco>; URDF files end in .urdf"
        raise FileError(f"the file starts with <{root.tag}>", f"{path.name}:{root.sourceline}", hint)
    Includer(folder, report, {path.resolve()}).expand(root, folder)
    raise_all(_number_errors(root, path.name))
    wanted.strip(root, report, depth > 0)
    models = _attached(root, folder, wanted, report, label, depth)
    size = check_size(root, path.name, {name: model.size for name, model in models.items()})
    files = wanted.take(root, folder, path.name, label)
    places = _one_line_each(root, path.name)
    forget_origins(root)
    from lxml import etree

    hulls = sum(map(len, files.values())) > _HULLS and any(e.get("inertia") == "convex" for e in root.iter("mesh"))
    heavy = hulls or any(x.heavy for x in models.values())
    for model in models.values():
        files |= model.files
    return Source(root.get("model"), etree.tostring(root, encoding="unicode"), files, places, heavy, size)


def _attached(
    root: Element, folder: Path, wanted: Interest, report: Report, label: str, depth: int
) -> dict[str, Source]:
    """Models that the file attaches, by the names it has for them; each is a file of its own for MuJoCo."""
    found: dict[str, Source] = {}
    for k, element in enumerate(root.iter("model")):
        where, name = place(element, report.file), element.get("file")
        if not name:
            continue  # the model itself, or nothing: MuJoCo knows which
        if depth >= _DEPTH:
            raise FileError(f"models attach models more than {_DEPTH} deep", where, "put them into one file")
        path = inside(name, folder, folder / folder_of(element), where)
        part = report.of_part(path.name)
        model = prepare(path, part, wanted, f"{label}m{k}_", depth + 1)
        report.notes += [n for n in part.all_notes() if n not in report.notes]
        model.files[f"{label}m{k}.xml"] = model.text.encode()
        element.set("file", f"{label}m{k}.xml")
        found[element.get("name") or model.name or ""] = model
    return found


def _one_line_each(root: Element, file: str) -> list[str]:
    """Every tag on a line of its own, so that the line numbers of MuJoCo's messages can be told in the file's."""
    from lxml import etree

    places: list[str] = []
    for _, element in etree.iterwalk(root, events=("start", "end")):
        element.text = element.tail = "\n"
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
    """Its name, or that of what it belongs to."""
    if name := element.get("name"):
        return f" '{name}'"
    owner: Element = element.getparent()
    return f" of {owner.tag} '{owner.get('name')}'" if owner is not None and owner.get("name") else ""
