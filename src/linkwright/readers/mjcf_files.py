"""Files that an MJCF names besides those it includes: meshes that inertias come from."""

from __future__ import annotations

from pathlib import Path

from linkwright.errors import FileError
from linkwright.readers.mjcf_include import folder_of, place
from linkwright.readers.options import MAX_BYTES, read_bytes
from linkwright.readers.xml import Element

_FOLDERS = ("meshdir", "texturedir", "assetdir", "strippath")
_MESHES = (".stl", ".obj", ".msh")
_TOTAL = 4 * MAX_BYTES
_POINTER = b"version https://git-lfs"


def take_files(root: Element, folder: Path, file: str, label: str) -> dict[str, bytes]:
    """Meshes that inertias come from, under new names, which begin with `label`; the others are left out."""
    meshes, bare = mesh_folder(root)
    used = {e.get("mesh") for e in root.iter("geom")}
    found: dict[str, bytes] = {}
    for element in [e for e in root.iter() if isinstance(e.tag, str) and e.get("file") and e.tag != "model"]:
        name, where = element.get("file"), place(element, file)
        label = element.get("name") or Path(name).stem
        if element.tag == "flexcomp":
            what = f"<flexcomp> takes '{name}', which is not read"
            raise FileError(what, where, "bodies that bend are not in the equations: take it out")
        if label not in used:
            element.getparent().remove(element)
            continue
        name = Path(name).name if bare else name
        beside = folder_of(element)  # MuJoCo looks there, too: below meshdir only where it was given a relative path
        choices = [folder / part / name for part in (meshes, beside, Path(meshes) / beside, "")]
        element.set("name", label)
        new = f"{label}file{len(found)}{Path(name).suffix.lower()}"
        found[new] = _mesh(name, next((p for p in choices if _allowed(p, folder)), None), where)
        if sum(map(len, found.values())) > _TOTAL:
            raise FileError(f"the meshes have more than {_TOTAL / 1e6:.0f} MB", where, "give the bodies an <inertial>")
        element.set("file", new)
    return found


def mesh_folder(root: Element) -> tuple[str, bool]:
    """Where meshes are, as the last <compiler> says it, and whether paths in their names count for nothing."""
    meshes, bare = "", False
    for element in root.iter("compiler"):
        meshes = element.get("meshdir") or element.get("assetdir") or meshes
        bare = element.get("strippath", str(bare)).lower() == "true"
        for key in _FOLDERS:
            element.attrib.pop(key, None)
    return meshes, bare


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


def _allowed(path: Path, folder: Path) -> bool:
    """A mesh that may be read. Models often keep meshes beside their own folder, not in it."""
    try:
        real = path.resolve()
        return real.is_relative_to(folder.parent) and real.suffix.lower() in _MESHES and real.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False
