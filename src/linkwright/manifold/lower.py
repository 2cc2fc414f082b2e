"""Terms -> the scalar graph: a scalar is one expression, a vector a list, a matrix a list of rows.

A product of matrices that meets a vector is applied from the right, so that no matrix is multiplied by another in vain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from linkwright.formula.functions import hyperbolic
from linkwright.graph.expr import Expr, Scalar, apply, is_zero
from linkwright.graph.graph import Graph
from linkwright.manifold.symbols import Leaf
from linkwright.manifold.terms import Shape, Term
from linkwright.narrowing import is_list
from linkwright.spatial.linear import solve_positive
from linkwright.spatial.matrix import dot, matrix_product, transpose, unit_vectors

Value = Any
"""A scalar, a list of scalars, a list of lists of scalars."""
Vector = Sequence[Scalar]
Matrix = Sequence[Vector]
"""What is given; what is filled entry by entry is a list."""


class Lowering:
    """Lowers terms that share their leaves; shared parts are lowered once. leaf: what stands for a symbol."""

    def __init__(self, leaf: Callable[[Leaf], Value]) -> None:
        self.leaf = leaf
        self._done: dict[Term, Value] = {}

    def __call__(self, term: Term) -> Value:
        found = self._done.get(term)
        if found is None:
            found = self._done[term] = self._lower(term)
        return found

    def _lower(self, term: Term) -> Value:
        op, args = term.op, term.args
        if op == "number":
            return _number(term.data)
        if op == "pi":
            graph = Graph()
            return Expr(graph, graph.pi())
        if op == "zero":
            return zeros(term.shape)
        if op == "identity":
            return [[1 if i == j else 0 for j in range(term.shape[1])] for i in range(term.shape[0])]
        if not args:
            return self.leaf(term.data)
        if op == "add":
            return plus(*(self(a) for a in args))
        if op == "mul":
            factor: Scalar = 1
            for a in args[:-1]:
                factor = factor * self(a)
            return times(factor, self(args[-1]))
        if op == "matmul":
            return self._product(*args)
        if op in _PLAIN:
            return _PLAIN[op](*(self(a) for a in args))
        if op == "power":
            return self(args[0]) ** _number(term.data)
        return _function(op, *(self(a) for a in args))

    def _product(self, a: Term, b: Term) -> Value:
        if len(b.shape) == 1:
            return self.applied(a, self(b))
        if a.op == "hat":
            return transpose([cross(self(a.args[0]), column) for column in transpose(self(b))])
        return matrix_product(self(a), self(b))

    def applied(self, a: Term, x: Vector) -> Vector:
        """A matrix times a vector, without making the matrix where that is shorter."""
        if a.op == "matmul":
            return self.applied(a.args[0], self.applied(a.args[1], x))
        if a.op == "hat":
            return cross(self(a.args[0]), x)
        if a.op == "outer":
            return times(dot(self(a.args[1]), x), self(a.args[0]))
        if a.op == "mul":
            factor: Scalar = 1
            for part in a.args[:-1]:
                factor = factor * self(part)
            return times(factor, self.applied(a.args[-1], x))
        if a.op == "transpose" and a.args[0].op == "matmul":
            left, right = a.args[0].args
            return self.applied(right.T, self.applied(left.T, x))
        if a.op == "inverse":
            return solve_positive(self(a.args[0]), x)
        if a.op == "add" and any(part.op in ("matmul", "outer", "hat", "mul") for part in a.args):
            return plus(*(self.applied(part, x) for part in a.args))
        return [dot(row, x) for row in self(a)]


def _number(x: Fraction) -> Scalar:
    return x.numerator if x.denominator == 1 else x


def zeros(shape: Shape) -> Value:
    """Zeros in nested lists of a shape."""
    return 0 if not shape else [zeros(shape[1:]) for _ in range(shape[0])]


def plus(*values: Value) -> Value:
    """The sum of values of one shape."""
    if is_list(values[0]):
        return [plus(*parts) for parts in zip(*values, strict=True)]
    total = values[0]
    for x in values[1:]:
        total = total + x
    return total


def times(factor: Scalar, x: Value) -> Value:
    """A scalar times a value of any shape; factors of zero leave no product."""
    if is_list(x):
        return [times(factor, part) for part in x]
    return 0 if is_zero(x) or is_zero(factor) else factor * x


def minus(x: Value, y: Value) -> Value:
    """The difference of two values of one shape."""
    return plus(x, times(-1, y))


def cross(x: Vector, y: Vector) -> Vector:
    """Vector product."""
    return [x[i] * y[j] - x[j] * y[i] for i, j in ((1, 2), (2, 0), (0, 1))]


def hat(x: Vector) -> Matrix:
    """The matrix that multiplies as x does: hat(x) y = x x y."""
    return [[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0]]


def outer(x: Vector, y: Vector) -> Matrix:
    """The matrix x y'."""
    return [[a * b for b in y] for a in x]


def inverted(A: Matrix) -> Matrix:
    """Inverse of a matrix, column by column."""
    return transpose([solve_positive(A, unit) for unit in unit_vectors(len(A))])


def norm(x: Vector) -> Scalar:
    """Length of a vector."""
    return apply("sqrt", dot(x, x))


_PLAIN: dict[str, Callable[..., Value]] = {
    "dot": dot, "cross": cross, "outer": outer, "hat": hat, "transpose": transpose, "inverse": inverted, "norm": norm,
}  # fmt: skip


def _function(name: str, *args: Scalar) -> Scalar:
    """Functions that the graph has no node for are written with those that it has."""
    if name == "atan":
        return apply("atan2", *args, 1)
    if name in ("sinh", "cosh", "tanh"):
        return hyperbolic(name, args[0])
    if name == "step":
        return (apply("sign", args[0]) + 1) / 2
    return apply(name, *args)


# --- shapes ----------------------------------------------------------------------------------------------------------------


def shaped(x: Vector, shape: Shape) -> Value:
    """Numbers row by row as a scalar, vector or matrix."""
    if not shape:
        return x[0]
    if len(shape) == 1:
        return list(x)
    return [x[i * shape[1] : (i + 1) * shape[1]] for i in range(shape[0])]


def like(x: Any, items: Iterator[Any]) -> Any:
    """Items in the shape of x."""
    return [like(part, items) for part in x] if is_list(x) else next(items)
