"""Local search: open up a sum or product, let the neighbours regroup, keep the result if it is no dearer.

Greedy extraction never takes back a choice. Here one variable at a time is multiplied out into what uses it, its
neighbourhood is factored again, and the whole step is undone where that cost more. Equal costs are kept, so the
form drifts along plateaus until a way down opens. Deterministic: a fixed seed, and a budget in steps.
"""

from __future__ import annotations

import random

from linkwright.passes.divisors import Divisor, Divisors
from linkwright.passes.identities import Identities
from linkwright.passes.network import Cube, Network

STEPS = 30  # per sum
MAX_TERMS = 6
MAX_USES = 8
HEAT = 0.2  # at first, a step that costs one operation more is kept this often
PAIRS = 0.3  # how often a neighbour is opened together with a variable
ODD = 0.5  # how often the first divisor taken is any, not the best


def search(net: Network, goal: str = "speed", steps: int | None = None, seed: int = 0) -> None:
    """Improve a network by a number of random steps; by default in proportion to its size."""
    _Search(net, random.Random(seed)).run(STEPS * len(net.sums) if steps is None else steps)


class _Search:
    def __init__(self, net: Network, rng: random.Random) -> None:
        self.net = net
        self.rng = rng
        self.work = Divisors(net, Identities(net, angles=False), rng.random)
        self.pinned = {v for _, v in net.roots} | {v for _, args in net.calls.values() for _, v in args}
        self.heat = 0.0

    def run(self, steps: int) -> None:
        work = self.work
        for divisor in list(work.places):
            work.offer(divisor)
        work.run()
        pool: list[int] = []
        for k in range(steps):
            if not pool:
                pool = [s for s, terms in self.net.sums.items() if terms and self._may_open(s)]
                self.rng.shuffle(pool)
                if not pool:
                    return
            s = pool.pop()
            if self.net.sums.get(s) and self._may_open(s):
                self.heat = HEAT * (1 - k / steps)
                self._try(s)
        for s in [s for s, terms in self.net.sums.items() if not terms]:
            if s not in self.pinned and not work.cubes.get(s):  # one that is used is zero
                del self.net.sums[s]

    def _may_open(self, s: int) -> bool:
        uses = self.work.cubes.get(s)
        if not uses or len(self.net.sums[s]) > MAX_TERMS:
            return False
        return sum(len(self.work.homes[c]) for c in uses) <= MAX_USES and all(c.count(s) == 1 for c in uses)

    def _try(self, s: int) -> None:
        work, rng = self.work, self.rng
        before = work.cost
        work.log = []
        work.heap.clear()
        for v in [s, *self._neighbour(s)]:
            if self.net.sums.get(v) and self._may_open(v):
                self._open(v)
        if work.heap and rng.random() < ODD:
            divisor = rng.choice(work.heap)[2]
            if work.gain(divisor) > 0:
                work.take(divisor)
        work.run()
        self._alias()
        work.run()
        self._tidy()
        log, work.log = work.log, None
        rise = work.cost - before
        if rise <= 0 or rng.random() < self.heat**rise:
            return
        for v, cube, sign, came in reversed(log):
            if came:
                work.leave(v, cube)
            else:
                work.enter(v, cube, sign)
        work.heap.clear()

    def _neighbour(self, s: int) -> list[int]:
        """Now and then, a variable in s or one that uses s."""
        if self.rng.random() >= PAIRS:
            return []
        work, sums = self.work, self.net.sums
        near = [v for cube in sums[s] for v in cube if v in sums]
        near += [home for cube in work.cubes[s] for home in work.homes[cube]]
        return [self.rng.choice(near)] if near else []

    def _alias(self) -> None:
        """A sum of one single variable is that variable."""
        for s in dict.fromkeys(s for s, *_ in self.work.log or ()):
            terms = self.net.sums.get(s)
            if terms and len(terms) == 1 and len(next(iter(terms))) == 1 and self.work.cubes.get(s):
                self._open(s)

    def _open(self, s: int) -> None:
        """Multiply a variable out into all that uses it."""
        work = self.work
        terms = list(self.net.sums[s].items())
        found: list[Divisor] = []
        for cube in list(work.cubes[s]):
            if cube.count(s) != 1:
                continue
            i = cube.index(s)
            rest = cube[:i] + cube[i + 1 :]
            for home in list(work.homes[cube]):
                sign = work.leave(home, cube)
                for inner, k in terms:
                    found += work.put(home, self._product(rest, inner), sign * k)
        if s not in self.pinned and not work.cubes[s]:
            for cube in list(self.net.sums[s]):
                work.leave(s, cube)
        for d in dict.fromkeys(found):
            work.offer(d)

    def _product(self, a: Cube, b: Cube) -> Cube:
        value = self.net.value
        numbers = [v for v in a + b if v in value]
        if len(numbers) < 2:
            return tuple(sorted(a + b))
        x = value[numbers[0]] * value[numbers[1]]
        return self.net.scaled(x, tuple(sorted(v for v in a + b if v not in value)))

    def _tidy(self) -> None:
        """Let go of sums nobody uses any more."""
        work, sums = self.work, self.net.sums
        log = work.log or []
        queue = [s for s, *_ in log] + [v for _, cube, _, came in log if not came for v in cube if v in sums]
        while queue:
            s = queue.pop()
            if s in self.pinned or not sums.get(s) or work.cubes.get(s):
                continue
            for cube in list(sums[s]):
                work.leave(s, cube)
                queue.extend(v for v in cube if v in sums)
