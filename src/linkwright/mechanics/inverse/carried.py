"""What is left for some joints in the middle of a chain to do, at values of those before and after them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from linkwright.mechanics.inverse.axes import Axis, Value
from linkwright.mechanics.inverse.chain import Chain
from linkwright.spatial.vector import Vec

Held = tuple[Axis, Value]
"""A joint at a value."""


class Motion(Protocol):
    """A motion of space that joints have to make."""

    def point(self, x: Vec) -> Vec:
        """Where a point has to go."""
        ...

    def vector(self, v: Vec) -> Vec:
        """Where a direction has to go."""
        ...

    def point_back(self, x: Vec) -> Vec:
        """Where a point has to come from."""
        ...

    def vector_back(self, v: Vec) -> Vec:
        """Where a direction has to come from."""
        ...


@dataclass(frozen=True)
class Left:
    """A^-1 M B^-1: M = target home^-1 less the joints before (A, in order) and after (B, in order)."""

    chain: Chain
    before: Sequence[Held] = ()
    after: Sequence[Held] = ()

    def point(self, x: Vec) -> Vec:
        for axis, value in self.after:
            x = axis.point(axis.opposite(value), x)
        x = self.chain.wanted_point(x)
        for axis, value in self.before:
            x = axis.point(axis.opposite(value), x)
        return x

    def vector(self, v: Vec) -> Vec:
        for axis, value in self.after:
            v = axis.vector(axis.opposite(value), v)
        v = self.chain.wanted_vector(v)
        for axis, value in self.before:
            v = axis.vector(axis.opposite(value), v)
        return v

    def point_back(self, x: Vec) -> Vec:
        for axis, value in reversed(self.before):
            x = axis.point(value, x)
        x = self.chain.home.point(self.chain.target.inverse.point(x))
        for axis, value in reversed(self.after):
            x = axis.point(value, x)
        return x

    def vector_back(self, v: Vec) -> Vec:
        for axis, value in reversed(self.before):
            v = axis.vector(value, v)
        v = self.chain.home.R.apply(self.chain.target.R.apply_T(v))
        for axis, value in reversed(self.after):
            v = axis.vector(value, v)
        return v


@dataclass(frozen=True)
class Backward:
    """The inverse of a motion."""

    motion: Motion

    def point(self, x: Vec) -> Vec:
        return self.motion.point_back(x)

    def vector(self, v: Vec) -> Vec:
        return self.motion.vector_back(v)

    def point_back(self, x: Vec) -> Vec:
        return self.motion.point(x)

    def vector_back(self, v: Vec) -> Vec:
        return self.motion.vector(v)
