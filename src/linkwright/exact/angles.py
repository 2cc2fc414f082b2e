"""Arguments of sine, cosine and exponential as polynomials over atoms, so that addition theorems hold exactly in a field.

e^(i(a + b)) = e^(ia) e^(ib): each monomial of an argument gets a point of its own on the circle, and a rational multiple of
a monomial is a power of that point. An atom is a symbol, pi, or the value of a subexpression that is no polynomial.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from linkwright.exact.field import Field
from linkwright.graph.graph import Graph

Monomial = tuple[str, ...]
AngleSum = Mapping[Monomial, Fraction]

PI: Monomial = ("pi",)
INVERSE = ("asin", "acos", "atan2")
"""Operations whose sine and cosine are algebraic."""

_TERMS = 64
"""A longer product is an atom of its own: it may then miss an addition theorem, never invent one."""


def angle_sum_of(
    graph: Graph, i: int, forms: Mapping[int, AngleSum], values: Mapping[int, int], field: Field
) -> AngleSum:
    """The polynomial of node i, from those of its arguments and from the values of i and its arguments."""
    op, args = graph.op[i], graph.args[i]
    if op == "sym":
        return {(f"symbol {graph.data[i]}",): Fraction(1)}
    if op == "pi":
        return {PI: Fraction(1)}
    if op == "const":
        return {(): Fraction(graph.data[i])}
    if op == "neg":
        return {m: -c for m, c in forms[args[0]].items()}
    if op in ("add", "sub"):
        return _sum(forms[args[0]], forms[args[1]], 1 if op == "add" else -1)
    if op == "mul" and len(forms[args[0]]) * len(forms[args[1]]) <= _TERMS:
        return _product(forms[args[0]], forms[args[1]])
    if op in INVERSE:
        return {(" ".join((op, *(str(values[j]) for j in args))),): Fraction(1)}
    return _atom(values[i], field)


def _atom(value: int, field: Field) -> AngleSum:
    """A value that is no polynomial: plus or minus an atom (so that x and -x have one), or a number after all."""
    number = field.small_fraction(value)
    if number is not None:
        return {(): number} if number else {}
    opposite = field.p - value
    return {(f"value {min(value, opposite)}",): Fraction(1 if value < opposite else -1)}


def _sum(a: AngleSum, b: AngleSum, sign: int) -> AngleSum:
    result = dict(a)
    for m, c in b.items():
        total = result.get(m, 0) + sign * c
        if total:
            result[m] = Fraction(total)
        else:
            result.pop(m, None)
    return result


def _product(a: AngleSum, b: AngleSum) -> AngleSum:
    result: dict[Monomial, Fraction] = {}
    for m, c in a.items():
        for n, d in b.items():
            key = tuple(sorted(m + n))
            result[key] = result.get(key, Fraction(0)) + c * d
    return {m: c for m, c in result.items() if c}
