"""Quotients over one common denominator, with common factors cancelled: what textbooks print for accelerations.

Waves are written as complex exponentials here, so that a trigonometric polynomial is a Laurent polynomial and divides like one:
keys (monomial, angle) are ordered like integers, and sums of keys like sums of integers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from linkwright.graph.ops import Number
from linkwright.readable.ring import FIELD, Key, Poly, Ring, fields, wave_of

Complex = tuple[Number, Number]
Laurent = dict[Key, Complex]


def together(ring: Ring, p: Poly) -> Poly:
    """p as a polynomial over a product of sums, none of which divides it; p itself if it has no sum in a denominator."""
    below: dict[int, int] = {}
    for mono, _ in p.terms:
        for i, e in fields(mono):
            if e < 0 and ring.atoms[i].kind == "sum":
                below[i] = max(below.get(i, 0), -e)
    if not below:
        return p
    above = ring.unfold(ring.scale(p, 1, _product(below)))
    for i in below:
        divisor = ring.atoms[i].args[0]
        while below[i] and (quotient := divided(ring, above, divisor)) is not None:
            above, below[i] = quotient, below[i] - 1
    return ring.scale(above, 1, -_product(below))


def divided(ring: Ring, p: Poly, q: Poly) -> Poly | None:
    """p / q where that is a polynomial, None where it is not, or where coefficients are measured."""
    if any(isinstance(c, float) for poly in (p, q) for c in poly.terms.values()):
        return None
    rest, divisor = _exponentials(p), _exponentials(q)
    lead = max(divisor)
    inverse = _reciprocal(divisor[lead])
    inside = _box(rest, divisor)
    quotient: Laurent = {}
    while rest:
        ring.budget.check()
        top = max(rest)
        key, c = (top[0] - lead[0], top[1] - lead[1]), _times(rest[top], inverse)
        if not inside(key):
            return None
        quotient[key] = c
        for (mono, h), d in divisor.items():
            place = (key[0] + mono, key[1] + h)
            x, y = _times(c, d)
            re, im = rest.get(place, (0, 0))
            if re == x and im == y:
                del rest[place]
            else:
                rest[place] = (re - x, im - y)
    return ring.add(Poly(_waves(quotient), p.degree), Poly({}))


def _box(p: Laurent, q: Laurent) -> Callable[[Key], bool]:
    """Whether a term may be in p / q: no exponent below or above what the exponents of p and q leave."""
    (low, high), (low_q, high_q) = _extremes(p), _extremes(q)

    def inside(key: Key) -> bool:
        exponents = _exponents(key)
        return all(
            low.get(i, 0) - low_q.get(i, 0) <= exponents.get(i, 0) <= high.get(i, 0) - high_q.get(i, 0)
            for i in {*low, *low_q, *exponents}
        )

    return inside


def _extremes(p: Laurent) -> tuple[dict[int, int], dict[int, int]]:
    low: dict[int, int] = {}
    high: dict[int, int] = {}
    every = [_exponents(key) for key in p]
    for i in {i for exponents in every for i in exponents}:
        values = [exponents.get(i, 0) for exponents in every]
        low[i], high[i] = min(values), max(values)
    return low, high


def _exponents(key: Key) -> dict[int, int]:
    """Exponents of atoms under their index, multiples of angles under negative numbers."""
    return dict(fields(key[0])) | {-1 - i: n for i, n in fields(key[1])}


def _product(powers: Mapping[int, int]) -> int:
    return sum(e << FIELD * i for i, e in powers.items())


def _times(x: Complex, y: Complex) -> Complex:
    return x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]


def _reciprocal(x: Complex) -> Complex:
    size = Fraction(x[0] * x[0] + x[1] * x[1])
    return x[0] / size, -x[1] / size


def _exponentials(p: Poly) -> Laurent:
    """cos h = (e^ih + e^-ih)/2, sin h = (e^ih - e^-ih)/2i."""
    total: Laurent = {}
    for (mono, wave), c in p.terms.items():
        if not wave:
            total[mono, 0] = (c, 0)
            continue
        h, half = wave >> 1, Fraction(c) / 2
        for place, part in ((h, (0, -half) if wave & 1 else (half, 0)), (-h, (0, half) if wave & 1 else (half, 0))):
            re, im = total.get((mono, place), (0, 0))
            total[mono, place] = (re + part[0], im + part[1])
    return total


def _waves(x: Laurent) -> dict[Key, Number]:
    """The real waves again; the coefficients of h and -h are conjugate."""
    total: dict[Key, Number] = {}
    for (mono, h), (re, im) in x.items():
        for sine, c in ((0, re if h == 0 else 2 * re), (1, -2 * im)):
            if h >= 0 and c:
                factor, wave = wave_of(h, sine)
                total[mono, wave] = total.get((mono, wave), 0) + c * factor
    return total
