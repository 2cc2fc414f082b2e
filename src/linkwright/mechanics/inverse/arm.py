"""Arm: three joints that carry a point w to a point p, as position.py and its neighbours solve it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from linkwright.graph.expr import Scalar
from linkwright.mechanics.inverse.axes import Axis, Value
from linkwright.mechanics.inverse.geometry import Geometry
from linkwright.spatial.vector import Vec

Solution = tuple[tuple[Value, ...], tuple[Scalar, ...]]
"""Values of the three joints, and the conditions under which they exist."""


@dataclass(frozen=True)
class Arm:
    """Axes in order with the points to carry; geometry: how they lie, by the places of the axes in its chain."""

    axes: tuple[Axis, Axis, Axis]
    w: Vec
    p: Vec
    geometry: Geometry
    places: tuple[int, int, int] = (0, 1, 2)

    @property
    def backward(self) -> Arm:
        """The same problem from the other side: values are the same."""
        a, b, c = (axis.turned_over() for axis in reversed(self.axes))
        return Arm((a, b, c), self.p, self.w, self.geometry, (self.places[2], self.places[1], self.places[0]))

    def parallel(self, i: int, j: int) -> bool:
        return self.geometry.parallel(self.places[i], self.places[j])

    def perpendicular(self, i: int, j: int) -> bool:
        return self.geometry.perpendicular(self.places[i], self.places[j])

    def coplanar(self) -> bool:
        return self.geometry.coplanar(*self.places)

    def meet(self, i: int, j: int) -> Vec | None:
        return self.geometry.meet(self.places[i], self.places[j])


Way = Callable[[Arm], "list[Solution] | None"]
"""All solutions, or None where the axes do not lie as it needs them."""
