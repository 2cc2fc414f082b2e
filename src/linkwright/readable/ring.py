"""Polynomials in symbols times sines and cosines of sums of angles: the canonical form behind readable equations.

A term is coefficient * monomial * wave. A monomial is one integer, a field of 32 bits per atom holding its exponent; a wave
is 1, cos(h) or sin(h), where h, a rational combination of angles, is one integer too. So terms multiply by adding integers,
products of waves become sums of waves at once, and two expressions that are equal (by sin^2 + cos^2 = 1, angle sums, double
angles) have the same terms. What is no polynomial (a quotient, sqrt, atan2, sign) is an atom whose arguments are polynomials
of the same ring.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from linkwright.graph.graph import tidy
from linkwright.graph.ops import Number

FIELD = 32
_MASK, _HALF = (1 << FIELD) - 1, 1 << (FIELD - 1)
UNIT = 5040
"""Angles count in 1/5040, so that halves to tenths of an angle are integers."""
_QUARTER = UNIT // 2  # pi/2 in units of pi
_MAX_DEGREE, _MAX_MULTIPLE = 250, 1000  # keep every field within its 32 bits
_MAX_NESTING, _MAX_ANGLES = 20, 6  # keep trees shallow and angles short

_seconds = getattr(time, "thread_time", time.perf_counter)
"""Of this thread; browsers have one clock only."""

Key = tuple[int, int]
"""(monomial, wave); wave = 2 h + 1 for sin(h), 2 h for cos(h), 0 for 1."""


class TooLarge(Exception):
    """The closed form is longer than the budget allows."""


class Budget:
    """How long and how large: at most `seconds` from now, at most `max_terms` in a result.

    Seconds of this thread: what is printed must not depend on what else the machine is doing.
    """

    def __init__(self, seconds: float, max_terms: int) -> None:
        self.deadline = _seconds() + seconds
        self._earliest = time.perf_counter() + seconds
        self.max_terms = max_terms

    @property
    def left(self) -> float:
        return self.deadline - _seconds()

    @property
    def over(self) -> bool:
        """Whether no time is left. The wall's clock, which is asked first, costs a hundredth of that of a thread."""
        return time.perf_counter() >= self._earliest and _seconds() >= self.deadline

    def check(self) -> None:
        if self.over:
            raise TooLarge


@dataclass(frozen=True, slots=True)
class Poly:
    """A sum of terms, none of them zero; `degree` bounds the exponents of atoms and angles."""

    terms: Mapping[Key, Number]
    degree: int = 0


@dataclass(frozen=True, slots=True)
class Atom:
    """What stands in a monomial. kind: symbol, pi, call (name of an operation) or sum (a polynomial kept together)."""

    kind: str
    name: str
    args: tuple[Poly, ...] = ()
    nesting: int = 0


def fields(packed: int) -> list[tuple[int, int]]:
    """The non-zero fields of a monomial or an angle: (index, value)."""
    found: list[tuple[int, int]] = []
    index = 0
    while packed:
        value = ((packed + _HALF) & _MASK) - _HALF
        if value:
            found.append((index, value))
        packed = (packed - value) >> FIELD
        index += 1
    return found


def half(x: Number) -> Number:
    """Half a number, exactly."""
    return x / 2 if not isinstance(x, int) else x // 2 if not x & 1 else Fraction(x, 2)


def wave_of(h: int, sine: int) -> tuple[Number, int]:
    """sin(h) or cos(h) as factor and canonical wave: leading angle positive, multiples of pi/2 taken out."""
    turn = ((h + _HALF) & _MASK) - _HALF  # the field of pi
    if h - turn < 0 or (h == turn < 0):
        factor, wave = wave_of(-h, sine)
        return (-factor if sine else factor), wave
    if turn:
        quarters, rest = divmod(turn, _QUARTER)
        if quarters or h == turn:
            sign = -1 if (quarters % 4) in ((2, 3) if sine else (1, 2)) else 1
            return _fixed(sign, h - turn, rest, sine ^ (quarters & 1))
    return (0, 0) if sine and not h else (1, 2 * h + sine)


