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
_SOURCE, _SINK = -1, -2
_Room = dict[int, dict[int, int]]


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
            before = {s: dict(terms) for s, terms in net.sums.items()}
            rescale(net, chosen, factor)
            now = cost(net)  # the cut does not see products that two sums share
            if now < price:
                price, ties = now, _Ties(net)
            else:
                net.sums.update(before)


class _Ties:
    """What holds sums together, as a graph to be cut: products without a number. And where numbers are."""

    def __init__(self, net: Network) -> None:
        self.net = net
        self.room: _Room = {_SOURCE: {}, _SINK: {}}
        self.places: dict[
            int, list[tuple[int | None, int | None]]
        ] = {}  # number -> (sum, sum inside), None where fixed
        value, sums = net.value, net.sums
        fixed = {v for _, v in net.roots} | {v for _, args in net.calls.values() for _, v in args}
        inner = {cube: [v for v in cube if v in sums] for terms in sums.values() for cube in terms}
        for found in inner.values():
            if len(found) > 1:  # the factors of such a product would multiply
                fixed.update(found)
        for s, terms in sums.items():
            own = None if s in fixed else s
            for cube in terms:
                free = next((v for v in inner[cube] if v not in fixed), None)
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
            _edge(self.room, own if own is not None else free, _SINK, 1)  # type: ignore[arg-type]

    def best_cut(self, factor: Exact) -> set[int]:
        """The sums to scale."""
        room = {v: dict(near) for v, near in self.room.items()}
        for own, free in self.places.get(self.net.number(factor), ()):
            if own is not None:
                _edge(room, _SOURCE, own, 1)
                if free is not None:
                    _edge(room, free, _SINK, 1)
        for own, free in self.places.get(self.net.number(Fraction(1) / factor), ()):
            if free is not None:
                _edge(room, _SOURCE, free, 1)
                if own is not None:
                    _edge(room, own, _SINK, 1)
        return _cut(room) if room[_SOURCE] else set()


def _edge(room: _Room, a: int, b: int, there: int, back: int = 0) -> None:
    left, right = room.setdefault(a, {}), room.setdefault(b, {})
    left[b] = left.get(b, 0) + there
    right[a] = right.get(a, 0) + back


def _cut(room: _Room) -> set[int]:
    """Nodes on the source's side of a minimum cut, by shortest augmenting paths: capacities are small, so there are few."""
    while True:
        before = _reach(room)
        if _SINK not in before:
            return {v for v in before if v != _SOURCE}
        v = _SINK
        while v != _SOURCE:
            u = before[v]
            room[u][v] -= 1
            room[v][u] += 1
            v = u


def _reach(room: _Room) -> dict[int, int]:
    before = {_SOURCE: _SOURCE}
    queue = deque([_SOURCE])
    while queue:
        u = queue.popleft()
        for v, left in room[u].items():
            if left and v not in before:
                before[v] = u
                if v == _SINK:
                    return before
                queue.append(v)
    return before
