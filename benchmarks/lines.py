"""Lines of Python per folder of the package, of one source tree or of two; and of every language's folder.

python -m benchmarks.lines
python -m benchmarks.lines --old PATH/src

Text of other languages (files below emit/languages/*/files, templates) is counted apart.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent


def lines(source: Path) -> tuple[Counter[str], Counter[str]]:
    """Folder (or file at the top) of the package -> lines of Python, and -> files."""
    package = source / "linkwright"
    count: Counter[str] = Counter()
    files: Counter[str] = Counter()
    for path in sorted(p for p in package.rglob("*.py") if "files" not in p.relative_to(package).parts):
        top = path.relative_to(package).parts[0]
        count[top] += path.read_text().count("\n")
        files[top] += 1
    return count, files


AROUND = frozenset(
    {
        "calibration", "catalogue", "fmu", "identification", "inverse", "jobs", "measurements",
        "notebook", "studio", "synthesis", "trajectory", "view", "workspace",
    }
)  # fmt: skip
"""Rooms around the compiler: they use it, and it would work without them."""


def languages(source: Path) -> dict[str, tuple[int, int]]:
    """Language -> lines of Python, and of its own files."""
    folders = sorted(p for p in (source / "linkwright/emit/languages").glob("*") if (p / "__init__.py").is_file())
    return {
        folder.name: (
            sum(_count(p) for p in folder.rglob("*.py") if "files" not in p.relative_to(folder).parts),
            sum(_count(p) for p in folder.glob("files/**/*") if p.is_file() and p.suffix != ".pyc"),
        )
        for folder in folders
    }


def _count(path: Path) -> int:
    return path.read_text(encoding="utf-8").count("\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--old", type=Path, help="folder 'src' of another checkout")
    parser.add_argument("--new", type=Path, default=ROOT / "src", help="by default this one")
    options = parser.parse_args()
    trees = {"old": options.old} if options.old else {}
    trees["new"] = options.new
    counted = {tree: lines(source) for tree, source in trees.items()}
    shown = Table(title="lines of Python (files)")
    shown.add_column("")
    for tree in trees:
        shown.add_column(tree, justify="right")
    for name in sorted({name for count, _ in counted.values() for name in count}):
        shown.add_row(
            name, *(f"{count[name]} ({files[name]})" if count[name] else "-" for count, files in counted.values())
        )
    for title, wanted in (("the compiler", False), ("around it", True)):
        sums = [sum(n for name, n in count.items() if (name in AROUND) == wanted) for count, _ in counted.values()]
        shown.add_row(title, *map(str, sums), style="bold")
    shown.add_row("all", *(f"{count.total()} ({files.total()})" for count, files in counted.values()), style="bold")
    console = Console(width=None if sys.stdout.isatty() else 100)
    console.print(shown)
    folders = Table(title="lines of a language's folder")
    for title in ("", "Python", "its own files"):
        folders.add_column(title, justify="right" if title else "left")
    for name, sizes in languages(options.new).items():
        folders.add_row(name, *map(str, sizes))
    console.print(folders)


if __name__ == "__main__":
    main()
