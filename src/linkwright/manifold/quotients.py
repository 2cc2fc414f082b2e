"""Quotients of sums of constants, shortened: ((m1 + m2) g) / (m1 + m2) is g."""

from __future__ import annotations

from fractions import Fraction

from linkwright.manifold.normal_form import denominator, normal_form
from linkwright.manifold.polynomial import Exact, Poly, Powers, accumulate, key, times
from linkwright.manifold.terms import Term

_STEPS = 200  # of a division; what takes longer stays as it is


def shortened(p: Poly) -> Poly:
    """A scalar sum with the sums below its lines divided out where that leaves nothing over."""
    below = denominator(p)
    if not below:
        return p
    above = times(p, {(below, None): Fraction(1)})
    left: list[tuple[Term, Exact]] = []
    for atom, e in below:
        divisor = normal_form(atom)
        while e:
            quotient = divided(above, divisor)
            if quotient is None:
                break
            above, e = quotient, e - 1
        if e:
            left.append((atom, -e))
    return times(above, {(tuple(left), None): Fraction(1)})


def divided(p: Poly, divisor: Poly) -> Poly | None:
    """p / divisor where it is a sum again; by leading monomials, in the order of the atoms' names."""
    atoms = sorted({a for q in (p, divisor) for powers, _ in q for a, _ in powers}, key=key)
    lift = tuple((a, -low) for a in atoms if (low := _lowest(p, a)) < 0)
    rest = times(p, {(lift, None): Fraction(1)})
    quotient: Poly = {}
    lead = max(divisor, key=lambda m: _exponents(m[0], atoms))
    for _ in range(_STEPS):
        if not rest:
            return times(quotient, {(tuple((a, -e) for a, e in lift), None): Fraction(1)})
        m = max(rest, key=lambda m: _exponents(m[0], atoms))
        ratio = _ratio(m[0], lead[0])
        if ratio is None:
            return None
        step: Poly = {(ratio, None): rest[m] / divisor[lead]}
        accumulate(quotient, step)
        accumulate(rest, times(step, divisor), -1)
    return None


def _lowest(p: Poly, atom: Term) -> Exact:
    return min((dict(powers).get(atom, 0) for powers, _ in p), default=0)


def _exponents(powers: Powers, atoms: list[Term]) -> list[Exact]:
    """Lexicographic: an order that products keep, so that division ends."""
    table = dict(powers)
    return [table.get(a, 0) for a in atoms]


def _ratio(a: Powers, b: Powers) -> Powers | None:
    left = dict(a)
    for atom, e in b:
        left[atom] = left.get(atom, 0) - e
        if left[atom] < 0:
            return None
    return tuple((atom, e) for atom, e in left.items() if e)
