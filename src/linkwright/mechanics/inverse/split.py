"""A chain cut into joints that turn about one direction only, and those before and after them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwright.mechanics.inverse.axes import Axis, Prismatic, Revolute, Value
from linkwright.mechanics.inverse.carried import Left
from linkwright.mechanics.inverse.chain import Chain
from linkwright.mechanics.inverse.geometry import Geometry
from linkwright.spatial.vector import Vec


@dataclass(frozen=True)
class Split:
    """A chain cut into joints before, inner ones from `first` on, and joints after."""

    chain: Chain
    geometry: Geometry
    first: int
    count: int
    n: Vec

    @property
    def before(self) -> tuple[Axis, ...]:
        return self.chain.axes[: self.first]

    @property
    def inner(self) -> tuple[Axis, ...]:
        return self.chain.axes[self.first : self.first + self.count]

    @property
    def after(self) -> tuple[Axis, ...]:
        return self.chain.axes[self.first + self.count :]

    @property
    def turning(self) -> int:
        """The place of an inner joint that turns."""
        return next(k for k in range(self.first, self.place(0)) if isinstance(self.chain.axes[k], Revolute))

    @property
    def outer_turn(self) -> bool:
        """Whether all other joints turn, the neighbours about other directions than n; one before may slide."""
        slides = any(isinstance(axis, Prismatic) for axis in self.after) or (
            self.count == 4 and any(isinstance(axis, Prismatic) for axis in self.before)
        )
        beside = [k for k in (self.first - 1, self.place(0)) if 0 <= k < len(self.chain.joints)]
        turning = [k for k in beside if isinstance(self.chain.axes[k], Revolute)]
        return not slides and not any(self.geometry.parallel(self.turning, k) for k in turning)

    def place(self, k: int) -> int:
        """The place in the chain of joint k after the inner ones."""
        return self.first + self.count + k

    def left(self, before: Sequence[Value], after: Sequence[Value] = ()) -> Left:
        """What is left at values of the joints before and after, or of some of them."""
        known = zip(self.before, before, strict=False), zip(self.after, after, strict=False)
        return Left(self.chain, *map(tuple, known))
