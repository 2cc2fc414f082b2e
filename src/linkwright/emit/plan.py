"""Kernel -> Plan: which values get a name, which are written into the expression that uses them, what crosses from one
piece of a large function to the next. The same for every language; a Target only sets the limits.

The order of the schedule is kept: a compiler for straight-line code mostly keeps the order it is given, and the schedule
chose one in which values live shortly.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from types import MappingProxyType

from linkwright.emit.angles import LEAVES, Early, early, pairs_of
from linkwright.emit.remarks import remarked
from linkwright.emit.straight_line import Define, Load, Pair, Plan, Save, Statement, Write, Zeros, tree_leaves
from linkwright.emit.target import Target
from linkwright.passes.kernel import Kernel
from linkwright.passes.lanes.vectors import vectorised

_RUN = 4
"""Zeros in a row that are worth a statement of their own."""
_MANY = 300
"""Zeros in an output that are worth clearing it first (measured: Jacobians, with 60, are better off without)."""


def plan(kernel: Kernel, target: Target) -> Plan:
    """Decide names, nesting and pieces for one kernel in one language."""
    if not kernel.straight:  # nothing but calls of other functions, and statements of its own
        return replace(_Planner(replace(kernel, outputs=()), target).plan(), kernel=kernel)
    found = _Planner(kernel, target).plan()
    if kernel.lanes is None or target.vectors is None:
        return found
    return replace(found, lanes=_Planner(vectorised(kernel.lanes), target).plan())


@dataclass
class _Planner:
    kernel: Kernel
    target: Target
    nested: set[int] = field(default_factory=set[int])
    names: dict[int, str] = field(default_factory=dict[int, str])

    def plan(self) -> Plan:
        self._uses()
        pairs = pairs_of(self.kernel, self.uses) if self.target.pair else {}
        ahead = early(self.kernel, pairs, self.target.lanes)
        orders = self._orders(ahead)
        for k in ahead.gathered:
            self.uses[k] += 1  # it is named in the list of angles, wherever else it is used
        late = {k: pair for pair in pairs.values() for k in pair if k >= 0 and k not in ahead.places}
        for order in orders:
            self._nest(order, late)
        pieces, slots = self._statements(orders, late)
        return Plan(
            self.kernel,
            tuple(tuple(p) for p in self._remarked(pieces)),
            ahead,
            frozenset(self.nested),
            MappingProxyType(self.names),
            slots,
        )

    def _remarked(self, pieces: list[list[Statement]]) -> list[list[Statement]]:
        """Prologue and one piece are written as one function, larger functions piece by piece."""
        return [remarked(self.kernel, piece) for piece in pieces]

    def _orders(self, ahead: Early) -> list[list[int]]:
        """Operations of each piece in order: the prologue, then the schedule's chunks, joined as far as `piece` allows.

        Up to twice that nothing is split: a cut costs more there than a large function does.
        """
        orders = [sorted(ahead.needed)]
        code = self.kernel.code
        elsewhere = ahead.needed | ahead.places.keys()
        limit = self.target.piece if sum(map(bool, self.uses)) > 2 * self.target.piece else 0
        order: list[int] = []
        ends = (*self.kernel.chunks[1:], len(code))
        for start, end in zip(self.kernel.chunks, ends, strict=True):
            chunk = [k for k in range(start, end) if self.uses[k] and k not in elsewhere and code[k].op not in LEAVES]
            if order and limit and len(order) + len(chunk) > limit:
                orders.append(order)
                order = []
            order += chunk
        return [*orders, order]

    def _uses(self) -> None:
        """Count the uses of each value by what an output needs, and note where it is written."""
        self.uses = [0] * len(self.kernel.code)
        self.writes: dict[int, list[tuple[int, int]]] = {}
        for port, index, k in self.kernel.written:
            self.uses[k] += 1
            self.writes.setdefault(k, []).append((port, index))
        for k in reversed(range(len(self.kernel.code))):
            if self.uses[k]:
                for j in self.kernel.code[k].args:
                    self.uses[j] += 1

    def _nest(self, order: list[int], late: Mapping[int, tuple[int, int]]) -> None:
        """Nest values used once, in the same piece, into their user while the statement stays short."""
        code, here = self.kernel.code, set(order)
        position = {k: n for n, k in enumerate(order)}
        start: dict[int, int] = {}  # where the run of operations that make up a value begins
        size: dict[int, int] = {}
        for k in order:
            begin, total = position[k], 1
            named = code[k].op in (
                "lane",
                "splat",
                "part",
                "put",
            )  # of what these are made is a name, in whatever language
            for place, j in sorted(enumerate(code[k].args), key=lambda pair: -pair[1]):
                if j not in here or self.uses[j] != 1 or j in late or named:
                    continue
                if self._duplicates(k, place) or total + size[j] > self.target.nest:
                    continue
                if self.target.adjacent and position[j] != begin - 1:
                    continue
                self.nested.add(j)
                begin, total = start[j], total + size[j]
            start[k], size[k] = begin, total

    def _duplicates(self, k: int, place: int) -> bool:
        """Whether an operation is spelled with an operand written twice."""
        spelling = self.target.spell.get(self.kernel.code[k].op)
        return spelling is not None and spelling.duplicates(place)

    def _statements(
        self, orders: list[list[int]], late: Mapping[int, tuple[int, int]]
    ) -> tuple[list[list[Statement]], int]:
        home = {k: n for n, order in enumerate(orders) for k in order}
        slots, count = self._slots(orders, home)
        pieces: list[list[Statement]] = []
        for n, order in enumerate(orders):
            statements: list[Statement] = []
            known: set[int] = set()
            for k in order:
                if k in self.nested or k in known:
                    continue
                for j in dict.fromkeys(tree_leaves(self.kernel, k, self.nested)):
                    if j in slots and j not in known:
                        statements.append(Load(j, slots[j]))
                        known.add(j)
                pair = tuple(j if home.get(j) == n else -1 for j in late.get(k, ()))  # each piece has its own half
                made = [j for j in pair if j >= 0] or [k]
                writes = [Write(port, index, j) for j in made for port, index in self.writes.get(j, ())]
                if pair:
                    statements.append(Pair(self.kernel.code[k].args[0], *pair))
                elif self.uses[k] == 1 and writes:
                    statements.extend(writes)  # the whole expression goes into the output, no name needed
                    continue
                else:
                    statements.append(Define(k))
                for j in made:
                    self.names[j] = self.target.temporary.format(number=len(self.names) + 1)
                    known.add(j)
                statements.extend(writes)
                statements.extend(Save(j, slots[j]) for j in made if j in slots)
            pieces.append(statements)
        plain = [k for k in self.writes if k not in home]  # numbers, inputs, early sines
        writes = [Write(port, index, k) for k in plain for port, index in self.writes[k]]
        sparse = self._sparse(writes)
        pieces[0][:0] = [Zeros(port, 0, self.kernel.outputs[port].size) for port in sparse]
        pieces[-1].extend(self._plain(w for w in writes if not (w.port in sparse and self._zero(w))))
        return pieces, count

    def _sparse(self, writes: Iterable[Write]) -> list[int]:
        """Outputs that are mostly zeros: they are cleared as a whole before anything is written. (Measured: a regressor
        of a legged robot is a quarter faster than with its zeros written in runs.)"""
        zeros = Counter(w.port for w in writes if self._zero(w))
        return sorted(p for p, n in zeros.items() if n >= _MANY and 2 * n > self.kernel.outputs[p].size)

    def _plain(self, writes: Iterable[Write]) -> Iterator[Statement]:
        """Writes in the order of memory, runs of zeros as one statement where the language has one."""
        ordered = sorted(writes, key=lambda w: (w.port, w.index))
        # where zeros are neighbours in memory, index and position grow together
        keys = [(w.port, self._zero(w), w.index - n) for n, w in enumerate(ordered)]
        for (_, zero, _), group in groupby(zip(keys, ordered, strict=True), key=lambda pair: pair[0]):
            run = [write for _, write in group]
            yield from [Zeros(run[0].port, run[0].index, len(run))] if zero and len(run) >= _RUN else run

    def _zero(self, write: Write) -> bool:
        instr = self.kernel.code[write.value]
        return bool(self.target.zeros) and instr.op == "const" and repr(instr.value) == "0.0"  # not -0.0

    def _slots(self, orders: list[list[int]], home: Mapping[int, int]) -> tuple[dict[int, int], int]:
        """A slot for every value that a later piece uses. A slot is free again after the piece of the last use."""
        last: dict[int, int] = {}
        for n, order in enumerate(orders):
            for k in order:
                for j in self.kernel.code[k].args:
                    if j in home and home[j] != n:
                        last[j] = max(last.get(j, 0), n)
        if len(orders) <= 2:  # prologue and one piece are written as one function
            return {}, 0
        slots: dict[int, int] = {}
        free: defaultdict[int, list[int]] = defaultdict(list)  # vectors take as many neighbours as they have lanes
        count = 0
        busy: list[list[int]] = [[] for _ in orders]
        for n, order in enumerate(orders):
            for k in order:
                if k in last:
                    lanes = self.kernel.code[k].lanes
                    if free[lanes]:
                        slots[k] = free[lanes].pop()
                    else:
                        slots[k], count = count, count + lanes
                    busy[last[k]].append(k)
            for k in busy[n]:  # only now: a later piece may overwrite what this one still read
                free[self.kernel.code[k].lanes].append(slots[k])
        return slots, count
