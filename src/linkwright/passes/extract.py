"""Common factors, common sums and common products of all sums at once, the most valuable first."""

from __future__ import annotations

from linkwright.passes.identities import Identities
from linkwright.passes.network import Network
from linkwright.passes.regroup import Regroup


def extract(net: Network, goal: str = "speed") -> None:
    """Take divisors out until none saves anything. Sines of angle sums are added only where additions and products count."""
    work = Regroup(net, Identities(net, angles=goal == "count"))
    for divisor in list(work.places):
        work.offer(divisor)
    work.settle(lambda: list(work.sums))
    work.finish()
