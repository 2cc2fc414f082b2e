"""Numbers moved to where they cancel: a sum may be kept times any constant, if all that uses it divides by it.

Sums that feed each other without a number in between must share their constant; such a group is bounded by products with
numbers, and its constant multiplies them all. Choosing it so that the most frequent of them becomes 1 saves that many
products and costs nothing (in dynamics: measure accelerations in units of a link's length). (2 x) (3 y) joins on reading,
2 (3 a + 5 b) becomes 6 a + 10 b here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from linkwright.passes.network import Cube, Exact, Network, Sum

_GROUND = -1


def scale(net: Network, goal: str = "speed") -> None:
    """Rescale groups of sums, one after the other."""
    groups = _groups(net)
    members: dict[int, list[int]] = {}
    for s in net.sums:
        if groups.get(s, _GROUND) != _GROUND:
            members.setdefault(groups[s], []).append(s)
    place, users = {s: k for k, s in enumerate(net.sums)}, _users(net)
    for group in members.values():
        inside = set(group)
        near = sorted(inside.union(*(users.get(s, ()) for s in group)), key=place.__getitem__)
        factor = _best_factor(net, inside, near)
        if factor != 1:
            rescale(net, inside, factor, near)


def _users(net: Network) -> dict[int, list[int]]:
    """Which sums use a sum: rescaling changes numbers and never that, so a group need not look at the whole network."""
    users: dict[int, list[int]] = {}
    for s, terms in net.sums.items():
        for v in {v for cube in terms for v in cube if v in net.sums}:
            users.setdefault(v, []).append(s)
    return users


def _groups(net: Network) -> dict[int, int]:
    """The group of every sum; _GROUND for those whose constant is fixed by inputs, outputs or functions."""
    parent: dict[int, int] = {s: s for s in net.sums}
    parent[_GROUND] = _GROUND

    def find(x: int) -> int:
        while parent[x] != x:
            parent[x] = parent[parent[x]]
            x = parent[x]
        return x

    def join(x: int, y: int) -> None:
        x, y = find(x), find(y)
        if x != y:
            parent[max(x, y)] = min(x, y)  # the ground has the smallest number and stays a root

    for _, v in net.roots:
        if v in net.sums:
            join(_GROUND, v)
    for _, args in net.calls.values():
        for _, v in args:
            if v in net.sums:
                join(_GROUND, v)
    for s, terms in net.sums.items():
        for cube in terms:
            inner = [v for v in cube if v in net.sums]
            number = any(v in net.value for v in cube)
            if len(inner) > 1:
                for v in inner:
                    join(_GROUND, v)
                if not number:
                    join(_GROUND, s)
            elif not number:
                join(s, inner[0] if inner else _GROUND)
    return {s: find(s) for s in net.sums}


def _best_factor(net: Network, inside: set[int], near: Iterable[int]) -> Exact:
    """The factor k, sum = k * rescaled sum, that turns most numbers at the group's boundary into 1."""
    votes: Counter[Exact] = Counter()
    for s in sorted(inside):
        for cube in net.sums[s]:
            number = number_of(net, cube)
            if number != 1 and len(cube) > 1 and not any(v in inside for v in cube):
                votes[number] += 1
    for s in near:
        if s not in inside:
            for cube in net.sums[s]:
                if sum(v in inside for v in cube) == 1 and (number := number_of(net, cube)) != 1:
                    votes[Fraction(1) / number] += 1
    return max(votes, key=lambda k: votes[k]) if votes else 1


def rescale(net: Network, inside: set[int], factor: Exact, near: Iterable[int] | None = None) -> None:
    """Keep the sums of a set divided by a factor; everything that uses them (all of it `near`) takes it into its numbers."""
    for s in net.sums if near is None else near:
        own, terms = s in inside, net.sums[s]
        if not own and not any(v in inside for cube in terms for v in cube):
            continue
        changed: Sum = {}
        for cube, sign in terms.items():
            power = sum(v in inside for v in cube) - own
            if power:
                k = Fraction(factor) ** power * number_of(net, cube)
                bare = tuple(v for v in cube if v not in net.value)
                cube = net.scaled(k.numerator if k.denominator == 1 else k, bare)
            changed[cube] = sign
        net.sums[s] = changed


def number_of(net: Network, cube: Cube) -> Exact:
    """The numeric factor of a cube."""
    for v in cube:
        if v in net.value:
            return net.value[v]
    return 1
