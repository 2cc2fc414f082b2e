"""A better unit for a part of the network: which sums to keep divided by k, so that the number k vanishes most often.

Where `scale` asks for groups that no product without a number ties to the rest, this one cuts such ties where that pays.
Each sum is either scaled or not; a product with the number k inside a scaled sum loses its number, a product without one
between a scaled and an unscaled sum gains one. The best choice is a minimum cut (Greig, Porteous & Seheult 1989).
"""

from __future__ import annotations

from collections import Counter, deque
from fractions import Fraction

from linkwright.passes.network import Exact, Network, cost
from linkwright.passes.scale import rescale

CANDIDATES = 4
SOURCE, SINK = -1, -2
Room = dict[int, dict[int, int]]
"""What can still flow from a node to its neighbours; of every edge both directions are there."""


def units(net: Network, goal: str = "speed") -> None:
    """Rescale by the most frequent numbers, each where a cut says that it pays."""
    frequent = Counter(
        v for terms in net.sums.values() for cube in terms if len(cube) > 1 for v in cube if v in net.value
    )
    candidates = [net.value[v] for v, count in frequent.most_common(CANDIDATES) if count > 1]
    if not candidates:
        return
    price, ties = cost(net), _Ties(net)
    for number in candidates:
        for factor in (number, Fraction(1) / number):
            chosen = ties.best_cut(factor)
            if not chosen:
                continue
            before = dict(net.sums)
            rescale(net, chosen, factor)
            now = cost(net)  # the cut does not see products that two sums share
            if now < price:
                price = now
                ties.read()
            else:
                net.sums.update(before)


class _Ties:
    """What holds sums together, as a graph to be cut: products without a number. And where numbers are."""

    def __init__(self, net: Network) -> None:
        self.net = net
        sums = net.sums
        self.fixed = {v for _, v in net.roots} | {v for _, args in net.calls.values() for _, v in args}
        for terms in sums.values():
            for cube in terms:
                if len(cube) > 1 and len(inner := [v for v in cube if v in sums]) > 1:
                    self.fixed.update(inner)  # the factors of such a product would multiply
        self.read()

    def read(self) -> None:
        """Ties and numbers as they are now; which sums are fixed does not change with the numbers."""
        self.room: Room = {SOURCE: {}, SINK: {}}
        self.places: dict[
            int, list[tuple[int | None, int | None]]
        ] = {}  # number -> (sum, sum inside), None where fixed
        value, sums, fixed = self.net.value, self.net.sums, self.fixed
        for s, terms in sums.items():
            own = None if s in fixed else s
            for cube in terms:
                free = None
                for v in cube:
                    if v in sums and v not in fixed:
                        free = v
                        break
                if own is None and free is None:
                    continue
                number = next((v for v in cube if v in value), None)
                if number is None:
                    self._tie(own, free)
                elif len(cube) > 1:
                    self.places.setdefault(number, []).append((own, free))

    def _tie(self, own: int | None, free: int | None) -> None:
        if own is not None and free is not None:
            _edge(self.room, own, free, 1, 1)
        else:
            _edge(self.room, own if own is not None else free, SINK, 1)  # type: ignore[arg-type]

    def best_cut(self, factor: Exact) -> set[int]:
        """The sums to scale."""
        room = {v: dict(near) for v, near in self.room.items()}
        for own, free in self.places.get(self.net.number(factor), ()):
            if own is not None:
                _edge(room, SOURCE, own, 1)
                if free is not None:
                    _edge(room, free, SINK, 1)
        for own, free in self.places.get(self.net.number(Fraction(1) / factor), ()):
            if free is not None:
                _edge(room, SOURCE, free, 1)
                if own is not None:
                    _edge(room, own, SINK, 1)
        return smallest_cut(room) if room[SOURCE] else set()


def _edge(room: Room, a: int, b: int, there: int, back: int = 0) -> None:
    left, right = room.setdefault(a, {}), room.setdefault(b, {})
    left[b] = left.get(b, 0) + there
    right[a] = right.get(a, 0) + back


def smallest_cut(room: Room) -> set[int]:
    """Nodes on the source's side of the smallest minimum cut: those that the source still reaches when all flows.

    Each neighbour of the source sends by shortest paths what it can. What is reached when it can send no more never leads to
    the sink again, and no later path touches it: so all searches in vain together see every node once."""
    cut: set[int] = set()
    start = room[SOURCE]
    for first in start:
        while start[first] and first not in cut:
            before = _reach(room, first, cut)
            if SINK not in before:
                cut.update(before)
                break
            start[first] -= 1
            v = SINK
            while v != first:
                u = before[v]
                room[u][v] -= 1
                room[v][u] += 1
                v = u
    return cut


def _reach(room: Room, first: int, closed: set[int]) -> dict[int, int]:
    """Nodes that there is a way to, each with the one before it, until the sink is found; none goes through the source."""
    before = {first: first}
    queue = deque([first])
    while queue:
        u = queue.popleft()
        for v, left in room[u].items():
            if left and v not in before and v not in closed and v != SOURCE:
                before[v] = u
                if v == SINK:
                    return before
                queue.append(v)
    return before
