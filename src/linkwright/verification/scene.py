"""Scene: derived functions side by side in one graph, so that a law is a formula that must vanish identically."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from linkwright.exact.equality import is_zero
from linkwright.graph.expr import Expr, Scalar, lift, symbol_name
from linkwright.graph.function import Function
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import copy_nodes
from linkwright.graph.values import changes, named, partials
from linkwright.model.robot import OpenRobot
from linkwright.verification.states import rates, unit_groups

Vector = list[Expr]
Matrix = list[list[Expr]]
ScalarT = TypeVar("ScalarT", bound=Scalar)


class Scene:
    """A graph with the symbols q, v, a of a robot. Functions put into it share these symbols by name."""

    def __init__(self, robot: OpenRobot) -> None:
        self.robot, self.graph = robot, Graph()
        self.q = self.symbols("q", robot.nq)
        self.v = self.symbols("v", robot.nv)
        self.a = self.symbols("a", robot.nv)
        self.wrench = [
            self.symbols("wrench", 6 * len(robot.wrenches))[6 * k : 6 * k + 6] for k in range(len(robot.wrenches))
        ]

    def symbols(self, name: str, size: int) -> Vector:
        return [Expr(self.graph, self.graph.symbol(f"{name}[{k}]")) for k in range(size)]

    @property
    def dq(self) -> Vector:
        """dq/dt = N(q) v."""
        return [lift(self.graph, x) for x in rates(self.robot, self.q, self.v)]

    def put(self, function: Function, replaced: Mapping[str, Expr] | None = None) -> Any:
        """The function's one output as a scalar, a list or a list of lists; symbols may be replaced by expressions."""
        port = next(iter(function.outputs.values()))
        symbols = {name: x.index for name, x in replaced.items()} if replaced else None
        flat = [Expr(self.graph, i) for i in copy_nodes(function.graph, self.graph, port.nodes, symbols)]
        return _shaped(flat, port.shape)

    def rate(self, expressions: Sequence[Scalar], dv: Sequence[Expr] = ()) -> Vector:
        """Time derivatives, with dq/dt = N v and, where given, dv/dt."""
        return changes(self.graph, expressions, named(self.q, self.dq) | (named(self.v, dv) if dv else {}))

    def derivative(self, expressions: Sequence[Scalar], by: Sequence[Expr]) -> Matrix:
        """Partial derivatives by symbols."""
        rows = partials(self.graph, expressions, [symbol_name(x) for x in by])
        return [[lift(self.graph, x) for x in row] for row in rows]

    def vanish(self, expressions: Iterable[Scalar]) -> bool:
        """Whether all expressions are zero for all values of their symbols."""
        return is_zero((lift(self.graph, x) for x in expressions), constraints=unit_groups(self.robot))


def _shaped(flat: list[Expr], shape: tuple[int, ...]) -> Any:
    if not shape:
        return flat[0]
    if len(shape) == 1:
        return flat
    step = len(flat) // shape[0] if shape[0] else 0
    return [_shaped(flat[k * step : (k + 1) * step], shape[1:]) for k in range(shape[0])]


def dot(x: Sequence[Scalar], y: Sequence[Scalar]) -> Scalar:
    """Scalar product."""
    total: Scalar = 0
    for u, w in zip(x, y, strict=True):
        total = total + u * w
    return total


def apply(A: Sequence[Sequence[Scalar]], x: Sequence[Scalar]) -> list[Scalar]:
    """A matrix times a vector."""
    return [dot(row, x) for row in A]


def minus(x: Sequence[Scalar], y: Sequence[Scalar]) -> list[Scalar]:
    """The difference of two vectors."""
    return [u - w for u, w in zip(x, y, strict=True)]


def flat(A: Iterable[Sequence[ScalarT]]) -> list[ScalarT]:
    """The entries of a matrix, row by row."""
    return [x for row in A for x in row]
