"""Every robot of some folders through every format and back: `python -m benchmarks.convert FOLDER...`

Per format: how many robots, how many of which the format says everything, the worst difference of forces (by brute force,
relative to the largest force of the state) to the robot itself where nothing is listed and to what is left of it elsewhere,
and what was refused, with the reason.
"""

from __future__ import annotations

import argparse
import random
import signal
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import linkwright as lw
from linkwright.errors import Errors
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.verification.same_forces import force_difference
from linkwright.writers import express_in, format_of

SUFFIXES = (".yaml", ".urdf", ".xml", ".sdf")
READ = (*SUFFIXES, ".par", ".csv")
SECONDS = 60
"""For one robot in one format."""


@dataclass
class Tally:
    """What became of the robots in one format. worst: difference and robot, with an empty list and with one that is not."""

    robots: int = 0
    whole: int = 0
    worst_whole: tuple[float, str] = (0.0, "")
    worst_left: tuple[float, str] = (0.0, "")
    lost: Counter[str] = field(default_factory=Counter[str])
    refused: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    not_compared: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    sensitive: list[str] = field(default_factory=list[str])
    """Robots with differences above 1e-12, and what changes of the last digits of their numbers alone do to their forces."""


class _Late(Exception):
    pass


@contextmanager
def _within(seconds: int) -> Iterator[None]:
    def stop(*_: Any) -> None:
        raise _Late

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def reason(error: Exception) -> str:
    """One line."""
    if isinstance(error, _Late):
        return f"more than {SECONDS} s"
    told = error.errors[0] if isinstance(error, Errors) else error
    return str(getattr(told, "what", told)).partition("\n")[0][:160]


def shaken(robot: Any, times: int = 3) -> float:
    """The worst difference of forces when every number of a robot is changed by a last digit or two, at random."""
    rng = random.Random(1)

    def shake(x: Any) -> Any:
        return x * (1 + rng.choice((-2, -1, 0, 1, 2)) * 2.0**-52) if isinstance(x, float) else x

    return max(force_difference(robot, robot.map(shake)) for _ in range(times))


def convert(robot: Any, name: str, suffix: str, folder: Path, tally: Tally) -> None:
    """One robot in one format."""
    path = folder / f"robot{suffix}"
    for old in folder.iterdir():
        old.unlink()
    tally.robots += 1
    try:
        losses = lw.save(robot, path)
    except lw.LinkwrightError as error:
        tally.refused.append((name, reason(error)))
        return
    tally.whole += not losses
    tally.lost.update({x.thing for x in losses})
    try:
        left, _ = express_in(robot, format_of(path))
        difference = force_difference(left, lw.load(path, friction=True))
        if difference > 1e-12:
            tally.sensitive.append(f"{name}: {difference:.1e}; its last digits alone: {shaken(left):.1e}")
        tally.worst_left = max(tally.worst_left, (difference, name)) if losses else tally.worst_left
        if not losses:
            tally.worst_whole = max(tally.worst_whole, (difference, name))
            tally.worst_whole = max(tally.worst_whole, (force_difference(robot, lw.load(path)), name))
    except lw.LinkwrightError as error:
        tally.not_compared.append((name, reason(error)))


def run(files: Sequence[Path], root: Path) -> tuple[dict[str, Tally], list[tuple[str, str]]]:
    """Tallies by suffix, and files that hold no robot, with the reason."""
    tallies = {s: Tally() for s in SUFFIXES}
    unread: list[tuple[str, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            name = str(path.relative_to(root)) if path.is_relative_to(root) else path.name
            try:
                with _within(SECONDS):
                    robot = lw.load(path)
            except (lw.LinkwrightError, _Late) as error:
                unread.append((name, reason(error)))
                continue
            if isinstance(robot, Lagrangian):
                continue
            for suffix, tally in tallies.items():
                try:
                    with _within(SECONDS):
                        convert(robot, name, suffix, Path(folder), tally)
                except _Late as error:
                    tally.not_compared.append((name, reason(error)))
    return tallies, unread


def report(tallies: dict[str, Tally], unread: Sequence[tuple[str, str]]) -> None:
    """Print the table, then what was refused."""
    heads = ("format", "robots", "all said", "worst", "with a list", "worst to what is left", "refused", "not compared")
    print(f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}", sep="\n")
    for suffix, t in tallies.items():
        listed = t.robots - t.whole - len(t.refused)
        whole, left = f"{t.worst_whole[0]:.1e} {t.worst_whole[1]}", f"{t.worst_left[0]:.1e} {t.worst_left[1]}"
        name = format_of(Path(f"x{suffix}")).name
        print(
            f"| {name} | {t.robots} | {t.whole} | {whole} | {listed} | {left} | {len(t.refused)} | {len(t.not_compared)} |"
        )
    for suffix, t in tallies.items():
        print(f"{suffix}: lost " + ", ".join(f"{thing} of {n}" for thing, n in t.lost.most_common()))
        for name, why in t.refused:
            print(f"{suffix}: refused {name}: {why}")
        for line in t.sensitive:
            print(f"{suffix}: above 1e-12 {line}")
        for name, why in t.not_compared:
            print(f"{suffix}: not compared {name}: {why}")
    print(f"not read: {len(unread)}")
    for name, why in unread:
        print(f"  {name}: {why}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, help="folders (or files) with robots")
    parser.add_argument("--skip", default="", help="leave out paths that hold this text")
    given = parser.parse_args()
    for folder in given.folders:
        found = [folder] if folder.is_file() else sorted(p for p in folder.rglob("*") if p.suffix in READ)
        files = [p for p in found if not p.name.endswith(".loops.yaml") and not (given.skip and given.skip in str(p))]
        print(f"\n## {folder.name}: {len(files)} files")
        report(*run(files, folder))


if __name__ == "__main__":
    main()
