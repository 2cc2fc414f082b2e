"""Short forms of a trigonometric polynomial: multiple angles, products, or powers of sines and cosines.

One trigonometric polynomial has many forms: cos(2 a) + 1 is 2 cos^2 a, cos(2 a + b) + cos(b) is 2 cos(a) cos(a + b). Each form
here is exact; the caller prints the one that is shortest in its place.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from linkwright.graph.ops import Number
from linkwright.readable.ring import FIELD, UNIT, fields, wave_of


class Wave(NamedTuple):
    """sin(h) or cos(h) as a factor; h is a packed angle."""

    sine: int
    h: int


Product = tuple[tuple[Wave, int], ...]
TrigSum = dict[Product, Number]
"""A sum of coefficient * product of powers of waves."""
Waves = Mapping[int, Number]
"""Coefficient by packed wave, as in a polynomial with the monomial left out."""
PowerSum = dict[tuple[tuple[int, int, int], ...], Number]
"""Coefficient by ((angle, power of its cosine, power of its sine), ...)."""

_MAX_POWER, _MAX_ANGLES, _MAX_ALL_ANGLES = 4, 5, 12  # per wave, per wave, in all


class Forms:
    """The forms of the trigonometric polynomials of one expression, which share a choice of angles."""

    def __init__(self, waves: Iterable[int]) -> None:
        angles = [w >> 1 for w in set(waves) if w]
        found: dict[int, list[int]] = {}
        for h in angles:
            for i, n in fields(h):
                found.setdefault(i, []).append(n)
        self._order = sorted(found)
        self._grain = {i: math.gcd(UNIT, *values) for i, values in found.items()}
        plain = [{i: n // self._grain[i] for i, n in fields(h)} for h in angles]
        self._plain = {i: self._grain[i] << FIELD * i for i in self._order}
        self._summed = self._better_angles(plain)

    def _better_angles(self, vectors: list[dict[int, int]]) -> list[tuple[int, int, int]]:
        """Replace angle i by i + s j while that makes multiples smaller: (a, b) -> (a, a + b) for parallel axes."""
        moves: list[tuple[int, int, int]] = []
        vectors = [dict(v) for v in vectors]
        while len(moves) < 2 * len(self._order) <= 2 * _MAX_ALL_ANGLES:
            best, best_gain = None, 0
            for i, j, s in itertools.product(self._order, self._order, (1, -1)):
                if i != j:
                    gain = sum(abs(v.get(j, 0)) - abs(v.get(j, 0) - s * v[i]) for v in vectors if v.get(i))
                    if gain > best_gain:
                        best, best_gain = (i, j, s), gain
            if best is None:
                break
            moves.append(best)
            vectors = [_moved(v, best) for v in vectors]
        return moves

    def of(self, f: Waves) -> dict[str, TrigSum]:
        """All forms of f by name; `sums` is always there."""
        forms: dict[str, TrigSum] = {"sums": {_wave(w): c for w, c in f.items()}}
        if any(f):
            forms["products"] = self._products(f)
            forms["powers"] = self._powers(f, [])
            if self._summed:
                forms["powers of sums"] = self._powers(f, self._summed)
        return {name: form for name, form in forms.items() if form}

    # --- products -----------------------------------------------------------------------------------------------------

    def _products(self, f: Waves) -> TrigSum:
        """Pairs of waves with equal coefficients as products of two waves."""
        rest = sorted(f.items(), key=lambda item: (item[0] & 1, abs(item[0])))
        form: TrigSum = {}
        while rest:
            wave, c = rest.pop(0)
            for k, (other, d) in enumerate(rest):
                if abs(c) == abs(d) and (product := self._product(wave, other, c == d)):
                    del rest[k]
                    sign, factors = product
                    _gather(form, factors, 2 * sign * c)
                    break
            else:
                _gather(form, _wave(wave), c)
        return form

    def _product(self, one: int, two: int, plus: bool) -> tuple[int, Product] | None:
        """cos a + cos b = 2 cos((a + b)/2) cos((a - b)/2) and its kin: sign and factors without the 2."""
        if (one ^ two) & 1:
            return None
        a, b = one >> 1, two >> 1
        sums = [self._halved(a + b), self._halved(a - b)]
        if None in sums:
            return None
        sine = one & 1
        kinds = (0, 0) if plus and not sine else (1, 1) if not sine else (1, 0) if plus else (0, 1)
        sign = -1 if kinds == (1, 1) else 1
        factors: TrigSum = {(): sign}
        for kind, h in zip(kinds, sums, strict=True):
            assert h is not None
            factor, wave = wave_of(h, kind)
            if abs(factor) != 1:
                return None
            factors = {_times(p, _wave(wave)): c * factor for p, c in factors.items()}
        ((product, signed),) = factors.items()
        return int(signed), product

    def _halved(self, h: int) -> int | None:
        """h/2, unless that has a fraction of an angle where the expression had none."""
        parts = fields(h)
        if any(n % (2 * self._grain.get(i, 1)) for i, n in parts):
            return None
        return sum(n // 2 << FIELD * i for i, n in parts)

    # --- powers -------------------------------------------------------------------------------------------------------

    def _powers(self, f: Waves, moves: list[tuple[int, int, int]]) -> TrigSum:
        """Powers of sines and cosines of single angles, or of the sums that `moves` make; no square of one of the two."""
        basis = dict(self._plain)
        for i, j, s in moves:
            basis[i] += s * basis[j]
        total: PowerSum = {}
        for w, c in f.items():
            vector = {i: n // self._grain[i] for i, n in fields(w >> 1)}
            for move in moves:
                vector = _moved(vector, move)
            vector = {i: n for i, n in sorted(vector.items()) if n}
            if len(vector) > _MAX_ANGLES or any(abs(n) > _MAX_POWER for n in vector.values()):
                return {}
            for key, d in _expanded(vector, w & 1):
                total[key] = total.get(key, 0) + c * d
        used = sorted({i for key in total for i, _, _ in key})
        reduced = _all_reduced(total, used) if len(used) <= 3 else [_reduced(total, used, keep) for keep in (0, 1)]
        best = min(reduced, key=lambda r: (len(r), sum(len(key) for key in r)))
        form: TrigSum = {}
        for key, c in best.items():
            factors: TrigSum = {(): c}
            for i, cosines, sines in key:
                for sine, power in ((0, cosines), (1, sines)):
                    factor, wave = wave_of(basis[i], sine)
                    for _ in range(power):
                        factors = {_times(p, _wave(wave)): d * factor for p, d in factors.items()}
            for product, d in factors.items():
                _gather(form, product, d)
        return form


def _moved(vector: Mapping[int, int], move: tuple[int, int, int]) -> dict[int, int]:
    i, j, s = move
    return {**vector, j: vector.get(j, 0) - s * vector.get(i, 0)}


def _expanded(vector: Mapping[int, int], sine: int) -> Iterable[tuple[tuple[tuple[int, int, int], ...], int]]:
    """Real or imaginary part of the product of (cos + i sin)^n: ((angle, power of cos, power of sin), ...), coefficient."""
    ranges = [range(abs(n) + 1) for n in vector.values()]
    for sines in itertools.product(*ranges):
        turns = sum(sines)
        if turns % 2 == sine:
            c = -1 if turns % 4 >= 2 else 1
            for n, k in zip(vector.values(), sines, strict=True):
                c *= math.comb(abs(n), k) * (-1 if n < 0 and k % 2 else 1)
            yield tuple((i, abs(n) - k, k) for (i, n), k in zip(vector.items(), sines, strict=True)), c


def _all_reduced(total: PowerSum, angles: Sequence[int]) -> list[PowerSum]:
    """By every choice of what is kept of each angle, the first angle's changing last; choices share what they begin with."""
    found = [total]
    for i in angles:
        found = [_without_squares(terms, i, keep) for terms in found for keep in (0, 1)]
    return found


