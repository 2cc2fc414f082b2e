"""Arithmetic in prime fields chosen so that right angles, common fractions of a turn and square roots behave as in the reals.

The primes are p = 1 modulo SMOOTH, so the field holds a root of unity for every multiple of 2 pi / SMOOTH, hence
i = sqrt(-1), and the square roots of 2, 3, 5, 7, 11 and 13, with the signs that the roots of unity dictate.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

from linkwright.graph.ops import Number

_SMALL = (2, 3, 5, 7, 11, 13)
SMOOTH = 2**10 * 3**4 * 5**3 * 7 * 11 * 13

_FIRST = 16393828341842304274784561781
_BELOW = (
    0, 26, 56, 170, 192, 228, 308, 352, 462, 546, 570, 606, 626, 658, 664, 694, 696, 776, 826, 846, 884, 918, 1048, 1056,
)  # fmt: skip
PRIMES = tuple((_FIRST - d) * SMOOTH + 1 for d in _BELOW)
"""The largest primes below 2^127 of the form (odd) SMOOTH + 1."""


@dataclass(frozen=True)
class Field:
    """The integers modulo a prime of PRIMES."""

    p: int

    @cached_property
    def unity(self) -> int:
        """The element that plays e^(2 pi i / SMOOTH): any one of that order; which one is a matter of naming."""
        x = 2
        while True:
            root = pow(x, (self.p - 1) // SMOOTH, self.p)
            if all(pow(root, SMOOTH // r, self.p) != 1 for r in _SMALL):
                return root
            x += 1

    @cached_property
    def i(self) -> int:
        return pow(self.unity, SMOOTH // 4, self.p)

    def turn(self, half_turns: Fraction) -> int | None:
        """e^(i pi x), or None where the field has no such root of unity."""
        exponent = half_turns * (SMOOTH // 2)
        return pow(self.unity, int(exponent) % SMOOTH, self.p) if exponent.denominator == 1 else None

    def number(self, x: Number) -> int:
        """An exact number, or a float, which is a fraction with a power of two below."""
        if isinstance(x, int):
            return x % self.p
        numerator, denominator = x.as_integer_ratio()
        return numerator * self.inverse(denominator) % self.p

    def small_fraction(self, value: int) -> Fraction | None:
        """The fraction that a value is, if a short one: sin(pi/6) is 1/2. A random value is one by chance 2^-67.

        Half of Euclid's algorithm on (p, value): each remainder is value times its cofactor (Wang 1981).
        """
        bound = 1 << 30
        above, below, high, low = self.p, value % self.p, 0, 1
        while below >= bound:
            quotient = above // below
            above, below, high, low = below, above - quotient * below, low, high - quotient * low
        return Fraction(below, low) if 0 < abs(low) < bound else None

    def inverse(self, x: int) -> int:
        if x % self.p == 0:
            raise ZeroDivisionError("division by zero in the prime field")
        return pow(x, -1, self.p)

    @cached_property
    def _nonresidue(self) -> int:
        x = 2
        while pow(x, (self.p - 1) // 2, self.p) == 1:
            x += 1
        return x

    def sqrt(self, x: int) -> int | None:
        """A square root (Tonelli and Shanks), the smaller of the two, or None where there is none."""
        p = self.p
        x %= p
        if x == 0:
            return 0
        if pow(x, (p - 1) // 2, p) != 1:
            return None
        twos = ((p - 1) & (1 - p)).bit_length() - 1
        odd = (p - 1) >> twos
        step, root, rest = pow(self._nonresidue, odd, p), pow(x, (odd + 1) // 2, p), pow(x, odd, p)
        while rest != 1:
            order, square = 0, rest
            while square != 1:
                square = square * square % p
                order += 1
            factor = pow(step, 1 << (twos - order - 1), p)
            step = factor * factor % p
            root, rest, twos = root * factor % p, rest * step % p, order
        return min(root, p - root)

    def sqrt_rational(self, x: Fraction) -> int | None:
        """The root of a positive rational as the product of the roots of its primes, so that sqrt(2) sqrt(3) = sqrt(6)."""
        result, rest = self.inverse(x.denominator), x.numerator * x.denominator
        for r in _SMALL:
            while rest % (r * r) == 0:
                rest //= r * r
                result = result * r % self.p
            if rest % r == 0:
                rest //= r
                result = result * self._sqrt_small(r) % self.p
        whole = math.isqrt(rest)
        root = whole if whole * whole == rest else self.sqrt(rest)
        return None if root is None else result * root % self.p

    def _sqrt_small(self, r: int) -> int:
        """sqrt(2) = 2 cos(pi/4); sqrt(r) by the Gauss sum over the r-th roots of unity, which is i sqrt(r) for r = 3 mod 4."""
        p = self.p
        if r == 2:
            eighth = pow(self.unity, SMOOTH // 8, p)
            return (eighth + self.inverse(eighth)) % p
        root = pow(self.unity, SMOOTH // r, p)
        total = sum(pow(root, k * k % r, p) for k in range(r)) % p
        return total if r % 4 == 1 else total * self.inverse(self.i) % p


@cache
def field(k: int) -> Field:
    """The k-th field, counted around."""
    return Field(PRIMES[k]) if k < len(PRIMES) else field(k % len(PRIMES))
