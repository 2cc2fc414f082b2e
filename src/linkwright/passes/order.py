"""An order of evaluation in which values live shortly: a register holds what memory would otherwise be asked for.

Four ways to order, none best for all functions; `best_order` tries them and takes the one that would reload least.
All are near-linear in the length of the tape.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate

from linkwright.passes.lower import Tape

LEAVES = frozenset({"const", "sym"})
REACH = 30
"""A value that was not touched for so many operations has probably left its register: fits what compilers make of it."""


def short_lived(tape: Tape) -> list[int]:
    """Backwards from the outputs, as a list scheduler.

    A value can be placed once everything that uses it is placed. Placing it ends its live range (going backwards) and
    starts those of its arguments, so the best candidate is one whose arguments are already alive; among equals the one
    that came alive last, whose user is nearest.
    """
    operands, users = _web(tape)
    waiting = [len(u) for u in users]
    missing = [len(a) for a in operands]  # arguments that are not alive yet: what placing the value would add
    clock = [0] * len(tape.op)  # 0: not alive
    done = [False] * len(tape.op)
    heap: list[tuple[int, int, int]] = []
    tick = 0

    def bear(i: int) -> None:
        nonlocal tick
        tick += 1
        clock[i] = tick
        for u in users[i]:  # a user that waits to be placed became cheaper
            missing[u] -= 1
            if clock[u] and not waiting[u] and not done[u]:
                heapq.heappush(heap, (missing[u], -clock[u], u))

    for i in reversed(list(dict.fromkeys(tape.roots))):
        if tape.op[i] not in LEAVES:
            bear(i)
    for i in dict.fromkeys(tape.roots):
        if clock[i] and not waiting[i]:
            heapq.heappush(heap, (missing[i], -clock[i], i))
    placed: list[int] = []
    while heap:
        price, _, i = heapq.heappop(heap)
        if done[i] or price != missing[i]:
            continue
        done[i] = True
        placed.append(i)
        for j in operands[i]:
            waiting[j] -= 1
            if not clock[j]:
                bear(j)
        for j in operands[i]:
            if not waiting[j]:
                heapq.heappush(heap, (missing[j], -clock[j], j))
    placed.reverse()
    return placed


def depth_first(tape: Tape) -> list[int]:
    """Each output's subtree in turn, the argument with the larger subtree first."""
    size = [0] * len(tape.op)
    for i, args in enumerate(tape.args):
        size[i] = min(1 + sum(size[j] for j in args), 1 << 60)
    seen = [op in LEAVES for op in tape.op]
    order: list[int] = []
    stack = list(reversed(tape.roots))
    while stack:
        i = stack.pop()
        if i < 0:
            order.append(~i)
        elif not seen[i]:
            seen[i] = True
            stack.append(~i)
            args = tape.args[i]
            stack.extend(args if len(args) == 1 or size[args[0]] <= size[args[-1]] else reversed(args))
    return order


def given(tape: Tape) -> list[int]:
    """As they stand: in the order in which they were derived, near to what uses them."""
    return [i for i, op in enumerate(tape.op) if op not in LEAVES]


def hoisted(tape: Tape, order: Sequence[int]) -> list[int]:
    """The same order, but what uses a value for the last time comes as soon as it can.

    Such an operation puts one value in the place of one or two, so it never costs a register to do it early; a partial
    sum is then kept instead of all that goes into it.
    """
    operands, users = _web(tape)
    missing = [len(a) for a in operands]
    left = [len(u) for u in users]
    done = [op in LEAVES for op in tape.op]
    result: list[int] = []
    for top in order:
        stack = [top]
        while stack:
            i = stack.pop()
            if done[i] or (i != top and all(left[j] > 1 for j in operands[i])):
                continue
            done[i] = True
            result.append(i)
            for u in users[i]:
                missing[u] -= 1
            near = list(users[i])
            for j in operands[i]:
                left[j] -= 1
                if left[j] == 1:
                    near.extend(users[j])
            stack.extend(u for u in reversed(near) if not missing[u] and not done[u])
    return result


WAYS: Mapping[str, Callable[[Tape], list[int]]] = {
    "given": given,
    "hoisted": lambda tape: hoisted(tape, given(tape)),
    "short": lambda tape: hoisted(tape, short_lived(tape)),
    "depth": lambda tape: hoisted(tape, depth_first(tape)),
}


def best_order(tape: Tape) -> list[int]:
    """The order that would reload least."""
    return min((way(tape) for way in WAYS.values()), key=lambda order: reloads(tape, order))


def reloads(tape: Tape, order: Sequence[int]) -> int:
    """How many arguments were last touched more than REACH operations ago."""
    last = [-1] * len(tape.op)
    count = 0
    for k, i in enumerate(order):
        for j in tape.args[i]:
            if 0 <= last[j] < k - REACH:
                count += 1
            if last[j] >= 0:
                last[j] = k
        last[i] = k
    return count


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


def _web(tape: Tape) -> tuple[list[list[int]], list[list[int]]]:
    """Per entry, the computed values it uses (each once), and the entries that use it. Leaves cost no register."""
    leaf = [op in LEAVES for op in tape.op]
    operands: list[list[int]] = []
    users: list[list[int]] = [[] for _ in tape.op]
    for i, args in enumerate(tape.args):
        own = [j for j in dict.fromkeys(args) if not leaf[j]]
        operands.append(own)
        for j in own:
            users[j].append(i)
    return operands, users
