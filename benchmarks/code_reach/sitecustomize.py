"""Read by every Python of a test run (`benchmarks/code_mutations.py`): writes down which test evaluates which place.

The file PLACES has [number, line, column, end line, end column] of expressions by the end of their file's name. Each is
compiled as `__reached__(number) or expression`, in memory alone: whoever reads the sources finds them as they are. Each line
of the file REACHED is a number and a test; no test is named where a place is evaluated while a module is imported, because
all tests may depend on it.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import json
import os
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

Place = list[int]
PLACES: dict[str, list[Place]] = json.loads(Path(os.environ["PLACES"]).read_text())
_SEEN: set[tuple[int, str]] = set()
_compile = SourceFileLoader.source_to_code
_lines = inspect.getsourcelines


def _reached(number: int) -> None:
    test, _, _ = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")
    if (number, test) not in _SEEN:
        _SEEN.add((number, test))
        frame = inspect.currentframe()
        while frame and (frame := frame.f_back):
            if frame.f_code.co_name == "<module>" and "/linkwright/" in frame.f_code.co_filename:
                test = ""
        with Path(os.environ["REACHED"]).open("a") as file:
            file.write(f"{number} {test}\n")


class _Marks(ast.NodeTransformer):
    def __init__(self, places: list[Place]) -> None:
        self.numbers: dict[tuple[int | None, ...], int] = {tuple(where): number for number, *where in places}

    def visit(self, node: ast.AST) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node, ast.BinOp | ast.Compare | ast.UnaryOp):
            return node
        number = self.numbers.get((node.lineno, node.col_offset, node.end_lineno, node.end_col_offset))
        if number is None:
            return node
        call = ast.Call(ast.Name("__reached__", ast.Load()), [ast.Constant(number)], [])
        return ast.fix_missing_locations(ast.copy_location(ast.BoolOp(ast.Or(), [call, node]), node))

    def visit_MatchValue(self, node: ast.MatchValue) -> ast.AST:  # a pattern has no calls
        return node


def _places(path: str) -> list[Place]:
    return [place for name, found in PLACES.items() if path.endswith(name) for place in found]


def _compiled(self: SourceFileLoader, data: Any, path: Any, **options: Any) -> Any:
    if places := _places(os.fsdecode(path)):
        data = _Marks(places).visit(ast.parse(data))
    return _compile(self, data, path, **options)


def _read(thing: Any) -> tuple[list[str], int]:
    """A procedure is read, not run."""
    lines, first = _lines(thing)
    for number, line, *_ in _places(inspect.getsourcefile(thing) or ""):
        if first <= line < first + len(lines):
            _reached(number)
    return lines, first


builtins.__reached__ = _reached  # type: ignore[attr-defined]
SourceFileLoader.source_to_code = _compiled  # type: ignore[method-assign]
inspect.getsourcelines = _read
