"""Where branches put a frame: the tree's own forward kinematics, with cosines and sines of solutions put in for those of q.

It knows nothing of chains and families, so that the residual of a solution is a judgement of both. What comes before the first
joint in which two branches differ is computed once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linkwright.graph.expr import Expr, Scalar, cos, lift, number, sin, symbol_name
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import reachable
from linkwright.mechanics.inverse.axes import Angle, Value
from linkwright.mechanics.inverse.seen import seen
from linkwright.model.tree import Tree
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import Mat, Vec


class Forward:
    """The pose of a frame, at values of the joints."""

    def __init__(self, tree: Tree, graph: Graph, q: Sequence[Scalar], frame: str | None, base: str | None) -> None:
        self.graph = graph
        self.index = {symbol_name(x): k for k, x in enumerate(q)}
        X = seen(tree, q, frame, base).X
        self.roots = [lift(graph, x).index for x in (*(e for row in X.R for e in row), *X.p)]
        self.moving: list[int] = []  # nodes that depend on q, arguments first
        found: set[int] = set()
        for i in reachable(graph, self.roots):
            if graph.data[i] in self.index if graph.op[i] == "sym" else not found.isdisjoint(graph.args[i]):
                found.add(i)
                self.moving.append(i)

    def at(self, values: Mapping[int, Value]) -> Transform:
        """The pose at values of the joints, by the indices of their coordinates."""
        new: dict[int, int] = {}
        angles: dict[int, Angle] = {}
        graph = self.graph
        for i in self.moving:
            op, args = graph.op[i], graph.args[i]
            if op == "sym":
                value = values.get(self.index[graph.data[i]], 0)
                angles[i] = value if isinstance(value, Angle) else Angle(cos(value), sin(value))
                new[i] = i if isinstance(value, Angle) else lift(graph, value).index
            elif op in ("sin", "cos"):
                angle = self._angle(args[0], angles)
                new[i] = lift(graph, angle.s if op == "sin" else angle.c).index
            else:
                new[i] = graph.call(op, tuple(new.get(j, j) for j in args))
        x = [Expr(graph, new.get(i, i)) for i in self.roots]
        return Transform(Mat(Vec(*x[0:3]), Vec(*x[3:6]), Vec(*x[6:9])), Vec(*x[9:]))

    def _angle(self, i: int, known: dict[int, Angle]) -> Angle:
        """Cosine and sine of a sum of coordinates and numbers."""
        if i not in known:
            op, args = self.graph.op[i], self.graph.args[i]
            if op in ("add", "sub"):
                first, second = (self._angle(j, known) for j in args)
                known[i] = first + second if op == "add" else first - second
            elif op == "neg":
                known[i] = -self._angle(args[0], known)
            else:
                x = Expr(self.graph, i)
                value = number(x)
                constant: Scalar = x if value is None else float(value)
                known[i] = Angle(cos(constant), sin(constant))
        return known[i]
