"""Factoring as a textbook does: pull common factors out of a sum where the printed form gets shorter, never for its own sake.

Greedy: what all terms share first, then the group of terms whose common factor saves most; brackets with the same contents are
merged, perfect squares recognised. A pair of brackets costs something, one around part of a sum or inside another more, so that
short sums stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from linkwright.graph.ops import Number
from linkwright.readable.cubes import (
    Flat,
    Group,
    Powers,
    alike,
    common,
    divided,
    divides,
    exact,
    factors,
    less,
    over,
    product_key,
    raised,
    square_root,
)
from linkwright.readable.tree import Base, Sum, Symbol, Term, cost, make_sum, make_term, number_cost, port_of

_WHOLE, _PART = 1, 2  # what brackets cost around a whole sum, around a part of it; each level of nesting adds one
_CANDIDATES, _PAIRWISE = 12, 16


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
        self._sums: dict[object, Sum] = {}

    def length(self, terms: Sequence[Flat]) -> int:
        """Printed length of the sum as it stands."""
        return sum(self._length(t) for t in terms)

    def _length(self, term: Flat) -> int:
        return max(1, self._cube_length(term.powers) + number_cost(term.coefficient))

    def _cube_length(self, powers: Powers) -> int:
        return sum(self._costs[i] for i in powers)

    def equation(self, terms: Sequence[Flat]) -> Sum:
        """The shortest of: the sum as it stands, over the denominator all terms share, over one denominator for all."""
        shared = {i: e for i, e in common(terms).items() if e < 0} if len(terms) > 1 else {}
        every = {i: min(t.powers.get(i, 0) for t in terms) for t in terms for i, e in t.powers.items() if e < 0}
        options = [] if any(isinstance(self._bases[i], Sum) for i in shared) else [self._by_acceleration(terms)]
        for below in [shared, every] if every != shared else [shared]:
            if below and len(terms) > 1:
                above = [Flat(t.coefficient, over(t.powers, below)) for t in terms]
                options.append(Sum((self._bracketed(1, below, above, 0),)))
        return min(options, key=cost)

    def _by_acceleration(self, terms: Sequence[Flat]) -> Sum:
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
                parts.append(
                    self._bracketed(1, {a: 1}, [Flat(t.coefficient, less(t.powers, {a: 1})) for t in group], 0)
                )
        return make_sum(parts)

    def sum(self, terms: Sequence[Flat], depth: int = 0) -> Sum:
        """The shortest printed form that greedy factoring finds; a quarter of all sums are met again."""
        key = depth, tuple((t.coefficient, isinstance(t.coefficient, float), tuple(t.powers.items())) for t in terms)
        if key not in self._sums:
            self._sums[key] = self._sum(terms, depth)
        return self._sums[key]

    def _sum(self, terms: Sequence[Flat], depth: int) -> Sum:
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
        """One product, if all terms share a factor that is worth its brackets or are a square; and whether it has symbols."""
        group = divided(terms, common(terms))
        saved = self.length(terms) - self._cube_length(group.cube) - number_cost(group.scale) - _WHOLE - depth
        if saved > self._inner_length(group.inner):
            return self._bracketed(group.scale, group.cube, group.inner, depth), bool(group.cube)
        return None

    def _inner_length(self, terms: Sequence[Flat]) -> int:
        """Length of what stands in brackets: of the root if it is a square."""
        root = square_root(terms)
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
        cubes = {
            product_key(cube): cube
            for _, _, ks in sorted(shared)[:_CANDIDATES]
            if (cube := common([terms[k] for k in ks]))
        }
        if len(terms) <= _PAIRWISE:
            pairs = (common((t, u)) for k, t in enumerate(terms) for u in terms[:k])
            cubes |= {product_key(cube): cube for cube in pairs if cube}
        best: tuple[int, set[int], Group] | None = None
        for cube in cubes.values():
            members = [k for k, t in enumerate(terms) if divides(cube, t.powers)]
            saved = sum(self._saved(terms[k].powers, cube) for k in members) - self._cube_length(cube)
            if saved + 2 * len(members) <= (best[0] if best else 0) + _PART + depth:
                continue  # even if all coefficients were one number, or the terms a square
            group = divided([terms[k] for k in members], cube)
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
        for same in alike(groups):
            outer, inner = factors(same)
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
        for same in alike(groups):
            if len(same) == 1:
                terms.append(self._bracketed(*same[0], depth))
            else:
                terms.append(self._both(*factors(same), depth))
        return terms

    def _both(self, outer: Sequence[Flat], inner: Sequence[Flat], depth: int) -> Term:
        first = self._bracketed(1, {}, outer, depth)
        second = self._bracketed(1, {}, inner, depth)
        return make_term(exact(first.coefficient * second.coefficient), [*first.factors, *second.factors])

    def _bracketed(self, scale: Number, cube: Powers, terms: Sequence[Flat], depth: int) -> Term:
        """scale * cube * (terms), as a square if they are one. More may leave the brackets, since there are brackets anyway."""
        group = divided(terms, common(terms))
        after = self._cube_length(group.cube) + number_cost(group.scale) + self.length(group.inner)
        if self.length(terms) - after >= (not group.cube):
            scale, cube, terms = scale * group.scale, raised(cube, group.cube), group.inner
        outer = self._term(1, cube).factors
        root = square_root(terms)
        inner = make_sum([self._term(*t) for t in root.inner]) if root else self.sum(terms, depth + 1)
        if root is None and len(inner.terms) == 1:
            only = inner.terms[0]
            return make_term(exact(scale * only.coefficient), [*outer, *only.factors])
        sign, inner = _positive(inner)
        factor = scale * root.scale if root else scale * sign
        return make_term(exact(factor), [*outer, (inner, 2 if root else 1)])

    def _term(self, coefficient: Number, powers: Powers) -> Term:
        return make_term(coefficient, [(self._bases[i], e) for i, e in powers.items()])


def _positive(x: Sum) -> tuple[int, Sum]:
    """A sum whose first term is positive, and the sign that was taken out."""
    if not x.terms or x.terms[0].coefficient > 0:
        return 1, x
    return -1, Sum(tuple(Term(-t.coefficient, t.factors) for t in x.terms))
