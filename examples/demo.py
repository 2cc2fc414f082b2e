"""The main job, end to end: check a robot, print its equations, build C and run its tests, name its chain, simulate and plot.

Run by `make demo`. Each step is a command you can type yourself; what it writes lands in out/demo.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent
ROOT = EXAMPLES.parent
OUT = ROOT / "out" / "demo"
LINKWRIGHT = Path(sysconfig.get_path("scripts")) / "linkwright"


def step(title: str, *command: str | Path, cwd: Path = ROOT) -> None:
    """Print what is run, run it, stop the demo if it fails."""
    shown = " ".join(_short(part) for part in command)
    print(f"\n=== {title}\n$ {shown}", flush=True)
    code = subprocess.run([str(part) for part in command], cwd=cwd, check=False).returncode
    if code:
        sys.exit(f"demo: '{shown}' ended with code {code}")


def _short(part: str | Path) -> str:
    if part == LINKWRIGHT:
        return "linkwright"
    return str(part.relative_to(ROOT)) if isinstance(part, Path) and part.is_relative_to(ROOT) else str(part)


def build_c(robot: Path, folder: Path) -> None:
    """Generated C, and the test suite that travels with it: run here by hand, as one would where nothing else is installed."""
    step("C code with its own tests", LINKWRIGHT, "build", robot, "--to", "c", "-o", folder, "--no-run")
    if not (shutil.which("gcc") or shutil.which("cc")) or not shutil.which("make"):
        print("no C compiler here: the code is written, its tests are not run (install gcc and make to run them)")
        return
    step("the generated tests", "make", "-C", folder / "c", "test")


def main() -> None:
    start = time.perf_counter()
    pendulum, arm = EXAMPLES / "double_pendulum.yaml", EXAMPLES / "elbow6.urdf"
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    step("What is in the file", LINKWRIGHT, "check", pendulum)
    step("Its equations of motion", LINKWRIGHT, "equations", pendulum)
    step("A six-axis arm from a URDF", LINKWRIGHT, "check", arm)
    build_c(arm, OUT / "elbow6")
    step("Which chain of the catalogue it is", LINKWRIGHT, "catalog", "find", "--like", arm)
    plot, table = OUT / "double_pendulum.svg", OUT / "double_pendulum.csv"
    simulate = ("simulate", pendulum, "--time", "10", "--q0", "0.5,1.0", "--plot", plot, "--csv", table)
    step("Ten seconds of motion", LINKWRIGHT, *simulate)
    print(f"\nAll of it in {time.perf_counter() - start:.0f} s. Look at {_short(plot)} and {_short(OUT / 'elbow6')}.")


if __name__ == "__main__":
    main()
