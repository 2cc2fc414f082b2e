"""Substitution and derivatives of values of one graph: what `rewrite` and `calculus` do with nodes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from linkwright.graph.calculus import Mode, derivative, directional, forward
from linkwright.graph.expr import Expr, Scalar, lift, symbol_name
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes

Key = TypeVar("Key", bound=Hashable)


def nodes_of(graph: Graph, values: Iterable[Scalar]) -> list[int]:
    """The node of each value."""
    return [lift(graph, x).index for x in values]


def named(symbols: Iterable[Scalar], values: Iterable[Scalar]) -> dict[str, Scalar]:
    """Values by the names of the symbols that they belong to."""
    return {symbol_name(s): x for s, x in zip(symbols, values, strict=True)}


def replaced(graph: Graph, values: Iterable[Scalar], instead: Mapping[str, Scalar]) -> list[Expr]:
    """The values with something else for some of their symbols."""
    table = {name: lift(graph, x).index for name, x in instead.items()}
    return [Expr(graph, i) for i in copy_nodes(graph, graph, nodes_of(graph, values), table)]


def changes(graph: Graph, values: Iterable[Scalar], rates: Mapping[str, Scalar]) -> list[Expr]:
    """The change of each value when symbols change at these rates: a Jacobian times a vector."""
    moving = {name: lift(graph, x).index for name, x in rates.items()}
    return [Expr(graph, i) for i in directional(graph, nodes_of(graph, values), moving)]


def slopes(
    graph: Graph, values: Iterable[Scalar], seeds: Mapping[str, Mapping[Key, Scalar]], along: Sequence[Key]
) -> list[list[Scalar]]:
    """The change of each value along each direction, zeros included; seeds: symbol -> direction -> its rate of change."""
    moving: dict[str, dict[Key, int]] = {}
    for name, rates in seeds.items():
        nodes = {key: lift(graph, rate).index for key, rate in rates.items()}
        moving[name] = {key: node for key, node in nodes.items() if graph.value(node) != 0}
    return _filled(graph, forward(graph, nodes_of(graph, values), moving), along)


def partials(graph: Graph, values: Iterable[Scalar], by: Sequence[str], mode: Mode | None = None) -> list[list[Scalar]]:
    """The partial derivatives of each value by symbols, zeros included."""
    return _filled(graph, derivative(graph, nodes_of(graph, values), by, mode), by)


def _filled(graph: Graph, rows: Iterable[Mapping[Key, int]], columns: Sequence[Key]) -> list[list[Scalar]]:
    return [[Expr(graph, row[k] if k in row else graph.number(0)) for k in columns] for row in rows]
