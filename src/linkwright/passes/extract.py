"""Common factors, common sums and common products of all sums at once, the most valuable first.

Two terms of a sum, divided by what they have in common, are a divisor: a b c + a d e = a (b c + d e). A divisor that occurs
several times, or that leaves a common factor outside, saves operations; so does a pair of factors that several products
share. All candidates stand in one queue by what they save, and taking one changes only its neighbours
(Rajski & Vasudevamurthy 1992, "fast extract"; for polynomials Hosangadi, Fallah & Kastner 2006).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from linkwright.passes.network import Cube, Network, Sum

Divisor = tuple[Cube, Cube, int]
"""u + r v, for cubes u < v without common factor and r = +-1; or a product u v of two variables, with r = 0."""
Place = tuple[int, Cube, Cube]
"""Where it occurs: sum, the two cubes (a product: the cube, and nothing)."""


def extract(net: Network) -> None:
    """Take divisors out until none saves anything."""
    _Extraction(net).run()


class _Extraction:
    def __init__(self, net: Network) -> None:
        self.net = net
        self.places: dict[Divisor, dict[Place, int]] = {}  # -> how many factors stay outside
        self.heap: list[tuple[int, int, Divisor]] = []
        self.age: dict[Divisor, int] = {}

    def run(self) -> None:
        net = self.net
        for s, terms in net.sums.items():
            seen: list[Cube] = []
            for cube in terms:
                self._enter(s, cube, seen)
                seen.append(cube)
        for divisor in self.places:
            self._offer(divisor)
        while self.heap:
            gain, _, divisor = heapq.heappop(self.heap)
            now = self._gain(divisor)
            if now == -gain and now > 0:
                self._take(divisor)
            elif now > 0:
                self._offer(divisor)

    # --- candidates -----------------------------------------------------------------------------------------------

    def _gain(self, divisor: Divisor) -> int:
        places = self.places.get(divisor)
        if not places:
            return 0
        u, v, r = divisor
        if r == 0:
            return len(places) - 1
        return sum(places.values()) + (len(places) - 1) * (len(u) + len(v) - 1)

    def _offer(self, divisor: Divisor) -> None:
        gain = self._gain(divisor)
        if gain > 0:
            age = self.age.setdefault(divisor, len(self.age))
            heapq.heappush(self.heap, (-gain, age, divisor))

    def _candidates(self, s: int, cube: Cube, others: list[Cube]) -> Iterator[tuple[Divisor, Place, int]]:
        """The divisors that a cube of sum s has with other cubes of s, and the products within it."""
        terms = self.net.sums[s]
        sign = terms[cube]
        for other in others:
            common, u, v = divide(cube, other)
            if u > v:
                u, v = v, u
            yield (u, v, sign * terms[other]), ((s, cube, other) if cube < other else (s, other, cube)), common
        n = len(cube)
        if n > 1:
            pairs = {(cube[i], cube[j]) for i in range(n) for j in range(i + 1, n)}
            for a, b in sorted(pairs):
                yield ((a,), (b,), 0), (s, cube, ()), 0

    def _enter(self, s: int, cube: Cube, others: list[Cube]) -> list[Divisor]:
        found: list[Divisor] = []
        for divisor, place, common in self._candidates(s, cube, others):
            self.places.setdefault(divisor, {})[place] = common
            found.append(divisor)
        return found

    def _leave(self, s: int, cube: Cube) -> None:
        others = [c for c in self.net.sums[s] if c != cube]
        for divisor, place, _ in self._candidates(s, cube, others):
            places = self.places.get(divisor)
            if places is not None:
                places.pop(place, None)

    # --- taking one -------------------------------------------------------------------------------------------------

    def _take(self, divisor: Divisor) -> None:
        net = self.net
        u, v, r = divisor
        places = list(self.places[divisor])
        home = next((s for s, *_ in places if r and len(net.sums[s]) == 2 and set(net.sums[s]) == {u, v}), None)
        if home is None and r == 0:
            home = next((s for s, c, _ in places if len(net.sums[s]) == 1 and c == (*u, *v)), None)
        if home is None:
            home = net.fresh()
            new: Sum = {tuple(sorted(u + v)): 1} if r == 0 else {u: 1, v: r}
            net.sums[home] = new
            touched = [(home, c) for c in new]
        else:
            touched = []
        flip = net.sums[home][tuple(sorted(u + v)) if r == 0 else u]  # home = flip * divisor
        for s, first, second in places:
            if s == home or first not in net.sums[s] or (r and second not in net.sums[s]):
                continue
            terms = net.sums[s]
            common, left, _ = divide_out(first, second) if r else (without(first, u[0], v[0]), u, v)
            sign = terms[first] * flip if (left == u or r == 0) else terms[first] * r * flip
            self._leave(s, first)
            del terms[first]
            if r:
                self._leave(s, second)
                del terms[second]
            cube = tuple(sorted((*common, home)))
            if cube in terms:
                cube = self._double(s, cube, sign)
                if cube is None:
                    continue
            else:
                terms[cube] = sign
            touched.append((s, cube))
        self.places.pop(divisor, None)
        for s, cube in touched:
            terms = net.sums[s]
            if cube in terms:
                for d in self._enter(s, cube, [c for c in terms if c != cube]):
                    self._offer(d)

    def _double(self, s: int, cube: Cube, sign: int) -> Cube | None:
        """A cube that the sum has already: twice it, or nothing."""
        terms = self.net.sums[s]
        self._leave(s, cube)
        before = terms.pop(cube)
        if before != sign:
            return None
        poly = self.net.polynomial([(cube, sign), (cube, sign)])
        bare, factor = next(iter(poly.items()))
        twice = self.net.scaled(abs(factor), bare)
        if twice in terms:  # a third like term: rare enough to leave to the next reading of the function
            terms[cube] = before
            return None
        terms[twice] = sign
        return twice


def divide(a: Cube, b: Cube) -> tuple[int, Cube, Cube]:
    """(number of common factors, what is left of a, what is left of b)."""
    common, u, v = divide_out(a, b)
    return len(common), u, v


def divide_out(a: Cube, b: Cube) -> tuple[Cube, Cube, Cube]:
    """(common factors, what is left of a, what is left of b) of two sorted cubes."""
    common: list[int] = []
    u: list[int] = []
    v: list[int] = []
    i = j = 0
    while i < len(a) and j < len(b):
        x, y = a[i], b[j]
        if x == y:
            common.append(x)
            i += 1
            j += 1
        elif x < y:
            u.append(x)
            i += 1
        else:
            v.append(y)
            j += 1
    return tuple(common), (*u, *a[i:]), (*v, *b[j:])


def without(cube: Cube, x: int, y: int) -> Cube:
    """A cube without one x and one y."""
    rest = list(cube)
    rest.remove(x)
    rest.remove(y)
    return tuple(rest)
