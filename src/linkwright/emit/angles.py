"""Which sines and cosines are computed ahead of everything else, in vectors.

Nearly all angles of a mechanism are elements of an input, or a few operations away from some. A language that computes sine
and cosine together does these first: neighbours in an input are read as they lie in memory (a vector put together in parts
and then loaded as a whole would stall the processor), the others are gathered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from linkwright.passes.kernel import Kernel

LEAVES = frozenset({"const", "input"})
_CHEAP = frozenset({"add", "sub", "mul", "neg"})
_FEW = 3
"""Operations between inputs and an angle that is still computed ahead."""

Pairs = Mapping[int, tuple[int, int]]
"""Angle -> (its sine, its cosine); -1 where one is not needed."""


@dataclass(frozen=True)
class Window:
    """`width` neighbouring elements of an input from `start` on; the sine of the first goes to place `place`."""

    port: str
    start: int
    width: int
    place: int


@dataclass(frozen=True)
class Early:
    """What is computed ahead.

    windows:  parts of inputs whose elements are angles; they may overlap, and hold elements that nobody asked for
    gathered: values of the other angles, filled up to whole vectors by repeating the last; the first is at place `first`
    places:   sine or cosine value -> (cosine?, place)
    needed:   operations that the gathered angles need
    size:     number of places
    """

    windows: tuple[Window, ...]
    gathered: tuple[int, ...]
    first: int
    places: Mapping[int, tuple[bool, int]]
    needed: frozenset[int]

    @property
    def size(self) -> int:
        return self.first + len(self.gathered)


def pairs_of(kernel: Kernel, uses: list[int]) -> dict[int, tuple[int, int]]:
    """The sine and cosine of each angle, the first of each kind."""
    pairs: dict[int, tuple[int, int]] = {}
    for k, instr in enumerate(kernel.code):
        if instr.op in ("sin", "cos") and uses[k]:
            sine, cosine = pairs.get(instr.args[0], (-1, -1))
            if instr.op == "sin" and sine < 0:
                pairs[instr.args[0]] = (k, cosine)
            elif instr.op == "cos" and cosine < 0:
                pairs[instr.args[0]] = (sine, k)
    return pairs


def early(kernel: Kernel, pairs: Pairs, lanes: int) -> Early:
    """Choose and place the angles that can be computed ahead, in vectors of `lanes`."""
    closures = {angle: _closure(kernel, angle) for angle in pairs}
    chosen = sorted(angle for angle in pairs if closures[angle] is not None)
    place: dict[int, int] = {}
    windows: list[Window] = []
    size = 0
    rows = _rows(kernel, set(chosen))
    for port in () if rows else kernel.inputs:
        mine = {kernel.code[k].value[1]: k for k in chosen if _element_of(kernel, k) == port.name}
        for start, width in cover(sorted(mine), port.size, lanes) if port.shape else ():
            windows.append(Window(port.name, start, width, size))
            place |= {k: size + index - start for index, k in mine.items() if start <= index < start + width}
            size += width  # each window has places of its own: vectors are stored aligned
    together = [k for row in rows for k in row]
    rest = [k for k in chosen if k not in place and k not in together]
    gathered = filled(together + rest, lanes) if rows else filled(rest, lanes)
    for n, k in enumerate(gathered):
        place.setdefault(k, size + n)
    places = {
        k: (is_cosine, place[angle])
        for angle in chosen
        for k, is_cosine in zip(pairs[angle], (False, True), strict=True)
        if k >= 0
    }
    needed = frozenset[int]().union(*(c for c in closures.values() if c is not None))
    return Early(tuple(windows), tuple(gathered), size, places, needed)


def _rows(kernel: Kernel, chosen: set[int]) -> list[tuple[int, ...]]:
    """Angles whose sines or cosines are lanes of one vector, which can then be read as it lies in memory."""
    rows: dict[tuple[int, ...], None] = {}
    code, seen = kernel.code, set[int]()
    for instr in kernel.code:
        turns = instr.op == "gather" and all(code[j].op in ("sin", "cos") for j in instr.args)
        row = tuple(code[j].args[0] for j in instr.args) if turns else ()
        if row in rows or not row or not chosen.issuperset(row) or not seen.isdisjoint(row):
            continue
        rows[row] = None
        seen.update(row)
    return list(rows)


def cover(indices: list[int], size: int, lanes: int) -> list[tuple[int, int]]:
    """(start, width) of windows that hold all indices of an array of `size`: whole vectors, one each.

    cover([1, 2, 3, 4, 5, 6], 7, 4) = [(1, 4), (3, 4)]: the second reads two elements again, which costs nothing.
    """
    width = 1
    while 2 * width <= min(size, lanes):
        width *= 2
    found: list[tuple[int, int]] = []
    end = 0
    for index in indices:
        if index < end:
            continue
        start = min(index, size - width)
        found.append((start, width))
        end = start + width
    return found


def filled(values: list[int], lanes: int) -> list[int]:
    """Values filled up to one, two or a multiple of `lanes` by repeating the last."""
    count = len(values)
    whole = count if count <= lanes // 2 else -(-count // lanes) * lanes
    return values + values[-1:] * (whole - count)


def _element_of(kernel: Kernel, k: int) -> str:
    return kernel.code[k].value[0] if kernel.code[k].op == "input" else ""


def _closure(kernel: Kernel, angle: int) -> set[int] | None:
    """The few cheap operations between the inputs and an angle; None where they are many or dear."""
    found: set[int] = set()
    stack = [angle]
    while stack:
        k = stack.pop()
        if kernel.code[k].op in LEAVES or k in found:
            continue
        if kernel.code[k].op not in _CHEAP or len(found) == _FEW:
            return None
        found.add(k)
        stack.extend(kernel.code[k].args)
    return found
