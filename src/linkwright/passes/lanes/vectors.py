"""A kernel with packs -> the same kernel in vectors: a pack is one instruction; between, numbers are put together, taken apart.

The sums and products are those of the packs, in their order, so that the results have the same bits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from linkwright.passes.kernel import Instr, Kernel
from linkwright.passes.lower import Tape
from linkwright.passes.order import live_counts
from linkwright.passes.schedule import cuts_of

VECTORS = frozenset({"add", "sub", "mul", "div", "neg", "sqrt"})
"""Operations that a vector does in one instruction."""
WIDEST = 8
"""Lanes of a vector; of more legs there are several vectors."""


PRICES = {
    "div": 4.0, "sqrt": 4.0, "sin": 0.0, "cos": 0.0, "lane": 1.5, "gather": 2.0, "splat": 0.5, "part": 0.5,
    "atan2": 30.0, "asin": 30.0, "acos": 30.0,
}  # fmt: skip
"""Of operations, in additions; sines and cosines are computed in vectors anyway. A number taken out of a vector costs more than
its instruction: measured on poses of all frames of quadrupeds, nearly all of which is taken out: lanes gain nothing."""
_AT_REST = 0.5
"""A vector that lies in memory as it is: numbers, early sines."""
_NEAR, _FAR = 4, 2.0
"""Of more lanes than these, those behind are two steps away: poses of all frames of a hexapod lose a fifth by lanes."""


def width(count: int) -> int:
    """Lanes of the vector for so many numbers; those left over repeat the last."""
    lanes = 2
    while lanes < count:
        lanes *= 2
    return lanes


def vectorised(kernel: Kernel) -> Kernel:
    """Code with `lanes`; ports and names are those of the kernel."""
    work = _Vectors(kernel)
    work.run()
    stores = [(n, *run) for n, port in enumerate(kernel.outputs) for run in work.rows(port.nodes)]
    stored = {(n, start + k) for n, start, vector in stores for k in range(work.code[vector].lanes)}
    inputs = [replace(p, nodes=tuple(k if k < 0 else work.scalar(k) for k in p.nodes)) for p in kernel.inputs]
    outputs = [
        replace(p, nodes=tuple(-1 if k < 0 or (n, i) in stored else work.scalar(k) for i, k in enumerate(p.nodes)))
        for n, p in enumerate(kernel.outputs)
    ]
    return replace(
        kernel, code=tuple(work.code), inputs=tuple(inputs), outputs=tuple(outputs), packs=(), stores=tuple(stores),
        chunks=_chunks(work.code),
    )  # fmt: skip


def _chunks(code: Sequence[Instr]) -> tuple[int, ...]:
    """Where a target may cut: leaves come first."""
    tape = Tape([instr.op for instr in code], [instr.args for instr in code])
    order = [k for k, instr in enumerate(code) if instr.args]
    return (0, *(order[k] for k in cuts_of(live_counts(tape, order))))


def price(kernel: Kernel) -> float:
    """Time of one state in additions, roughly."""
    code = kernel.code
    written = sum(code[value].op != "const" for _, _, value in kernel.written)
    return written + sum(_price(code, instr) for instr in code if instr.args)


def _price(code: Sequence[Instr], instr: Instr) -> float:
    if instr.op == "gather" and all(code[j].op in ("const", "sin", "cos") for j in instr.args):
        return _AT_REST
    return _FAR if instr.op == "lane" and code[instr.args[0]].lanes > _NEAR else PRICES.get(instr.op, 1.0)


@dataclass
class _Vectors:
    """lane_of: instruction of the kernel -> (vector, lane) where it is in one; place: where it is as a number."""

    kernel: Kernel
    code: list[Instr] = field(default_factory=list[Instr])
    place: dict[int, int] = field(default_factory=dict[int, int])
    lane_of: dict[int, tuple[int, int]] = field(default_factory=dict[int, tuple[int, int]])
    _vector: dict[tuple[int, ...], int] = field(default_factory=dict[tuple[int, ...], int])

    def run(self) -> None:
        packs = [pack for pack in self.kernel.packs if self.kernel.code[max(pack)].op in VECTORS]
        first = {min(_there(pack)): pack for pack in packs}
        inside = {k for pack in packs for k in pack}
        for k, instr in enumerate(self.kernel.code):
            if k in first:
                for start in range(0, len(first[k]), WIDEST):
                    self._pack(first[k][start : start + WIDEST])
            elif k not in inside:
                self.place[k] = self._add(replace(instr, args=tuple(map(self.scalar, instr.args))))

    def _add(self, instr: Instr) -> int:
        self.code.append(instr)
        return len(self.code) - 1

    def scalar(self, k: int) -> int:
        """An instruction of the kernel as a number."""
        if k not in self.place:
            vector, lane = self.lane_of[k]
            self.place[k] = self._add(Instr("lane", (vector,), lane))
        return self.place[k]

    def rows(self, nodes: Sequence[int]) -> list[tuple[int, int]]:
        """(first element, vector) of neighbours in an output that are neighbours in a vector, too."""
        found: list[tuple[int, int]] = []
        places = [self.lane_of.get(k, (-1, k)) for k in nodes]
        starts = [i for i, (v, lane) in enumerate(places) if i == 0 or places[i - 1] != (v, lane - 1)]
        for start, end in pairwise((*starts, len(nodes))):
            vector, first = places[start]
            while vector >= 0 and end - start > 1:
                count = 1 << ((end - start).bit_length() - 1)
                whole = count == self.code[vector].lanes
                found.append((start, vector if whole else self._add(Instr("part", (vector,), first, count))))
                start, first = start + count, first + count
        return found

    def _pack(self, pack: tuple[int, ...]) -> None:
        there = _there(pack)
        if len(there) == 1:
            instr = self.kernel.code[there[0]]
            self.place[there[0]] = self._add(replace(instr, args=tuple(map(self.scalar, instr.args))))
        if len(there) <= 1:
            return
        rows = [self.kernel.code[k].args if k >= 0 else () for k in pack]
        columns = [tuple(row[n] if row else -1 for row in rows) for n in range(len(max(rows)))]
        args = tuple(map(self._gathered, columns))
        self._vector[pack] = vector = self._add(Instr(self.kernel.code[there[0]].op, args, None, width(len(pack))))
        self.lane_of.update((k, (vector, lane)) for lane, k in enumerate(pack) if k >= 0)

    def _gathered(self, column: tuple[int, ...]) -> int:
        """Numbers as a vector; in a lane of -1 anything."""
        if column not in self._vector:
            there = _there(column)
            if len({*there}) == 1:
                self._vector[column] = self._add(Instr("splat", (self.scalar(there[0]),), None, width(len(column))))
            else:
                vector = self._near(column)
                self._vector[column] = self._put(vector, column) if vector >= 0 else self._together(column)
        return self._vector[column]

    def _near(self, column: tuple[int, ...]) -> int:
        """A vector that has at least half of the numbers in their lanes already; -1 where there is none."""
        lanes, there = width(len(column)), _there(column)
        places = (self.lane_of.get(k, (-1, -1)) for k in column)
        same = Counter(vector for lane, (vector, own) in enumerate(places) if own == lane)
        fit = (v for v, count in same.most_common(1) if 2 * count >= len(there) and self.code[v].lanes == lanes)
        return next(fit, -1)

    def _put(self, vector: int, column: tuple[int, ...]) -> int:
        """A vector with the numbers that it lacks."""
        lacking = [(lane, k) for lane, k in enumerate(column) if k >= 0 and self.lane_of.get(k) != (vector, lane)]
        for lane, k in lacking:
            vector = self._add(Instr("put", (vector, self.scalar(k)), lane, width(len(column))))
        return vector

    def _together(self, column: tuple[int, ...]) -> int:
        """A vector of numbers from anywhere."""
        scalars = [self.scalar(k if k >= 0 else max(column)) for k in column]
        lanes = width(len(column))
        return self._add(Instr("gather", (*scalars, *scalars[-1:] * (lanes - len(scalars))), None, lanes))


def _there(pack: Sequence[int]) -> list[int]:
    """Without lanes that hold nothing."""
    return [k for k in pack if k >= 0]
