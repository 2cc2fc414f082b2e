"""Common factors, common sums and common products of all sums at once, the most valuable first."""

from __future__ import annotations

from linkwright.passes.divisors import Divisors
from linkwright.passes.network import Network


def extract(net: Network) -> None:
    """Take divisors out until none saves anything."""
    work = Divisors(net)
    for divisor in list(work.places):
        work.offer(divisor)
    work.run()
