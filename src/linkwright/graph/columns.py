"""Columns: what a derivation does alike for many of them, as solving M X = B does for the columns of B.

Where somebody asks (`keeping`), such columns are kept apart: their results are symbols, and what is done for one column is a
function of its own, which the lanes of vectors compute for several at a time (passes/lanes). Otherwise nothing is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from linkwright.graph.expr import Expr, Scalar, is_zero, lift, symbol
from linkwright.graph.function import Function, count_ops
from linkwright.graph.graph import Graph
from linkwright.graph.port import Port
from linkwright.graph.rewrite import copy_nodes

WIDEST = 8
"""Columns that are done at a time: the lanes of the widest vector."""

Place = tuple[int, int]
"""A vector, and a lane of it."""


@dataclass(frozen=True)
class Columns:
    """Some columns of which the same is asked.

    name:   of the port that gives what they need
    needs:  its nodes in `graph`
    chunks: columns that are done at a time
    """

    name: str
    graph: Graph
    needs: tuple[int, ...]
    chunks: tuple[Chunk, ...]

    @property
    def symbols(self) -> set[str]:
        """What stands for the results in the graph."""
        return {word for chunk in self.chunks for words in chunk.made for word in words if word}


@dataclass(frozen=True)
class Chunk:
    """function: what is done for one column: input x -> output y, the results that are not zero
    takes: for each element of x, where it is among what the columns need, in every lane; -1 in a lane without a column
    made:  for each element of y the symbols that stand for it in the graph of all, in every lane; "" likewise
    """

    function: Function
    takes: tuple[tuple[int, ...], ...]
    made: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Alike:
    """A function in which what differs between legs and between columns are symbols.

    groups: of each leg of a group the names of its symbols, in the same order
    values: what some of these symbols stand for: numbers, or formulas of inputs
    """

    function: Function
    groups: tuple[tuple[tuple[str, ...], ...], ...]
    values: Mapping[str, Scalar]
    columns: tuple[Columns, ...]

    @property
    def cost(self) -> int:
        """Operations, those of the symbols' formulas too."""
        graph = Graph()
        formulas = [lift(graph, x).index for x in self.values.values()]
        ops = count_ops(self.function.graph, self.function.roots), count_ops(graph, formulas)
        return sum(x.flops + x.sin + x.cos + x.sqrt for x in ops)


_KEPT: ContextVar[list[Columns] | None] = ContextVar("columns that are kept apart", default=None)


@contextmanager
def keeping() -> Generator[list[Columns]]:
    """Columns of derivations inside are kept apart, in the list."""
    found: list[Columns] = []
    before = _KEPT.set(found)
    try:
        yield found
    finally:
        _KEPT.reset(before)


def kept(graph: Graph) -> list[Columns]:
    """The columns that are kept apart in a graph."""
    return [x for x in _KEPT.get() or () if x.graph is graph]


def is_keeping() -> bool:
    """Whether columns are kept apart."""
    return _KEPT.get() is not None


def each_column(
    apply: Callable[[list[Scalar]], Sequence[Scalar]],
    columns: Sequence[Sequence[Scalar]],
    places: Sequence[Place] = (),
) -> list[list[Scalar]]:
    """What a linear function makes of every column. places: the vector and the lane where each is best off."""
    found = _KEPT.get()
    graph = None
    if found is not None and columns:
        numbers = (x for column in (*columns, apply(list(columns[0]))) for x in column)
        graph = next((x.graph for x in numbers if isinstance(x, Expr)), None)
    vectors = [] if graph is None else list(_vectors(columns, places))
    if found is None or graph is None or not vectors:
        return [list(apply(list(column))) for column in columns]
    work = _Keeper(f"columns {len(found)}", graph, columns, apply)
    for own in vectors:
        work.add(own)
    found.append(Columns(work.name, graph, tuple(work.needs), tuple(work.chunks)))
    return [work.results.get(c) or [0] * work.size for c in range(len(columns))]


