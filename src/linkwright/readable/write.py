"""From a polynomial to its printed form: choose the form of each sine and cosine, then factor; the shortest result wins."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from linkwright.graph.graph import tidy
from linkwright.graph.ops import Number
from linkwright.readable.cubes import Flat
from linkwright.readable.factoring import Factoring
from linkwright.readable.quotient import together
from linkwright.readable.ring import UNIT, Key, Poly, Ring, TooLarge, fields, without_noise
from linkwright.readable.tree import (
    Base,
    Call,
    Sum,
    Symbol,
    Term,
    base_key,
    cost,
    make_term,
    number_cost,
    port_of,
)
from linkwright.readable.waves import Forms, Product, TrigSum, Wave

_FORMS, _FORMS_IF_LONG, _LONG = 3, 1, 60  # how many forms, shortest before factoring first, are factored and compared
_STRATEGIES = ("shortest", "sums", "products", "powers", "powers of sums")


class Writer:
    """Prints the polynomials of one ring; atoms and waves are turned into bases once."""

    def __init__(self, ring: Ring) -> None:
        self._ring = ring
        self._atoms: dict[int, Term] = {}
        self._waves: dict[Wave, tuple[int, Call]] = {}

    def write(self, p: Poly) -> Sum:
        """The shortest printed form found; TooLarge where it has too many terms."""
        p = without_noise(self._ring.unfold(p))
        plain = self._shortest(p)
        try:
            over_one = together(self._ring, p)
            joined = self._shortest(over_one) if over_one is not p else plain
        except TooLarge:
            return plain
        return joined if cost(joined) <= cost(plain) else plain

    def _shortest(self, p: Poly) -> Sum:
        """All forms of sines and cosines, factored; the shortest."""
        self._ring.budget.check()
        if len(p.terms) > self._ring.budget.max_terms:
            raise TooLarge
        by_monomial: dict[int, dict[int, Number]] = {}
        for (mono, wave), c in p.terms.items():
            by_monomial.setdefault(mono, {})[wave] = c
        forms = self._forms(by_monomial)
        flats = {name: self._flat(form) for name in _STRATEGIES if (form := _strategy(forms, name))}
        best: Sum | None = None
        shortest = sorted(flats.values(), key=lambda f: _length(*f))
        for bases, flat in shortest[: _FORMS if len(p.terms) < _LONG else _FORMS_IF_LONG]:
            written = Factoring(bases, lambda: not self._ring.budget.over).equation(flat)
            if best is None or cost(written) < cost(best):
                best = written
        return best or Sum()

    # --- waves ----------------------------------------------------------------------------------------------------------

    def _forms(self, by_monomial: Mapping[int, Mapping[int, Number]]) -> dict[int, dict[str, TrigSum]]:
        """Per monomial the forms of what multiplies it, and under `shortest` the one that prints shortest there."""
        shared = Forms(wave for f in by_monomial.values() for wave in f)
        found: dict[int, dict[str, TrigSum]] = {}
        for mono, f in by_monomial.items():
            forms = shared.of(f)
            repeated = min(2, len(fields(mono)))  # further terms repeat the monomial, or need brackets
            lengths = {name: self._form_length(form) + repeated * (len(form) - 1) for name, form in forms.items()}
            found[mono] = {**forms, "shortest": forms[min(lengths, key=lambda name: lengths[name])]}
        return found

    def _form_length(self, form: TrigSum) -> int:
        """Printed length of a sum of products of waves."""
        waves = [(c, sum(cost(self._wave(wave)[1]) for wave, _ in product)) for product, c in form.items()]
        return sum(max(1, number_cost(c) + length) for c, length in waves)

    def _wave(self, wave: Wave) -> tuple[int, Call]:
        """sin or cos with its angle written so that the first angle is positive, and the sign this takes out."""
        if wave not in self._waves:
            terms = [self._angle_term(*self._ring.angles[i], Fraction(units, UNIT)) for i, units in fields(wave.h)]
            terms.sort(key=_angle_key)
            sign = -1 if terms[0].coefficient < 0 else 1
            angle = _collected([Term(sign * t.coefficient, t.factors) for t in terms])
            self._waves[wave] = (sign if wave.sine else 1), Call("sin" if wave.sine else "cos", (angle,))
        return self._waves[wave]

    def _angle_term(self, key: Key, factor: Number, multiple: Fraction) -> Term:
        coefficient = factor * multiple
        product: Product = ((Wave(key[1] & 1, key[1] >> 1), 1),) if key[1] else ()
        coefficient, powers = self._powers(key[0], product, coefficient)
        return make_term(coefficient, list(powers.items()))

    # --- terms ----------------------------------------------------------------------------------------------------------

    def _atom(self, index: int) -> Term:
        """An atom as a product: a sum that has a common factor, or is one product, comes apart."""
        if index not in self._atoms:
            atom = self._ring.atoms[index]
            args = tuple(self.write(p) for p in atom.args)
            if atom.kind == "sum":
                self._atoms[index] = _as_product(args[0])
            else:
                base = Symbol(atom.name) if atom.kind == "symbol" else Call(atom.name, args)
                self._atoms[index] = Term(1, ((base, 1),))
        return self._atoms[index]

    def _powers(self, mono: int, product: Product, c: Number) -> tuple[Number, dict[Base, int]]:
        """coefficient * monomial * waves over bases."""
        powers: dict[Base, int] = {}
        for i, e in fields(mono):
            atom = self._atom(i)
            if atom.coefficient != 1:
                c = c * _power(atom.coefficient, e)
            for base, k in atom.factors:
                powers[base] = powers.get(base, 0) + k * e
        for wave, e in product:
            sign, call = self._wave(wave)
            powers[call] = powers.get(call, 0) + e
            c = -c if sign < 0 and e % 2 else c
        return tidy(c), {base: e for base, e in powers.items() if e}

    def _flat(self, terms: Mapping[tuple[int, Product], Number]) -> tuple[list[Base], list[Flat]]:
        """Terms over indices into a list of bases that is in printed order."""
        pieces = [self._powers(mono, product, c) for (mono, product), c in terms.items()]
        bases = sorted({base for _, powers in pieces for base in powers}, key=base_key)
        index = {base: i for i, base in enumerate(bases)}
        total: dict[tuple[tuple[int, int], ...], Number] = {}
        for c, powers in pieces:
            key = tuple(sorted((index[base], e) for base, e in powers.items()))
            total[key] = total.get(key, 0) + c
        return bases, [Flat(c, dict(key)) for key, c in sorted(total.items()) if c]


def _strategy(forms: Mapping[int, Mapping[str, TrigSum]], name: str) -> dict[tuple[int, Product], Number]:
    """One form for every monomial; {} if none of them has the form of this name."""
    if not any(name in f for f in forms.values()):
        return {}
    chosen = {mono: f.get(name, f["shortest"]) for mono, f in forms.items()}
    terms = {(mono, product): c for mono, form in chosen.items() for product, c in form.items()}
    least = 1e-14 * max((abs(float(c)) for c in terms.values()), default=0.0)
    return {key: c for key, c in terms.items() if not isinstance(c, float) or abs(c) > least}


def _length(bases: list[Base], flat: list[Flat]) -> int:
    return Factoring(bases).length(flat)


def _power(x: Number, e: int) -> Number:
    return x**e if isinstance(x, float) else Fraction(x) ** e


def _as_product(x: Sum) -> Term:
    """A sum as number * product * sum with coprime coefficients."""
    if len(x.terms) == 1:
        return x.terms[0]
    coefficients = [t.coefficient for t in x.terms]
    if any(isinstance(c, float) for c in coefficients):
        return Term(1, ((x, 1),))
    exact = [Fraction(c) for c in coefficients]
    size = Fraction(math.gcd(*(c.numerator for c in exact)), math.lcm(*(c.denominator for c in exact)))
    return Term(tidy(size), ((Sum(tuple(Term(tidy(t.coefficient / size), t.factors) for t in x.terms)), 1),))


def _collected(terms: list[Term]) -> Sum:
    """2 a + 2 b as 2 (a + b)."""
    multiple = terms[0].coefficient
    if len(terms) == 1 and multiple == 1 and len(terms[0].factors) == 1:
        base, exponent = terms[0].factors[0]
        return base if isinstance(base, Sum) and exponent == 1 else Sum(tuple(terms))
    if len(terms) < 2 or multiple == 1 or any(abs(t.coefficient) != multiple for t in terms):
        return Sum(tuple(terms))
    inner = Sum(tuple(Term(1 if t.coefficient > 0 else -1, t.factors) for t in terms))
    return Sum((Term(multiple, ((inner, 1),)),))


def _angle_key(term: Term) -> tuple[object, ...]:
    """Joint coordinates first, then parameters, then pi and numbers."""
    base = term.factors[0][0] if term.factors else None
    joint = isinstance(base, Symbol) and port_of(base.name)[0] != ""
    rank = 0 if joint else 2 if isinstance(base, Call) and not base.args else 1 if base is not None else 3
    return rank, tuple((base_key(b), e) for b, e in term.factors)
