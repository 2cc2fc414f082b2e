"""Tests run in copies of the tree: which of them fails first, which of them evaluate a place."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, STDOUT

ROOT = Path(__file__).resolve().parents[1]
LONGEST = 4 * 3600
"""Seconds for all tests, many times what they take: a change that hangs is caught as well."""

Place = tuple[str, tuple[int, int, int, int]]
"""A file, and the first line and column of an expression and its last."""


@contextmanager
def copied() -> Generator[Path, None, None]:
    """What git knows, as it is in the work tree; thrown away at the end."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        tree = Path(folder) / "tree"
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                (tree / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, tree / name)
        yield tree


def first_failure(tree: Path, tests: Sequence[str], jobs: int, but: Sequence[str] = ()) -> str:
    """The first test that fails, or nothing. tests: none are all of them."""
    left = [x for x in tests if x not in but]
    if tests and not left:
        return ""
    ended, said = _run(tree, ["-x", *(f"--deselect={x}" for x in but)], left, jobs)
    if ended == 0:
        return ""
    named = re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", said, re.MULTILINE)
    return named[0] if named else "it hangs" if ended is None else f"pytest ends with {ended}: {said.strip()[-200:]}"


def reach(places: Sequence[Place], jobs: int) -> list[list[str]]:
    """The tests that evaluate each place, by one run of all tests; all of them where modules do so when they are imported."""
    marked: dict[str, list[list[int]]] = {}
    for number, (file, where) in enumerate(places):
        marked.setdefault(file, []).append([number, *where])
    with copied() as tree:
        kept, said = tree.parent / "reached", tree.parent / "places"
        kept.touch()
        said.write_text(json.dumps(marked))
        ended, _ = _run(tree, [], [], jobs, {"PLACES": str(said), "REACHED": str(kept)})
        if ended is None:
            raise TimeoutError(f"all tests take more than {LONGEST} s: what evaluates a place is not known")
        found: list[set[str]] = [set() for _ in places]
        for line in kept.read_text().splitlines():
            number, _, test = line.partition(" ")
            found[int(number)].add(test.partition("[")[0])  # parameters may contain anything
    return [["tests"] if "" in tests else sorted(tests) for tests in found]


def _run(
    tree: Path, options: Sequence[str], tests: Sequence[str], jobs: int, more: Mapping[str, str] | None = None
) -> tuple[int | None, str]:
    """How pytest ended (None: it did not) and what it said. more: the environment of a run that marks places."""
    paths = [str(tree / "src"), *([str(tree / "benchmarks" / "code_reach")] if more else [])]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"} | dict(more or {})
    quick = ["-q", "-m", "not slow", "-p", "no:cacheprovider", "--hypothesis-profile=find"]
    several = ["-n", str(jobs)] if jobs > 1 else []
    (tree.parent / "tests").write_text("".join(f"{x}\n" for x in tests))  # too many for a command line
    command = [sys.executable, "-m", "pytest", *quick, *several, *options, f"@{tree.parent / 'tests'}"]
    started = subprocess.Popen(
        command, cwd=tree, env=environment, stdout=PIPE, stderr=STDOUT, text=True, start_new_session=True
    )
    try:
        said, _ = started.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return None, ""
    finally:
        if started.poll() is None:  # workers that hang outlive the one that started them
            os.killpg(started.pid, signal.SIGKILL)
            started.wait()
    return started.returncode, said
