"""<include> of MJCF, as MuJoCo takes it: a name is looked for beside the main file, then beside the file that includes it, and
no file is included twice. Files outside the model's folder are never opened."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from linkwright.errors import FileError
from linkwright.readers.options import read_bytes
from linkwright.readers.report import Report
from linkwright.readers.xml import Element, children, parse_xml

_DEPTH = 20
_ORIGIN = "linkwright-file"
"""Attribute of what comes from another file: its path, seen from the main one."""


def place(element: Element, main: str) -> str:
    """The file and line that an element comes from."""
    origin = _origin(element)
    return f"{Path(origin).name if origin else main}:{element.sourceline}"


def folder_of(element: Element) -> Path:
    """The folder of the file that an element comes from, seen from the main one."""
    return Path(_origin(element) or "").parent


def line_of(element: Element) -> int | None:
    """The element's line, if it is one of the main file."""
    return None if _origin(element) else element.sourceline


def _origin(element: Element) -> str | None:
    chain = [element, *element.iterancestors()]
    return next((name for e in chain if (name := e.get(_ORIGIN))), None)


def forget_origins(root: Element) -> None:
    """MuJoCo knows no such attribute."""
    for element in root.iter():
        if isinstance(element.tag, str):
            element.attrib.pop(_ORIGIN, None)


@dataclass
class Includer:
    """Replaces every <include> below an element by what it names."""

    folder: Path
    report: Report
    seen: set[Path] = field(default_factory=set[Path])

    def expand(self, root: Element, beside: Path, depth: int = 0) -> None:
        """beside: the folder of the file that `root` is of."""
        for element in list(root.iter("include")):
            where = place(element, self.report.file)
            name = element.get("file")
            if not name:
                raise FileError("an <include> names no file", where, 'write file="..."')
            if depth >= _DEPTH:
                raise FileError(f"includes are nested more than {_DEPTH} deep", where, "put the parts into fewer files")
            inner = inside(name, self.folder, beside, where)
            if inner in self.seen:
                what = f"'{name}' is included already"
                raise FileError(what, where, "include a file once, as MuJoCo asks; copy what is needed twice")
            self.seen.add(inner)
            part = parse_xml(read_bytes(inner), self.report.of_part(inner.name))
            for child in children(part):
                child.set(_ORIGIN, inner.relative_to(self.folder).as_posix())
            self.expand(part, inner.parent, depth + 1)
            parent = element.getparent()
            at = parent.index(element)
            parent.remove(element)
            for k, child in enumerate(children(part)):
                parent.insert(at + k, child)


def inside(name: str, folder: Path, beside: Path, where: str) -> Path:
    """A file that a model names, in its folder or beside the file that names it: never outside the model's own folder."""
    choices = [p.resolve() for d in dict.fromkeys((folder, beside)) if not _missing(p := d / name)]
    found = choices[0] if choices else (folder / name).resolve()
    if not found.is_relative_to(folder):
        hint = "move it into the folder of the model: files elsewhere are never opened"
        raise FileError(f"'{name}' lies outside the model's folder", where, hint)
    if not choices:
        hint = "names are looked for beside the main file, then beside the file that has them"
        raise FileError(f"'{name}' is not there", where, hint)
    return found


def _missing(path: Path) -> bool:
    try:
        return not path.exists()
    except (OSError, ValueError):
        return True
