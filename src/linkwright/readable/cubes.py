"""Terms as coefficient and exponents, and what factoring asks of them: common factors, quotients, likeness, squares."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from linkwright.graph.ops import Number
from linkwright.readable.tree import number_cost

Powers = dict[int, int]


class Flat(NamedTuple):
    """A term before factoring: coefficient and exponents by index of base."""

    coefficient: Number
    powers: Powers


class Group(NamedTuple):
    """scale * cube * sum of inner."""

    scale: Number
    cube: Powers
    inner: list[Flat]


def square_root(terms: Sequence[Flat]) -> Group | None:
    """scale and r with scale * r^2 = the sum, if there are such."""
    squares = [t for t in terms if all(e % 2 == 0 for e in t.powers.values())]
    if len(terms) < 3 or any(isinstance(t.coefficient, float) for t in terms):
        return None
    if len(squares) < 2 or len(terms) != len(squares) * (len(squares) + 1) // 2:
        return None
    scale = squares[0].coefficient
    found = {product_key(t.powers): t.coefficient for t in terms}
    root: list[Flat] = []
    for t in squares:
        size = _exact_root(Fraction(t.coefficient) / Fraction(scale))
        if size is None:
            return None
        powers = {i: e // 2 for i, e in t.powers.items()}
        if root:  # the sign follows from the product with the first
            cross = found.get(product_key(root[0].powers, powers), 0)
            size = size if cross * scale > 0 else -size
        root.append(Flat(size, powers))
    expanded: dict[object, Number] = {}
    for t in root:
        for u in root:
            key = product_key(t.powers, u.powers)
            expanded[key] = expanded.get(key, 0) + scale * t.coefficient * u.coefficient
    return Group(scale, {}, root) if expanded == found else None


def alike(groups: Sequence[Group]) -> list[list[Group]]:
    """Groups whose inner sums are multiples of each other."""
    found: dict[object, list[Group]] = {}
    for group in groups:
        inner = sorted(group.inner, key=lambda t: product_key(t.powers))
        lead = inner[0].coefficient
        key = tuple((product_key(t.powers), _rounded(ratio(t.coefficient, lead))) for t in inner)
        found.setdefault(key, []).append(Group(group.scale, group.cube, inner))
    return list(found.values())


def factors(same: Sequence[Group]) -> tuple[list[Flat], list[Flat]]:
    """The two factors of a sum of alike groups, numbers where they leave the fewest numerals."""
    plain = divided(same[0].inner, {})
    lead = same[0].inner[0].coefficient
    outer = [Flat(exact(g.scale * plain.scale * ratio(g.inner[0].coefficient, lead)), g.cube) for g in same]
    return outer, plain.inner


def common(terms: Sequence[Flat]) -> Powers:
    """The powers that divide all terms; denominators count too."""
    common = dict(terms[0].powers)
    for t in terms[1:]:
        for i, e in list(common.items()):
            f = t.powers.get(i, 0)
            common[i] = min(e, f) if e > 0 < f else max(e, f) if e < 0 > f else 0
            if not common[i]:
                del common[i]
    return common


def divides(cube: Powers, powers: Powers) -> bool:
    """Whether a product of powers is a factor of another; negative powers are factors of negative ones."""
    return all((powers.get(i, 0) >= e) if e > 0 else (powers.get(i, 0) <= e) for i, e in cube.items())


def less(powers: Powers, cube: Powers) -> Powers:
    """A product of powers divided by one of its factors."""
    return {i: e - cube.get(i, 0) for i, e in powers.items() if e != cube.get(i, 0)}


def raised(powers: Powers, cube: Powers) -> Powers:
    """The product of two products of powers."""
    return {i: e for i in powers | cube if (e := powers.get(i, 0) + cube.get(i, 0))}


def over(powers: Powers, below: Powers) -> Powers:
    """The quotient of two products of powers."""
    return raised(powers, {i: -e for i, e in below.items()})


def divided(terms: Sequence[Flat], cube: Powers) -> Group:
    """Terms over a common cube and the number that leaves the fewest numerals."""
    scale = _scale(Counter(abs(t.coefficient) for t in terms))
    return Group(scale, cube, [Flat(ratio(t.coefficient, scale), less(t.powers, cube)) for t in terms])


def _scale(sizes: Counter[Number]) -> Number:
    exact = {x: n for x, n in sizes.items() if not isinstance(x, float)}
    if len(sizes) == 1 or len(exact) < len(sizes):
        return next(iter(sizes)) if len(sizes) == 1 and sizes.total() > 1 else 1

    def numerals(scale: int | Fraction) -> int:
        return number_cost(scale) + sum(n * _quotient_cost(x, scale) for x, n in exact.items())

    return min([1, *list(exact)[:6]], key=numerals)


def _quotient_cost(x: int | Fraction, y: int | Fraction) -> int:
    """number_cost(ratio(x, y)), without making the fraction."""
    above, below = x.numerator * y.denominator, x.denominator * y.numerator
    shared = math.gcd(above, below)
    return int(abs(above) != shared) + int(abs(below) != shared)


def ratio(x: Number, y: Number) -> Number:
    """x / y, exact where both are; a measured ratio that is an integer but for rounding is that integer."""
    if y == 1:
        return x
    if type(x) is int and type(y) is int and not x % y:
        return x // y
    if isinstance(x, float) or isinstance(y, float):
        quotient = float(x) / float(y)
        near = round(quotient)
        return near if near and abs(quotient - near) < 1e-12 else quotient
    return exact(Fraction(x, y))


def _rounded(x: Number) -> Number:
    """For comparison: measured numbers to ten digits."""
    return float(f"{x:.10g}") if isinstance(x, float) else x


def exact(x: Number) -> Number:
    """An integer where a fraction is one."""
    return x.numerator if isinstance(x, Fraction) and x.denominator == 1 else x


def product_key(*powers: Powers) -> tuple[tuple[int, int], ...]:
    """A key of the product of several products of powers: equal where they are."""
    total: Powers = {}
    for p in powers:
        for i, e in p.items():
            total[i] = total.get(i, 0) + e
    return tuple(sorted((i, e) for i, e in total.items() if e))


def _exact_root(x: Fraction) -> Number | None:
    if x <= 0:
        return None
    root = Fraction(math.isqrt(x.numerator), math.isqrt(x.denominator))
    return exact(root) if root * root == x else None
