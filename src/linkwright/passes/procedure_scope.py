"""Names of a procedure while it is translated: what a word of the source stands for, and how it is called in the result.

Helpers are inlined, so every local of every function needs a name of its own. A function never calls itself, not even by
way of others; so all its inlined copies may share their locals.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from textwrap import dedent
from typing import Any, NoReturn, cast

from linkwright.passes.kernel import Kernel
from linkwright.passes.procedure import Array, Name, Number


class NotAProcedure(ValueError):
    """Python that is outside the part that procedures are written in. For us, not for users: a procedure is our own code."""


@dataclass(frozen=True)
class Source:
    """A function of the source: its syntax, and where it stands."""

    function: Callable[..., Any]
    tree: ast.FunctionDef
    file: str
    line: int

    @property
    def parameters(self) -> list[str]:
        return [a.arg for a in self.tree.args.args]

    def refuse(self, node: ast.AST, what: str) -> NoReturn:
        raise NotAProcedure(f"{self.file}:{self.line + getattr(node, 'lineno', 1)}: {what}")


def source_of(function: Callable[..., Any]) -> Source:
    """Read a function's source."""
    lines, first = inspect.getsourcelines(function)
    file = inspect.getsourcefile(function) or "?"
    (tree,) = ast.parse(dedent("".join(lines))).body
    if not isinstance(tree, ast.FunctionDef):
        raise NotAProcedure(f"{file}:{first}: not a function with a name")
    source = Source(function, tree, file, first - 1)
    if tree.args.defaults or tree.args.kwonlyargs or tree.args.vararg or tree.args.kwarg or tree.args.posonlyargs:
        source.refuse(tree, "parameters have no defaults and no stars")
    return source


@dataclass
class Scope:
    """One function that is being translated: what its words stand for. loops: counters of the loops around here."""

    source: Source
    words: dict[str, Name | Number | Array] = field(default_factory=dict[str, "Name | Number | Array"])
    loops: list[str] = field(default_factory=list[str])
    assigned: frozenset[str] = frozenset()


def assigned_names(tree: ast.FunctionDef) -> frozenset[str]:
    """Words that a function assigns to."""
    return frozenset(n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


@dataclass
class Names:
    """All names of the procedure that comes out."""

    kernels: Mapping[str, Kernel]
    constants: Mapping[str, Any]
    used: set[str] = field(default_factory=set[str])
    own: dict[tuple[Any, ...], str] = field(default_factory=dict[tuple[Any, ...], str])
    scalars: dict[str, bool] = field(default_factory=dict[str, bool])
    arrays: dict[str, Array] = field(default_factory=dict[str, Array])
    fixed: set[str] = field(default_factory=set[str])
    """Arrays that nobody may change: inputs and tables."""
    held: set[str] = field(default_factory=set[str])
    """Temporary scalars that get one value and keep it."""
    calls: dict[str, Kernel] = field(default_factory=dict[str, Kernel])
    sources: dict[Any, Source] = field(default_factory=dict[Any, Source])

    def fresh(self, word: str) -> str:
        """A name that is not used yet, like the word."""
        word = word.strip("_") or "unused"
        name, k = word, 2
        while name in self.used:
            name, k = f"{word}_{k}", k + 1
        self.used.add(name)
        return name

    def _owned(self, *key: Any) -> str:
        """The name of a function's local, the same in every copy of the function."""
        if key not in self.own:
            self.own[key] = self.fresh(key[1])
        return self.own[key]

    def counter(self, scope: Scope, word: str) -> Name:
        return Name(self._owned(scope.source.function, word, "counter"), True)

    def scalar(self, scope: Scope, word: str, whole: bool) -> Name:
        name = self._owned(scope.source.function, word, whole)
        self.scalars[name] = whole
        return Name(name, whole)

    def temporary(self, word: str, whole: bool) -> Name:
        name = self.fresh(word)
        self.scalars[name] = whole
        return Name(name, whole)

    def array(self, scope: Scope, word: str, shape: tuple[int, ...]) -> Array:
        name = self._owned(scope.source.function, word, shape)
        return self.arrays.setdefault(name, Array(name, shape))

    def copy_of(self, array: Array) -> Array:
        """A local array to hold what another one holds."""
        name = self._owned("copy", f"{array.name}_before", array.shape)
        return self.arrays.setdefault(name, Array(name, array.shape))

    def table(self, word: str, shape: tuple[int, ...], values: tuple[float, ...]) -> Array:
        name = self._owned("table", word, shape, values)
        self.fixed.add(name)
        return self.arrays.setdefault(name, Array(name, shape, values))

    def constant(self, scope: Scope, word: str) -> Number | Array | None:
        """A number or table that was given by name, or stands beside the function."""
        found = self.constants.get(word, getattr(scope.source.function, "__globals__", {}).get(word))
        if isinstance(found, bool) or found is None:
            return None
        if isinstance(found, int | float):
            return Number(float(found) if isinstance(found, float) else found)
        if hasattr(found, "tolist"):
            found = found.tolist()  # of NumPy
        if not isinstance(found, tuple | list) or not found:
            return None
        shape, flat = _flat(found)
        return self.table(word, shape, flat)

    def source(self, function: Callable[..., Any]) -> Source:
        if function not in self.sources:
            self.sources[function] = source_of(function)
        return self.sources[function]


def _flat(table: Any) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Shape and numbers, row by row."""
    if not isinstance(table, tuple | list):
        return (), (float(table),)
    rows: list[tuple[tuple[int, ...], tuple[float, ...]]] = list(map(_flat, cast("list[Any]", table)))
    if len({shape for shape, _ in rows}) != 1:
        raise NotAProcedure("the rows of a table have different lengths")
    return (len(rows), *rows[0][0]), tuple(x for _, row in rows for x in row)
