"""A kernel as tables: steps of `width` independent operations each, which a loop over rows of indices computes.

Some compilers of array programs (XLA) copy every shared value into each of its uses, so that thousands of statements on
single numbers take minutes to compile and are computed many times over. A table compiles in the time of one row.

Sums, differences, products and quotients make up the steps; the others ("sin", "sqrt", ...) are computed between them, all
of a kind at once: an operation belongs to the stage that counts how many of these stand between it and the inputs.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.emit.angles import LEAVES
from linkwright.passes.kernel import Kernel

KINDS = {"add": "+", "sub": "-", "mul": "*", "div": "/", "neg": "*"}
"""What a step can do. -x is a product with the number -1, which is always there."""


@dataclass(frozen=True)
class Steps:
    """Values from slot `first` on, `width` per step: kind, slot of the left operand, of the right one."""

    first: int
    width: int
    kinds: str
    left: tuple[int, ...]
    right: tuple[int, ...]

    @property
    def size(self) -> int:
        return len(self.kinds)


@dataclass(frozen=True)
class Apply:
    """Values from slot `first` on: one operation on as many tuples of operands."""

    op: str
    first: int
    operands: tuple[tuple[int, ...], ...]

    @property
    def size(self) -> int:
        return len(self.operands[0])


@dataclass(frozen=True)
class Tables:
    """Slots hold the elements of all inputs, then the constants, then what the stages compute, one after the other.

    outputs: slots of the elements of each output
    """

    constants: tuple[float, ...]
    stages: tuple[Steps | Apply, ...]
    outputs: tuple[tuple[int, ...], ...]


def tables(kernel: Kernel) -> Tables:
    """Lay a kernel out in steps: list scheduling, longest way to an output first."""
    return _Layout(kernel).tables()


class _Layout:
    def __init__(self, kernel: Kernel) -> None:
        self.kernel, self.code = kernel, kernel.code
        self.slot: dict[int, int] = {}
        self.used = self._used()

    def tables(self) -> Tables:
        constants = self._leaves()
        depth = self._depths()
        stages: list[Steps | Apply] = []
        for n in range(max(depth.values(), default=-1) + 1):
            here = [k for k in depth if depth[k] == n]
            core = [k for k in here if self.code[k].op in KINDS]
            stages += [self._steps(core)] if core else []
            for op in sorted({self.code[k].op for k in here} - KINDS.keys()):
                stages.append(self._apply(op, [k for k in here if self.code[k].op == op]))
        outputs = tuple(tuple(self.slot[k] for k in port.nodes) for port in self.kernel.outputs)
        return Tables(constants, tuple(stages), outputs)

    def _used(self) -> list[bool]:
        used = [False] * len(self.code)
        for port in self.kernel.outputs:
            for k in port.nodes:
                used[k] = True
        for k in reversed(range(len(self.code))):
            for j in self.code[k].args if used[k] else ():
                used[j] = True
        return used

    def _leaves(self) -> tuple[float, ...]:
        starts: dict[str, int] = {}
        self.next = 0
        for port in self.kernel.inputs:
            starts[port.name] = self.next
            self.next += port.size
        constants: dict[str, int] = {}
        values = [0.0, -1.0]
        self.zero, self.minus = self.next, self.next + 1
        for k, instr in enumerate(self.code):
            if instr.op == "input":
                name, index = instr.value
                self.slot[k] = starts[name] + index
            elif instr.op == "const" and self.used[k]:
                if repr(instr.value) not in constants:
                    constants[repr(instr.value)] = self.next + len(values)
                    values.append(instr.value)
                self.slot[k] = constants[repr(instr.value)]
        self.next += len(values)
        return tuple(values)

    def _depths(self) -> dict[int, int]:
        """Stage of each operation."""
        depth: dict[int, int] = {}
        for k, instr in enumerate(self.code):
            if self.used[k] and instr.op not in LEAVES:
                ways = [depth[j] + (self.code[j].op not in KINDS) for j in instr.args if j in depth]
                depth[k] = max(ways, default=0)
        return depth

    def _apply(self, op: str, values: Sequence[int]) -> Apply:
        operands = zip(*([self.slot[j] for j in self.code[k].args] for k in values), strict=True)
        made = Apply(op, self.next, tuple(operands))
        for k in values:
            self.slot[k] = self.next
            self.next += 1
        return made

    def _steps(self, values: Sequence[int]) -> Steps:
        first, rows, width = self.next, *self._rows(values)
        kinds, left, right = "", list[int](), list[int]()
        for row in rows:
            for n, k in enumerate(row):
                instr = self.code[k]
                self.slot[k] = self.next + n
                a, b = self.slot[instr.args[0]], self.minus if instr.op == "neg" else self.slot[instr.args[1]]
                kinds += KINDS[instr.op]
                left.append(a)
                right.append(b)
            spare = width - len(row)  # filled up with 0 + 0
            kinds += "+" * spare
            left += [self.zero] * spare
            right += [self.zero] * spare
            self.next += width
        return Steps(first, width, kinds, tuple(left), tuple(right))

    def _rows(self, values: Sequence[int]) -> tuple[list[list[int]], int]:
        """Which operations each step computes, and how many there is room for."""
        here = set(values)
        users: dict[int, list[int]] = {k: [] for k in values}
        missing: dict[int, int] = {}
        for k in values:
            needs = {j for j in self.code[k].args if j in here}
            missing[k] = len(needs)
            for j in needs:
                users[j].append(k)
        height: dict[int, int] = {}
        for k in reversed(values):
            height[k] = 1 + max((height[u] for u in users[k]), default=0)
        width = min(max(8, -(-3 * len(values) // (2 * max(height.values())))), 512)
        ready = [(-height[k], k) for k in values if not missing[k]]
        heapq.heapify(ready)
        rows: list[list[int]] = []
        while ready:
            row = [heapq.heappop(ready)[1] for _ in range(min(width, len(ready)))]
            rows.append(row)
            for user in (u for k in row for u in users[k]):
                missing[user] -= 1
                if not missing[user]:
                    heapq.heappush(ready, (-height[user], user))
        return rows, width
