"""An order of evaluation in which values live shortly: a register holds what memory would otherwise be asked for.

Backwards from the outputs, as a list scheduler: a value can be placed once everything that uses it is placed. Placing it
ends its live range (going backwards) and starts those of its arguments, so the best candidate is one whose arguments are
already alive; among equals the one that came alive last, whose user is nearest.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from itertools import accumulate

from linkwright.passes.lower import Tape

LEAVES = frozenset({"const", "sym"})


def short_lived(tape: Tape) -> list[int]:
    """Operations of the tape (no leaves) in an order with short live ranges; near-linear time."""
    waiting = _user_counts(tape)
    users = _users(tape)
    alive: set[int] = set()
    clock: dict[int, int] = {}
    heap: list[tuple[int, int, int]] = []
    tick = 0

    def cost(i: int) -> int:
        return sum(1 for j in set(tape.args[i]) if j not in alive and tape.op[j] not in LEAVES)

    def born(i: int) -> None:
        nonlocal tick
        if i in alive or tape.op[i] in LEAVES:
            return
        alive.add(i)
        tick += 1
        clock[i] = tick
        for u in users[i]:  # a user that is ready became cheaper
            if waiting[u] == 0 and u in alive:
                heapq.heappush(heap, (cost(u), -clock[u], u))

    for i in reversed(list(dict.fromkeys(tape.roots))):
        born(i)
    for i in alive:
        if waiting[i] == 0:
            heapq.heappush(heap, (cost(i), -clock[i], i))
    placed: list[int] = []
    done: set[int] = set()
    while heap:
        price, _, i = heapq.heappop(heap)
        if i in done:
            continue
        if price != cost(i):
            heapq.heappush(heap, (cost(i), -clock[i], i))
            continue
        done.add(i)
        placed.append(i)
        operands = [j for j in dict.fromkeys(tape.args[i]) if tape.op[j] not in LEAVES]
        for j in operands:
            waiting[j] -= 1
            born(j)
        for j in operands:
            if waiting[j] == 0:
                heapq.heappush(heap, (cost(j), -clock[j], j))
    placed.reverse()
    return placed


def depth_first(tape: Tape) -> list[int]:
    """Operations of the tape, each output's subtree in turn, the argument with the larger subtree first."""
    size = [0] * len(tape.op)
    for i, args in enumerate(tape.args):
        size[i] = min(1 + sum(size[j] for j in args), 1 << 60)
    done: set[int] = set()
    order: list[int] = []
    for root in tape.roots:
        stack = [(root, False)]
        while stack:
            i, ready = stack.pop()
            if ready:
                order.append(i)
            elif i not in done and tape.op[i] not in LEAVES:
                done.add(i)
                stack.append((i, True))
                stack.extend((j, False) for j in sorted(set(tape.args[i]), key=lambda j: size[j]))
    return order


def live_counts(tape: Tape, order: Sequence[int]) -> list[int]:
    """How many computed values wait for a later use after each operation of an order."""
    last: dict[int, int] = {}
    for k, i in enumerate(order):
        for j in tape.args[i]:
            last[j] = k
    change = [0] * (len(order) + 1)
    for k, i in enumerate(order):
        if i in last:
            change[k] += 1
            change[last[i]] -= 1
    return list(accumulate(change[:-1]))


def _user_counts(tape: Tape) -> list[int]:
    counts = [0] * len(tape.op)
    for args in tape.args:
        for j in set(args):
            counts[j] += 1
    return counts


def _users(tape: Tape) -> list[list[int]]:
    users: list[list[int]] = [[] for _ in tape.op]
    for i, args in enumerate(tape.args):
        for j in set(args):
            users[j].append(i)
    return users