def _fixed(sign: int, h: int, rest: int, sine: int) -> tuple[Number, int]:
    """wave_of with 0 <= rest < pi/2; without other angles rest ends at or below pi/4."""
    if h == 0:
        if 2 * rest > _QUARTER or (2 * rest == _QUARTER and sine):
            rest, sine = _QUARTER - rest, 1 - sine
        if sine and 6 * rest == UNIT:
            return Fraction(sign, 2), 0
        if sine and not rest:
            return 0, 0
    return sign, 2 * (h + rest) + sine


class Ring:
    """The atoms and angles that polynomials speak of, and their arithmetic within a budget."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.atoms: list[Atom] = []
        self.angles: list[
            tuple[Key, Number]
        ] = []  # an angle is one term of a polynomial: its key and, if no rational, its factor
        self._atom_ids: dict[object, int] = {}
        self._angle_ids: dict[object, int] = {}
        self._unfold: dict[int, int] = {}  # atoms whose powers can be written out: sums, and squares of square roots
        self.pi = self.atom("pi", "pi")
        self._angle(next(iter(self.pi.terms)), 1)  # field 0 of every angle counts pi

    # --- atoms ------------------------------------------------------------------------------------------------------

    def atom(self, kind: str, name: str, args: tuple[Poly, ...] = ()) -> Poly:
        return Poly({(1 << FIELD * self._atom_id(kind, name, args), 0): 1}, 1)

    def _atom_id(self, kind: str, name: str, args: tuple[Poly, ...]) -> int:
        key = (kind, name, *(frozenset(p.terms.items()) for p in args))
        if key not in self._atom_ids:
            inside = [self.atoms[i].nesting for p in args for mono, _ in p.terms for i, _ in fields(mono)]
            nesting = 1 + max(inside, default=0) if args else 0
            if nesting > _MAX_NESTING:
                raise TooLarge
            self._atom_ids[key] = len(self.atoms)
            self.atoms.append(Atom(kind, name, args, nesting))
            if kind == "sum" or name == "sqrt":
                self._unfold[self._atom_ids[key]] = 1 if kind == "sum" else 2
        return self._atom_ids[key]

    def _angle(self, key: Key, factor: Number) -> int:
        if (key, factor) not in self._angle_ids:
            self._angle_ids[key, factor] = len(self.angles)
            self.angles.append((key, factor))
        return self._angle_ids[key, factor]

    # --- arithmetic -------------------------------------------------------------------------------------------------

    def add(self, p: Poly, q: Poly, sign: int = 1) -> Poly:
        total = dict(p.terms)
        for key, c in q.terms.items():
            total[key] = total.get(key, 0) + sign * c
        return self._poly(total, max(p.degree, q.degree))

    def scale(self, p: Poly, factor: Number, mono: int = 0) -> Poly:
        """factor * monomial * p; the monomial may have negative exponents."""
        degree = p.degree + (sum(abs(e) for _, e in fields(mono)) if mono else 0)
        return self._poly({(m + mono, w): c * factor for (m, w), c in p.terms.items()}, degree)

    def mul(self, p: Poly, q: Poly) -> Poly:
        if len(p.terms) * len(q.terms) > 64 * self.budget.max_terms:
            raise TooLarge
        total: dict[Key, Number] = {}
        get = total.get
        for (m1, w1), c1 in p.terms.items():
            for (m2, w2), c2 in q.terms.items():
                mono, c = m1 + m2, c1 * c2
                if not w1 or not w2:
                    key = (mono, w1 or w2)
                    total[key] = get(key, 0) + c
                    continue
                h1, h2, s1, s2 = w1 >> 1, w2 >> 1, w1 & 1, w2 & 1
                c = half(c)
                for h, sign in ((h1 + h2, -1 if s1 and s2 else 1), (h1 - h2, -1 if s2 and not s1 else 1)):
                    factor, wave = wave_of(h, s1 ^ s2)
                    if factor:
                        key = (mono, wave)
                        total[key] = get(key, 0) + c * (sign * factor)
        return self._poly(total, p.degree + q.degree)

    def _poly(self, terms: dict[Key, Number], degree: int) -> Poly:
        kept = {key: c if type(c) is int else tidy(c) for key, c in terms.items() if c}
        if len(kept) > 8 * self.budget.max_terms or degree > _MAX_DEGREE:
            raise TooLarge
        self.budget.check()
        return Poly(kept, degree)

    def sine(self, p: Poly, sine: int) -> Poly:
        """sin or cos of a polynomial: every term of it is a multiple of an angle; a long polynomial is one angle."""
        h = 0
        if len(p.terms) > _MAX_ANGLES:
            factor = 1 if min(p.terms.items())[1] > 0 else -1
            p = self.scale(self.atom("sum", "", (self.scale(p, factor),)), factor)
        for key, c in p.terms.items():
            units = None if isinstance(c, float) else c * UNIT
            if units is not None and units == int(units) and abs(c) <= _MAX_MULTIPLE:
                h += int(units) << FIELD * self._angle(key, 1)
            else:
                h += (UNIT if c > 0 else -UNIT) << FIELD * self._angle(key, abs(c))
        factor, wave = wave_of(h, sine)
        return Poly({(0, wave): factor} if factor else {}, 1)

    def divide(self, p: Poly, q: Poly) -> Poly:
        """p / q: by a monomial exactly; else q without its monomial factor becomes an atom with exponent -1."""
        mono, factor, rest = self._primitive(q)
        if not rest.terms:
            raise TooLarge  # a quotient by zero: let the steps show it
        if set(rest.terms) != {(0, 0)}:
            if p.terms:
                mono_p, factor_p, rest_p = self._primitive(p)
                if not rest_p.terms:
                    return rest_p
                if rest_p.terms == rest.terms:  # both are multiples of one polynomial
                    return self.scale(Poly({(0, 0): 1}), factor_p / factor, mono_p - mono)
            mono += 1 << FIELD * self._atom_id("sum", "", (rest,))
        return self.scale(p, 1 / factor, -mono)

    def _primitive(self, p: Poly) -> tuple[int, Number, Poly]:
        """p = monomial * number * rest, where rest has no common atom and coprime integer coefficients if they are exact."""
        least: dict[int, int] = {}
        for n, (mono, _) in enumerate(p.terms):
            exponents = dict(fields(mono))
            for i in [*least, *exponents]:
                least[i] = min(least.get(i, 0 if n else exponents[i]), exponents.get(i, 0))
        mono = sum(e << FIELD * i for i, e in least.items())
        rest = self.unfold(self.scale(p, 1, -mono))
        if not rest.terms:  # what was written out cancels: p is zero
            return mono, 1, rest
        lead = min(rest.terms.items())[1]
        if any(isinstance(c, float) for c in rest.terms.values()):
            size: Number = abs(lead) if len(rest.terms) == 1 else Fraction(1)  # measured numbers stay as they are
        else:
            numbers = [Fraction(c) for c in rest.terms.values()]
            size = Fraction(math.gcd(*(c.numerator for c in numbers)), math.lcm(*(c.denominator for c in numbers)))
        factor = size if lead > 0 else -size
        return mono, factor, self.scale(rest, 1 / factor)

    def unfold(self, p: Poly) -> Poly:
        """Write out positive powers of sums, and squares of square roots."""
        while True:
            found = self._first_power(p) if self._unfold else None
            if found is None:
                return p
            atom, least = found
            inside = self.atoms[atom].args[0]
            kept: dict[Key, Number] = {}
            moved: dict[Key, Number] = {}
            for (mono, wave), c in p.terms.items():
                e = dict(fields(mono)).get(atom, 0)
                (moved if e >= least else kept)[mono - ((least << FIELD * atom) if e >= least else 0), wave] = c
            p = self.add(Poly(kept, p.degree), self.mul(Poly(moved, p.degree), inside))

    def _first_power(self, p: Poly) -> tuple[int, int] | None:
        """An atom that can be written out, and the power of it that is replaced by its contents."""
        for mono, _ in p.terms:
            for i, e in fields(mono):
                least = self._unfold.get(i)
                if least is not None and e >= least:
                    return i, least
        return None


def without_noise(p: Poly) -> Poly:
    """Without the measured coefficients that are rounding errors of cancelled ones."""
    least = 1e-14 * max((abs(float(c)) for c in p.terms.values()), default=0.0)
    return Poly({k: c for k, c in p.terms.items() if not isinstance(c, float) or abs(c) > least}, p.degree)
