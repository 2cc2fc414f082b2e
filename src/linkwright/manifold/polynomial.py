"""Sums of monomials: number x powers of scalar atoms x at most one tensor. The arithmetic under the normal form.

A monomial is (powers, tensor): `powers` a tuple of (atom, exponent) in the order of `key`, `tensor` None for a scalar, a
vector word, or a matrix as a tuple of factors. What an atom or word is, `words` says.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Any

from linkwright.errors import ExpressionError
from linkwright.manifold.terms import Term, apply

Exact = int | Fraction  # exponents are integers almost always, and integers are fast
Powers = tuple[tuple[Term, Exact], ...]
Tensor = Term | tuple[Term, ...] | None
Monomial = tuple[Powers, Tensor]
Poly = dict[Monomial, Fraction]

ONE: Powers = ()
UNIT = Fraction(1)
MAX_MONOMIALS = 60_000
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
    """The polynomial of a number."""
    return {(ONE, None): Fraction(value)} if value else {}


def of_atom(atom: Term, exponent: Fraction | int = 1) -> Poly:
    """The polynomial of a power of an atom."""
    return {(((atom, whole(exponent)),), None): UNIT}


def of_tensor(tensor: Tensor) -> Poly:
    """The polynomial of a tensor alone."""
    return {(ONE, tensor): UNIT}


def whole(x: Exact) -> Exact:
    """An integer where it is one."""
    return x.numerator if x.denominator == 1 else x


def accumulate(into: Poly, other: Poly, factor: Exact = 1) -> None:
    """into += factor * other."""
    for m, c in other.items():
        value = c if factor == 1 else c * factor
        old = into.get(m)
        if old is not None:
            value += old
        if value:
            into[m] = value
        else:
            into.pop(m, None)


def add_all(polys: Iterable[Poly]) -> Poly:
    """The sum of polynomials."""
    result: Poly = {}
    for p in polys:
        accumulate(result, p)
    return result


def scaled(p: Poly, factor: Fraction | int) -> Poly:
    """A polynomial times a number."""
    return {m: c * factor for m, c in p.items()} if factor else {}


_most: ContextVar[int] = ContextVar("most", default=MAX_MONOMIALS)


@contextmanager
def at_most(monomials: int) -> Generator[None, None, None]:
    """Within: a sum that would get longer is an error at once."""
    token = _most.set(monomials)
    try:
        yield
    finally:
        _most.reset(token)


def check_size(a: int, b: int = 1) -> None:
    """Complain before a product is written out that is too long to be read."""
    if a * b > _most.get():
        what = f"the product of sums of {a} and {b} terms is too long to write out"
        raise ExpressionError(what, hint=f"at most {_most.get()} terms; give a name to a part that is constant")


def merge(a: Powers, b: Powers) -> Powers | Poly:
    """The product of two lists of powers; a sum where a power means something: sin^2, a root squared."""
    if not a or not b:
        return a or b
    table = dict(a)
    for atom, exponent in b:
        old = table.pop(atom, 0)
        exponent = whole(exponent + old) if old else exponent
        if exponent:
            table[atom] = exponent
    special = [(atom, e) for atom, e in table.items() if e != 1 and _is_special(atom, e)]
    special += [(atom, e) for atom, e in table.items() if e == 1 and atom.op in _COMPOSITE]
    if not special:
        return tuple(sorted(table.items(), key=_order))
    for atom, _ in special:
        del table[atom]
    result: Poly = {(tuple(sorted(table.items(), key=_order)), None): UNIT}
    for atom, exponent in special:
        result = times(result, _written_out(atom, exponent))
    return result


def _order(item: tuple[Term, Exact]) -> str:
    return key(item[0])


_COMPOSITE = frozenset({"add", "mul", "number", "power"})


def _is_special(atom: Term, exponent: Exact) -> bool:
    if atom.op == "sin":
        return exponent >= 2
    if exponent.denominator != 1:
        return exponent > 1 and atom.op in _COMPOSITE
    return atom.op in _COMPOSITE and (atom.op != "add" or exponent > 0)


def _written_out(atom: Term, exponent: Exact) -> Poly:
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
            product = c if d == 1 else d if c == 1 else c * d
            powers = merge(p, q)
            if isinstance(powers, tuple):
                accumulate(result, {(powers, tensor): product})
            else:
                accumulate(result, {(r, tensor): e for (r, _), e in powers.items()}, product)
    return result


def integer_power(p: Poly, n: int) -> Poly:
    """A polynomial to a power, written out."""
    result = constant(1)
    for _ in range(n):
        result = times(result, p)
    return result


def exact_root(value: Fraction, exponent: Exact) -> Fraction | None:
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
    """Whether a polynomial is a number."""
    return not p or (len(p) == 1 and (ONE, None) in p)


def value_of(p: Poly) -> Fraction:
    """The term of a polynomial that is a number."""
    return p.get((ONE, None), Fraction(0))


def sort_key(m: Monomial) -> Any:
    """The order of monomials: the same in every run."""
    powers, tensor = m
    name = "" if tensor is None else key(tensor) if isinstance(tensor, Term) else ",".join(map(key, tensor))
    return name, tuple((key(a), e) for a, e in powers)


def leading(p: Poly) -> Monomial:
    """The first monomial of a polynomial."""
    return min(p, key=sort_key)
