"""Random points of a prime field: a value for every symbol, an angle for every monomial of an angle."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from fractions import Fraction

from linkwright.exact.angles import INVERSE, PI, AngleSum, Monomial
from linkwright.exact.field import Field, OnCircle, field

Constraints = Iterable[Sequence[str]]
"""Groups of symbols whose squares sum to one: a quaternion, the cosine and sine of a planar joint."""

_FRACTIONS = 2**96 * 3**6 * 5**12 * 7**3 * 11 * 13
"""Denominators that multiples of an angle may have: an angle is this multiple of a random one."""


class Point:
    """A random point, the same for all graphs: everything is a function of the seed, the attempt and the symbol's name.
    prime: the number of its field; by default that changes from point to point.
    any_roots: square roots are random functions of their arguments, so that every point has them. Equal functions of equal
               arguments stay equal, and nothing else does."""

    def __init__(
        self, seed: int, attempt: int, constraints: Constraints, prime: int | None = None, any_roots: bool = False
    ) -> None:
        self.field: Field = field(seed + attempt if prime is None else prime)
        self.any_roots = any_roots
        self._key = f"{seed} {attempt} "
        self._fixed: dict[str, int] = {}
        self._parts: dict[tuple[Monomial, int], OnCircle] = {}
        for group in constraints:
            self._fixed.update(self._on_sphere(tuple(group)))

    def oracle(self, *key: object) -> int:
        """A random element, the same for the same key."""
        text = self._key + " ".join(map(str, key))
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=32).digest(), "big") % self.field.p

    def sqrt(self, x: int) -> int:
        return self.oracle("sqrt", x % self.field.p) if self.any_roots else self.field.sqrt(x)

    def symbol(self, name: str) -> int:
        return self._fixed[name] if name in self._fixed else self.oracle("symbol", name)

    def _on_sphere(self, names: tuple[str, ...]) -> dict[str, int]:
        """Stereographic projection: t -> (2t, |t|^2 - 1) / (|t|^2 + 1)."""
        p = self.field.p
        t = [self.oracle("sphere", names, k) for k in range(len(names) - 1)]
        square = sum(x * x for x in t) % p
        scale = self.field.inverse(square + 1)
        return dict(zip(names, (*(2 * x * scale % p for x in t), (square - 1) * scale % p), strict=True))

    def exponential(self, form: AngleSum) -> int:
        """The product over the monomials of powers of a random element each: exp(a + b) = exp(a) exp(b)."""
        p, result = self.field.p, 1
        for monomial, c in form.items():
            exponent = c * _FRACTIONS
            if exponent.denominator != 1:  # an odd fraction is an argument of its own
                monomial, exponent = (*monomial, str(abs(c))), 1 if c > 0 else -1
            result = result * pow(self.oracle("exp", *monomial), int(exponent) % (p - 1), p) % p
        return result

    def angle(self, form: AngleSum) -> OnCircle:
        """The sum of the angles of its monomials."""
        total = (1, 0)
        for monomial, c in form.items():
            total = self.field.both(total, self._special(monomial, c) or self._multiple(monomial, c))
        return total

    def _multiple(self, monomial: Monomial, c: Fraction) -> OnCircle:
        """c times a random angle: its part is kept, since many multiples have few denominators."""
        if _FRACTIONS % c.denominator:  # an odd fraction is an angle of its own
            monomial, c = (*monomial, str(abs(c))), Fraction(1 if c > 0 else -1)
        part = self._parts.get((monomial, c.denominator))
        if part is None:
            whole = self.field.circle(self.oracle("circle", *monomial))
            part = self._parts[monomial, c.denominator] = self.field.times(whole, _FRACTIONS // c.denominator)
        return self.field.times(part, c.numerator)

    def _special(self, monomial: Monomial, c: Fraction) -> OnCircle | None:
        """c times an angle whose cosine and sine are algebraic: fractions of pi, multiples of asin, acos, atan2."""
        if monomial == PI:
            return self.field.turn(c)
        inverse = len(monomial) == 1 and monomial[0].split(" ")[0] in INVERSE
        if not inverse or c.denominator != 1 or self.any_roots:
            return None
        op, *args = monomial[0].split(" ")
        p, x = self.field.p, [int(a) for a in args]
        if op == "atan2":
            scale = self.field.inverse(self.field.sqrt(x[0] * x[0] + x[1] * x[1]))
            one = x[1] * scale % p, x[0] * scale % p
        else:
            other = self.field.sqrt(1 - x[0] * x[0])
            one = (other, x[0]) if op == "asin" else (x[0], other)
        return self.field.times(one, int(c))
