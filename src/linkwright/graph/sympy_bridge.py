"""To SymPy and back, for those who want to go on there. The only module that knows SymPy."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any

from linkwright.errors import ExpressionError, LinkwrightError
from linkwright.graph.expr import Expr
from linkwright.graph.graph import Graph
from linkwright.graph.ops import Number
from linkwright.graph.port import Port
from linkwright.graph.rewrite import reachable

if TYPE_CHECKING:
    from linkwright.graph.function import Function

try:
    import sympy
except ImportError:
    raise LinkwrightError("formulas for SymPy need the package sympy", hint="pip install 'linkwright[sympy]'") from None

sp: Any = sympy  # its annotations are too partial to check against


def _div(a: Any, b: Any) -> Any:
    return a / b


def _pow(a: Any, b: Any) -> Any:
    return a**b


def _hypot(a: Any, b: Any) -> Any:
    return sp.sqrt(a**2 + b**2)


def _select(condition: Any, yes: Any, no: Any) -> Any:
    return sp.Piecewise((yes, condition > 0), (no, True))


def _only_if(condition: Any, x: Any) -> Any:
    return sp.Piecewise((x, condition > 0), (sp.nan, True))


_TO: Mapping[str, Callable[..., Any]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": _div, "neg": operator.neg,
    "pow": _pow, "sqrt": sp.sqrt, "sin": sp.sin, "cos": sp.cos, "tan": sp.tan, "asin": sp.asin, "acos": sp.acos,
    "atan2": sp.atan2, "exp": sp.exp, "log": sp.log, "abs": sp.Abs, "min": sp.Min, "max": sp.Max, "sign": sp.sign,
    "hypot": _hypot, "select": _select, "only_if": _only_if,
}  # fmt: skip


def to_sympy(expr: Expr, **assumptions: bool) -> Any:
    """The SymPy expression. Symbols keep their names (q[0]) and are real unless other assumptions are given."""
    return _to_sympy(expr.graph, [expr.index], assumptions or {"real": True})[0]


def function_to_sympy(function: Function, **assumptions: bool) -> dict[str, Any]:
    """Outputs by name: an expression for a scalar, a column for a vector, a matrix, or an array of higher rank."""
    values = iter(_to_sympy(function.graph, function.roots, assumptions or {"real": True}))
    return {p.name: _shaped(p, [next(values) for _ in p.nodes]) for p in function.outputs.values()}


def _to_sympy(graph: Graph, roots: Sequence[int], assumptions: Mapping[str, bool]) -> list[Any]:
    found: dict[int, Any] = {}
    for i in reachable(graph, roots):
        op = graph.op[i]
        if op == "sym":
            found[i] = sp.Symbol(graph.data[i], **assumptions)
        elif op == "const":
            found[i] = _number(graph.data[i])
        elif op == "pi":
            found[i] = sp.pi
        else:
            found[i] = _TO[op](*(found[j] for j in graph.args[i]))
    return [found[i] for i in roots]


def _number(x: Number) -> Any:
    return sp.Rational(x.numerator, x.denominator) if isinstance(x, Fraction) else sp.sympify(x)


def _shaped(port: Port, elements: list[Any]) -> Any:
    if not port.shape:
        return elements[0]
    if len(port.shape) > 2:
        return sp.Array(elements, port.shape)
    rows, columns = (*port.shape, 1)[:2]
    return sp.Matrix(rows, columns, elements)


# --- back -------------------------------------------------------------------------------------------------------------


def from_sympy(x: Any, graph: Graph | None = None) -> Expr:
    """The expression of a SymPy expression; symbols are matched by name."""
    graph = graph if graph is not None else Graph()
    done: dict[Any, int] = {}
    stack = [sp.sympify(x)]
    while stack:
        node = stack[-1]
        if node in done:
            stack.pop()
            continue
        args = _children(node)
        waiting = [a for a in args if a not in done]
        if waiting:
            stack.extend(waiting)
            continue
        done[node] = _from(graph, node, [done[a] for a in args])
        stack.pop()
    return Expr(graph, done[sp.sympify(x)])


def _children(node: Any) -> list[Any]:
    """What a node is made of: a product as numerator and denominator; of a Piecewise, conditions as positive expressions."""
    if node.is_Mul:
        below = _denominators(node)
        above = [a for a in node.args if a not in below]
        return [sp.Mul(*above), sp.Mul(*(a.base**-a.exp for a in below))] if below else above
    if isinstance(node, sp.Piecewise):
        parts: list[Any] = []
        for value, condition in node.args:
            parts += [_positive(condition), value]
        return parts[:-1] if parts[-1] is sp.nan else parts  # nothing in the last case: only_if
    return [] if node.is_Atom else list(node.args)


def _denominators(node: Any) -> list[Any]:
    """The factors of a product that are negative powers."""
    return [a for a in node.args if a.is_Pow and a.exp.is_Number and a.exp < 0]


def _positive(condition: Any) -> Any:
    if condition == sp.true:
        return sp.Integer(1)
    if isinstance(condition, sp.StrictGreaterThan | sp.GreaterThan):
        return condition.lhs - condition.rhs
    if isinstance(condition, sp.StrictLessThan | sp.LessThan):
        return condition.rhs - condition.lhs
    raise ExpressionError(f"the condition {condition} has no counterpart", hint="use a comparison with < or >")


def _from(graph: Graph, node: Any, args: list[int]) -> int:
    if node.is_Symbol:
        return graph.symbol(node.name)
    if node.is_Number or node.is_NumberSymbol:
        return _constant(graph, node)
    if node.is_Mul and _denominators(node):
        return graph.div(*args)
    rule = _FROM.get(type(node))
    if rule is None:
        raise ExpressionError(
            f"SymPy's {type(node).__name__} has no counterpart: {node}",
            hint=f"known: {', '.join(sorted(t.__name__ for t in _FROM))}",
        )
    return rule(graph, args)


def _constant(graph: Graph, node: Any) -> int:
    if node == sp.pi:
        return graph.pi()
    if node.is_Rational:
        return graph.number(Fraction(int(node.p), int(node.q)))
    if node.is_finite:
        return graph.number(float(node))
    raise ExpressionError(f"{node} is not a finite number")


def _all(op: str) -> Callable[[Graph, list[int]], int]:
    """An operation of two arguments applied to any number of them."""
    return lambda g, args: reduce(lambda a, b: g.call(op, (a, b)), args)


def _same(op: str) -> Callable[[Graph, list[int]], int]:
    return lambda g, args: g.call(op, tuple(args))


def _piecewise(g: Graph, args: list[int]) -> int:
    """From the last case inward; what no case covers is covered by the last, or is NaN where that has no value."""
    last = len(args) - len(args) % 2 - 2
    result = args[last + 1] if len(args) % 2 == 0 else g.call("only_if", (args[last], args[last + 1]))
    for k in range(last - 2, -1, -2):
        result = g.call("select", (args[k], args[k + 1], result))
    return result


def _hyperbolic(sign: int, ratio: bool = False) -> Callable[[Graph, list[int]], int]:
    """(e^x + sign e^-x) / 2, or tanh."""

    def rule(g: Graph, args: list[int]) -> int:
        up, down = g.call("exp", (args[0],)), g.call("exp", (g.neg(args[0]),))
        total, difference = g.add(up, down), g.sub(up, down)
        if ratio:
            return g.div(difference, total)
        return g.mul(g.number(Fraction(1, 2)), total if sign > 0 else difference)

    return rule


def _inverse(op: str) -> Callable[[Graph, list[int]], int]:
    return lambda g, args: g.div(g.number(1), g.call(op, tuple(args)))


_FROM: Mapping[Any, Callable[[Graph, list[int]], int]] = {
    sp.Add: _all("add"), sp.Mul: _all("mul"), sp.Pow: _same("pow"), sp.sin: _same("sin"), sp.cos: _same("cos"),
    sp.tan: _same("tan"), sp.asin: _same("asin"), sp.acos: _same("acos"), sp.atan2: _same("atan2"), sp.exp: _same("exp"),
    sp.log: _same("log"), sp.Abs: _same("abs"), sp.Min: _all("min"), sp.Max: _all("max"), sp.sign: _same("sign"),
    sp.Piecewise: _piecewise, sp.atan: lambda g, args: g.call("atan2", (args[0], g.number(1))),
    sp.sec: _inverse("cos"), sp.csc: _inverse("sin"), sp.cot: _inverse("tan"),
    sp.sinh: _hyperbolic(-1), sp.cosh: _hyperbolic(1), sp.tanh: _hyperbolic(1, ratio=True),
}  # fmt: skip
