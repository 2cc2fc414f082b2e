"""Terms of a Lagrangian in JSON: rows [operation, arguments, datum] as of a graph, shared parts once.

    ["variable", [], ["q", 1]]   ["number", [], "1/2"]   ["dot", [0, 0]]   ["power", [2], "1/2"]

A leaf names its symbol and the order of its time derivative; the symbols themselves are declared by the Lagrangian.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from linkwright.errors import ExpressionError
from linkwright.manifold.symbols import Leaf
from linkwright.manifold.tensors import cross, dot, hat, matmul, norm, outer, transpose
from linkwright.manifold.terms import FUNCTIONS, Term, add, apply, identity, leaf, multiply, number, pi, power, zero
from linkwright.manifold.walk import postorder
from linkwright.narrowing import is_list
from linkwright.schema.graphs import MAX_MODEL_ROWS
from linkwright.schema.item import Item
from linkwright.schema.numbers import number_to_json, too_large

LEAVES = ("constant", "input", "variable", "rate", "variation")
"""Leaves that a Lagrangian may have; multipliers and momenta belong to its equations."""

MAX_SUMMANDS, MAX_FACTORS, MAX_LEVELS, MAX_DIMENSION = 10_000, 1000, 300, 100
"""Terms of a sum, factors of a product, operations inside each other, size of a vector or matrix."""

MAX_WRITTEN = 200_000
"""Symbols of a term when it is written out as a formula: some operations on terms take that long, however much is shared."""

MAX_EXPONENT = 2**20

_EXACT = 1000
"""Whole exponents up to which the powers of numbers are computed."""

_PRODUCTS: Mapping[str, Any] = {"dot": dot, "cross": cross, "outer": outer, "matmul": matmul}
_UNARY: Mapping[str, Any] = {"hat": hat, "transpose": transpose, "norm": norm}
LeafKey = tuple[str, str, int]


def leaf_key(symbol: Leaf) -> LeafKey:
    """Operation, name and order: what tells the leaves of a Lagrangian apart."""
    return leaf(symbol).op, symbol.name, getattr(symbol, "order", 0)


class TermRows:
    """The terms of a Lagrangian as rows."""

    def __init__(self, terms: Iterable[Term]) -> None:
        self.rows: list[list[Any]] = []
        self._row: dict[Term, int] = {}
        for term in postorder(terms):
            self._row[term] = len(self.rows)
            self.rows.append([term.op, [self._row[a] for a in term.args], *_datum(term)])

    def __getitem__(self, term: Term) -> int:
        return self._row[term]


def _datum(term: Term) -> list[Any]:
    if term.op in ("number", "power"):
        return [number_to_json(term.data)]
    if term.op in ("zero", "identity", "pi"):
        return [list(term.shape)]
    return [list(leaf_key(term.data)[1:])] if term.data is not None else []


# --- reading ------------------------------------------------------------------------------------------------------------


def read_terms(rows: Item, leaves: Mapping[LeafKey, Leaf]) -> list[Term]:
    """The term of every row, made by the checking constructors; `leaves` are those that the declarations allow."""
    terms: list[Term] = []
    sizes: list[tuple[int, int]] = []  # of each term as a formula: symbols, levels
    for row in rows.each(MAX_MODEL_ROWS):
        indices = _indices(row, len(terms))
        written, levels = 1 + sum(sizes[i][0] for i in indices), 1 + max((sizes[i][1] for i in indices), default=0)
        if written > MAX_WRITTEN or levels > MAX_LEVELS:
            raise row.fail("this term is too long", f"at most {MAX_WRITTEN} symbols and {MAX_LEVELS} levels")
        sizes.append((written, levels))
        try:
            term = _term(row, [terms[i] for i in indices], leaves)
        except (ExpressionError, ArithmeticError, RecursionError, ValueError) as error:
            raise row.fail(f"this operation is not possible: {getattr(error, 'what', error)}") from None
        if any(too_large(t.data) for part in (term, *term.args) for t in (part, *part.args[:1])):
            raise row.fail("this operation makes a number that is too large")
        terms.append(term)
    return terms


def _indices(row: Item, count: int) -> list[int]:
    """The rows that are the arguments of a row."""
    if not is_list(row.value) or not 2 <= len(row.value) <= 3 or not isinstance(row.value[0], str):
        raise row.fail("this is no row of terms", "[operation, arguments], or [operation, arguments, datum]")
    indices = [x.integer(0, count - 1) for x in row.at(1).each(MAX_SUMMANDS)]
    if (len(row.value) == 3) != (not indices or row.value[0] == "power"):
        raise row.fail("leaves and powers have a datum, other operations have none")
    return indices


def _term(row: Item, args: list[Term], leaves: Mapping[LeafKey, Leaf]) -> Term:
    op, count = row.value[0], len(args)
    match op, count:
        case "add", _ if count > 1:
            return add(*args)
        case "mul", _ if count > 1:
            return _product(args)
        case "power", 1:
            return _power(row, args[0])
        case (("dot" | "cross" | "outer" | "matmul"), 2):
            return _PRODUCTS[op](*args)
        case (("hat" | "transpose" | "norm"), 1):
            return _UNARY[op](*args)
        case _ if FUNCTIONS.get(op) == count:
            return apply(op, *args)
        case _ if count == 0:
            return _leaf(row, op, leaves)
        case _:
            raise row.fail(f"no operation '{op[:40]}' takes {count} arguments")


def _product(args: list[Term]) -> Term:
    if any(a.shape for a in args[:-1]):
        raise ExpressionError("only the last factor of a product may be a vector or a matrix")
    if sum(len(a.args) or 1 for a in args) > MAX_FACTORS:
        raise ExpressionError(f"a product has at most {MAX_FACTORS} factors")
    product = args[0]
    for factor in args[1:]:
        product = multiply(product, factor)
    return product


def _power(row: Item, base: Term) -> Term:
    exponent = Fraction(row.at(2).number())
    if max(abs(exponent.numerator), exponent.denominator) > MAX_EXPONENT:
        raise row.fail("an exponent is too large")
    if base.op == "number" and abs(exponent) > 1:
        bits = max(base.data.numerator.bit_length(), base.data.denominator.bit_length())
        if abs(exponent) > _EXACT or bits * abs(exponent) > _EXACT * 8:
            raise row.fail("this operation makes a number that is too large")
    return power(base, exponent)


def _leaf(row: Item, op: str, leaves: Mapping[LeafKey, Leaf]) -> Term:
    datum = row.at(2)
    if op == "number":
        return number(Fraction(datum.number()))
    if op == "pi":
        return pi()
    if op in ("zero", "identity"):
        shape = tuple(n.integer(1, MAX_DIMENSION) for n in datum.each(2))
        if op == "identity" and (len(shape) != 2 or shape[0] != shape[1]):
            raise row.fail("an identity is a square matrix")
        return zero(shape) if op == "zero" else identity(shape[0])
    name, order = datum.each(exactly=2)
    symbol = leaves.get((op, name.name(), order.integer(0, 2)))
    if symbol is None:
        raise row.fail(
            f"there is no {op[:40]} '{name.value[:40]}' of order {order.value}", "leaves are declared symbols"
        )
    return leaf(symbol)


def size_of(shape: Sequence[int]) -> int:
    """How many numbers a value of a shape has."""
    return math.prod(shape)
