"""Numbers that only show in a network, folded: 0/d, cos(x - x), a sum whose terms have cancelled.

The graph folds numbers where it makes a node. A network joins like terms across many nodes, and identities make more of them
vanish; what then is a number stands in products and calls that the graph would not have made. Passes divide by the numbers they
meet, so none of these may stay: a network in which one is found is written and read again, by the graph's own rules.
"""

from __future__ import annotations

from linkwright.errors import ExpressionError
from linkwright.graph.function import Function
from linkwright.graph.graph import Graph
from linkwright.passes.network import Network, Signed
from linkwright.passes.read import to_network
from linkwright.passes.write import to_function


def folded(net: Network, function: Function) -> Network:
    """The network, without sums that are numbers and calls that the graph's rules would not make; of `function`."""
    while has_folds(net):
        try:
            found = to_network(to_function(net, function))
        except ZeroDivisionError:
            raise ExpressionError(
                f"'{function.name}' divides by something that is identically zero",
                hint="it has no value anywhere: give the bodies mass, or the denominator another form",
            ) from None
        found.seed, found.deadline = net.seed, net.deadline
        net = found
    return net


def has_folds(net: Network) -> bool:
    """Whether a sum is a number, or the graph makes something shorter of a call of numbers or of one variable twice."""
    value, graph = net.value, Graph()
    for terms in net.sums.values():
        if len(terms) < 2 and all(v in value for cube in terms for v in cube):
            return True
    return any(_shortens(graph, op, [_node(net, graph, x) for x in args]) for op, args in net.calls.values())


def _node(net: Network, graph: Graph, x: Signed) -> int:
    """An argument as the graph would see it: a number, a product of two, or just a name."""
    sign, v = x
    terms = net.sums.get(v, {})
    if len(terms) == 1 and len(cube := next(iter(terms))) <= 2:
        node = graph.number(terms[cube])
        for w in cube:
            node = graph.mul(node, _leaf(net, graph, w))
    else:
        node = _leaf(net, graph, v)
    return graph.neg(node) if sign < 0 else node


def _leaf(net: Network, graph: Graph, v: int) -> int:
    if v in net.value:
        return graph.number(net.value[v])
    return graph.pi() if net.leaf.get(v) == ("pi", None) else graph.symbol(str(v))


def _shortens(graph: Graph, op: str, args: list[int]) -> bool:
    """Whether the graph makes something else of a call than that call, signs and factors apart."""
    try:
        _, made = graph.split(graph.call(op, tuple(args)))
    except ZeroDivisionError:
        return True
    return graph.op[made] != op or {graph.split(i)[1] for i in graph.args[made]} != {graph.split(i)[1] for i in args}
