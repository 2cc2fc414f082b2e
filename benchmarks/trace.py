"""Files that a command passes through: those of linkwright in which a function (or a class body) ran, not only imports.

python -m benchmarks.trace                          this tree
python -m benchmarks.trace --old PATH/src           another checkout beside it
python -m benchmarks.trace --list                   the files by name
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.robots import DATA, ROBOTS

ROOT = Path(__file__).resolve().parent.parent
_EXAMPLES = ROOT / "examples"
_CHILD = """
import sys, threading
root, sys.argv = sys.argv[1], ["linkwright", *sys.argv[2:]]
entered = set()

def seen(frame, event, argument):
    code = frame.f_code
    if event == "call" and code.co_name != "<module>" and code.co_filename.startswith(root):
        entered.add(code.co_filename)

try:
    from linkwright.cli.main import main
except ImportError:  # what it was called
    from linkwright.apps.cli import main
threading.setprofile(seen)
sys.setprofile(seen)
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
finally:
    sys.setprofile(None)
print("\\n".join(["", "files", *sorted(name[len(root) + 1 :] for name in entered)]))
"""


def commands(out: str) -> dict[str, list[str]]:
    """What is traced: title -> arguments of the shell command."""
    panda = str(DATA / ROBOTS["panda"].urdf)
    return {
        "build panda.urdf --to c": ["build", panda, "--to", "c", "--out", out],
        "equations of the double pendulum": ["equations", str(_EXAMPLES / "double_pendulum.yaml")],
        "equations of the four-bar": ["equations", str(_EXAMPLES / "loops" / "fourbar.yaml")],
        "equations of a Lagrangian": ["equations", str(_EXAMPLES / "manifold" / "spherical_pendulum.yaml")],
    }


def passed_through(source: Path, arguments: list[str]) -> list[str]:
    """Files of a source tree, relative to it."""
    environment = {**os.environ, "PYTHONPATH": str(source), "LINKWRIGHT_CACHE": "off"}
    command = [sys.executable, "-c", _CHILD, str(source), *arguments]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if result.returncode:
        sys.exit(f"{source}: {' '.join(arguments)}\n{result.stderr[-2000:]}")
    return result.stdout.rsplit("\nfiles\n", 1)[1].split()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--old", type=Path, help="folder 'src' of another checkout")
    parser.add_argument("--new", type=Path, default=ROOT / "src", help="by default this one")
    parser.add_argument("--list", action="store_true", help="the files of the new tree by name")
    options = parser.parse_args()
    trees = {"old": options.old.resolve()} if options.old else {}
    trees["new"] = options.new.resolve()
    shown = Table(title="files passed through")
    shown.add_column("command")
    for tree in trees:
        shown.add_column(tree, justify="right")
    with tempfile.TemporaryDirectory() as out:
        for title, arguments in commands(out).items():
            files = {tree: passed_through(source, arguments) for tree, source in trees.items()}
            shown.add_row(title, *(str(len(names)) for names in files.values()))
            if options.list:
                print(f"{title}:", *files["new"], sep="\n  ")
    Console(width=None if sys.stdout.isatty() else 100).print(shown)


if __name__ == "__main__":
    main()
