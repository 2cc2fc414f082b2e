"""Local search: open up a sum or product, let the neighbours regroup, keep the result if it is no dearer.

Greedy extraction never takes back a choice. Here one variable at a time is multiplied out into what uses it, its
neighbourhood is factored again, and the whole step is undone where that cost more. Equal costs are kept, so the
form drifts along plateaus until a way down opens. Deterministic: a fixed seed, and a budget of steps
and of the work they do.
"""

from __future__ import annotations

import random
import time

from linkwright.passes.network import Network
from linkwright.passes.trial import Trial

STEPS = 8  # per sum
WORK = 1000
"""Of each step, on average: ordinary functions need 40 to 160. The budget of the whole is in these units, not in seconds, so
that a result depends on nothing but the function; 200,000 of them take about a second."""
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
        self.rng = rng
        self.work = Trial(net, rng.random)
        self.heat = 0.0

    def run(self, steps: int) -> None:
        work, rng = self.work, self.rng
        pool: list[int] = []
        work.limit = work.work + WORK * steps
        for k in range(steps):
            if work.work >= work.limit or time.monotonic() >= work.net.deadline:
                break
            if not pool:
                pool = [s for s in work.sums if work.may_open(s, MAX_TERMS, MAX_USES)]
                rng.shuffle(pool)
                if not pool:
                    break
            s = pool.pop()
            if work.may_open(s, MAX_TERMS, MAX_USES):
                self.heat = HEAT * (1 - k / steps)
                work.attempt([s, *self._neighbour(s)], self._accept, self._odd_divisor)
        work.finish()

    def _accept(self, rise: int) -> bool:
        return rise <= 0 or self.rng.random() < self.heat**rise

    def _neighbour(self, s: int) -> list[int]:
        """Now and then, a variable in s or one that uses s."""
        if self.rng.random() >= PAIRS:
            return []
        work = self.work
        near = [v for cube in work.sums[s] for v in cube if v in work.sums]
        near += [home for cube in work.cubes[s] for home in work.homes[cube]]
        near = [v for v in near if work.may_open(v, MAX_TERMS, MAX_USES)]
        return [self.rng.choice(near)] if near else []

    def _odd_divisor(self) -> None:
        """Now and then, take any divisor that gains, not the best."""
        work = self.work
        if work.heap and self.rng.random() < ODD:
            divisor = self.rng.choice(work.heap)[2]
            if work.gain(divisor) > 0:
                work.take(divisor)
