"""Factoring as a textbook does: pull common factors out of a sum where the printed form gets shorter, never for its own sake.

Greedy: what all terms share first, then the group of terms whose common factor saves most; brackets with the same contents are
merged, perfect squares recognised. A pair of brackets costs something, one around part of a sum or inside another more, so that
short sums stay as they are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from linkwright.graph.ops import Number
from linkwright.graph.readable_tree import Base, Sum, Term, cost, make_sum, make_term, number_cost, shape

_WHOLE, _PART = 1, 2  # what brackets cost around a whole sum, around a part of it; each level of nesting adds one
_CANDIDATES, _PAIRWISE = 12, 30
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


class Factoring:
    """Factors sums over a list of bases, given in printed order."""

    def __init__(self, bases: Sequence[Base], patience: Callable[[], bool] = lambda: True) -> None:
        self._bases = bases
        self._costs = [cost(b) + (2 if isinstance(b, Sum) else 0) for b in bases]
        self._accelerations = [i for i, b in enumerate(bases) if shape(b).acceleration < 1 << 30]
        self._patience = patience

    def length(self, terms: Sequence[Flat]) -> int:
        """Printed length of the sum as it stands."""
        return sum(self._length(t) for t in terms)

    def _length(self, term: Flat) -> int:
        return max(1, self._cube_length(term.powers) + number_cost(term.coefficient))

    def _cube_length(self, powers: Powers) -> int:
        return sum(self._costs[i] for i in powers)

    def sum(self, terms: Sequence[Flat], depth: int = 0) -> Sum:
        """The shortest printed form that greedy factoring finds."""
        if len(terms) <= 1:
            return Sum(tuple(self._term(t.coefficient, t.powers) for t in terms))
        whole = None if depth == 0 and self._is_equation(terms) else self._whole(terms, depth)
        return Sum((whole,)) if whole else make_sum(self._parts(terms, depth))

    def _is_equation(self, terms: Sequence[Flat]) -> bool:
        """Several accelerations, or one and other terms: an equation of motion, which is collected by accelerations only."""
        return len({tuple(a for a in self._accelerations if a in t.powers) for t in terms}) > 1

    def _whole(self, terms: Sequence[Flat], depth: int) -> Term | None:
        """One product, if all terms have a factor in common that is worth its brackets, or are a perfect square."""
        group = _divided(terms, _common(terms))
        root = self._root(group.inner)
        saved = self.length(terms) - self._cube_length(group.cube) - number_cost(group.scale) - _WHOLE - depth
        if root is not None and saved > self.length(root.inner):
            inner = make_sum([self._term(*t) for t in root.inner])
            return self._product(group.scale * root.scale, group.cube, inner, 2)
        if saved > self.length(group.inner):
            return self._product(group.scale, group.cube, self.sum(group.inner, depth + 1))
        return None

    def _parts(self, terms: Sequence[Flat], depth: int) -> list[Term]:
        """A sum of products: accelerations collected, then the most profitable groups, then what is left."""
        rest = list(terms)
        done: list[Term] = []
        for a in self._accelerations if depth == 0 else ():
            group = [Flat(t.coefficient, _less(t.powers, {a: 1})) for t in rest if t.powers.get(a) == 1]
            rest = [t for t in rest if t.powers.get(a) != 1]
            if group:
                done.append(self._product(1, {a: 1}, self.sum(group, depth + 1)))
        groups: list[Group] = []
        while len(rest) > 1 and self._patience():
            found = self._best(rest, depth)
            if found is None:
                break
            members, group = found
            groups.append(group)
            rest = [t for k, t in enumerate(rest) if k not in members]
        return done + self._merged(groups, depth) + [self._term(*t) for t in rest]

    def _best(self, terms: Sequence[Flat], depth: int) -> tuple[set[int], Group] | None:
        """The group of terms that gains most when its common factor is pulled out."""
        owners: dict[tuple[int, int], list[int]] = {}
        for k, t in enumerate(terms):
            for i, e in t.powers.items():
                for level in range(1, abs(e) + 1):
                    owners.setdefault((i, level if e > 0 else -level), []).append(k)
        shared = [(-(len(ks) - 1) * self._costs[i], i, ks) for (i, _), ks in owners.items() if len(ks) > 1]
        candidates = [ks for _, _, ks in sorted(shared)[:_CANDIDATES]]
        if len(terms) <= _PAIRWISE:
            candidates += [
                [j, k] for j in range(len(terms)) for k in range(j) if _common((terms[j], terms[k]))
            ]
        best: tuple[int, set[int], Group] | None = None
        for ks in candidates:
            cube = _common([terms[k] for k in ks])
            members = [k for k, t in enumerate(terms) if _divides(cube, t.powers)]
            group = _divided([terms[k] for k in members], cube)
            after = self._cube_length(cube) + number_cost(group.scale) + self.length(group.inner) + _PART + depth
            gain = sum(self._length(terms[k]) for k in members) - after
            if gain > (best[0] if best else 0):
                best = gain, set(members), group
        return (best[1], best[2]) if best else None

    def _merged(self, groups: Sequence[Group], depth: int) -> list[Term]:
        """A (x + y) + B (x + y) as (A + B)(x + y)."""
        alike: dict[object, list[Group]] = {}
        for group in groups:
            inner = sorted(group.inner, key=lambda t: sorted(t.powers.items()))
            lead = inner[0].coefficient
            key = tuple((tuple(sorted(t.powers.items())), _ratio(t.coefficient, lead)) for t in inner)
            alike.setdefault(key, []).append(Group(group.scale, group.cube, inner))
        terms: list[Term] = []
        for same in alike.values():
            first = same[0].inner
            lead = first[0].coefficient
            outer = [Flat(g.scale * _ratio(g.inner[0].coefficient, lead), g.cube) for g in same]
            inner = self.sum(first, depth + 1)
            if len(outer) == 1:
                terms.append(self._product(outer[0].coefficient, outer[0].powers, inner))
            else:
                terms.append(_times(self.sum(outer, depth + 1), inner))
        return terms

    # --- squares --------------------------------------------------------------------------------------------------------

    def _root(self, terms: Sequence[Flat]) -> Group | None:
        """scale and r with scale * r^2 = the sum, if there are such."""
        squares = [t for t in terms if all(e % 2 == 0 for e in t.powers.values())]
        if len(terms) < 3 or any(isinstance(t.coefficient, float) for t in terms):
            return None
        if len(squares) < 2 or len(terms) != len(squares) * (len(squares) + 1) // 2:
            return None
        scale = squares[0].coefficient
        found = {tuple(sorted(t.powers.items())): t.coefficient for t in terms}
        root: list[Flat] = []
        for t in squares:
            size = _square_root(Fraction(t.coefficient) / scale)
            if size is None:
                return None
            powers = {i: e // 2 for i, e in t.powers.items()}
            if root:
                cross = found.get(_key(root[0].powers, powers), 0)
                size = size if cross * scale > 0 else -size
            root.append(Flat(size, powers))
        for j, t in enumerate(root):
            for u in root[:j]:
                if found.get(_key(t.powers, u.powers)) != 2 * scale * t.coefficient * u.coefficient:
                    return None
        return Group(scale, {}, root)

    # --- building -------------------------------------------------------------------------------------------------------

    def _term(self, coefficient: Number, powers: Powers) -> Term:
        return make_term(coefficient, [(self._bases[i], e) for i, e in powers.items()])

    def _product(self, scale: Number, cube: Powers, inner: Sum, power: int = 1) -> Term:
        outer = self._term(scale, cube)
        if len(inner.terms) == 1 and power == 1:
            only = inner.terms[0]
            return make_term(_tidy(scale * only.coefficient), [*outer.factors, *only.factors])
        sign, inner = _positive(inner)
        return make_term(_tidy(scale * (sign if power % 2 else 1)), [*outer.factors, (inner, power)])


def _times(first: Sum, second: Sum) -> Term:
    """A product of two sums, each of which may be a single product."""
    coefficient: Number = 1
    factors: list[tuple[Base, int]] = []
    for part in (first, second):
        sign, part = _positive(part)
        coefficient *= sign
        if len(part.terms) == 1:
            coefficient *= part.terms[0].coefficient
            factors += part.terms[0].factors
        else:
            factors.append((part, 1))
    return make_term(_tidy(coefficient), factors)


def _positive(x: Sum) -> tuple[int, Sum]:
    """A sum whose first term is positive, and the sign that was taken out."""
    if not x.terms or x.terms[0].coefficient > 0:
        return 1, x
    return -1, Sum(tuple(Term(-t.coefficient, t.factors) for t in x.terms))


def _common(terms: Sequence[Flat]) -> Powers:
    """The powers that divide all terms; denominators count too."""
    common = dict(terms[0].powers)
    for t in terms[1:]:
        for i, e in list(common.items()):
            f = t.powers.get(i, 0)
            common[i] = min(e, f) if e > 0 < f else max(e, f) if e < 0 > f else 0
            if not common[i]:
                del common[i]
    return common


def _divides(cube: Powers, powers: Powers) -> bool:
    return all((powers.get(i, 0) >= e) if e > 0 else (powers.get(i, 0) <= e) for i, e in cube.items())


def _less(powers: Powers, cube: Powers) -> Powers:
    return {i: e - cube.get(i, 0) for i, e in powers.items() if e != cube.get(i, 0)}


def _divided(terms: Sequence[Flat], cube: Powers) -> Group:
    """Terms over a common cube and the number that leaves the fewest numerals."""
    sizes = list(dict.fromkeys(abs(t.coefficient) for t in terms))
    exact = not any(isinstance(x, float) for x in sizes)
    scales = [1, *sizes[:6]] if exact or len(sizes) == 1 else [1]

    def numerals(scale: Number) -> int:
        return number_cost(scale) + sum(number_cost(_ratio(t.coefficient, scale)) for t in terms)

    scale = min(scales, key=numerals)
    return Group(scale, cube, [Flat(_ratio(t.coefficient, scale), _less(t.powers, cube)) for t in terms])


def _ratio(x: Number, y: Number) -> Number:
    if y == 1:
        return x
    return x / y if isinstance(x, float) or isinstance(y, float) else _tidy(Fraction(x) / y)


def _tidy(x: Number) -> Number:
    return x.numerator if isinstance(x, Fraction) and x.denominator == 1 else x


def _key(*powers: Powers) -> tuple[tuple[int, int], ...]:
    total: Powers = {}
    for p in powers:
        for i, e in p.items():
            total[i] = total.get(i, 0) + e
    return tuple(sorted((i, e) for i, e in total.items() if e))


def _square_root(x: Fraction) -> Number | None:
    if x <= 0:
        return None
    root = Fraction(math.isqrt(x.numerator), math.isqrt(x.denominator))
    return _tidy(root) if root * root == x else None
