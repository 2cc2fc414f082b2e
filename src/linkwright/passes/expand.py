"""Multiply a factor into a sum where its terms then meet others: x (a + b) + y a = (x + y) a + x b.

Greedy extraction cannot see this, because the sum is closed. Tried on every sum that one product alone uses, and taken
back where it gains nothing; a full search opens everything else too, for ten times the time.
"""

from __future__ import annotations

from linkwright.passes.network import Network
from linkwright.passes.trial import Trial

MAX_TERMS = 4


def expand(net: Network, goal: str = "speed") -> None:
    """Open sums used once, as a factor, wherever that makes the whole cheaper."""
    work = Trial(net)
    for s in list(work.sums):
        if work.may_open(s, MAX_TERMS, 1) and len(work.sums[s]) > 1 and s not in work.pinned:
            work.attempt([s], lambda rise: rise < 0)
    work.settle(lambda: list(work.sums))
    work.finish()
