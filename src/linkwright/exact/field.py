"""Prime fields in which right angles, common fractions of a turn and square roots behave as in the reals.

The primes are p = -1 modulo SMOOTH. The points (c, s) with c^2 + s^2 = 1 then are a cyclic group of order p + 1, in which every
multiple of 2 pi / SMOOTH has its place, and with it the square roots of 2, 3, 5, 7, 11 and 13, which are sums of cosines.
p is 3 modulo 4: of the two roots of a square one is a square itself. That one is the root, so that sqrt(a) sqrt(b) = sqrt(a b),
as of positive numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

from linkwright.graph.ops import Number

_SMALL = (2, 3, 5, 7, 11, 13)
SMOOTH = 2**10 * 3**4 * 5**3 * 7 * 11 * 13

_FIRST = 16393828341842304274784561857
_BELOW = (
    0, 106, 154, 236, 249, 268, 274, 285, 300, 341, 355, 369, 375, 388, 396, 397, 416, 442, 488, 518, 524, 528, 545, 554,
)  # fmt: skip
PRIMES = tuple((_FIRST - d) * SMOOTH - 1 for d in _BELOW)
"""The largest primes below 2^127 of the form k SMOOTH - 1."""

SHORT_PRIMES = (2**31 - 1, 2**31 - 61)
"""3 modulo 4, and products fit into int64: for many matrices at once. A rank is too low in one with probability
degree / 2^31, in both with the square of that (Schwartz 1980), and never too high: the larger one counts."""

OnCircle = tuple[int, int]
"""Cosine and sine of an angle."""


class NoValue(Exception):
    """What is asked for is not in the field, as a root of what is no square."""


@dataclass(frozen=True)
class Field:
    """The integers modulo a prime that is 3 modulo 4; fractions of a turn: of those of PRIMES."""

    p: int

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

    # --- roots --------------------------------------------------------------------------------------------------------

    def sqrt(self, x: int) -> int:
        """The root that is a square itself."""
        root = pow(x, (self.p + 1) // 4, self.p)
        if (root * root - x) % self.p:
            raise NoValue("a square root")
        return root

    def sqrt_rational(self, x: Fraction) -> int:
        """The root of a positive rational as the product of the roots of its primes, with the signs that cos(pi/4), cos(pi/5)
        and their kin give those."""
        result, rest = self.inverse(x.denominator), x.numerator * x.denominator
        for r in _SMALL:
            while rest % (r * r) == 0:
                rest //= r * r
                result = result * r % self.p
            if rest % r == 0:
                rest //= r
                result = result * _root_in(self._unity, r, self) % self.p
        whole = math.isqrt(rest)
        return result * (whole if whole * whole == rest else self.sqrt(rest)) % self.p

    # --- angles -------------------------------------------------------------------------------------------------------

    def circle(self, t: int) -> OnCircle:
        """The angle whose half has the tangent t. -1 is no square: no t makes 1 + t^2 zero."""
        scale = self.inverse(1 + t * t)
        return (1 - t * t) * scale % self.p, 2 * t * scale % self.p

    def both(self, a: OnCircle, b: OnCircle) -> OnCircle:
        """The sum of two angles."""
        return (a[0] * b[0] - a[1] * b[1]) % self.p, (a[0] * b[1] + a[1] * b[0]) % self.p

    def times(self, a: OnCircle, n: int) -> OnCircle:
        """An angle n times, by doubling."""
        p = self.p
        c, s = a if n >= 0 else (a[0], -a[1])
        n = abs(n) % (p + 1)
        x, y = 1, 0
        while n:
            if n & 1:
                x, y = (x * c - y * s) % p, (x * s + y * c) % p
            c, s, n = (1 - 2 * s * s) % p, 2 * c * s % p, n >> 1
        return x, y

    def turn(self, half_turns: Fraction) -> OnCircle | None:
        """The angle pi x, or None where the field has no such angle."""
        exponent = half_turns * (SMOOTH // 2)
        return self.times(self._unity, int(exponent) % SMOOTH) if exponent.denominator == 1 else None

    @cached_property
    def _unity(self) -> OnCircle:
        """The point that plays 2 pi / SMOOTH: one of that order. Which one is a matter of naming: one that makes the square
        roots of small primes, which are sums of cosines, the ones that `sqrt` finds."""
        t = 2
        while True:
            point = self.times(self.circle(t), (self.p + 1) // SMOOTH)
            if all(self.times(point, SMOOTH // r) != (1, 0) for r in _SMALL):
                break
            t += 1
        if self.times(point, SMOOTH // 4) != (0, 1):  # turn the other way
            point = point[0], -point[1]
        wrong = {r for r in _SMALL if _root_in(point, r, self) != self.sqrt(r)}
        return self.times(point, next(k for k in range(1, SMOOTH, 4) if _changed_by(k) == wrong))


def _root_in(unity: OnCircle, r: int, field: Field) -> int:
    """sqrt(2) = 2 cos(pi/4); sqrt(r) by the Gauss sum over the r-th roots of unity, which is i sqrt(r) for r = 3 mod 4."""
    if r == 2:
        return 2 * field.times(unity, SMOOTH // 8)[0] % field.p
    root = field.times(unity, SMOOTH // r)
    return sum(field.times(root, k * k % r)[0 if r % 4 == 1 else 1] for k in range(r)) % field.p


def _changed_by(k: int) -> set[int] | None:
    """The small primes whose root changes its sign when 2 pi / SMOOTH is named k times itself, for k = 1 modulo 4; None where
    that is no name."""
    if math.gcd(k, SMOOTH) > 1:
        return None
    return {r for r in _SMALL if (k % 8 == 5 if r == 2 else pow(k, (r - 1) // 2, r) == r - 1)}


@cache
def field(k: int) -> Field:
    """The k-th field, counted around."""
    return Field(PRIMES[k]) if k < len(PRIMES) else field(k % len(PRIMES))
