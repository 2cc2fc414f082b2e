"""Products of vectors and matrices: checked, with the numbers before them."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.errors import ExpressionError
from linkwright.manifold.symbols import Shape
from linkwright.manifold.terms import Term, make, neg, number, say, scale, split_number, wrong, zero


def dot(a: Term, b: Term) -> Term:
    """Scalar product of two vectors."""
    if len(a.shape) != 1 or a.shape != b.shape:
        raise wrong("dot needs two vectors of one size, these are", a, b)
    if a.is_zero or b.is_zero:
        return number(0)
    return _pull(a, b, "dot", ())


def cross(a: Term, b: Term) -> Term:
    """Vector product of two vectors of R^3."""
    if a.shape != (3,) or b.shape != (3,):
        raise wrong("cross needs two vectors of R^3, these are", a, b)
    if a.is_zero or b.is_zero or a is b:
        return zero((3,))
    return _pull(a, b, "cross", (3,))


def outer(a: Term, b: Term) -> Term:
    """The matrix a b'."""
    if len(a.shape) != 1 or len(b.shape) != 1:
        raise wrong("outer needs two vectors, these are", a, b)
    shape = (a.shape[0], b.shape[0])
    return zero(shape) if a.is_zero or b.is_zero else _pull(a, b, "outer", shape)


def _pull(a: Term, b: Term, op: str, shape: Shape) -> Term:
    """A bilinear operation with the numbers before it."""
    (c, left), (d, right) = split_number(a), split_number(b)
    return scale(number(c * d), make(op, (left, right), None, shape))


def hat(a: Term) -> Term:
    """The matrix of the cross product: hat(a) b = a x b."""
    if a.shape != (3,):
        raise wrong("hat needs a vector of R^3, this is", a)
    if a.is_zero:
        return zero((3, 3))
    c, base = split_number(a)
    return scale(number(c), make("hat", (base,), None, (3, 3)))


def transpose(a: Term) -> Term:
    """The transpose of a matrix."""
    if len(a.shape) != 2:
        raise wrong("only a matrix has a transpose, this is", a)
    if a.op == "transpose":
        return a.args[0]
    if is_symmetric(a):
        return a
    if a.op == "hat" or (a.op == "constant" and a.data.kind == "skew"):
        return neg(a)
    shape = (a.shape[1], a.shape[0])
    if a.op == "zero":
        return zero(shape)
    if a.op == "mul":
        return scale(_unsplit(a.args[:-1]), transpose(a.args[-1]))
    if a.op == "outer":
        return make("outer", (a.args[1], a.args[0]), None, shape)
    return make("transpose", (a,), None, shape)


def is_symmetric(a: Term) -> bool:
    """Whether a matrix is symmetric for all to see."""
    if a.op == "constant":
        return a.data.kind == "symmetric"
    if a.op in ("add", "inverse"):
        return all(is_symmetric(x) for x in a.args)
    if a.op == "mul":
        return is_symmetric(a.args[-1])
    return a.op == "identity" or (a.op == "outer" and a.args[0] is a.args[1])


def _unsplit(scalars: Sequence[Term]) -> Term:
    return scalars[0] if len(scalars) == 1 else make("mul", tuple(scalars), None, ())


def matmul(a: Term, b: Term) -> Term:
    """Matrix times vector or matrix."""
    if len(a.shape) != 2 or not b.shape or a.shape[1] != b.shape[0]:
        hint = "dot(a, b), cross(a, b) or outer(a, b) multiply vectors" if len(a.shape) == 1 else ""
        raise ExpressionError(f"cannot multiply {say(a.shape)} by {say(b.shape)}", hint=hint)
    shape = (a.shape[0], *b.shape[1:])
    if a.is_zero or b.is_zero:
        return zero(shape)
    if a.op == "identity":
        return b
    if b.op == "identity":
        return a
    if a.op == "mul":  # (f R) e3 is f R e3
        return scale(_unsplit(a.args[:-1]), matmul(a.args[-1], b))
    return _pull(a, b, "matmul", shape)


def inverse(a: Term) -> Term:
    """The inverse of a square matrix (explicit accelerations only: the language has no word for it)."""
    if len(a.shape) != 2 or a.shape[0] != a.shape[1]:
        raise wrong("only a square matrix has an inverse, this is", a)
    return a if a.op == "identity" else make("inverse", (a,), None, a.shape)


def norm(a: Term) -> Term:
    """The length of a vector."""
    if len(a.shape) != 1:
        raise wrong("norm needs a vector, this is", a)
    return number(0) if a.is_zero else make("norm", (a,), None, ())
