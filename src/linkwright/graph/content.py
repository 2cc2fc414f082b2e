"""Results remembered by what expressions are made of, not by how they print or where they are in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from linkwright.graph.expr import Expr
from linkwright.graph.rewrite import reachable

Result = TypeVar("Result")
Content = tuple[object, ...]


def content(expressions: Sequence[Expr]) -> Content:
    """Nodes of expressions of one graph, numbered anew in the order in which that graph made them: equal where a function that
    looks at nothing else must answer the same."""
    graph, roots = expressions[0].graph, [x.index for x in expressions]
    nodes = reachable(graph, roots)
    new = {i: n for n, i in enumerate(nodes)}
    described: list[object] = []
    for i in nodes:
        leaf: object = graph.data[i]
        described.append((graph.op[i], type(leaf), leaf, *(new[j] for j in graph.args[i])))
    return (*described, *(new[i] for i in roots))


class Remembered(Generic[Result]):
    """The last results of one function of expressions, at most `size` of them."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._results: OrderedDict[Content, Result] = OrderedDict()

    def of(self, expressions: Sequence[Expr], compute: Callable[[], Result]) -> Result:
        """The result for expressions of one graph, computed unless it is among the last ones."""
        key = content(expressions)
        if key not in self._results:
            self._results[key] = compute()
            if len(self._results) > self.size:
                self._results.popitem(last=False)
        self._results.move_to_end(key)
        return self._results[key]
