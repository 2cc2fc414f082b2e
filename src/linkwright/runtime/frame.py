"""Where values live that do not stay in a register: byte offsets in the frame, one block of memory per call.

Values that a later piece needs, results of Turns, and in batches inputs and outputs have a place there.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from linkwright.runtime.ir import Lanes
from linkwright.runtime.plan import Plan, SinCosGroup


@dataclass(frozen=True)
class Shape:
    """How a kernel is spelled: `lanes` states at a time; `pack` angles per call where there is one state only."""

    lanes: Lanes
    pack: Lanes
    fma: bool

    @property
    def batch(self) -> bool:
        return self.lanes.count > 1

    @property
    def turn(self) -> Lanes:
        """The lanes of one call for sine and cosine: all states of one angle, or several angles of one state."""
        return self.lanes if self.batch else self.pack


@dataclass(frozen=True)
class Frame:
    """place: offset of each value that has one; turns: where each SinCosGroup writes, in the order of the plan."""

    place: dict[int, int]
    turns: tuple[int, ...]
    size: int


def lay_out(plan: Plan, shape: Shape, saved: Mapping[int, int] = MappingProxyType({})) -> Frame:
    """Where every value of a plan is kept in the frame. saved: the piece after which an output is moved out of it."""
    place: dict[int, int] = {}
    top = 0
    width = shape.lanes.bytes
    if shape.batch:
        for port in plan.kernel.inputs:
            for k, i in enumerate(port.nodes):
                if i >= 0:
                    place[i] = top + k * width
            top += port.size * width
        for i in plan.outputs:
            if plan.kernel.code[i].op == "const":
                place[i] = top
                top += width
    turns: list[int] = []
    for turn in (step for piece in plan.pieces for step in piece if isinstance(step, SinCosGroup)):
        top = -(-top // 64) * 64  # whole vectors on whole cache lines
        turns.append(top)
        top = _place_turn(turn, shape, place, top)
    spans = {i: span for i, span in plan.spans.items() if span[0] < span[1] and i not in place}
    for i, piece in saved.items():
        if i in plan.spans and i not in place:
            first, last = plan.spans[i]
            spans[i] = first, max(last, piece)
    size = -(-top // 64) * 64
    for lanes in sorted({plan.lanes(i) for i in spans}):  # each kind of vector has places of its own
        alike = {i: span for i, span in spans.items() if plan.lanes(i) == lanes}
        size = _reuse(alike, width * lanes, -(-size // (8 * lanes)) * 8 * lanes, place)
    return Frame(place, tuple(turns), -(-size // 64) * 64)


def _place_turn(turn: SinCosGroup, shape: Shape, place: dict[int, int], top: int) -> int:
    """Results of a SinCosGroup: per call all its sines, then all its cosines."""
    size = shape.turn.bytes
    angles_per_call = 1 if shape.batch else shape.pack.count
    for k in range(len(turn.angles)):
        call, lane = divmod(k, angles_per_call)
        start = top + 2 * size * call + shape.lanes.step * lane
        if turn.sines[k] >= 0:
            place[turn.sines[k]] = start
        if turn.cosines[k] >= 0:
            place[turn.cosines[k]] = start + size
    return top + 2 * size * -(-len(turn.angles) // angles_per_call)


def _reuse(spans: dict[int, tuple[int, int]], width: int, top: int, place: dict[int, int]) -> int:
    """Give each value a place; the place of a value whose last piece has ended is free again. Returns the frame's size."""
    busy: list[tuple[int, int]] = []
    free: list[int] = []
    for i, (first, last) in sorted(spans.items(), key=lambda item: item[1]):
        while busy and busy[0][0] < first:
            free.append(heapq.heappop(busy)[1])
        if free:
            place[i] = free.pop()
        else:
            place[i] = top
            top += width
        heapq.heappush(busy, (last, place[i]))
    return top
