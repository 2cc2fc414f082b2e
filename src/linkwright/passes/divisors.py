"""The divisors of all sums of a network, kept up to date while cubes come and go.

Two terms of a sum, divided by what they have in common, are a divisor: a b c + a d e = a (b c + d e). A divisor that occurs
several times, or that leaves a common factor outside, saves operations; so does a pair of factors that several products
share. Candidates stand in a queue by what they save, and taking one changes only its neighbours (Rajski & Vasudevamurthy
1992, "fast extract"; for polynomials Hosangadi, Fallah & Kastner 2006). Unlike there, a product that several sums need is
counted once: factoring it away saves nothing until the last of them lets go.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from itertools import islice

from linkwright.passes.identities import Identities, Identity
from linkwright.passes.network import Cube, Network

Divisor = tuple[Cube, Cube, int]
"""u + r v, for cubes u < v without common factor and r = +-1; or the product of two variables, (x,), (y,), 0."""
Place = tuple[int, Cube, Cube]
"""Where it occurs: sum and the two cubes; a product: (-1, cube, ())."""
Step = tuple[int, Cube, int, bool]
"""Sum, cube, sign, whether it came or went."""

MAX_PAIRS = 60  # a sum longer than this compares each cube with that many others only, to stay near linear

FIRST = 1 << 32  # identities go before everything else: once their factors are shared elsewhere they are hard to see


class Divisors:
    """All divisors of a network, what each saves, and the operations of the whole (`cost`)."""

    def __init__(self, net: Network, identities: Identities, tie: Callable[[], float] | None = None) -> None:
        self.net = net
        self.identities = identities
        self.short: dict[Divisor, Identity | None] = {}
        self.sums = net.sums
        self.cost = 0
        self.homes: dict[Cube, dict[int, None]] = {}  # the sums that hold a cube
        self.cubes: dict[int, dict[Cube, None]] = {}  # the cubes that hold a variable
        self.places: dict[Divisor, dict[Place, None]] = {}
        self.at: dict[Place, Divisor] = {}
        self.heap: list[tuple[int, float, Divisor]] = []
        self.near: dict[int, dict[Cube, dict[Cube, None]]] = {}  # of long sums: with which cubes each is compared
        self.log: list[Step] | None = None  # while this is a list, steps are written down and can be undone
        self.quiet = False  # while steps are undone, nothing is offered
        self.work: int = 0  # pairs of cubes and of factors compared so far
        self._age = 0
        self._tie = tie or self._next
        for s in self.sums:
            terms, self.sums[s] = self.sums[s], {}
            for cube, sign in terms.items():
                self.enter(s, cube, sign)

    def _next(self) -> float:
        self._age += 1
        return self._age

    # --- what a divisor saves ---------------------------------------------------------------------------------------

    def offer(self, divisor: Divisor) -> None:
        gain = self.gain(divisor)
        if gain > 0:
            if self.short.get(divisor) is not None:
                gain += FIRST
            heapq.heappush(self.heap, (-gain, self._tie(), divisor))

    def gain(self, divisor: Divisor) -> int:
        """Operations saved by taking a divisor out everywhere."""
        places = self.places.get(divisor)
        if not places:
            return 0
        u, v, r = divisor
        if r == 0:
            return len(places) - 1
        inside = len(u) + len(v)
        short = self.short[divisor]
        if short is not None:
            return self._short_gain(places, inside, short)
        if len(places) == 1:  # by far the most frequent: one place, worth it for a common factor only
            ((_, first, second),) = places
            if len(first) + len(second) == inside:
                return 0
        sums, homes = self.sums, self.homes
        gone: dict[Cube, int] = {}
        factors: dict[Cube, int] = {}
        saved, own = 0, 1
        for s, first, second in places:
            common = (len(first) + len(second) - inside) // 2
            if own and not common and len(sums[s]) == 2:
                own = 0  # this sum is the divisor
                continue
            saved += 1
            gone[first] = gone.get(first, 0) + 1
            gone[second] = gone.get(second, 0) + 1
            factors[first] = common
        for cube, count in gone.items():
            if count >= len(homes[cube]) and cube:
                saved += len(cube) - 1
        saved -= sum(factors.values())
        if own:
            saved -= 1
            for cube in (u, v):
                if len(cube) > 1 and len(homes.get(cube, ())) <= gone.get(cube, 0):
                    saved -= len(cube) - 1
        return saved

    def _short_gain(self, places: Iterable[Place], inside: int, short: Identity) -> int:
        length = len(short.cube) + bool(short.call)
        gone: dict[Cube, int] = {}
        factors: dict[Cube, int] = {}
        saved = -self.identities.cost(short)
        for _, first, second in places:
            saved += 1
            gone[first] = gone.get(first, 0) + 1
            gone[second] = gone.get(second, 0) + 1
            factors[first] = max((len(first) + len(second) - inside) // 2 + length - 1, 0)
        saved += sum(len(cube) - 1 for cube, count in gone.items() if cube and count >= len(self.homes[cube]))
        return saved - sum(factors.values())

    # --- cubes come and go ------------------------------------------------------------------------------------------

    def enter(self, s: int, cube: Cube, sign: int) -> list[Divisor]:
        """Put a cube into a sum that does not hold it; the divisors it takes part in."""
        terms, places, at = self.sums[s], self.places, self.at
        found: list[Divisor] = []
        self.work += min(len(terms), MAX_PAIRS) + 1
        if len(terms) >= MAX_PAIRS or s in self.near:
            others = self._neighbours(s, cube)
        else:
            others = terms
        for other in others:
            u, v = quotients(cube, other)
            divisor = (u, v, sign * terms[other]) if u < v else (v, u, sign * terms[other])
            place = (s, cube, other) if cube < other else (s, other, cube)
            if divisor in places:
                places[divisor][place] = None
            else:
                places[divisor] = {place: None}
                self.short[divisor] = self.identities.find(*divisor)
            at[place] = divisor
            found.append(divisor)
        self.cost += bool(terms)
        terms[cube] = sign
        homes = self.homes.get(cube)
        if homes is None:
            homes = self.homes[cube] = {}
        if not homes:
            self._appear(cube, found)
        homes[s] = None
        if self.log is not None:
            self.log.append((s, cube, sign, True))
        return found

    def leave(self, s: int, cube: Cube) -> int:
        """Take a cube out of a sum; its sign there."""
        terms, at = self.sums[s], self.at
        sign = terms.pop(cube)
        for other in self._met(s, cube):
            place = (s, cube, other) if cube < other else (s, other, cube)
            divisor = at.pop(place, None)
            if divisor is not None:
                del self.places[divisor][place]
        if s in self.near:
            for other in self.near[s].pop(cube):
                del self.near[s][other][cube]
        self.cost -= bool(terms)
        homes = self.homes[cube]
        del homes[s]
        if not homes:
            self._vanish(cube)
        elif len(homes) == 1 and not self.quiet:  # now that sum alone decides about the product
            (home,) = homes
            for other in self._met(home, cube):
                divisor = at.get((home, cube, other) if cube < other else (home, other, cube))
                if divisor is not None:
                    self.offer(divisor)
        if self.log is not None:
            self.log.append((s, cube, sign, False))
        return sign

    def _met(self, s: int, cube: Cube) -> Iterable[Cube]:
        """The cubes of a sum that one may be compared with, in the order of the sum."""
        near = self.near.get(s)
        return self.sums[s] if near is None else near[cube]

    def _neighbours(self, s: int, cube: Cube) -> Iterable[Cube]:
        """The last cubes of a long sum, with which a new one is compared. Who was compared is written down as soon as a sum is
        long: to look for it among all would take time proportional to its length for every cube that leaves."""
        terms = self.sums[s]
        if s not in self.near:
            self.near[s] = {c: {other: None for other in terms if other != c} for c in terms}
        near = self.near[s]
        others = list(islice(reversed(terms), MAX_PAIRS))[::-1]
        near[cube] = dict.fromkeys(others)
        for other in others:
            near[other][cube] = None
        return others

    def _appear(self, cube: Cube, found: list[Divisor]) -> None:
        n = len(cube)
        for v in cube:
            self.cubes.setdefault(v, {})[cube] = None
        if n < 2:
            return
        self.cost += n - 1
        self.work += n * (n - 1) // 2
        for i in range(n):
            for j in range(i + 1, n):
                divisor = ((cube[i],), (cube[j],), 0)
                self.places.setdefault(divisor, {})[(-1, cube, ())] = None
                found.append(divisor)

    def _vanish(self, cube: Cube) -> None:
        n = len(cube)
        for v in cube:
            self.cubes[v].pop(cube, None)
        if n < 2:
            return
        self.cost -= n - 1
        for i in range(n):
            for j in range(i + 1, n):
                self.places[((cube[i],), (cube[j],), 0)].pop((-1, cube, ()), None)


def quotients(a: Cube, b: Cube) -> tuple[Cube, Cube]:
    """What is left of two different sorted cubes without their common factors."""
    for x in a:
        if x in b:
            break
    else:
        return a, b
    u, v = list(a), list(b)
    for x in a:
        if x in v:
            u.remove(x)
            v.remove(x)
    return tuple(u), tuple(v)
