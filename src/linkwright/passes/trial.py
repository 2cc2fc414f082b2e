"""A step that can be taken back: open variables, let their surroundings regroup, look at the cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from linkwright.passes.identities import Identities
from linkwright.passes.network import Network
from linkwright.passes.regroup import Regroup

STEP_WORK = 20_000
"""Of one step: a hundred times the ordinary one, a tenth of a second."""


class Trial(Regroup):
    """A regrouped network that can be changed on trial. It makes no new sines: those could not be taken back."""

    def __init__(self, net: Network, tie: Callable[[], float] | None = None) -> None:
        super().__init__(net, Identities(net, angles=False), tie)
        for divisor in list(self.places):
            self.offer(divisor)
        self.run()

    def may_open(self, s: int, terms: int, uses: int) -> bool:
        """Whether a variable has few enough terms and uses to be multiplied out."""
        sums, cubes = self.sums.get(s), self.cubes.get(s)
        if not sums or not cubes or len(sums) > terms or len(cubes) > uses:
            return False
        return sum(len(self.homes[c]) for c in cubes) <= uses and all(c.count(s) == 1 for c in cubes)

    def attempt(
        self, chosen: Iterable[int], accept: Callable[[int], bool], first: Callable[[], None] | None = None
    ) -> None:
        """Open the chosen variables, regroup, and go back unless `accept` takes the rise of the cost.

        first: what to do before the most valuable divisors are taken.
        """
        before, limit = self.cost, self.limit
        self.limit = min(limit, self.work + STEP_WORK)
        log = self.log = []
        self.heap.clear()
        for s in chosen:
            if self.sums.get(s) and self.cubes.get(s):
                self.open(s)
        if first is not None:
            first()
        self.settle(lambda: dict.fromkeys(s for s, *_ in log))
        self.drop([s for s, *_ in log] + [v for _, cube, _, came in log if not came for v in cube if v in self.sums])
        self.log = None
        self.limit = limit
        if not accept(self.cost - before):
            self.quiet = True
            for s, cube, sign, came in reversed(log):
                if came:
                    self.leave(s, cube)
                else:
                    self.enter(s, cube, sign)
            self.quiet = False
        self.heap.clear()
