"""Derivatives of graphs, forward and reverse, sparse: what does not depend is never touched, zeros are never built.

One table says what each operation does to a small change; forward mode applies it to tangents from the symbols to the roots,
reverse mode to adjoints from the roots to the symbols (Griewank & Walther 2008, chapters 3 and 7). New nodes are added to
the graph given; work is linear in its size per direction (forward) or per root (reverse), and nothing recurses.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeVar

from linkwright.graph.expr import Expr
from linkwright.graph.graph import Graph
from linkwright.graph.port import Port
from linkwright.graph.rewrite import copy_nodes, reachable

if TYPE_CHECKING:
    from linkwright.graph.function import Function

Key = TypeVar("Key", bound=Hashable)
Args = tuple[int, ...]

Rule = Callable[[Graph, int, Args, int], int]
"""(graph, node, its arguments, x) -> (partial derivative of the node by one of its arguments) times x."""


def _sqrt(g: Graph, i: int, args: Args, x: int) -> int:
    return g.div(g.mul(g.pow(g.number(2), g.number(-1)), x), i)


def _asin(g: Graph, i: int, args: Args, x: int) -> int:
    a = args[0]
    return g.div(x, g.sqrt(g.sub(g.number(1), g.mul(a, a))))


def _tan(g: Graph, i: int, args: Args, x: int) -> int:
    return g.mul(g.add(g.number(1), g.mul(i, i)), x)


def _by_square(g: Graph, numerator: int, args: Args, x: int) -> int:
    y, z = args
    return g.mul(g.div(numerator, g.add(g.mul(y, y), g.mul(z, z))), x)


def _base(g: Graph, i: int, args: Args, x: int) -> int:
    a, b = args
    return g.mul(g.mul(b, g.call("pow", (a, g.sub(b, g.number(1))))), x)


def _exponent(g: Graph, i: int, args: Args, x: int) -> int:
    return g.mul(g.mul(i, g.call("log", args[:1])), x)


def _first(g: Graph, condition: int, x: int) -> int:
    return g.call("select", (condition, x, g.number(0)))


def _second(g: Graph, condition: int, x: int) -> int:
    return g.call("select", (condition, g.number(0), x))


RULES: Mapping[str, tuple[Rule | None, ...]] = {
    "add": (lambda g, i, a, x: x, lambda g, i, a, x: x),
    "sub": (lambda g, i, a, x: x, lambda g, i, a, x: g.neg(x)),
    "mul": (lambda g, i, a, x: g.mul(a[1], x), lambda g, i, a, x: g.mul(a[0], x)),
    # one reciprocal serves all directions
    "div": (
        lambda g, i, a, x: g.mul(g.div(g.number(1), a[1]), x),
        lambda g, i, a, x: g.neg(g.mul(g.mul(i, g.div(g.number(1), a[1])), x)),
    ),
    "neg": (lambda g, i, a, x: g.neg(x),),
    "pow": (_base, _exponent),
    "sqrt": (_sqrt,),
    "sin": (lambda g, i, a, x: g.mul(g.cos(a[0]), x),),
    "cos": (lambda g, i, a, x: g.neg(g.mul(g.sin(a[0]), x)),),
    "tan": (_tan,),
    "asin": (_asin,),
    "acos": (lambda g, i, a, x: g.neg(_asin(g, i, a, x)),),
    "atan2": (
        lambda g, i, a, x: _by_square(g, a[1], a, x),
        lambda g, i, a, x: g.neg(_by_square(g, a[0], a, x)),
    ),
    "exp": (lambda g, i, a, x: g.mul(i, x),),
    "log": (lambda g, i, a, x: g.div(x, a[0]),),
    "abs": (lambda g, i, a, x: g.mul(g.call("sign", a), x),),
    "min": (lambda g, i, a, x: _first(g, g.sub(a[1], a[0]), x), lambda g, i, a, x: _second(g, g.sub(a[1], a[0]), x)),
    "max": (lambda g, i, a, x: _first(g, g.sub(a[0], a[1]), x), lambda g, i, a, x: _second(g, g.sub(a[0], a[1]), x)),
    "sign": (None,),
    "hypot": (lambda g, i, a, x: g.mul(g.div(a[0], i), x), lambda g, i, a, x: g.mul(g.div(a[1], i), x)),
    # no products with 0 and 1: a branch not taken must not poison the other with 0 * inf
    "select": (None, lambda g, i, a, x: _first(g, a[0], x), lambda g, i, a, x: _second(g, a[0], x)),
    "only_if": (None, lambda g, i, a, x: g.call("only_if", (a[0], x))),
}
"""Operation -> one rule per argument; None where the derivative vanishes (almost) everywhere."""


def _accumulate(graph: Graph, into: dict[Key, int], key: Key, x: int) -> None:
    """into[key] += x, forgetting sums that cancel."""
    total = graph.add(into[key], x) if key in into else x
    if graph.value(total) == 0:
        into.pop(key, None)
    else:
        into[key] = total


def forward(graph: Graph, roots: Sequence[int], seeds: Mapping[str, Mapping[Key, int]]) -> list[dict[Key, int]]:
    """Tangents of the roots in several directions at once; seeds: symbol -> direction -> its rate of change.

    The result has, per root, the directions in which it changes.
    """
    tangents: dict[int, dict[Key, int]] = {}
    op, args, data = graph.op, graph.args, graph.data
    for i in reachable(graph, roots):
        if op[i] == "sym":
            if seeds.get(data[i]):
                tangents[i] = dict(seeds[data[i]])
            continue
        moving = [
            (rule, tangents[j]) for rule, j in zip(RULES.get(op[i], ()), args[i], strict=True) if rule and j in tangents
        ]
        here: dict[Key, int] = {}
        for rule, tangent in moving:
            for key, x in tangent.items():
                _accumulate(graph, here, key, rule(graph, i, args[i], x))
        if here:
            tangents[i] = here
    return [dict(tangents.get(i, {})) for i in roots]


def reverse(graph: Graph, roots: Sequence[int], symbols: Iterable[str]) -> list[dict[str, int]]:
    """Gradients of the roots: per root, symbol -> partial derivative, where it is not zero."""
    wanted = set(symbols)
    nodes = reachable(graph, roots)
    active = _depends(graph, nodes, wanted)
    adjoints: dict[int, dict[int, int]] = {}
    for k, i in enumerate(roots):
        adjoints.setdefault(i, {})[k] = graph.number(1)
    rows: list[dict[str, int]] = [{} for _ in roots]
    for i in reversed(nodes):
        here = adjoints.pop(i, None)
        if here is None or i not in active:
            continue
        if graph.op[i] == "sym":
            for k, x in here.items():
                rows[k][graph.data[i]] = x
            continue
        args = graph.args[i]
        for rule, j in zip(RULES[graph.op[i]], args, strict=True):
            if rule and j in active:
                below = adjoints.setdefault(j, {})
                for k, x in here.items():
                    _accumulate(graph, below, k, rule(graph, i, args, x))
    return rows


def _depends(graph: Graph, nodes: Sequence[int], wanted: set[str]) -> set[int]:
    """The nodes that depend on the wanted symbols."""
    active: set[int] = set()
    for i in nodes:
        if graph.data[i] in wanted if graph.op[i] == "sym" else any(j in active for j in graph.args[i]):
            active.add(i)
    return active


def _costs(graph: Graph, roots: Sequence[int], symbols: Sequence[str]) -> tuple[int, int]:
    """Products that forward and reverse mode make: per edge, the symbols below it, or the roots above it."""
    nodes = reachable(graph, roots)
    bit = {name: 1 << k for k, name in enumerate(symbols)}
    below: dict[int, int] = {}
    above: dict[int, int] = {}
    for i in nodes:
        mask = bit.get(graph.data[i], 0) if graph.op[i] == "sym" else 0
        for j in graph.args[i]:
            mask |= below[j]
        below[i] = mask
    for k, i in enumerate(roots):
        above[i] = above.get(i, 0) | 1 << k
    ahead = back = 0
    for i in reversed(nodes):
        for j in graph.args[i]:
            if below[j]:
                above[j] = above.get(j, 0) | above[i]
                ahead += below[j].bit_count()
                back += above[i].bit_count()
    return ahead, back


Mode = Literal["forward", "reverse"]


def derivative(
    graph: Graph, roots: Sequence[int], symbols: Sequence[str], mode: Mode | None = None
) -> list[dict[str, int]]:
    """Rows of the Jacobian: per root, symbol -> partial derivative where it is not zero. By default the cheaper mode.

    Reverse mode multiplies the zero adjoint of a branch not taken by that branch's slope, which may be infinite;
    forward mode chooses between finished slopes. So expressions with choices are derived forward.
    """
    if mode is None:
        ahead, back = _costs(graph, roots, symbols)
        choices = any(graph.op[i] in ("select", "min", "max") for i in reachable(graph, roots))
        mode = "forward" if choices or ahead <= back else "reverse"
    if mode == "reverse":
        return reverse(graph, roots, symbols)
    one = graph.number(1)
    return forward(graph, roots, {name: {name: one} for name in symbols})


def directional(graph: Graph, roots: Sequence[int], rates: Mapping[str, int]) -> list[int]:
    """The change of each root when each symbol changes at its rate (a node): a Jacobian times a vector."""
    rows = forward(graph, roots, {name: {0: rate} for name, rate in rates.items() if graph.value(rate) != 0})
    return [row[0] if row else graph.number(0) for row in rows]


def gradient(expr: Expr, symbols: Sequence[str]) -> list[Expr]:
    """The partial derivatives of one expression, zeros included."""
    graph = expr.graph
    row = derivative(graph, [expr.index], symbols)[0]
    return [Expr(graph, row[name] if name in row else graph.number(0)) for name in symbols]


def jacobian(function: Function, output: Port | str, wrt: Port | str, mode: Mode | None = None) -> Function:
    """d output / d input as a function with the one output d<output>_d<input>, of shape output.shape + input.shape."""
    out = function.outputs[output] if isinstance(output, str) else output
    into = function.inputs[wrt] if isinstance(wrt, str) else wrt
    graph = Graph()
    roots = copy_nodes(function.graph, graph, out.nodes)
    names = [function.graph.data[i] for i in into.nodes]
    rows = derivative(graph, roots, names, mode)
    zero = graph.number(0)
    name, doc = f"d{out.name}_d{into.name}", f"derivative of {out.name} by {into.name}"
    result = Port(name, out.shape + into.shape, tuple(row.get(s, zero) for row in rows for s in names), doc)
    return replace(function.with_ports(graph, [result]), name=f"{function.name}_{name}", doc=doc, equation="")
