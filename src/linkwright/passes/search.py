"""Local search: open up a sum or product, let the neighbours regroup, keep the result if it is no dearer.

Greedy extraction never takes back a choice. Here one variable at a time is multiplied out into what uses it, its
neighbourhood is factored again, and the whole step is undone where that cost more. Equal costs are kept, so the
form drifts along plateaus until a way down opens. Deterministic: a fixed seed, and a budget in steps.
"""

from __future__ import annotations

import random

from linkwright.passes.identities import Identities
from linkwright.passes.network import Network
from linkwright.passes.regroup import Regroup

STEPS = 8  # per sum
MAX_TERMS = 6
MAX_USES = 8
HEAT = 0.2  # at first, a step that costs one operation more is kept this often
PAIRS = 0.3  # how often a neighbour is opened together with a variable
ODD = 0.5  # how often the first divisor taken is any, not the best


def search(net: Network, goal: str = "speed") -> None:
    """Improve a network by a number of random steps in proportion to its size."""
    _Search(net, random.Random(net.seed)).run(STEPS * len(net.sums))


class _Search:
    def __init__(self, net: Network, rng: random.Random) -> None:
        self.net = net
        self.rng = rng
        self.work = Regroup(net, Identities(net, angles=False), rng.random)
        self.heat = 0.0

    def run(self, steps: int) -> None:
        work = self.work
        for divisor in list(work.places):
            work.offer(divisor)
        work.run()
        pool: list[int] = []
        for k in range(steps):
            if not pool:
                pool = [s for s in work.sums if self._may_open(s)]
                self.rng.shuffle(pool)
                if not pool:
                    return
            s = pool.pop()
            if self._may_open(s):
                self.heat = HEAT * (1 - k / steps)
                self._try(s)
        work.finish()

    def _may_open(self, s: int) -> bool:
        uses, terms = self.work.cubes.get(s), self.work.sums.get(s)
        if not uses or not terms or len(terms) > MAX_TERMS:
            return False
        return sum(len(self.work.homes[c]) for c in uses) <= MAX_USES and all(c.count(s) == 1 for c in uses)

    def _try(self, s: int) -> None:
        """One step: open a variable, regroup what it touched, go back where that cost more."""
        work, rng = self.work, self.rng
        before = work.cost
        log = work.log = []
        work.heap.clear()
        for v in [s, *self._neighbour(s)]:
            if self._may_open(v):
                work.open(v)
        if work.heap and rng.random() < ODD:
            divisor = rng.choice(work.heap)[2]
            if work.gain(divisor) > 0:
                work.take(divisor)
        work.run()
        while work.join(dict.fromkeys(v for v, *_ in log)):
            work.run()
        work.drop([v for v, *_ in log] + [v for _, cube, _, came in log if not came for v in cube if v in work.sums])
        work.log = None
        work.heap.clear()
        rise = work.cost - before
        if rise > 0 and rng.random() >= self.heat**rise:
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
