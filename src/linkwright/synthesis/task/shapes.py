"""Solids of a task: where a robot may be, and where it may not."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Box:
    """With edges along the world's axes."""

    low: Point
    high: Point

    @property
    def corners(self) -> tuple[Point, ...]:
        """All eight; fewer where it is flat."""
        x, y, z = zip(self.low, self.high, strict=True)
        return tuple(dict.fromkeys((a, b, c) for a in x for b in y for c in z))


@dataclass(frozen=True)
class Sphere:
    center: Point
    radius: float


@dataclass(frozen=True)
class Capsule:
    """All points within a radius of a line from start to end."""

    start: Point
    end: Point
    radius: float


Shape = Box | Sphere | Capsule


@dataclass(frozen=True)
class Obstacle:
    """Something in the way, by its name."""

    name: str
    shape: Shape
