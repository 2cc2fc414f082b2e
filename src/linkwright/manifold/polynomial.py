"""Sums of monomials: number x powers of scalar atoms x at most one tensor. The arithmetic under the normal form.

A monomial is (powers, tensor): `powers` a tuple of (atom, exponent) in the order of `key`, `tensor` None for a scalar, a
vector word, or a matrix as a tuple of factors. What an atom or word is, `words` says.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Any

from linkwright.errors import ExpressionError
from linkwright.manifold.terms import Term, apply

Powers = tuple[tuple[Term, Fraction], ...]
Tensor = Term | tuple[Term, ...] | None
Monomial = tuple[Powers, Tensor]
Poly = dict[Monomial, Fraction]

ONE: Powers = ()
MAX_MONOMIALS = 100_000
PRIME = "'"


@lru_cache(maxsize=100_000)
def key(term: Term) -> str:
    """A name of a term by its structure: the same in every run, whatever was made before."""
    if not term.args:
        if term.data is None:
            return term.op
        return f"{getattr(term.data, 'name', term.data)}{PRIME * int(getattr(term.data, 'order', 0))}"
    inside = ",".join(key(a) for a in term.args)
    return f"{term.op}{'' if term.data is None else term.data}({inside})"


def constant(value: Fraction | int) -> Poly:
    return {(ONE, None): Fraction(value)} if value else {}


def of_atom(atom: Term, exponent: Fraction | int = 1) -> Poly:
    return {(((atom, Fraction(exponent)),), None): Fraction(1)}


def of_tensor(tensor: Tensor) -> Poly:
    return {(ONE, tensor): Fraction(1)}


def accumulate(into: Poly, other: Poly, factor: Fraction | int = 1) -> None:
    """into += factor * other."""
    for m, c in other.items():
        value = into.get(m, 0) + c * factor
        if value:
            into[m] = Fraction(value)
        else:
            into.pop(m, None)


def add_all(polys: Iterable[Poly]) -> Poly:
    result: Poly = {}
    for p in polys:
        accumulate(result, p)
    return result


def scaled(p: Poly, factor: Fraction | int) -> Poly:
    return {m: c * factor for m, c in p.items()} if factor else {}


def check_size(a: int, b: int) -> None:
    if a * b > MAX_MONOMIALS:
        what = f"the product of sums of {a} and {b} terms is too long to write out"
        raise ExpressionError(what, hint=f"at most {MAX_MONOMIALS} terms; give a name to a part that is constant")


def merge(a: Powers, b: Powers) -> Poly:
    """The product of two lists of powers; powers that mean something (sin^2, a root squared) are written out."""
    if not a:
        return {(b, None): Fraction(1)}
    if not b:
        return {(a, None): Fraction(1)}
    table = dict(a)
    special: list[tuple[Term, Fraction]] = []
    for atom, exponent in b:
        exponent += table.pop(atom, Fraction(0))
        if exponent:
            table[atom] = exponent
    for atom, exponent in list(table.items()):
        if _is_special(atom, exponent):
            special.append((atom, table.pop(atom)))
    result: Poly = {(tuple(sorted(table.items(), key=_order)), None): Fraction(1)}
    for atom, exponent in special:
        result = times(result, _written_out(atom, exponent))
    return result


def _order(item: tuple[Term, Fraction]) -> str:
    return key(item[0])


def _is_special(atom: Term, exponent: Fraction) -> bool:
    if atom.op == "sin":
        return exponent >= 2
    if exponent.denominator != 1:
        return False
    return atom.op in ("mul", "number", "power") or (atom.op == "add" and exponent > 0)


def _written_out(atom: Term, exponent: Fraction) -> Poly:
    if atom.op == "sin":  # sin^2 = 1 - cos^2
        square = constant(1)
        accumulate(square, of_atom(apply("cos", atom.args[0]), 2), -1)
        half, rest = divmod(exponent, 2)
        result = integer_power(square, int(half))
        return times(result, of_atom(atom, rest)) if rest else result
    from linkwright.manifold.normal_form import normal_form, power_of  # the composite atom is a term like any other

    return power_of(normal_form(atom), exponent)


def times(a: Poly, b: Poly) -> Poly:
    """A product of which at most one factor has tensors."""
    check_size(len(a), len(b))
    result: Poly = {}
    for (p, t), c in a.items():
        for (q, u), d in b.items():
            tensor = u if t is None else t
            for (r, _), e in merge(p, q).items():
                m = (r, tensor)
                value = result.get(m, 0) + c * d * e
                if value:
                    result[m] = Fraction(value)
                else:
                    del result[m]
    return result


def integer_power(p: Poly, n: int) -> Poly:
    result = constant(1)
    for _ in range(n):
        result = times(result, p)
    return result


def exact_root(value: Fraction, exponent: Fraction) -> Fraction | None:
    """value ** exponent where that is a fraction."""
    if exponent.denominator == 1:
        return value ** int(exponent)
    if exponent.denominator != 2 or value < 0:
        return None
    top, below = isqrt(value.numerator), isqrt(value.denominator)
    if top * top != value.numerator or below * below != value.denominator:
        return None
    return Fraction(top, below) ** exponent.numerator


def is_number(p: Poly) -> bool:
    return not p or (len(p) == 1 and (ONE, None) in p)


def value_of(p: Poly) -> Fraction:
    return p.get((ONE, None), Fraction(0))


def sort_key(m: Monomial) -> Any:
    powers, tensor = m
    name = "" if tensor is None else key(tensor) if isinstance(tensor, Term) else ",".join(map(key, tensor))
    return name, tuple((key(a), e) for a, e in powers)


def leading(p: Poly) -> Monomial:
    return min(p, key=sort_key)
