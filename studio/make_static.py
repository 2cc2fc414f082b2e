"""The studio without a server: `python studio/make_static.py FOLDER` puts page, Python and Linkwright into one folder.

Any web server can give it out. The page is the one of the package; Python is Pyodide, from node_modules; Linkwright and
ruamel.yaml become one zip, the same bytes each time.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.metadata
import importlib.util
import io
import json
import shutil
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

from linkwright.studio.policy import STATIC_POLICY

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "linkwright"
PAGE = PACKAGE / "studio" / "page"
PYODIDE = ROOT / "studio" / "node_modules" / "pyodide"
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LEFT_OUT = ("cli", "studio/server", "studio/page", "view/player")
"""Rooms of the package that have nothing to do in a page: a shell, a server, the page itself, the player of others."""
HEAD = f"""<meta http-equiv="Content-Security-Policy" content="{STATIC_POLICY}" />
    <meta name="linkwright-desk" content="static" />
    """
DATE = (1980, 1, 1, 0, 0, 0)


def main() -> int:
    """Write the folder; a sentence and 0 where Node's packages or the page are not there, so that docs can be made without."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--page", type=Path, default=PAGE, help="the built page")
    parser.add_argument("--pyodide", type=Path, default=PYODIDE, help="folder of the npm package pyodide")
    asked = parser.parse_args()
    if not (asked.page / "index.html").is_file():
        print(f"no static studio: the page is not built in {asked.page} (make studio-build)")
        return 0
    if not (asked.pyodide / "pyodide.asm.wasm").is_file():
        print(f"no static studio: Pyodide is not in {asked.pyodide} (npm ci in studio/)")
        return 0
    make(asked.folder, asked.page, asked.pyodide)
    size, packed = measured(asked.folder)
    print(f"wrote {asked.folder}: {size / 1e6:.1f} MB, {packed / 1e6:.1f} MB compressed")
    return 0


def make(folder: Path, page: Path, pyodide: Path) -> None:
    """Page, Python and Linkwright in one folder."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(page, folder)
    index = folder / "index.html"
    text = index.read_text(encoding="utf-8")
    mark = '<meta charset="utf-8" />'
    if mark not in text:
        raise SystemExit(f"{index} has no {mark}: where should the page's policy stand?")
    index.write_text(text.replace(mark, f"{mark}\n    {HEAD.rstrip()}", 1), encoding="utf-8")
    target = folder / "pyodide"
    target.mkdir()
    for name in PARTS:
        shutil.copyfile(pyodide / name, target / name)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    (target / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}), encoding="utf-8")
    (target / "linkwright.zip").write_bytes(archive())


def archive() -> bytes:
    """Linkwright without its shell and server, its examples with their pictures, ruamel.yaml."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, path in sorted(contents()):
            entry = zipfile.ZipInfo(name, DATE)
            entry.external_attr = 0o100644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, path.read_bytes())
    return made.getvalue()


def contents() -> Iterator[tuple[str, Path]]:
    """Names in the archive, and the files."""
    for path in files_below(PACKAGE):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith(tuple(f"{room}/" for room in LEFT_OUT)):
            yield f"linkwright/{name}", path
    for path in files_below(ROOT / "examples"):
        if path.suffix == ".yaml":
            yield f"linkwright/studio/examples/{path.relative_to(ROOT / 'examples').as_posix()}", path
    pictures = ROOT / "docs" / "pictures" / "gallery"
    for path in files_below(pictures):
        if path.suffix == ".svg" and (ROOT / "examples" / path.relative_to(pictures)).with_suffix(".yaml").is_file():
            yield f"linkwright/studio/pictures/{path.relative_to(pictures).as_posix()}", path
    yaml = importlib.util.find_spec("ruamel.yaml")
    if yaml is None or yaml.origin is None:
        raise SystemExit("ruamel.yaml is not installed (pip install ruamel.yaml)")
    for path in files_below(Path(yaml.origin).parent):
        if path.suffix == ".py":
            yield f"ruamel/yaml/{path.relative_to(Path(yaml.origin).parent).as_posix()}", path
    for file in importlib.metadata.files("ruamel.yaml") or []:
        if file.name.startswith("LICENSE"):
            yield "ruamel/yaml/LICENSE", Path(str(file.locate()))


def files_below(folder: Path) -> Iterator[Path]:
    """Files that are no leftovers of running Python."""
    return (p for p in sorted(folder.rglob("*")) if p.is_file() and "__pycache__" not in p.parts)


def measured(folder: Path) -> tuple[int, int]:
    """Bytes of all files, and compressed as a server sends them."""
    contents = [path.read_bytes() for path in files_below(folder)]
    return sum(map(len, contents)), sum(len(gzip.compress(x, 6)) for x in contents)


if __name__ == "__main__":
    sys.exit(main())
