"""Common factors, common sums and common products of all sums at once, the most valuable first."""

from __future__ import annotations

from linkwright.passes.divisors import Divisors
from linkwright.passes.identities import Identities
from linkwright.passes.network import Network


def extract(net: Network, goal: str = "speed") -> None:
    """Take divisors out until none saves anything. Sines of angle sums are added only where additions and products count."""
    work = Divisors(net, Identities(net, angles=goal == "count"))
    for divisor in list(work.places):
        work.offer(divisor)
    work.run()
