"""Random damage to files of every format, given to the commands: results, or errors with their place, and nothing else.

    python -m benchmarks.soak --mutations 10000 --seed 1 --jobs 2
    python -m benchmarks.soak --seed 1 --case 4711 --keep folder      # one case again, with its file

Wanted: 0 tracebacks, 0 cases above 5 s of processor time, 0 outputs that are neither complete nor absent, 0 control characters
on the terminal, no exit code but 0, 1, 2. A case depends on the seed and its number alone. Each job is a child process with a
limit on memory, begun anew when it dies or says nothing for a minute.
"""

from __future__ import annotations

import argparse
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from benchmarks.soak_cases import Outcome, outcome

SILENCE = 60.0
"""Seconds without a word after which a child is stuck in something that no signal reaches."""
MEMORY = 4 * 2**30
LIFE = 400
"""Cases after which a child is replaced, so that what one case left behind does not slow down thousands."""


def work(seed: str, cases: range) -> Iterator[Outcome]:
    """Cases one after the other in this process, each in a folder of its own."""
    here = Path.cwd()
    for case in cases:
        with tempfile.TemporaryDirectory(prefix="soak-") as folder:
            os.chdir(folder)
            try:
                found = outcome(seed, case, Path(folder))
            finally:
                os.chdir(here)
        yield found


def soak(seed: str, cases: range, jobs: int) -> Iterator[Outcome]:
    """All cases, in child processes."""
    rest = [list(cases[k::jobs]) for k in range(jobs)]
    children = {k: _child(seed, todo[:LIFE]) for k, todo in enumerate(rest) if todo}
    heard = dict.fromkeys(children, time.monotonic())
    while children:
        streams = {child.stdout: k for k, child in children.items()}
        ready, _, _ = select.select([s for s in streams if s], [], [], 1.0)
        for k in list(children):
            stream, child = children[k].stdout, children[k]
            line = stream.readline() if stream in ready and stream else ""
            if line:
                heard[k] = time.monotonic()
                found = Outcome(**json.loads(line))
                rest[k].remove(found.case)
                yield found
            elif stream in ready or time.monotonic() - heard[k] > SILENCE:
                if stream not in ready:
                    child.kill()
                if child.wait() or stream not in ready:
                    kind = "crashed" if stream in ready else "stuck"
                    yield Outcome(rest[k][0], None, 0.0, [(kind, f"the process ended with {child.returncode}")])
                    del rest[k][0]
                del children[k]
                if rest[k]:
                    children[k], heard[k] = _child(seed, rest[k][:LIFE]), time.monotonic()


def _child(seed: str, cases: list[int]) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "benchmarks.soak", "--seed", seed, "--child", ",".join(map(str, cases))]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL)


def _be_child(seed: str, cases: str) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    channel = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print does not reach the channel
    for case in cases.split(","):
        for found in work(seed, range(int(case), int(case) + 1)):
            channel.write(json.dumps(asdict(found)) + "\n")
            channel.flush()


def main() -> None:
    """Run, print every finding once it is there, and a count at the end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutations", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--case", type=int, help="this case only, in this process")
    parser.add_argument("--keep", type=Path, help="with --case: keep its files in this folder")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        _be_child(given.seed, given.child)
        return
    if given.case is not None:
        _one(given.seed, given.case, given.keep)
        return
    start, kinds, codes, slowest = time.perf_counter(), Counter[str](), Counter[int | None](), 0.0
    for x in soak(given.seed, range(given.mutations), given.jobs):
        codes[x.code] += 1
        slowest = max(slowest, x.seconds)
        kinds.update(kind for kind, _ in x.wrong)
        for kind, what in x.wrong:
            print(f"--- case {x.case}: {kind}: {what}", flush=True)
    said = ", ".join(f"{n} {kind}" for kind, n in kinds.most_common()) or "nothing found"
    ends = ", ".join(f"{n} with code {code}" for code, n in codes.most_common())
    print(f"{codes.total()} mutations, seed {given.seed}, {time.perf_counter() - start:.0f} s: {said}")
    print(f"ended: {ends}; at most {slowest:.1f} s of processor time")
    sys.exit(1 if kinds else 0)


def _one(seed: str, case: int, keep: Path | None) -> None:
    folder = (keep or Path(tempfile.mkdtemp(prefix="soak-"))).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    for kind, what in outcome(seed, case, folder).wrong:
        print(f"--- case {case}: {kind}: {what}")
    if keep is None:
        os.chdir("/")
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
