"""Terms without coordinates: scalars, vectors and matrices as single symbols.

A `Term` is hash-consed: the same operation on the same arguments is the same object, so that equality is identity and
work on shared parts is done once. Constructors check the types, fold numbers and drop zeros and ones in constant time;
what needs more thought is the business of `normal_form`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal
from weakref import WeakValueDictionary

from linkwright.errors import ExpressionError
from linkwright.manifold.symbols import (
    Constant,
    Input,
    Leaf,
    Momentum,
    Multiplier,
    Rate,
    Shape,
    Variable,
    Variation,
)

FUNCTIONS: Mapping[str, int] = MappingProxyType(
    {
        "sin": 1, "cos": 1, "tan": 1, "exp": 1, "log": 1, "sqrt": 1, "asin": 1, "acos": 1, "atan": 1, "sinh": 1, "cosh": 1,
        "tanh": 1, "abs": 1, "sign": 1, "step": 1, "atan2": 2, "min": 2, "max": 2, "pow": 2,
    }
)  # fmt: skip
"""Functions of scalars -> arguments. step: 1 above zero, 0 below; pow: to an exponent that is no number."""

_OF_ZERO = {
    **dict.fromkeys(("sin", "tan", "asin", "atan", "sinh", "tanh", "abs", "sign"), 0),
    **dict.fromkeys(("cos", "exp", "cosh"), 1),
}
_LEAF_OPS: dict[type, str] = {
    Constant: "constant",
    Input: "input",
    Multiplier: "multiplier",
    Variable: "variable",
    Rate: "rate",
    Variation: "variation",
    Momentum: "momentum",
}
_FLAT = 64  # sums longer than this nest instead of being copied at every further term


class Term:
    """A typed term. Make it with the functions of this file or with + - * / ** @ and `.T`."""

    __slots__ = ("__weakref__", "args", "data", "op", "shape")
    op: str
    args: tuple[Term, ...]
    data: Any  # number: Fraction; leaf: its dataclass; power: Fraction; zero, identity, pi: None
    shape: Shape

    @property
    def type(self) -> Literal["scalar", "vector", "matrix"]:
        return ("scalar", "vector", "matrix")[len(self.shape)]

    @property
    def is_zero(self) -> bool:
        return self.op == "zero" or (self.op == "number" and self.data == 0)

    def __add__(self, other: Term | float) -> Term:
        return add(self, _term(other))

    __radd__ = __add__

    def __sub__(self, other: Term | float) -> Term:
        return add(self, neg(_term(other)))

    def __rsub__(self, other: float) -> Term:
        return add(_term(other), neg(self))

    def __neg__(self) -> Term:
        return neg(self)

    def __mul__(self, other: Term | float) -> Term:
        return multiply(self, _term(other))

    def __rmul__(self, other: float) -> Term:
        return multiply(_term(other), self)

    __matmul__ = __mul__

    def __truediv__(self, other: Term | float) -> Term:
        return multiply(self, power(_term(other), -1))

    def __rtruediv__(self, other: float) -> Term:
        return multiply(_term(other), power(self, -1))

    def __pow__(self, exponent: int | Fraction) -> Term:
        return power(self, exponent)

    @property
    def T(self) -> Term:
        from linkwright.manifold.tensors import transpose

        return transpose(self)

    def __repr__(self) -> str:
        from linkwright.manifold.print_terms import text

        return text(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return make, (self.op, self.args, self.data, self.shape)


_table: WeakValueDictionary[tuple[Any, ...], Term] = WeakValueDictionary()


def make(op: str, args: tuple[Term, ...], data: Any, shape: Shape) -> Term:
    """The one term with these parts: equal terms are the same object."""
    key = (op, args, data, shape)
    found = _table.get(key)
    if found is None:
        found = Term()
        found.op, found.args, found.data, found.shape = op, args, data, shape
        _table[key] = found
    return found


def leaf(symbol: Leaf) -> Term:
    """The term of a constant, input, multiplier, variable, rate or variation."""
    return make(_LEAF_OPS[type(symbol)], (), symbol, symbol.shape)


def number(value: float | Fraction | str) -> Term:
    """An exact number; a float stands for the fraction that its shortest decimal says (0.1 is 1/10)."""
    found = _numbers.get(value)
    if found is not None:
        return found
    exact = Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
    return make("number", (), exact, ())


_numbers: dict[Any, Term] = {n: make("number", (), Fraction(n), ()) for n in range(-16, 17)}


def zero(shape: Shape = ()) -> Term:
    """Zero of a shape."""
    return number(0) if shape == () else make("zero", (), None, shape)


def identity(n: int = 3) -> Term:
    """The identity matrix."""
    return make("identity", (), None, (n, n))


def pi() -> Term:
    """The number pi."""
    return make("pi", (), None, ())


def _term(value: Term | float) -> Term:
    return value if isinstance(value, Term) else number(value)


def say(shape: Shape) -> str:
    """The type of a term in words."""
    if shape == ():
        return "a scalar"
    if len(shape) == 1:
        return f"a vector of R^{shape[0]}"
    return f"a {shape[0]}x{shape[1]} matrix"


def wrong(what: str, *terms: Term) -> ExpressionError:
    """An error that says the shapes of what was given."""
    return ExpressionError(f"{what} {' and '.join(say(t.shape) for t in terms)}")


def add(*terms: Term) -> Term:
    """A sum; equal terms join, zeros vanish, the order of writing stays."""
    shape = terms[0].shape
    parts: dict[Term, Fraction] = {}
    constant = Fraction(0)
    for term in terms:
        if term.shape != shape:
            raise wrong("cannot add", terms[0], term)
        for piece in term.args if term.op == "add" and len(term.args) <= _FLAT else (term,):
            factor, base = split_number(piece)
            if base.op == "number":
                constant += factor
            elif base.op != "zero":
                parts[base] = parts.get(base, Fraction(0)) + factor
    kept = [multiply(number(c), base) for base, c in parts.items() if c]
    if constant:
        kept.append(number(constant))
    if len(kept) < 2:
        return kept[0] if kept else zero(shape)
    return make("add", tuple(kept), None, shape)


def total(terms: Iterable[Term], shape: Shape = ()) -> Term:
    """The sum of any number of terms of one shape; of none: zero."""
    found = tuple(terms)
    return add(*found) if found else zero(shape)


def split_number(term: Term) -> tuple[Fraction, Term]:
    """c, t with term = c t and c a number; the number itself is (c, 1)."""
    if term.op == "number":
        return term.data, number(1)
    if term.op == "mul" and term.args[0].op == "number":
        rest = term.args[1:]
        return term.args[0].data, rest[0] if len(rest) == 1 else make("mul", rest, None, term.shape)
    return Fraction(1), term


def neg(term: Term) -> Term:
    """Minus a term."""
    return multiply(number(-1), term)


def multiply(a: Term, b: Term) -> Term:
    """`*` of the language: a scalar times anything, a matrix times a vector or a matrix."""
    if a.shape and b.shape:
        from linkwright.manifold.tensors import matmul  # which stand on the scalars of this file

        return matmul(a, b)
    if b.shape == () and a.shape:
        a, b = b, a
    return scale(a, b)


def scale(a: Term, b: Term) -> Term:
    """The product of a scalar with anything: one flat `mul` (number, scalar factors, at most one vector or matrix last)."""
    shape = b.shape
    if a.is_zero or b.is_zero:
        return zero(shape)
    (c, left), (d, right) = split_number(a), split_number(b)
    factors = [t for t in _factors(left) + _factors(right) if t.op != "number" or t.data != 1]
    c = c if d == 1 else d if c == 1 else c * d
    if c != 1 or not factors:
        factors.insert(0, number(c))
    return factors[0] if len(factors) == 1 else make("mul", tuple(factors), None, shape)


def _factors(term: Term) -> list[Term]:
    return list(term.args) if term.op == "mul" else [term]


def power(base: Term, exponent: int | Fraction) -> Term:
    """A scalar to an exact rational exponent."""
    exponent = Fraction(exponent)
    if base.shape:
        raise wrong("only a scalar has powers and divides: this is", base)
    if exponent == 0:
        return number(1)
    if exponent == 1:
        return base
    if base.op == "number" and (exponent.denominator == 1 or base.data in (0, 1)):
        if base.data == 0 and exponent < 0:
            raise ExpressionError("division by zero")
        if abs(exponent) <= 1000:
            return number(base.data ** int(exponent)) if exponent.denominator == 1 else base
    if base.op == "norm" and exponent % 2 == 0:
        return power(make("dot", (base.args[0], base.args[0]), None, ()), exponent / 2)
    if base.op == "power" and exponent.denominator == 1:
        return power(base.args[0], base.data * exponent)
    return make("power", (base,), exponent, ())


def apply(function: str, *args: Term) -> Term:
    """sin, cos, atan2, ... of scalars."""
    for argument in args:
        if argument.shape:
            raise wrong(f"{function} needs a scalar, this is", argument)
    if function == "sqrt":
        return power(args[0], Fraction(1, 2))
    if args[0].is_zero and function in _OF_ZERO:
        return number(_OF_ZERO[function])
    if function in ("abs", "sign", "min", "max") and all(a.op == "number" for a in args):
        return _of_numbers(function, [a.data for a in args])
    return make(function, args, None, ())


def _of_numbers(function: str, values: list[Fraction]) -> Term:
    x = values[0]
    if function in ("min", "max"):
        return number(min(values) if function == "min" else max(values))
    return number(abs(x) if function == "abs" else (x > 0) - (x < 0))
