"""Every URDF, SDF and MJCF below the folders given, beside a program that is not ours.

    python -m benchmarks.corpus FOLDER... [--jobs 2] [--seconds 120] [--csv outcomes.csv]

Prints how many files of each kind agree, and a line for every file that does not. Exit code 1 where forces differ, a file
ends in a traceback or takes too long.
"""

from __future__ import annotations

import argparse
import csv
import json
import select
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, fields
from pathlib import Path
from queue import SimpleQueue

from rich.console import Console
from rich.markup import escape
from rich.progress import track
from rich.table import Table

from benchmarks.corpus.outcome import Outcome
from benchmarks.corpus.worker import PEERS

BAD = ("differs", "traceback", "too slow")


class Worker:
    """A process that judges one file after the other; a new one takes over after a file that took too long."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.process: subprocess.Popen[str] | None = None

    def judge(self, path: Path) -> Outcome:
        """The outcome, or "too slow" after the time given."""
        if self.process is None or self.process.poll() is not None:
            command = [sys.executable, "-m", "benchmarks.corpus.worker"]
            pipe = subprocess.PIPE
            self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(path, file=self.process.stdin, flush=True)
        ready, _, _ = select.select([self.process.stdout], [], [], self.seconds)
        line = self.process.stdout.readline() if ready else ""
        if line:
            return Outcome(**json.loads(line))
        self.process.kill()
        self.process.wait()
        why = f"more than {self.seconds:g} s" if not ready else "the process died"
        return Outcome(str(path), "traceback" if ready else "too slow", detail=why)


def model_files(folders: Iterable[Path]) -> Iterator[Path]:
    """Files by suffix; of XML those whose root is MuJoCo's; a file given by itself in any case."""
    for folder in folders:
        for path in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
            if path.suffix in PEERS and path.is_file() and (path.suffix != ".xml" or _is_mjcf(path)):
                yield path


def _is_mjcf(path: Path) -> bool:
    return "<mujoco" in path.read_text(encoding="utf-8", errors="replace")


def run(files: list[Path], jobs: int, seconds: float) -> list[Outcome]:
    """Outcomes in the order of the files."""
    idle: SimpleQueue[Worker] = SimpleQueue()
    for _ in range(jobs):
        idle.put(Worker(seconds))

    def judge(path: Path) -> Outcome:
        worker = idle.get()
        try:
            return worker.judge(path)
        finally:
            idle.put(worker)

    with ThreadPoolExecutor(jobs) as pool:
        done = pool.map(judge, files)
        return list(track(done, "judging", total=len(files), console=Console(stderr=True)))


def show(outcomes: list[Outcome], root: Path, console: Console) -> None:
    """A table by kind of file, then what is not in agreement, with its reason."""
    kinds = Counter((Path(o.file).suffix, o.verdict) for o in outcomes)
    verdicts = list(dict.fromkeys(("agrees", *(o.verdict for o in outcomes))))
    table = Table("files", *verdicts, "largest difference")
    for suffix in PEERS:
        mine = [o for o in outcomes if Path(o.file).suffix == suffix]
        if mine:
            worst = max((o.difference for o in mine if o.verdict == "agrees"), default=0.0)
            table.add_row(f"{len(mine)} {suffix}", *(str(kinds[suffix, v]) for v in verdicts), f"{worst:.1e}")
    for o in outcomes:
        if o.detail or o.verdict not in ("agrees", "nothing moves"):
            file = Path(o.file)
            place = file.relative_to(root) if file.is_relative_to(root) else file
            console.print(f"{o.verdict}: {escape(str(place))}: {o.difference:.1e} {escape(o.detail)}", soft_wrap=True)
    console.print(table)


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="benchmarks.corpus", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=120.0, help="for one file")
    parser.add_argument("--without", action="append", default=[], help="a part of a path that is left out")
    parser.add_argument("--csv", type=Path)
    given = parser.parse_args(arguments)
    files = [f for f in model_files(given.folders) if not any(part in str(f) for part in given.without)]
    start = time.perf_counter()
    outcomes = run(files, given.jobs, given.seconds)
    console = Console()
    show(outcomes, given.folders[0], console)
    console.print(f"{len(outcomes)} files in {time.perf_counter() - start:.0f} s")
    if given.csv:
        with given.csv.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, [f.name for f in fields(Outcome)])
            writer.writeheader()
            writer.writerows(asdict(o) for o in outcomes)
    return int(any(o.verdict in BAD for o in outcomes))


if __name__ == "__main__":
    sys.exit(main())
