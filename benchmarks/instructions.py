"""Instructions per call of generated C, by callgrind, of one source tree or of two beside each other.

    python -m benchmarks.instructions                       this tree
    python -m benchmarks.instructions --old PATH/src        another checkout beside it; exit code 1 if one of ours needs more
    python -m benchmarks.instructions --robots ur5,delta

Robots whose C is the same in both, byte for byte (the line with the model's hash apart), are not run. The others are: by the
old tree's generated tests, which call every function at several states that suit it. Times vary by 20 to 40 % between runs on a
machine that others use; these counts do not vary at all.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.generate import NAMES

ROOT = Path(__file__).resolve().parent.parent
FLAGS = ("-std=c99", "-O2", "-fno-math-errno")
"""No -march=native: valgrind does not know every instruction of every processor."""
_COST = re.compile(r"^\s*([\d,]+)(?: \([\s\d.]+%\))?\s+\S*?:(\w+)(?: \[|$)", re.MULTILINE)


@dataclass(frozen=True)
class Compared:
    """One function: instructions of a call in the old tree, and in this one; None where it does not have it."""

    robot: str
    function: str
    old: float | None
    new: float | None

    @property
    def worse(self) -> bool:
        return self.old is not None and (self.new is None or self.new > self.old)


def generate(source: Path, folder: Path, robot: str) -> Path:
    """The folder of a robot's C, written by the linkwright of a source tree."""
    path = os.pathsep.join((str(source), str(ROOT)))
    command = [sys.executable, "-m", "benchmarks.generate", str(folder), robot]
    environment = {**os.environ, "PYTHONPATH": path}
    result = subprocess.run(command, env=environment, cwd=folder, check=False, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{source} does not build {robot}:\n{result.stderr[-2000:]}")
    return folder / robot / "c"


def identical(old: Path, new: Path) -> bool:
    """Whether two folders hold the same sources, the model's hash apart."""
    return _sources(old) == _sources(new)


def _sources(folder: Path) -> dict[str, str]:
    files = [f for f in folder.glob("*.[ch]") if not f.name.startswith(("test_", "example_"))]
    return {f.name: re.sub(r"from model [0-9a-f]+", "", f.read_text()) for f in files}


def instructions(folder: Path, tests: Path) -> dict[str, float]:
    """Function -> instructions per call of those that the tests make, what it calls included."""
    name = tests.stem.removeprefix("test_")
    program, profile = folder / "counted", folder / "callgrind.out"
    sources = [str(folder / f"{name}.c"), str(tests)]
    subprocess.run(["gcc", *FLAGS, f"-I{folder}", *sources, "-o", str(program), "-lm"], check=True)
    valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", str(program)]
    subprocess.run(valgrind, check=True, capture_output=True)
    annotate = ["callgrind_annotate", "--inclusive=yes", "--threshold=100", str(profile)]
    listed = subprocess.run(annotate, check=True, capture_output=True, text=True).stdout
    counts = {function: int(n.replace(",", "")) for n, function in _COST.findall(listed)}
    calls = _calls(profile.read_text())
    api = re.findall(rf"_API \w+ ({name}_\w+)\(", (folder / f"{name}.h").read_text())
    return {f.removeprefix(f"{name}_"): counts[f] / calls[f] for f in api if f in counts and f in calls}


def _calls(profile: str) -> dict[str, int]:
    """How often each function was called. A name is written in full where it is first used, later by its number."""
    names: dict[str, str] = {}
    calls: dict[str, int] = {}
    called = ""
    for line in profile.splitlines():
        if match := re.match(r"c?fn=\((\d+)\)(?: (\w+))?", line):
            called = names.setdefault(match[1], match[2] or "")
        elif match := re.match(r"calls=(\d+)", line):
            calls[called] = calls.get(called, 0) + int(match[1])
    return calls


def compare(robot: str, old: Path | None, new: Path, work: Path) -> list[Compared] | None:
    """Function by function; None where the two trees write the same."""
    folders = {side: work / side for side in ("old", "new")}
    for folder in folders.values():
        folder.mkdir(exist_ok=True)
    ours = generate(new, folders["new"], robot)
    if old is None:
        own = instructions(ours, _tests(ours))
        return [Compared(robot, function, None, n) for function, n in own.items()]
    theirs = generate(old, folders["old"], robot)
    if identical(theirs, ours):
        return None
    tests = _tests(theirs)
    before, after = instructions(theirs, tests), instructions(ours, tests)
    return [Compared(robot, f, before.get(f), after.get(f)) for f in before | after]


def _tests(folder: Path) -> Path:
    return next(folder.glob("test_*.c"))


def table(results: Mapping[str, Sequence[Compared] | None]) -> Table:
    """What was found, in one table."""
    shown = Table(title="instructions per call (callgrind)")
    for name in ("robot", "function", "old", "new", "new/old"):
        shown.add_column(name, justify="left" if name in ("robot", "function") else "right")
    for robot, rows in results.items():
        if rows is None:
            shown.add_row(robot, "all", "identical", "identical", "1")
            continue
        for row in rows:
            ratio = f"{row.new / row.old:.4f}" if row.new is not None and row.old is not None else "-"
            colour = "red" if row.worse else "green"
            cells = ("-" if n is None else f"{n:.0f}" for n in (row.old, row.new))
            shown.add_row(robot, row.function, *cells, f"[{colour}]{ratio}[/]")
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--old", type=Path, help="folder 'src' of another checkout")
    parser.add_argument("--new", type=Path, default=ROOT / "src", help="by default this one")
    parser.add_argument("--robots", default=NAMES, type=lambda text: [name for name in text.split(",") if name])
    options = parser.parse_args()
    if missing := [tool for tool in ("gcc", "valgrind") if shutil.which(tool) is None]:
        sys.exit(f"not installed: {', '.join(missing)}")
    old = options.old.resolve() if options.old else None
    results: dict[str, list[Compared] | None] = {}
    with tempfile.TemporaryDirectory() as work:
        for robot in track(options.robots, "counting", console=Console(stderr=True), transient=True):
            results[robot] = compare(robot, old, options.new.resolve(), Path(work))
    Console(width=None if sys.stdout.isatty() else 110).print(table(results))
    sys.exit(1 if any(row.worse for rows in results.values() for row in rows or ()) else 0)


if __name__ == "__main__":
    main()
