"""One operator of the sources changed at a time, at random places: does `make test` notice?

    python -m benchmarks.code_mutations --count 30 --seed 1 --jobs 2
    python -m benchmarks.code_mutations --seed 1 --only 7                 # one of them again
    python -m benchmarks.code_mutations --seed 1 --list                   # which they are

Arithmetic (+ and -, * and /), comparisons (< and <=, > and >=, == and !=) and signs (-x and x). The tests of the folder's own
room run first, so that most are caught within a minute; who survives these has to survive all tests that `make test` runs. A
test that fails without the change as well catches nothing. The exit code is 1 if one survives. What survives is read by a
person: it is equivalent, or it wants a test or a deletion.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE, STDOUT

ROOT = Path(__file__).resolve().parents[1]
SOURCES = "src/linkwright"
ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
}
COMPARISON: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
}
TESTS = {
    "mechanics": ("derive", "loops", "inverse"),
    "exact": ("graph",),
    "readable": ("graph",),
    "simulation": ("simulation", "test_kinds.py"),
    "view": ("view", "identification/report"),
    "kernels.py": ("test_kernels.py",),
    "verification": ("verify",),
    "referee": ("verify",),
    "notebook": ("door",),
}
"""Rooms whose tests have another name, or stand in several places."""
LONGEST = 3600
"""Seconds for all tests, several times what they take: a change that hangs is caught as well."""


@dataclass(frozen=True)
class Mutation:
    """Characters start to end of a file become `to`."""

    file: str
    line: int
    start: int
    end: int
    to: str
    shown: str

    @contextmanager
    def applied(self, tree: Path) -> Generator[None, None, None]:
        path = tree / self.file
        text = path.read_bytes()
        path.write_bytes(text[: self.start] + self.to.encode() + text[self.end :])
        try:
            yield
        finally:
            path.write_bytes(text)


@dataclass(frozen=True)
class Outcome:
    """caught: the test that failed, or nothing."""

    mutation: Mutation
    caught: str
    seconds: float


def mutations(tree: Path) -> list[Mutation]:
    """All there are, in the order of the files."""
    files = sorted((tree / SOURCES).rglob("*.py"))
    return [m for path in files for m in _of_file(path, path.relative_to(tree).as_posix())]


def _of_file(path: Path, name: str) -> Iterator[Mutation]:
    source = path.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def at(line: int, column: int) -> int:
        return starts[line - 1] + column

    def between(left: ast.expr, right: ast.expr, pair: tuple[str, str]) -> Iterator[Mutation]:
        first, last = at(left.end_lineno or 0, left.end_col_offset or 0), at(right.lineno, right.col_offset)
        if found := re.search(re.escape(pair[0]).encode(), source[first:last]):
            start, end = first + found.start(), first + found.end()
            yield Mutation(name, left.end_lineno or 0, start, end, pair[1], _shown(source, start, end, pair[1]))

    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC and not (
                _is_text(left) or _is_text(right)
            ):
                yield from between(left, right, ARITHMETIC[type(op)])
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARISON:
                yield from between(left, right, COMPARISON[type(op)])
            case ast.UnaryOp(op=ast.USub()):
                start = at(node.lineno, node.col_offset)
                yield Mutation(name, node.lineno, start, start + 1, "", _shown(source, start, start + 1, ""))
            case _:
                pass


def _is_text(node: ast.expr) -> bool:
    """Joined texts end in a TypeError: nothing to learn from them."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _shown(source: bytes, start: int, end: int, to: str) -> str:
    first = source.rfind(b"\n", 0, start) + 1
    last = source.find(b"\n", end)
    before, behind = source[first:start].decode().lstrip(), source[end:last].decode()
    return f"{before}[{source[start:end].decode()} -> {to or 'nothing'}]{behind}"


def outcome(mutation: Mutation, jobs: int) -> Outcome:
    """In a copy of the tree, which is thrown away."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        tree = Path(folder) / "tree"
        copy(tree)
        near = [f"tests/{x}" for x in _near(mutation.file) if (tree / "tests" / x).exists()]
        caught = (_caught(tree, mutation, near, jobs) if near else "") or _caught(tree, mutation, [], jobs)
    return Outcome(mutation, caught, time.monotonic() - begun)


def _caught(tree: Path, mutation: Mutation, tests: Sequence[str], jobs: int) -> str:
    """The first test that fails, and does not fail without the mutation; or nothing."""
    excused: list[str] = []
    while True:
        with mutation.applied(tree):
            failed = _failed(tree, [*tests, *(f"--deselect={x}" for x in excused)], jobs)
        name, _, _ = failed.partition("[")  # parameters may contain anything
        if not failed.startswith("tests/") or not _failed(tree, [name], jobs):
            return failed
        if name in excused:
            return ""  # a file that cannot be read without the mutation, either
        excused.append(name)


def copy(tree: Path) -> None:
    """What git knows, as it is in the work tree."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)


def _near(file: str) -> Sequence[str]:
    room = Path(file).relative_to(SOURCES).parts[0]
    return TESTS.get(room, (room,))


def _failed(tree: Path, tests: Sequence[str], jobs: int) -> str:
    """The first test that fails, or nothing."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-n",
        str(jobs),
        "-m",
        "not slow",
        "-p",
        "no:cacheprovider",
        "--hypothesis-profile=find",
        *tests,
    ]
    environment = os.environ | {"PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    started = subprocess.Popen(
        command, cwd=tree, env=environment, stdout=PIPE, stderr=STDOUT, text=True, start_new_session=True
    )
    try:
        said, _ = started.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return "it hangs"
    finally:
        if started.poll() is None:  # workers that hang outlive the one that started them
            os.killpg(started.pid, signal.SIGKILL)
            started.wait()
    if started.returncode == 0:
        return ""
    named = re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", said, re.MULTILINE)
    return named[0] if named else f"pytest ends with {started.returncode}: {said.strip()[-200:]}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", type=int, help="the number of one mutation")
    parser.add_argument("--list", action="store_true", help="print the mutations and end")
    given = parser.parse_args()
    every = mutations(ROOT)
    chosen = list(enumerate(random.Random(given.seed).sample(every, given.count)))
    if given.only is not None:
        chosen = chosen[given.only : given.only + 1]
    print(f"{len(chosen)} of {len(every)} places, seed {given.seed}")
    survived = 0
    for number, mutation in chosen:
        print(f"{number:3}  {mutation.file}:{mutation.line}  {mutation.shown}", flush=True)
        if given.list:
            continue
        found = outcome(mutation, given.jobs)
        survived += not found.caught
        print(
            f"     {'caught by ' + found.caught if found.caught else 'SURVIVED'}  ({found.seconds:.0f} s)", flush=True
        )
    if not given.list:
        print(f"{survived} of {len(chosen)} survived")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
