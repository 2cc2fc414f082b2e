"""Factoring as a textbook does: pull common factors out of a sum where the printed form gets shorter, never for its own sake.

Greedy: what all terms share first, then the group of terms whose common factor saves most; brackets with the same contents are
merged, perfect squares recognised. A pair of brackets costs something, one around part of a sum or inside another more, so that
short sums stay as they are.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from linkwright.graph.ops import Number
from linkwright.graph.readable_tree import Base, Sum, Symbol, Term, cost, make_sum, make_term, number_cost, port_of

_WHOLE, _PART = 1, 2  # what brackets cost around a whole sum, around a part of it; each level of nesting adds one
_CANDIDATES, _PAIRWISE = 12, 16
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
        ports = [port_of(b.name)[0] if isinstance(b, Symbol) else "call" for b in bases]
        self._accelerations = [i for i, port in enumerate(ports) if port == "a"]
        self._speeds = {i for i, port in enumerate(ports) if port == "v"}
        self._halves = [{i for i, port in enumerate(ports) if port in kind} for kind in (("",), ("v", "a"))]
        self._patience = patience

    def length(self, terms: Sequence[Flat]) -> int:
        """Printed length of the sum as it stands."""
        return sum(self._length(t) for t in terms)

    def _length(self, term: Flat) -> int:
        return max(1, self._cube_length(term.powers) + number_cost(term.coefficient))

    def _cube_length(self, powers: Powers) -> int:
        return sum(self._costs[i] for i in powers)

    def equation(self, terms: Sequence[Flat]) -> Sum:
        """An equation of motion as M a + c + g: by accelerations, then products of velocities, then the rest."""
        classes: dict[tuple[int, bool], list[Flat]] = {}
        for t in terms:
            a = next((i for i in self._accelerations if t.powers.get(i) == 1), -1)
            fast = sum(e for i, e in t.powers.items() if i in self._speeds) > 1
            classes.setdefault((a, a < 0 and fast), []).append(t)
        blocks, rest = self._blocks(terms, self._halves[0], 0)
        if len(classes) < 2 or (len(blocks) == 1 and not rest):  # (I1 + I2)(a1 + a2) is shorter than any collection
            return self.sum(terms)
        parts: list[Term] = []
        for (a, _), group in classes.items():
            if a < 0:
                parts += self.sum(group).terms
            else:
                parts.append(self._bracketed(1, {a: 1}, [Flat(t.coefficient, _less(t.powers, {a: 1})) for t in group], 0))
        return make_sum(parts)

    def sum(self, terms: Sequence[Flat], depth: int = 0) -> Sum:
        """The shortest printed form that greedy factoring finds."""
        if len(terms) <= 1:
            return Sum(tuple(self._term(t.coefficient, t.powers) for t in terms))
        whole = self._whole(terms, depth)
        if whole is not None and whole[1]:
            return Sum((whole[0],))
        options = [self._greedy(terms, depth)]
        for keys in self._halves if len(terms) > 3 else ():
            blocks, rest = self._blocks(terms, keys, depth)
            if blocks:
                options.append([*blocks, *self._greedy(rest, depth)])
        if whole is not None:
            options.append([whole[0]])
        return make_sum(min(options, key=lambda terms: sum(cost(t) for t in terms)))

    def _whole(self, terms: Sequence[Flat], depth: int) -> tuple[Term, bool] | None:
        """One product, if all terms have a factor in common that is worth its brackets, or are a square; and whether it has symbols."""
        group = _divided(terms, _common(terms))
        saved = self.length(terms) - self._cube_length(group.cube) - number_cost(group.scale) - _WHOLE - depth
        if saved > self._inner_length(group.inner):
            return self._bracketed(group.scale, group.cube, group.inner, depth), bool(group.cube)
        return None

    def _inner_length(self, terms: Sequence[Flat]) -> int:
        """Length of what stands in brackets: of the root if it is a square."""
        root = self._root(terms)
        return number_cost(root.scale) + self.length(root.inner) if root else self.length(terms)

    def _greedy(self, terms: Sequence[Flat], depth: int) -> list[Term]:
        """A sum of products: the most profitable groups first, then what is left."""
        rest = list(terms)
        groups: list[Group] = []
        while len(rest) > 1 and self._patience():
            found = self._best(rest, depth)
            if found is None:
                break
            members, group = found
            groups.append(group)
            rest = [t for k, t in enumerate(rest) if k not in members]
        return self._merged(groups, depth) + [self._term(*t) for t in rest]

    def _best(self, terms: Sequence[Flat], depth: int) -> tuple[set[int], Group] | None:
        """The group of terms that gains most when its common factor is pulled out."""
        owners: dict[tuple[int, int], list[int]] = {}
        for k, t in enumerate(terms):
            for i, e in t.powers.items():
                for level in range(1, abs(e) + 1):
                    owners.setdefault((i, level if e > 0 else -level), []).append(k)
        shared = [(-(len(ks) - 1) * self._costs[i], i, ks) for (i, _), ks in owners.items() if len(ks) > 1]
        cubes = {_key(cube): cube for _, _, ks in sorted(shared)[:_CANDIDATES] if (cube := _common([terms[k] for k in ks]))}
        if len(terms) <= _PAIRWISE:
            pairs = (_common((t, u)) for k, t in enumerate(terms) for u in terms[:k])
            cubes |= {_key(cube): cube for cube in pairs if cube}
        best: tuple[int, set[int], Group] | None = None
        for cube in cubes.values():
            members = [k for k, t in enumerate(terms) if _divides(cube, t.powers)]
            saved = sum(self._saved(terms[k].powers, cube) for k in members) - self._cube_length(cube)
            if saved + 2 * len(members) <= (best[0] if best else 0) + _PART + depth:
                continue  # even if all coefficients were one number, or the terms a square
            group = _divided([terms[k] for k in members], cube)
            after = self._cube_length(cube) + number_cost(group.scale) + self._inner_length(group.inner) + _PART + depth
            gain = sum(self._length(terms[k]) for k in members) - after
            if gain > (best[0] if best else 0):
                best = gain, set(members), group
        return (best[1], best[2]) if best else None

    def _saved(self, powers: Powers, cube: Powers) -> int:
        return sum(self._costs[i] for i, e in cube.items() if powers[i] == e)

    # --- products of sums -----------------------------------------------------------------------------------------------

    def _blocks(self, terms: Sequence[Flat], keys: set[int], depth: int) -> tuple[list[Term], list[Flat]]:
        """Products of a sum over `keys` and a sum over the other bases, where they are shorter; and the terms left over."""
        cofactors: dict[tuple[tuple[int, int], ...], list[Flat]] = {}
        for t in terms:
            outside = tuple((i, e) for i, e in t.powers.items() if i in keys)
            inside = {i: e for i, e in t.powers.items() if i not in keys}
            cofactors.setdefault(outside, []).append(Flat(t.coefficient, inside))
        groups = [Group(1, dict(outside), inner) for outside, inner in cofactors.items()]
        blocks: list[Term] = []
        rest: list[Flat] = []
        for same in _alike(groups):
            outer, inner = _factors(same)
            flat = [Flat(g.scale * t.coefficient, {**g.cube, **t.powers}) for g in same for t in g.inner]
            after = self.length(outer) + self.length(inner) + _PART + _WHOLE + depth
            if len(outer) > 1 and len(inner) > 1 and self.length(flat) > after:
                blocks.append(self._both(outer, inner, depth))
            else:
                rest += flat
        return blocks, rest

    def _merged(self, groups: Sequence[Group], depth: int) -> list[Term]:
        """A (x + y) + B (x + y) as (A + B)(x + y)."""
        terms: list[Term] = []
        for same in _alike(groups):
            if len(same) == 1:
                terms.append(self._bracketed(*same[0], depth))
            else:
                terms.append(self._both(*_factors(same), depth))
        return terms

    def _both(self, outer: Sequence[Flat], inner: Sequence[Flat], depth: int) -> Term:
        first = self._bracketed(1, {}, outer, depth)
        second = self._bracketed(1, {}, inner, depth)
        return make_term(_tidy(first.coefficient * second.coefficient), [*first.factors, *second.factors])

    def _bracketed(self, scale: Number, cube: Powers, terms: Sequence[Flat], depth: int) -> Term:
        """scale * cube * (terms), as a square if they are one."""
        group = _divided(terms, _common(terms))
        after = self._cube_length(group.cube) + number_cost(group.scale) + self.length(group.inner)
        if self.length(terms) - after >= (not group.cube):
            scale, cube, terms = scale * group.scale, _raised(cube, group.cube), group.inner  # the brackets are there already
        outer = self._term(1, cube).factors
        root = self._root(terms)
        inner = make_sum([self._term(*t) for t in root.inner]) if root else self.sum(terms, depth + 1)
        if root is None and len(inner.terms) == 1:
            only = inner.terms[0]
            return make_term(_tidy(scale * only.coefficient), [*outer, *only.factors])
        sign, inner = _positive(inner)
        factor = scale * root.scale if root else scale * sign
        return make_term(_tidy(factor), [*outer, (inner, 2 if root else 1)])

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

    def _term(self, coefficient: Number, powers: Powers) -> Term:
        return make_term(coefficient, [(self._bases[i], e) for i, e in powers.items()])


def _alike(groups: Sequence[Group]) -> list[list[Group]]:
    """Groups whose inner sums are multiples of each other."""
    alike: dict[object, list[Group]] = {}
    for group in groups:
        inner = sorted(group.inner, key=lambda t: _key(t.powers))
        lead = inner[0].coefficient
        key = tuple((_key(t.powers), _ratio(t.coefficient, lead)) for t in inner)
        alike.setdefault(key, []).append(Group(group.scale, group.cube, inner))
    return list(alike.values())


def _factors(alike: Sequence[Group]) -> tuple[list[Flat], list[Flat]]:
    """The two factors of a sum of alike groups, numbers where they leave the fewest numerals."""
    plain = _divided(alike[0].inner, {})
    lead = alike[0].inner[0].coefficient
    outer = [Flat(_tidy(g.scale * plain.scale * _ratio(g.inner[0].coefficient, lead)), g.cube) for g in alike]
    return outer, plain.inner


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


def _raised(powers: Powers, cube: Powers) -> Powers:
    return {i: e for i in powers | cube if (e := powers.get(i, 0) + cube.get(i, 0))}


def _divided(terms: Sequence[Flat], cube: Powers) -> Group:
    """Terms over a common cube and the number that leaves the fewest numerals."""
    scale = _scale(Counter(abs(t.coefficient) for t in terms))
    return Group(scale, cube, [Flat(_ratio(t.coefficient, scale), _less(t.powers, cube)) for t in terms])


def _scale(sizes: Counter[Number]) -> Number:
    if len(sizes) == 1 or any(isinstance(x, float) for x in sizes):
        return next(iter(sizes)) if len(sizes) == 1 and sizes.total() > 1 else 1

    def numerals(scale: Number) -> int:
        return number_cost(scale) + sum(n * number_cost(_ratio(x, scale)) for x, n in sizes.items())

    return min([1, *list(sizes)[:6]], key=numerals)


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
