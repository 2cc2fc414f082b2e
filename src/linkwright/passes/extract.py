"""Common factors, common sums and common products of all sums at once, the most valuable first.

Two terms of a sum, divided by what they have in common, are a divisor: a b c + a d e = a (b c + d e). A divisor that occurs
several times, or that leaves a common factor outside, saves operations; so does a pair of factors that several products
share. All candidates stand in one queue by what they save, and taking one changes only its neighbours
(Rajski & Vasudevamurthy 1992, "fast extract"; for polynomials Hosangadi, Fallah & Kastner 2006). Unlike there, a product
that several sums need is counted once: factoring it away saves nothing until the last of them lets go.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable

from linkwright.passes.network import Cube, Network, Sum

Divisor = tuple[Cube, Cube, int]
"""u + r v, for cubes u < v without common factor and r = +-1; or the product of two variables, (x,), (y,), 0."""
Place = tuple[int, Cube, Cube]
"""Where it occurs: sum and the two cubes; a product: (-1, cube, ())."""

MAX_PAIRS = 60  # a sum longer than this compares each cube with that many others only, to stay near linear


def extract(net: Network) -> None:
    """Take divisors out until none saves anything."""
    _Extraction(net).run()


class _Extraction:
    def __init__(self, net: Network) -> None:
        self.net = net
        self.homes: dict[Cube, dict[int, None]] = {}  # the sums that hold a cube
        self.places: dict[Divisor, dict[Place, None]] = {}
        self.divisor_at: dict[Place, Divisor] = {}
        self.heap: list[tuple[int, int, Divisor]] = []
        self.age: dict[Divisor, int] = {}

    def run(self) -> None:
        for s in self.net.sums:
            terms, self.net.sums[s] = self.net.sums[s], {}
            for cube, sign in terms.items():
                self._enter(s, cube, sign)
        for divisor in self.places:
            self._offer(divisor)
        while self.heap:
            gain, _, divisor = heapq.heappop(self.heap)
            now = self._gain(divisor)
            if now > 0:
                if now == -gain:
                    self._take(divisor)
                elif now < -gain:
                    self._offer(divisor, now)

    # --- what a divisor saves ---------------------------------------------------------------------------------------

    def _offer(self, divisor: Divisor, gain: int | None = None) -> None:
        gain = self._gain(divisor) if gain is None else gain
        if gain > 0:
            heapq.heappush(self.heap, (-gain, self.age.setdefault(divisor, len(self.age)), divisor))

    def _gain(self, divisor: Divisor) -> int:
        places = self.places.get(divisor)
        if not places:
            return 0
        u, v, r = divisor
        if r == 0:
            return len(places) - 1
        sums, homes = self.net.sums, self.homes
        outside = len(u) + len(v)
        gone: dict[Cube, int] = {}
        factors: set[tuple[Cube, int]] = set()
        saved, own = 0, 1
        for s, first, second in places:
            if len(sums[s]) == 2 and own and len(first) + len(second) == outside:
                own = 0  # this sum is the divisor
                continue
            saved += 1
            gone[first] = gone.get(first, 0) + 1
            gone[second] = gone.get(second, 0) + 1
            common = len(first) + len(second) - outside
            if common:
                factors.add((first, common // 2))
        for cube, count in gone.items():
            if count >= len(homes[cube]):
                saved += len(cube) - 1
        saved -= sum(n for _, n in factors)
        if own:
            saved -= 1
            for cube in (u, v):
                if len(cube) > 1 and len(homes.get(cube, ())) <= gone.get(cube, 0):
                    saved -= len(cube) - 1
        return saved

    # --- cubes come and go ------------------------------------------------------------------------------------------

    def _enter(self, s: int, cube: Cube, sign: int) -> list[Divisor]:
        """Put a cube into a sum; the divisors it makes possible."""
        terms = self.net.sums[s]
        found: list[Divisor] = []
        for other in list(terms)[-MAX_PAIRS:]:
            u, v = quotients(cube, other)
            divisor = (u, v, sign * terms[other]) if u < v else (v, u, sign * terms[other])
            place = (s, cube, other) if cube < other else (s, other, cube)
            self._note(divisor, place)
            found.append(divisor)
        terms[cube] = sign
        homes = self.homes.setdefault(cube, {})
        if not homes and len(cube) > 1:
            for i in range(len(cube)):
                for j in range(i + 1, len(cube)):
                    divisor = ((cube[i],), (cube[j],), 0)
                    self.places.setdefault(divisor, {})[(-1, cube, ())] = None
                    found.append(divisor)
        homes[s] = None
        return found

    def _note(self, divisor: Divisor, place: Place) -> None:
        self.places.setdefault(divisor, {})[place] = None
        self.divisor_at[place] = divisor

    def _leave(self, s: int, cube: Cube) -> int:
        """Take a cube out of a sum; its sign there."""
        terms = self.net.sums[s]
        sign = terms.pop(cube)
        for other in terms:
            divisor = self.divisor_at.pop((s, cube, other) if cube < other else (s, other, cube), None)
            if divisor is not None:
                self.places[divisor].pop((s, cube, other) if cube < other else (s, other, cube), None)
        homes = self.homes[cube]
        del homes[s]
        if len(homes) == 1:  # now that sum alone decides about the product
            self._reconsider(next(iter(homes)), cube)
        elif not homes and len(cube) > 1:
            for i in range(len(cube)):
                for j in range(i + 1, len(cube)):
                    self.places[((cube[i],), (cube[j],), 0)].pop((-1, cube, ()), None)
        return sign

    def _reconsider(self, s: int, cube: Cube) -> None:
        for other in self.net.sums[s]:
            divisor = self.divisor_at.get((s, cube, other) if cube < other else (s, other, cube))
            if divisor is not None:
                self._offer(divisor)

    # --- taking one -------------------------------------------------------------------------------------------------

    def _take(self, divisor: Divisor) -> None:
        u, v, r = divisor
        found = self._take_product(u[0], v[0]) if r == 0 else self._take_sum(divisor)
        for d in dict.fromkeys(found):
            self._offer(d)

    def _take_product(self, x: int, y: int) -> list[Divisor]:
        pair = (x, y)
        cubes = [cube for _, cube, _ in self.places[((x,), (y,), 0)]]
        home = next((s for s in self.homes.get(pair, ()) if len(self.net.sums[s]) == 1), None)
        flip = self.net.sums[home][pair] if home is not None else 1
        if home is None:
            home = self.net.fresh()
            self.net.sums[home] = {}
        found: list[Divisor] = []
        for cube in cubes:
            rest = list(cube)
            rest.remove(x)
            rest.remove(y)
            new = tuple(sorted((*rest, home)))
            for s in list(self.homes[cube]):
                if s != home:
                    found += self._replace(s, (cube,), new, flip)
        if not self.net.sums[home]:
            found += self._enter(home, pair, 1)
        return found

    def _take_sum(self, divisor: Divisor) -> list[Divisor]:
        u, v, r = divisor
        places = list(self.places[divisor])
        sums = self.net.sums
        home = next((s for s, a, b in places if len(sums[s]) == 2 and {a, b} == {u, v}), None)
        flip = sums[home][u] if home is not None else 1
        if home is None:
            home = self.net.fresh()
            sums[home] = {}
        found: list[Divisor] = []
        for s, first, second in places:
            terms = sums[s]
            if s == home or first not in terms or second not in terms:
                continue
            left, _ = quotients(first, second)
            common = list(first)
            for x in left:
                common.remove(x)
            sign = terms[first] * flip * (1 if left == u else r)
            found += self._replace(s, (first, second), tuple(sorted((*common, home))), sign, absolute=True)
        if not sums[home]:
            found += self._enter(home, u, 1)
            found += self._enter(home, v, r)
        return found

    def _replace(self, s: int, old: Iterable[Cube], new: Cube, sign: int, absolute: bool = False) -> list[Divisor]:
        """Cubes of a sum by one other; `sign` is relative to the old cube's unless absolute."""
        for cube in old:
            before = self._leave(s, cube)
            sign = sign if absolute else sign * before
        terms = self.net.sums[s]
        if new not in terms:
            return self._enter(s, new, sign)
        before = self._leave(s, new)
        if before != sign:
            return []
        ((bare, factor),) = self.net.polynomial([(new, sign), (new, sign)]).items()
        return self._replace(s, (), self.net.scaled(abs(factor), bare), sign, absolute=True)


def quotients(a: Cube, b: Cube) -> tuple[Cube, Cube]:
    """What is left of two sorted cubes without their common factors."""
    if len(a) == 1 and len(b) == 1:
        return (a, b) if a != b else ((), ())
    u: list[int] = []
    v: list[int] = []
    i = j = 0
    while i < len(a) and j < len(b):
        x, y = a[i], b[j]
        if x == y:
            i += 1
            j += 1
        elif x < y:
            u.append(x)
            i += 1
        else:
            v.append(y)
            j += 1
    u.extend(a[i:])
    v.extend(b[j:])
    return tuple(u), tuple(v)
