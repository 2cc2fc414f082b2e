"""Expression graphs in JSON: a list of rows [operation, arguments, datum], arguments before what uses them.

    ["sym", [], "m"]   ["const", [], "1/3"]   ["pi", []]   ["mul", [0, 1]]

An argument is the number of an earlier row; a shared part is one row however often it is used, so that a document is as long as
the graph and never as long as the formula written out. A scalar is a number, or {"node": row}. `begins` lists the rows at which
another graph begins, where there are several: rows of one never refer to rows of another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from linkwright.errors import FileError
from linkwright.graph.expr import Expr, Scalar
from linkwright.graph.graph import Graph
from linkwright.graph.ops import LEAVES, OPS
from linkwright.graph.rewrite import reachable
from linkwright.schema.item import Item, show
from linkwright.schema.numbers import fits_float, number_to_json, too_large

MAX_ROWS = 1_000_000
MAX_MODEL_ROWS = 50_000
"""Rows of a function's graph, and of a mechanism's, whose checks walk parts of the graph many times."""

MAX_EXPONENT = 2**63
"""Larger whole exponents would be written out as hundreds of products."""


class Nodes:
    """The graphs behind some scalars, as rows; and each scalar as JSON, which refers to them."""

    def __init__(self, scalars: Iterable[Scalar]) -> None:
        roots: dict[int, tuple[Graph, list[int]]] = {}
        for scalar in scalars:
            if isinstance(scalar, Expr):
                roots.setdefault(id(scalar.graph), (scalar.graph, []))[1].append(scalar.index)
        self.rows: list[list[Any]] = []
        self.begins: list[int] = []
        self._row: dict[tuple[int, int], int] = {}
        for graph, indices in roots.values():
            if self.rows:
                self.begins.append(len(self.rows))
            # In the order of the graph: commutative operations sort their arguments by it.
            for i in reachable(graph, indices):
                self._row[id(graph), i] = len(self.rows)
                self.rows.append(_row(graph, i, [self._row[id(graph), j] for j in graph.args[i]]))

    def scalar(self, scalar: Scalar) -> Any:
        """A number, or a reference to a row."""
        if isinstance(scalar, Expr):
            return {"node": self._row[id(scalar.graph), scalar.index]}
        return number_to_json(scalar)

    def list(self, scalars: Iterable[Scalar]) -> list[Any]:
        return [self.scalar(x) for x in scalars]

    def section(self) -> dict[str, Any]:
        """The keys of a document that hold the rows; none where all scalars are numbers."""
        rows = {"graph": self.rows} if self.rows else {}
        return rows | ({"begins": self.begins} if self.begins else {})


def graph_rows(graph: Graph) -> list[list[Any]]:
    """A whole graph as rows: row i is node i."""
    return [_row(graph, i, list(graph.args[i])) for i in range(len(graph))]


def _row(graph: Graph, i: int, args: list[int]) -> list[Any]:
    op, data = graph.op[i], graph.data[i]
    if op == "const":
        return [op, args, number_to_json(data)]
    return [op, args, data] if op == "sym" else [op, args]


# --- reading ------------------------------------------------------------------------------------------------------------


class Scalars:
    """The expressions of a document, by row; reads scalars that refer to them."""

    def __init__(self, document: Item) -> None:
        rows = document.get("graph")
        self._exprs: list[Expr] = []
        if rows is None:
            return
        count = rows.length(MAX_MODEL_ROWS)
        begins = [0, *(x.integer(1, count - 1) for x in document.entries("begins", count)), count]
        for k, (begin, end) in enumerate(pairwise(begins)):
            if end <= begin and count:
                raise document.at("begins").at(k).fail("graphs begin at increasing rows")
            graph = Graph()
            self._exprs += [Expr(graph, i) for i in read_rows(rows, graph, begin, end)]

    def scalar(self, item: Item) -> Scalar:
        """A finite number, or an expression."""
        if not isinstance(item.value, dict):
            return item.number()
        node = item.record(("node",)).at("node")
        return self._exprs[node.integer(0, len(self._exprs) - 1)]

    def list(self, item: Item, length: int) -> list[Scalar]:
        return [self.scalar(x) for x in item.each(exactly=length)]


def read_rows(rows: Item, graph: Graph, begin: int, end: int) -> list[int]:
    """Add rows begin .. end - 1 to an empty graph; the node of every row.

    The rules of the graph apply: a form that graphs never have, as a hostile file may write, becomes one that they have.
    """
    nodes: list[int] = []
    for k in range(begin, end):
        size = len(graph)
        try:
            nodes.append(_add(rows, k, graph, nodes, begin))
        except (ArithmeticError, RecursionError, ValueError) as error:
            raise rows.at(k).fail(f"this operation has no value: {error}") from None
        if any(too_large(graph.data[i]) for i in range(size, len(graph))):
            raise rows.at(k).fail("this operation makes a number that is too large")
        if len(graph) > 2 * (end - begin) + 1000:
            raise rows.at(k).fail("these rows stand for many more operations than they are")
    return nodes


def _add(rows: Item, k: int, graph: Graph, nodes: Sequence[int], begin: int) -> int:
    """The node of one row. Items are made for errors only: there may be a million rows."""
    match rows.value[k]:
        case [str(op), list()] if op in OPS:
            args: list[Any] = rows.value[k][1]
            if len(args) != OPS[op].arity:
                raise rows.at(k).fail(f"'{op}' takes {OPS[op].arity} arguments, not {len(args)}")
            for j in args:
                if type(j) is not int or not begin <= j < k:
                    raise rows.at(k).fail(f"{show(j)} is no earlier row of this graph")
            checked: list[int] = args
            return _operation(rows, k, graph, op, tuple(nodes[j - begin] for j in checked))
        case ["pi", []]:
            return graph.pi()
        case ["const", [], datum]:
            number = rows.at(k).at(2).number()
            if number < 0:
                raise rows.at(k).fail(
                    f"the constant {show(datum)} is negative", "negative numbers are 'neg' of positive ones"
                )
            return graph.number(number)
        case ["sym", [], _]:
            return graph.symbol(rows.at(k).at(2).name())
        case _:
            raise _unknown(rows.at(k))


def _operation(rows: Item, k: int, graph: Graph, op: str, args: tuple[int, ...]) -> int:
    if op == "pow":
        base, exponent = graph.value(args[0]), graph.value(args[1])
        huge = exponent is not None and (abs(exponent) > MAX_EXPONENT or not fits_float(exponent))
        if huge or (base is not None and exponent is not None and abs(exponent) > 1000):
            raise rows.at(k).fail("an exponent is too large")
    return graph.call(op, args)


def _unknown(row: Item) -> FileError:
    match row.value:
        case [str(op), *_] if op not in OPS and op not in LEAVES:
            return row.fail(f"unknown operation {show(op)}", f"one of: {', '.join((*LEAVES, *OPS))}")
        case _:
            return row.fail(
                "this is no row of a graph", "[operation, arguments], or [const or sym, [], number or name]"
            )
