"""Kernel -> Plan: which values get a name, which are written into the expression that uses them, what crosses from one
piece of a large function to the next. The same for every language; a Target only sets the limits.

The order of the schedule is kept: a compiler for straight-line code mostly keeps the order it is given, and the schedule
chose one in which values live shortly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from linkwright.emit.steps import LEAVES, Define, Load, Pair, Plan, Save, Step, Write, tree_leaves
from linkwright.emit.target import Target
from linkwright.passes.kernel import Kernel

_CHEAP = frozenset({"add", "sub", "mul", "neg"})
_EARLY = 3
"""Operations an angle may need to be computed ahead of everything else, with all the other angles."""


def padded(count: int, lanes: int) -> list[int]:
    """0 ... count-1, filled up to whole vectors of `lanes` (or of half that) by repeating what is before the last one.

    padded(6, 4) = [0, 1, 2, 3, 2, 3, 4, 5]. Where the angles are neighbours in an input each vector is then one load; a
    vector stored in parts and loaded as a whole would stall.
    """
    if count <= lanes // 2:
        return list(range(count))
    if count <= lanes:
        return [*range(count), *[count - 1] * (lanes - count)]
    rest = count % lanes
    return [*range(count - rest), *(range(count - lanes, count) if rest else ())]


def plan(kernel: Kernel, target: Target) -> Plan:
    """Decide names, nesting and pieces for one kernel in one language."""
    return _Planner(kernel, target).plan()


@dataclass
class _Planner:
    kernel: Kernel
    target: Target
    early: dict[int, tuple[bool, int]] = field(default_factory=dict[int, "tuple[bool, int]"])
    angles: list[int] = field(default_factory=list[int])
    nested: set[int] = field(default_factory=set[int])
    names: dict[int, str] = field(default_factory=dict[int, str])

    def plan(self) -> Plan:
        self._uses()
        pairs = self._pairs()
        ahead = self._early(pairs)
        orders = self._orders(ahead)
        for k in self.angles:
            self.uses[k] += 1  # an early angle is named in the list of angles, wherever else it is used
        late = {k for pair in pairs.values() for k in pair if k >= 0 and k not in self.early}
        for order in orders:
            self._nest(order, late)
        pieces, slots = self._steps(orders, pairs)
        return Plan(
            self.kernel, tuple(tuple(p) for p in pieces), tuple(self.angles), MappingProxyType(self.early),
            frozenset(self.nested), MappingProxyType(self.names), slots,
        )  # fmt: skip

    def _pairs(self) -> dict[int, tuple[int, int]]:
        """angle value -> (its sine, its cosine), -1 for none; only for targets that compute them together."""
        pairs: dict[int, tuple[int, int]] = {}
        if self.target.pair:
            for k, instr in enumerate(self.kernel.code):
                if instr.op in ("sin", "cos") and self.uses[k]:
                    sine, cosine = pairs.get(instr.args[0], (-1, -1))
                    if instr.op == "sin" and sine < 0:
                        pairs[instr.args[0]] = (k, cosine)
                    elif instr.op == "cos" and cosine < 0:
                        pairs[instr.args[0]] = (sine, k)
        return pairs

    def _early(self, pairs: Mapping[int, tuple[int, int]]) -> set[int]:
        """Choose the angles that are inputs, or a few operations away from them; returns the operations these need."""
        closures = {angle: self._closure(angle) for angle in pairs}
        chosen = sorted(angle for angle in pairs if closures[angle] is not None)  # inputs in their order in memory
        order = padded(len(chosen), self.target.lanes)
        self.angles = [chosen[k] for k in order]
        for place, angle in enumerate(self.angles):
            for k, is_cosine in zip(pairs[angle], (False, True), strict=True):
                if k >= 0:
                    self.early[k] = (is_cosine, place)
        return set[int]().union(*(c for c in closures.values() if c is not None))

    def _closure(self, angle: int) -> set[int] | None:
        """The few cheap operations between the inputs and an angle; None where they are many or dear."""
        code = self.kernel.code
        found: set[int] = set()
        stack = [angle]
        while stack:
            k = stack.pop()
            if code[k].op in LEAVES or k in found:
                continue
            if code[k].op not in _CHEAP or len(found) == _EARLY:
                return None
            found.add(k)
            stack.extend(code[k].args)
        return found

    def _orders(self, ahead: set[int]) -> list[list[int]]:
        """Operations of each piece in order: the prologue, then the schedule's chunks, joined as far as `piece` allows."""
        orders = [sorted(ahead)]
        code = self.kernel.code
        elsewhere = ahead | self.early.keys()
        order: list[int] = []
        ends = (*self.kernel.chunks[1:], len(code))
        for start, end in zip(self.kernel.chunks, ends, strict=True):
            chunk = [k for k in range(start, end) if self.uses[k] and k not in elsewhere and code[k].op not in LEAVES]
            if order and self.target.piece and len(order) + len(chunk) > self.target.piece:
                orders.append(order)
                order = []
            order += chunk
        return [*orders, order]

    def _uses(self) -> None:
        """Count the uses of each value by what an output needs, and note where it is written."""
        self.uses = [0] * len(self.kernel.code)
        self.writes: dict[int, list[tuple[int, int]]] = {}
        for port, output in enumerate(self.kernel.outputs):
            for index, k in enumerate(output.nodes):
                self.uses[k] += 1
                self.writes.setdefault(k, []).append((port, index))
        for k in reversed(range(len(self.kernel.code))):
            if self.uses[k]:
                for j in self.kernel.code[k].args:
                    self.uses[j] += 1

    def _nest(self, order: list[int], named: set[int]) -> None:
        """Nest values used once, in the same piece, into their user while the statement stays short."""
        code, here = self.kernel.code, set(order)
        position = {k: n for n, k in enumerate(order)}
        start: dict[int, int] = {}  # where the run of operations that make up a value begins
        size: dict[int, int] = {}
        for k in order:
            begin, total = position[k], 1
            spelling = self.target.spell[code[k].op]
            for place, j in sorted(enumerate(code[k].args), key=lambda pair: -pair[1]):
                if j not in here or self.uses[j] != 1 or j in named:
                    continue
                if spelling.duplicates(place) or total + size[j] > self.target.nest:
                    continue
                if self.target.adjacent and position[j] != begin - 1:
                    continue
                self.nested.add(j)
                begin, total = start[j], total + size[j]
            start[k], size[k] = begin, total

    def _steps(self, orders: list[list[int]], pairs: Mapping[int, tuple[int, int]]) -> tuple[list[list[Step]], int]:
        home = {k: n for n, order in enumerate(orders) for k in order}
        slots, count = self._slots(orders, home)
        late = {k: pair for pair in pairs.values() for k in pair if k in home}
        pieces: list[list[Step]] = []
        for n, order in enumerate(orders):
            steps: list[Step] = []
            known: set[int] = set()
            for k in order:
                if k in self.nested or k in known:
                    continue
                for j in dict.fromkeys(tree_leaves(self.kernel, k, self.nested)):
                    if j in slots and j not in known:
                        steps.append(Load(j, slots[j]))
                        known.add(j)
                pair = tuple(j if home.get(j) == n else -1 for j in late.get(k, ()))  # each piece has its own half
                made = [j for j in pair if j >= 0] or [k]
                writes = [Write(port, index, j) for j in made for port, index in self.writes.get(j, ())]
                if pair:
                    steps.append(Pair(self.kernel.code[k].args[0], *pair))
                elif self.uses[k] == 1 and writes:
                    steps.extend(writes)  # the whole expression goes into the output, no name needed
                    continue
                else:
                    steps.append(Define(k))
                for j in made:
                    self.names[j] = self.target.temporary.format(number=len(self.names) + 1)
                    known.add(j)
                steps.extend(writes)
                steps.extend(Save(j, slots[j]) for j in made if j in slots)
            pieces.append(steps)
        plain = sorted(k for k in self.writes if k not in home)  # numbers, inputs, early sines
        pieces[-1].extend(Write(port, index, k) for k in plain for port, index in self.writes[k])
        return pieces, count

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
        free: list[int] = []
        count = 0
        busy: list[list[int]] = [[] for _ in orders]
        for n, order in enumerate(orders):
            for k in order:
                if k in last:
                    if free:
                        slots[k] = free.pop()
                    else:
                        slots[k], count = count, count + 1
                    busy[last[k]].append(slots[k])
            free.extend(busy[n])  # only now: a later piece may overwrite what this one still read
        return slots, count
