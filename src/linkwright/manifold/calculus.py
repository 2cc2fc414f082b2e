"""Derivatives of terms: along a direction (forward) and by leaves (reverse), each linear in the size of the term."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from linkwright.manifold.tensors import cross, dot, hat, matmul, outer, transpose
from linkwright.manifold.terms import Term, add, apply, multiply, neg, number, power, total, zero
from linkwright.manifold.walk import postorder

_TWO = {"dot": dot, "cross": cross, "outer": outer, "matmul": matmul}
_ONE = {"hat": hat, "transpose": transpose}


def forward(term: Term, rule: Callable[[Term], Term]) -> Term:
    """The derivative of a term along a direction; `rule` says the derivative of each leaf."""
    change: dict[Term, Term] = {}
    for t in postorder([term]):
        if not t.args:
            change[t] = rule(t)
        elif any(not change[a].is_zero for a in t.args):
            change[t] = _forward_step(t, [change[a] for a in t.args])
        else:
            change[t] = zero(t.shape)
    return change[term]


def _forward_step(t: Term, d: Sequence[Term]) -> Term:
    if t.op == "add":
        return add(*d)
    if t.op == "mul":
        return total((_product(t.args, i, d[i]) for i in range(len(d)) if not d[i].is_zero), t.shape)
    if t.op in _TWO:
        make, (a, b) = _TWO[t.op], t.args
        return add(make(d[0], b), make(a, d[1]))
    if t.op in _ONE:
        return _ONE[t.op](d[0])
    if t.op == "norm":
        return dot(t.args[0], d[0]) / t
    if t.op == "inverse":
        return neg(matmul(matmul(t, d[0]), t))
    return total((multiply(slope(t, i), x) for i, x in enumerate(d) if not x.is_zero), t.shape)


def _product(factors: Sequence[Term], i: int, instead: Term) -> Term:
    """A product with its factor i replaced; i past the end: the product itself."""
    result = number(1)
    for j, f in enumerate(factors):
        result = multiply(result, instead if i == j else f)
    return result


def slope(t: Term, i: int = 0) -> Term:
    """The derivative of a function or power of scalars by its argument i."""
    x = t.args[0]
    if t.op == "power":
        return multiply(number(t.data), power(x, t.data - 1))
    return _SLOPES[t.op](t, x) if len(t.args) == 1 else _SLOPES_OF_TWO[t.op][i](t, x, t.args[1])


def _root_below(x: Term) -> Term:
    return power(number(1) - x**2, Fraction(-1, 2))


_SLOPES: dict[str, Callable[[Term, Term], Term]] = {
    "sin": lambda t, x: apply("cos", x),
    "cos": lambda t, x: neg(apply("sin", x)),
    "tan": lambda t, x: add(number(1), power(t, 2)),
    "exp": lambda t, x: t,
    "log": lambda t, x: power(x, -1),
    "asin": lambda t, x: _root_below(x),
    "acos": lambda t, x: neg(_root_below(x)),
    "atan": lambda t, x: power(number(1) + x**2, -1),
    "sinh": lambda t, x: apply("cosh", x),
    "cosh": lambda t, x: apply("sinh", x),
    "tanh": lambda t, x: number(1) - t**2,
    "abs": lambda t, x: apply("sign", x),
    "sign": lambda t, x: number(0),
    "step": lambda t, x: number(0),
}
_Slope = Callable[[Term, Term, Term], Term]
_SLOPES_OF_TWO: dict[str, tuple[_Slope, _Slope]] = {
    "atan2": (lambda t, y, x: x / (x**2 + y**2), lambda t, y, x: neg(y) / (x**2 + y**2)),
    "min": (lambda t, a, b: apply("step", b - a), lambda t, a, b: apply("step", a - b)),
    "max": (lambda t, a, b: apply("step", a - b), lambda t, a, b: apply("step", b - a)),
    "pow": (lambda t, a, b: b * apply("pow", a, b - number(1)), lambda t, a, b: t * apply("log", a)),
}
"""One derivative per argument; at a corner (abs of 0, equal arguments of min) the mean of both sides."""


Dyads = list[tuple[Term, Term]]
"""A matrix as a sum of u v': what derivatives by a matrix are made of, as every scalar comes from dot products."""


