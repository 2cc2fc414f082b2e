"""One operator of the sources changed at a time, at random places: does `make test` notice?

    python -m benchmarks.code_mutations --count 30 --seed 1 --jobs 2
    python -m benchmarks.code_mutations --seed 1 --only 7 12 --near       # some of them again, by the nearest tests alone
    python -m benchmarks.code_mutations --seed 1 --list                   # which they are

Arithmetic (+ and -, * and /), comparisons (< and <=, > and >=, == and !=) and signs (-x and x). Each place is changed, and the
tests nearest to it have to notice: those that use names of its file, then those of its room. For the places that they let
pass, one run of all tests of `make test` says which others evaluate them, and those are asked. A test that fails without the
change as well catches nothing. The exit code is 1 if one survives. What survives is read by a person: it is equivalent, or it
wants a test or a deletion.
"""

from __future__ import annotations

import argparse
import ast
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.code_runs import ROOT, copied, first_failure, reach

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
}
"""Rooms whose tests have another name, or stand in several places."""


@dataclass(frozen=True)
class Mutation:
    """Characters start to end of a file become `to`."""

    file: str
    line: int
    start: int
    end: int
    to: str
    shown: str
    expression: tuple[int, int, int, int]
    """Its first line and column, and its last."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}  {self.shown}"

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

    def extent(node: ast.expr) -> tuple[int, int, int, int]:
        return node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0

    def between(node: ast.expr, left: ast.expr, right: ast.expr, pair: tuple[str, str]) -> Iterator[Mutation]:
        first, last = at(left.end_lineno or 0, left.end_col_offset or 0), at(right.lineno, right.col_offset)
        if found := re.search(re.escape(pair[0]).encode(), source[first:last]):
            start, end = first + found.start(), first + found.end()
            shown = _shown(source, start, end, pair[1])
            yield Mutation(name, left.end_lineno or 0, start, end, pair[1], shown, extent(node))

    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.BinOp(left=left, op=op, right=right) if type(op) in ARITHMETIC and not (
                _is_text(left) or _is_text(right)
            ):
                yield from between(node, left, right, ARITHMETIC[type(op)])
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARISON:
                yield from between(node, left, right, COMPARISON[type(op)])
            case ast.UnaryOp(op=ast.USub()):
                start = at(node.lineno, node.col_offset)
                yield Mutation(
                    name, node.lineno, start, start + 1, "", _shown(source, start, start + 1, ""), extent(node)
                )
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


def outcome(mutation: Mutation, tests: Sequence[str], jobs: int) -> Outcome:
    """What these tests say of it, in a copy of the tree."""
    begun = time.monotonic()
    with copied() as tree:
        caught = _caught(tree, mutation, tests, jobs) if tests else ""
    return Outcome(mutation, caught, time.monotonic() - begun)


def nearest(tree: Path, mutation: Mutation) -> list[str]:
    """Test files that use names of the file which few others use, those of its room first; then the rest of the room."""
    own = ast.parse((tree / mutation.file).read_bytes()).body
    names = {x.name for x in own if isinstance(x, ast.FunctionDef | ast.ClassDef)} | {Path(mutation.file).stem}
    files = {path.relative_to(tree).as_posix(): path for path in sorted((tree / "tests").rglob("test_*.py"))}
    used = {file: names & set(re.findall(r"\w+", path.read_text())) for file, path in files.items()}
    common = Counter(name for found in used.values() for name in found)
    near = {file: sum(1 / common[name] for name in found) for file, found in used.items()}
    inside = [x for x in files if x.startswith(tuple(f"tests/{room}" for room in _rooms(mutation.file)))]
    first = sorted((x for x in files if near[x] > 0.3), key=lambda x: (x not in inside, -near[x]))
    return [*first, *sorted(set(inside) - set(first), key=lambda x: -near[x])]


def _caught(tree: Path, mutation: Mutation, tests: Sequence[str], jobs: int) -> str:
    """The first test that fails, and does not fail without the mutation; or nothing."""
    excused: list[str] = []
    while True:
        with mutation.applied(tree):
            failed = first_failure(tree, tests, jobs, excused)
        name, _, _ = failed.partition("[")  # parameters may contain anything
        if not failed.startswith("tests/") or not first_failure(tree, [name], jobs):
            return failed
        if name in excused:
            return ""  # a file that cannot be read without the mutation, either
        excused.append(name)


def _rooms(file: str) -> Sequence[str]:
    room = Path(file).relative_to(SOURCES).parts[0]
    return TESTS.get(room, (room,))


def asked(chosen: Mapping[int, Mutation], tests: Sequence[Sequence[str]], jobs: int) -> dict[int, Mutation]:
    """Those that survive their tests; what becomes of each is printed."""
    left: dict[int, Mutation] = {}
    for (number, mutation), own in zip(chosen.items(), tests, strict=True):
        found = outcome(mutation, own, jobs)
        said = f"caught by {found.caught}" if found.caught else f"not caught by {len(own)} asked"
        print(f"{number:3}  {mutation}\n     {said}  ({found.seconds:.0f} s)", flush=True)
        if not found.caught:
            left[number] = mutation
    return left


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", type=int, nargs="+", help="numbers of some mutations")
    parser.add_argument("--list", action="store_true", help="print the mutations and end")
    parser.add_argument("--near", action="store_true", help="ask only the tests nearest to each")
    given = parser.parse_args()
    every = mutations(ROOT)
    sample = random.Random(given.seed).sample(every, given.count)
    chosen = {k: m for k, m in enumerate(sample) if given.only is None or k in given.only}
    print(f"{len(chosen)} of {len(every)} places, seed {given.seed}", flush=True)
    if given.list:
        for number, mutation in chosen.items():
            print(f"{number:3}  {mutation}")
        return 0
    left = asked(chosen, [nearest(ROOT, m) for m in chosen.values()], given.jobs)
    if left and not given.near:
        print(f"which tests evaluate the {len(left)} places that are left?", flush=True)
        left = asked(left, reach([(m.file, m.expression) for m in left.values()], given.jobs), given.jobs)
    print(f"{len(left)} of {len(chosen)} survived")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
