"""Several quotients by one divisor: one reciprocal and products, which pipeline where divisions stall."""

from __future__ import annotations

from linkwright.passes.cost import GOALS
from linkwright.passes.network import Network, Signed


def reciprocal(net: Network, goal: str = "speed") -> None:
    """x/d, y/d -> r = 1/d, x r, y r, where that is cheaper."""
    quotients: dict[Signed, list[int]] = {}
    for v, (op, args) in net.calls.items():
        if op == "div":
            quotients.setdefault(args[1], []).append(v)
    weights = GOALS[goal]
    for divisor, found in quotients.items():
        if weights["div"] * (len(found) - 1) <= weights["mul"] * len(found):
            continue
        one = net.number(1)
        r = net.call("div", ((1, one), divisor))
        for v in found:
            (sign, x), _ = net.calls[v][1]
            if v != r:
                del net.calls[v]
                net.sums[v] = {net.product((r,), (x,)): sign}