class Gradient:
    """The derivatives of one scalar by all its leaves."""

    def __init__(self, scalar: Term) -> None:
        if scalar.shape:
            raise AssertionError("the gradient is of a scalar")
        self._vectors: dict[Term, list[Term]] = {scalar: [number(1)]}
        self._matrices: dict[Term, Dyads] = {}
        for t in reversed(postorder([scalar])):
            if len(t.shape) == 2:
                self._matrix_step(t, self._matrices.get(t, []))
            elif t in self._vectors and t.args:
                self._step(t, total(self._vectors[t], t.shape))

    def by(self, leaf: Term) -> Term:
        """The derivative by a scalar or vector."""
        return total(self._vectors.get(leaf, ()), leaf.shape)

    def dyads(self, leaf: Term) -> Dyads:
        """The derivative by a matrix."""
        return self._matrices.get(leaf, [])

    def _add(self, t: Term, bar: Term) -> None:
        if not bar.is_zero:
            self._vectors.setdefault(t, []).append(bar)

    def _add_matrix(self, t: Term, pairs: Iterable[tuple[Term, Term]]) -> None:
        kept = [(u, v) for u, v in pairs if not (u.is_zero or v.is_zero)]
        if kept:
            self._matrices.setdefault(t, []).extend(kept)

    def _step(self, t: Term, bar: Term) -> None:
        """`bar`, the derivative by the scalar or vector t, handed on to the arguments of t."""
        if bar.is_zero:
            return
        args = t.args
        if t.op == "add":
            for a in args:
                self._add(a, bar)
        elif t.op == "mul":
            self._product_step(t, bar)
        elif t.op == "dot":
            self._add(args[0], multiply(bar, args[1]))
            self._add(args[1], multiply(bar, args[0]))
        elif t.op == "cross":
            self._add(args[0], cross(args[1], bar))
            self._add(args[1], cross(bar, args[0]))
        elif t.op == "matmul":
            self._add_matrix(args[0], [(bar, args[1])])
            self._add(args[1], matmul(transpose(args[0]), bar))
        elif t.op == "norm":
            self._add(args[0], multiply(bar / t, args[0]))
        else:
            for i, a in enumerate(args):
                if a.op != "number":
                    self._add(a, multiply(bar, slope(t, i)))

    def _product_step(self, t: Term, bar: Term) -> None:
        *scalars, last = t.args
        if t.shape == ():
            for i, f in enumerate(t.args):
                if f.op != "number":
                    self._add(f, _product(t.args, i, bar))
            return
        for i, f in enumerate(scalars):
            if f.op != "number":
                self._add(f, _product(scalars, i, dot(bar, last)))
        self._add(last, _product(scalars, len(scalars), number(1)) * bar)

    def _matrix_step(self, t: Term, pairs: Dyads) -> None:
        if not pairs or not t.args:
            return
        args = t.args
        if t.op == "add":
            for a in args:
                self._add_matrix(a, pairs)
        elif t.op == "mul":
            *scalars, last = args
            whole = total(dot(u, matmul(last, v)) for u, v in pairs)
            for i, f in enumerate(scalars):
                if f.op != "number":
                    self._add(f, _product(scalars, i, whole))
            self._add_matrix(last, [(_product(scalars, len(scalars), number(1)) * u, v) for u, v in pairs])
        elif t.op == "matmul":
            self._add_matrix(args[0], [(u, matmul(args[1], v)) for u, v in pairs])
            self._add_matrix(args[1], [(matmul(transpose(args[0]), u), v) for u, v in pairs])
        elif t.op == "transpose":
            self._add_matrix(args[0], [(v, u) for u, v in pairs])
        elif t.op == "hat":
            for u, v in pairs:
                self._add(args[0], cross(v, u))
        elif t.op == "outer":
            for u, v in pairs:
                self._add(args[0], multiply(dot(v, args[1]), u))
                self._add(args[1], multiply(dot(u, args[0]), v))
        else:
            raise AssertionError(t.op)
