"""Lines of Python per folder of the package, of one source tree or of two.

python -m benchmarks.lines
python -m benchmarks.lines --old PATH/src
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
    for path in sorted(package.rglob("*.py")):
        top = path.relative_to(package).parts[0]
        count[top] += path.read_text().count("\n")
        files[top] += 1
    return count, files


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
    shown.add_row("all", *(f"{count.total()} ({files.total()})" for count, files in counted.values()), style="bold")
    Console(width=None if sys.stdout.isatty() else 100).print(shown)


if __name__ == "__main__":
    main()
