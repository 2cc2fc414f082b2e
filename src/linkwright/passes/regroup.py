"""Regrouping a network: take divisors out, multiply variables back in, let go of what nobody uses."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

from linkwright.passes.divisors import FIRST, Divisor, Divisors, quotients
from linkwright.passes.identities import Identities, Identity
from linkwright.passes.network import Cube, Network

WORK = 200
"""Pairs compared per operation, beyond which nothing more is taken out: ordinary functions need 2 to 8."""


class Regroup(Divisors):
    """A network with its divisors, and the steps that change it and keep its value.

    Its loops end where `work` reaches `limit`: what they have reached by then is right, only not as short as it might be."""

    def __init__(self, net: Network, identities: Identities, tie: Callable[[], float] | None = None) -> None:
        super().__init__(net, identities, tie)
        self.limit: int = self.work + WORK * self.cost
        self.pinned = {v for _, v in net.roots} | {v for _, args in net.calls.values() for _, v in args}

    def run(self) -> None:
        """Take what saves most until nothing saves anything."""
        heap = self.heap
        while heap and self.work < self.limit:
            self.work += 1
            offered, _, divisor = heapq.heappop(heap)
            now = self.gain(divisor)
            if now == -offered % FIRST:
                self.take(divisor)
            elif 0 < now < -offered % FIRST:
                self.offer(divisor)

    def put(self, s: int, cube: Cube, sign: int) -> list[Divisor]:
        """Add a cube to a sum that may hold it already."""
        if cube not in self.sums[s]:
            return self.enter(s, cube, sign)
        if self.leave(s, cube) != sign:
            return []
        ((bare, factor),) = self.net.polynomial([(cube, sign), (cube, sign)]).items()
        return self.put(s, self.net.scaled(abs(factor), bare), sign)

    # --- taking a divisor out ---------------------------------------------------------------------------------------

    def take(self, divisor: Divisor) -> None:
        """Take a divisor out wherever it occurs."""
        u, v, r = divisor
        found = self._take_product(u[0], v[0]) if r == 0 else self._take_sum(divisor)
        for d in dict.fromkeys(found):
            self.offer(d)

    def _take_product(self, x: int, y: int) -> list[Divisor]:
        pair = (x, y)
        cubes = [cube for _, cube, _ in self.places[((x,), (y,), 0)]]
        home = next((s for s in self.homes.get(pair, ()) if len(self.sums[s]) == 1), None)
        flip = 1 if home is None else self.sums[home][pair]
        if home is None:
            home = self.net.fresh()
            self.sums[home] = {}
        found: list[Divisor] = []
        for cube in cubes:
            rest = list(cube)
            rest.remove(x)
            rest.remove(y)
            new = tuple(sorted((*rest, home)))
            for s in list(self.homes[cube]):
                if s != home:
                    found += self.put(s, new, flip * self.leave(s, cube))
        if not self.sums[home]:
            found += self.enter(home, pair, 1)
        return found

    def _take_sum(self, divisor: Divisor) -> list[Divisor]:
        u, v, r = divisor
        sums = self.sums
        places = list(self.places[divisor])
        short = self.short[divisor]
        found: list[Divisor] = []
        if short is not None:
            home, (flip, cube) = -1, self._make(short)
        else:
            home = next((s for s, a, b in places if len(sums[s]) == 2 and (a == u or b == u)), -1)
            flip = 1 if home < 0 else sums[home][u]
            if home < 0:
                home = self.net.fresh()
                sums[home] = {}
            cube = (home,)
        for s, first, second in places:
            terms = sums[s]
            if s == home or first not in terms or second not in terms:
                continue
            left, _ = quotients(first, second)
            common = list(first)
            for x in left:
                common.remove(x)
            sign = self.leave(s, first) * flip * (1 if left == u else r)
            self.leave(s, second)
            found += self.put(s, tuple(sorted((*common, *cube))), sign)
        if home >= 0 and not sums[home]:
            found += self.enter(home, u, 1)
            found += self.enter(home, v, r)
        return found

    def _make(self, short: Identity) -> tuple[int, Cube]:
        """(sign, cube) of an identity; a new angle is a sum like any other."""
        first = self.net.size
        made = self.identities.make(short)
        for s in range(first, self.net.size):
            if s in self.sums:
                self.pinned.add(s)
                terms, self.sums[s] = self.sums[s], {}
                for cube, sign in terms.items():
                    self.enter(s, cube, sign)
        return made

    # --- multiplying a variable in ----------------------------------------------------------------------------------

    def open(self, s: int) -> None:
        """Multiply a sum out into all that uses it."""
        terms = list(self.sums[s].items())
        is_variable = len(terms) == 1 and len(terms[0][0]) == 1
        found: list[Divisor] = []
        for cube in list(self.cubes[s]):
            power = cube.count(s)
            if power != 1 and not is_variable:  # powers of sums and products stay together
                continue
            rest = tuple(x for x in cube if x != s)
            for home in list(self.homes[cube]):
                sign = self.leave(home, cube)
                for inner, k in terms:
                    new = rest
                    for _ in range(power):  # one by one: a product joins two numbers
                        new = self.net.product(new, inner)
                    found += self.put(home, new, sign * k**power)
        if s not in self.pinned and not self.cubes[s]:
            for cube in list(self.sums[s]):
                self.leave(s, cube)
        for d in dict.fromkeys(found):
            self.offer(d)

    # --- keeping order ----------------------------------------------------------------------------------------------

    def settle(self, sums: Callable[[], Iterable[int]]) -> None:
        """Take out what saves, multiply in what costs nothing, until neither does anything to these sums."""
        self.run()
        while self.work < self.limit and self.join(sums()):
            self.run()

    def join(self, sums: Iterable[int]) -> bool:
        """Multiply in what costs nothing to multiply in: a sum that is another variable, a sum or product used once."""
        opened = False
        for s in sums:
            self.work += 1
            terms, uses = self.sums.get(s), self.cubes.get(s)
            if not terms or not uses:
                continue
            only = next(iter(terms))
            if len(terms) == 1 and len(only) == 1:
                self.open(s)
                opened = True
            elif len(uses) == 1 and s not in self.pinned:
                (use,) = uses
                if use.count(s) == 1 and (len(terms) == 1 or (len(use) == 1 and len(self.homes[use]) == 1)):
                    self.open(s)
                    opened = True
        return opened

    def drop(self, sums: Iterable[int]) -> None:
        """Let go of sums nobody uses any more, and of what only they used."""
        queue = list(sums)
        while queue:
            s = queue.pop()
            if s in self.pinned or not self.sums.get(s) or self.cubes.get(s):
                continue
            for cube in list(self.sums[s]):
                self.leave(s, cube)
                queue.extend(v for v in cube if v in self.sums)

    def finish(self) -> None:
        """Take empty sums out of the network; one that is still used is zero."""
        for s in [s for s, terms in self.sums.items() if not terms]:
            if s not in self.pinned and not self.cubes.get(s):
                del self.sums[s]
