"""How long the first result takes: import, check of an arm, Panda from its file to native code, equations of a four-bar.

    python -m benchmarks.first_result                       this tree
    python -m benchmarks.first_result --old PATH/src        another checkout beside it, in the same run

Every measurement is a fresh process with an empty cache of native code. Trees take turns (A B, B A, ...), so that a busy
machine troubles both; times are multiples of `import numpy` in the same run.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.robots import ROBOTS

ROOT = Path(__file__).resolve().parent.parent
UNIT = "import numpy"

_TIMED = """
import sys, time
start = time.{clock}()
{work}
print("seconds", time.{clock}() - start)
"""
_IMPORT = "import linkwright"
_COMMAND = """
try:
    from linkwright.cli.main import main
except ImportError:  # what it was called
    from linkwright.apps.cli import main
sys.argv = ["linkwright", {command!r}, {file!r}]
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
"""
_PANDA = """
import linkwright as lw
robot = lw.load({panda!r})
dynamics = lw.compile(robot)
dynamics.inverse_dynamics([0.1] * robot.nq, [0.2] * robot.nv, [0.3] * robot.nv)
"""


def tasks() -> dict[str, str]:
    """What is measured: name -> program."""
    arm, panda = str(ROOT / "examples" / "elbow6.urdf"), str(ROBOTS["panda"].file())
    fourbar = str(ROOT / "examples" / "loops" / "fourbar.yaml")
    return {
        "import linkwright": _IMPORT,
        "check of a six-axis arm": _COMMAND.format(command="check", file=arm),
        "Panda file to native inverse dynamics": _PANDA.format(panda=panda),
        "equations of a four-bar": _COMMAND.format(command="equations", file=fourbar),
    }


class Runner:
    """Programs in fresh processes. Compiled Python of all trees is kept in one folder, so that none is at a disadvantage."""

    def __init__(self, work: Path, clock: str) -> None:
        self.work = work
        self.clock = clock

    def seconds(self, program: str, source: Path) -> float:
        """Time of a program with the linkwright of a source tree; nothing native is remembered."""
        with tempfile.TemporaryDirectory(dir=self.work) as empty:
            environment = {
                **os.environ,
                "PYTHONPATH": str(source),
                "PYTHONPYCACHEPREFIX": str(self.work / "pycache"),
                "PYTHONDONTWRITEBYTECODE": "",
                "LINKWRIGHT_CACHE": empty,
                "COLUMNS": "100",
            }
            command = [sys.executable, "-c", _TIMED.format(clock=self.clock, work=program)]
            result = subprocess.run(command, env=environment, cwd=empty, capture_output=True, text=True, check=False)
        if result.returncode:
            sys.exit(f"{source}: {result.stderr[-2000:]}")
        return float(result.stdout.rsplit("seconds", 1)[1])


def measure(trees: Mapping[str, Path], rounds: int, runner: Runner) -> dict[tuple[str, str], list[float]]:
    """(task, tree) -> times."""
    programs = tasks()
    anywhere = next(iter(trees.values()))
    for source in trees.values():  # writes the compiled Python
        for program in programs.values():
            runner.seconds(program, source)
    times: dict[tuple[str, str], list[float]] = {}
    for n in track(range(rounds), "measuring", console=Console(stderr=True), transient=True):
        for task, program in programs.items():
            times.setdefault((UNIT, ""), []).append(runner.seconds(UNIT, anywhere))
            for tree in sorted(trees, reverse=n % 2 == 1):
                times.setdefault((task, tree), []).append(runner.seconds(program, trees[tree]))
    return times


def table(times: Mapping[tuple[str, str], list[float]], trees: Mapping[str, Path]) -> Table:
    """Best and median of every task, as multiples of importing NumPy."""
    unit = times[UNIT, ""]
    shown = Table(title=f"multiples of `{UNIT}` ({min(unit) * 1e3:.0f} ms at best, {median(unit) * 1e3:.0f} ms median)")
    shown.add_column("task")
    for how in ("best", "median"):
        for tree in trees:
            shown.add_column(f"{tree}, {how}", justify="right")
        if len(trees) > 1:
            shown.add_column(f"new/old, {how}", justify="right")
    for task in tasks():
        cells: list[str] = []
        for of in (min, median):
            values = {tree: of(times[task, tree]) for tree in trees}
            cells += [f"{seconds / of(unit):.2f}" for seconds in values.values()]
            if len(trees) > 1:
                cells.append(f"{values['new'] / values['old']:.3f}")
        shown.add_row(task, *cells)
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--old", type=Path, help="folder 'src' of another checkout")
    parser.add_argument("--new", type=Path, default=ROOT / "src", help="by default this one")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--cpu", action="store_true", help="time of the processor instead of the clock on the wall")
    options = parser.parse_args()
    trees = {"old": options.old.resolve()} if options.old else {}
    trees["new"] = options.new.resolve()
    with tempfile.TemporaryDirectory() as work:
        runner = Runner(Path(work), "process_time" if options.cpu else "perf_counter")
        times = measure(trees, options.rounds, runner)
    Console(width=None if sys.stdout.isatty() else 120).print(table(times, trees))


if __name__ == "__main__":
    main()
