"""Where names stand in a sketch: beside what they name, off lines, symbols and other names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from linkwright.draw.sketch_shapes import clean

Point = tuple[float, float]
_WAYS = ((1.0, -0.7), (1.0, 0.9), (-1.0, -0.7), (-1.0, 0.9), (0.0, -1.2), (0.0, 1.5), (1.2, 0.1), (-1.2, 0.1))
_STEP = 4.0
"""Distance of the points by which lines are kept free."""


@dataclass(frozen=True)
class _Box:
    left: float
    top: float
    right: float
    bottom: float

    def holds(self, p: Point) -> bool:
        return self.left <= p[0] <= self.right and self.top <= p[1] <= self.bottom

    def away(self, p: Point) -> float:
        """Distance of a point."""
        return max(self.left - p[0], p[0] - self.right, 0.0) + max(self.top - p[1], p[1] - self.bottom, 0.0)

    def covers(self, other: _Box) -> float:
        """Area in common."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, wide) * max(0.0, high)


class Labels:
    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._points: list[Point] = []
        self._boxes: list[_Box] = []
        self._texts: list[str] = []
        self._named: list[Point] = []

    def lines(self, corners: Sequence[Point], closed: bool) -> None:
        """Lines that names should not cross."""
        ends = [*corners, *corners[:1]] if closed else list(corners)
        for (a, b), (c, d) in pairwise(ends):
            count = max(1, int(((c - a) ** 2 + (d - b) ** 2) ** 0.5 / _STEP))
            self._points += [(a + (c - a) * k / count, b + (d - b) * k / count) for k in range(count + 1)]

    def block(self, x: float, y: float, size: float) -> None:
        """A place that is taken."""
        self._boxes.append(_Box(x - size, y - size, x + size, y + size))

    def named(self, points: Iterable[Point]) -> None:
        """Places that have names, all of them before the first is placed: a name does not stand beside another's place."""
        self._named = list(points)

    def place(self, names: Sequence[str], x: float, y: float, kind: str, distance: float) -> None:
        """Names of one place, in a line or, where that finds more room, one below the other."""
        best: tuple[float, float, float, list[str], _Box] | None = None
        for lines in ([", ".join(names)], list(names))[: len(names)]:
            wide, high = 5.7 * max(map(len, lines)) + 3, 11.5 * (len(lines) - 1)
            for far in (1.0, 1.7, 2.6, 3.8):
                for order, (u, w) in enumerate(_WAYS):
                    anchor = x + u * distance * far - (wide if u < 0 else wide / 2 if u == 0 else 0.0)
                    base = y + w * distance * far + 4.0 - (high if w < 0 else 0.0)
                    box = _Box(anchor - 1, base - 9.5, anchor + wide, base + high + 2.5)
                    cost = (
                        self._cost(box) + self._astray(box, (x, y)) + 0.2 * order + 6.0 * (far - 1.0) + 3.0 * (high > 0)
                    )
                    if best is None or cost < best[0]:
                        best = (cost, anchor, base, lines, box)
        assert best is not None
        _, anchor, base, lines, box = best
        self._boxes.append(box)
        for k, line in enumerate(lines):
            where = f'x="{anchor:.1f}" y="{base + 11.5 * k:.1f}">{clean(line)}</text>'
            self._texts.append(f'<text class="{kind} halo" {where}<text class="{kind}" {where}')

    def _cost(self, box: _Box) -> float:
        outside = box.left < 2 or box.top < 2 or box.right > self.width - 2 or box.bottom > self.height + 8
        crossed = sum(box.holds(p) for p in self._points)
        return 1000.0 * outside + 3.0 * crossed + sum(0.6 * box.covers(b) for b in self._boxes)

    def _astray(self, box: _Box, own: Point) -> float:
        """What it costs to be nearer to a place with another name."""
        others = [box.away(p) for p in self._named if p != own]
        return 60.0 if others and min(others) < box.away(own) else 0.0

    def texts(self) -> list[str]:
        return self._texts