def _reduced(total: PowerSum, angles: Sequence[int], keep: int) -> PowerSum:
    """By the same choice for all angles."""
    for i in angles:
        total = _without_squares(total, i, keep)
    return total


def _without_squares(terms: PowerSum, i: int, keep: int) -> PowerSum:
    """Replace sin^2 of an angle by 1 - cos^2, or cos^2 by 1 - sin^2 where its sines are kept."""
    done: PowerSum = {}
    for key, c in terms.items():
        cosines = sines = 0
        for j, a, b in key:
            if j == i:
                cosines, sines = a, b
                break
        spare, odd = divmod(cosines if keep else sines, 2)
        if not spare:
            done[key] = done[key] + c if key in done else c
            continue
        others = [p for p in key if p[0] != i]
        for k in range(spare + 1):
            kept = (sines if keep else cosines) + 2 * k
            entry = (i, odd, kept) if keep else (i, kept, odd)
            new = tuple(sorted([*others, entry] if any(entry[1:]) else others))
            part = c * (math.comb(spare, k) * (-1) ** k) if k else c  # a fraction times 1, or 0 plus one, is real work
            done[new] = done[new] + part if new in done else part
    return {key: c for key, c in done.items() if c}


def _wave(wave: int) -> Product:
    return ((Wave(wave & 1, wave >> 1), 1),) if wave else ()


def _times(p: Product, q: Product) -> Product:
    powers = dict(p)
    for wave, e in q:
        powers[wave] = powers.get(wave, 0) + e
    return tuple(sorted(powers.items()))


def _gather(form: TrigSum, product: Product, c: Number) -> None:
    total = form.get(product, 0) + c
    if total:
        form[product] = total
    else:
        form.pop(product, None)