class _Keeper:
    """results: column -> symbols; needs: nodes, each once."""

    def __init__(
        self,
        name: str,
        graph: Graph,
        columns: Sequence[Sequence[Scalar]],
        apply: Callable[[list[Scalar]], Sequence[Scalar]],
    ) -> None:
        self.name, self.graph, self.columns, self.apply = name, graph, columns, apply
        self.needs: dict[int, int] = {}
        self.chunks: list[Chunk] = []
        self.results: dict[int, list[Scalar]] = {}
        self.size = 0
        self._known: dict[tuple[bool, ...], tuple[list[int], list[Scalar], Function, list[int]]] = {}

    def add(self, own: Sequence[int]) -> None:
        """Columns that are done at a time; -1 for a lane without one."""
        there = [c for c in own if c >= 0]
        zero = tuple(all(is_zero(self.columns[c][r]) for c in there) for r in range(len(self.columns[there[0]])))
        if zero not in self._known:
            self._known[zero] = self._one(zero)
        rows, result, function, shared = self._known[zero]
        takes = [[self._need(self.columns[c][r]) if c >= 0 else -1 for c in own] for r in rows]
        takes += [[self._place(n)] * len(own) for n in shared]
        self.size = len(result)
        made: list[tuple[str, ...]] = []
        self.results.update((c, [0] * self.size) for c in there)
        for r, x in enumerate(result):
            if not is_zero(x):
                made.append(tuple(f"{self.name}: {c} {r}" if c >= 0 else "" for c in own))
                for c in there:
                    self.results[c][r] = symbol(f"{self.name}: {c} {r}", self.graph)
        self.chunks.append(Chunk(function, tuple(map(tuple, takes)), tuple(made)))

    def _one(self, zero: Sequence[bool]) -> tuple[list[int], list[Scalar], Function, list[int]]:
        """What is done for one column: rows of it that are not zero, result, function, what else the function needs."""
        graph = self.graph
        rows = [r for r, nothing in enumerate(zero) if not nothing]
        words = [f"{self.name} row {r}" for r in rows]
        own = dict(zip(rows, (symbol(word, graph) for word in words), strict=True))
        result = list(self.apply([own.get(r, 0) for r in range(len(zero))]))
        roots = [lift(graph, x).index for x in result if not is_zero(x)]
        small, place = Graph(), dict[int, int]()
        inputs = [small.symbol(word) for word in words]
        shared: list[int] = []
        for n in _up_to(graph, roots, {x.index for x in own.values()}):
            if graph.value(n) is None:
                place[n] = small.symbol(f"shared {len(shared)}")
                shared.append(n)
        inputs += [place[n] for n in shared]
        outputs = copy_nodes(graph, small, roots, memo=place)
        function = Function.make(
            "column",
            small,
            [Port("x", (len(inputs),), tuple(inputs))],
            [Port("y", (len(outputs),), tuple(outputs))],
        )
        return rows, result, function, shared

    def _need(self, x: Scalar) -> int:
        return self._place(lift(self.graph, x).index)

    def _place(self, node: int) -> int:
        return self.needs.setdefault(node, len(self.needs))


def _up_to(graph: Graph, roots: Sequence[int], symbols: set[int]) -> list[int]:
    """What roots need that depends on none of the symbols: the nearest to the roots."""
    start = min(symbols)  # nodes before all symbols depend on none
    depends: dict[int, bool] = {}
    stack = list(roots)
    while stack:
        n = stack[-1]
        waiting = [j for j in graph.args[n] if j >= start and j not in depends]
        if n < start or n in depends or not waiting:
            depends[n] = n in symbols or any(depends.get(j, False) for j in graph.args[n])
            stack.pop()
        else:
            stack.extend(waiting)
    found: dict[int, None] = {n: None for n in roots if not depends[n]}
    for n, own in depends.items():
        if own:
            found.update((j, None) for j in graph.args[n] if not depends.get(j, False))
    return list(found)


def _vectors(columns: Sequence[Sequence[Scalar]], places: Sequence[Place]) -> Iterator[list[int]]:
    """Columns by vectors and lanes: as they are placed, otherwise neighbours together; without those that are zero."""
    full = [c for c, column in enumerate(columns) if not all(map(is_zero, column))]
    first = next((c for c in full), 0)
    by_vector: dict[tuple[int, int], dict[int, int]] = {}
    for c in full:
        vector, lane = places[c] if places else divmod(c - first, WIDEST)
        again = 0  # joints that mimic another share its place
        while lane in by_vector.setdefault((vector, again), {}):
            again += 1
        by_vector[vector, again][lane] = c
    for lanes in by_vector.values():
        yield [lanes.get(k, -1) for k in range(max(lanes) + 1)]
