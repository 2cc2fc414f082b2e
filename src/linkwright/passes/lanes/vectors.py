"""A kernel with packs -> the same kernel in vectors: a pack is one instruction; between, numbers are put together, taken apart.

The sums and products are those of the packs, in their order, so that the results have the same bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from linkwright.passes.kernel import Instr, Kernel
from linkwright.passes.lower import Tape
from linkwright.passes.order import live_counts
from linkwright.passes.schedule import cuts_of

VECTORS = frozenset({"add", "sub", "mul", "div", "neg", "sqrt"})
"""Operations that a vector does in one instruction."""
WIDEST = 8
"""Lanes of a vector; of more legs there are several vectors."""


PRICES = {"div": 4.0, "sqrt": 4.0, "sin": 0.0, "cos": 0.0, "lane": 1.5, "gather": 2.0, "splat": 0.5} | dict.fromkeys(
    ("atan2", "asin", "acos"), 30.0
)
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
    where = [
        tuple(replace(p, nodes=tuple(k if k < 0 else work.scalar(k) for k in p.nodes)) for p in ports)
        for ports in (kernel.inputs, kernel.outputs)
    ]
    return replace(
        kernel, code=tuple(work.code), inputs=where[0], outputs=where[1], packs=(), chunks=_chunks(work.code)
    )


def _chunks(code: Sequence[Instr]) -> tuple[int, ...]:
    """Where a target may cut: leaves come first."""
    tape = Tape([instr.op for instr in code], [instr.args for instr in code])
    order = [k for k, instr in enumerate(code) if instr.args]
    return (0, *(order[k] for k in cuts_of(live_counts(tape, order))))


def price(kernel: Kernel) -> float:
    """Time of one state in additions, roughly."""
    code = kernel.code
    written = sum(code[k].op != "const" for port in kernel.outputs for k in port.nodes)
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
        first = {pack[0]: pack for pack in self.kernel.packs if self.kernel.code[pack[0]].op in VECTORS}
        inside = {k for pack in first.values() for k in pack}
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

    def _pack(self, pack: tuple[int, ...]) -> None:
        if len(pack) == 1:
            instr = self.kernel.code[pack[0]]
            self.place[pack[0]] = self._add(replace(instr, args=tuple(map(self.scalar, instr.args))))
            return
        columns = list(zip(*(self.kernel.code[k].args for k in pack), strict=True))
        args = tuple(self._gathered(column) for column in columns)
        self._vector[pack] = vector = self._add(Instr(self.kernel.code[pack[0]].op, args, None, width(len(pack))))
        self.lane_of.update((k, (vector, lane)) for lane, k in enumerate(pack))

    def _gathered(self, column: tuple[int, ...]) -> int:
        """Numbers as a vector."""
        if column not in self._vector:
            lanes, scalars = width(len(column)), self._scalars(column)
            if len({*scalars}) == 1:
                instr = Instr("splat", scalars[:1], None, lanes)
            else:
                instr = Instr("gather", scalars + scalars[-1:] * (lanes - len(scalars)), None, lanes)
            self._vector[column] = self._add(instr)
        return self._vector[column]

    def _scalars(self, column: Sequence[int]) -> tuple[int, ...]:
        return tuple(map(self.scalar, column))
