"""Cut: a closed mechanism as the derivations of this room want it: the tree, what closes it, which coordinates are free."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from linkwright.graph.expr import Scalar
from linkwright.model.closures import Counting
from linkwright.model.robot import Parameter
from linkwright.model.tree import Place, Tree


@dataclass(frozen=True)
class Coordinates:
    """Indices into the tree's q and v. A joint of several degrees of freedom may be free in part: then all its positions count
    as dependent, and only some of its rates."""

    free_q: tuple[int, ...]
    dependent_q: tuple[int, ...]
    free_v: tuple[int, ...]
    dependent_v: tuple[int, ...]


@dataclass(frozen=True)
class Closure:
    """One loop: two places on links of the tree that stay together.

    rows:  which of the six equations count; those that follow from others, or hold anyway, are left out.
           0, 1, 2: the way from the first origin to the second, along x, y, z of `axes`.
           Universal: 3 is z1 . x2 = 0.  Otherwise 3, 4, 5 turn the second frame against the first about x, y, z of `axes`:
           in a plane only 5 is left (the angle from first to second about z of `axes`; of a pin or cylinder: from z1 to z2);
           outside a plane a pin or cylinder has 3 and 4 (z1 x z2 = 0), a weld or slider 3, 4 and 5.
    axes:  z is the normal of a planar loop. Fixed to the link where the two branches meet (or to the base), except where
           the kind speaks of the first frame's own axes (rotations outside a plane, the way of a slider or cylinder): then
           it is fixed to the link of `first`. Its origin does not matter.
    plane: whether the whole loop moves in the x-y plane of `axes`
    mode:  the sign of the first root of its closed form, where the file says it
    signs: of a leg of a platform those of all its roots; empty: those of the start
    """

    name: str
    kind: str
    first: Place
    second: Place
    axes: Place
    rows: tuple[int, ...]
    plane: bool
    mode: Scalar | None = None
    signs: tuple[Scalar, ...] = ()

    def map(self, f: Callable[[Scalar], Scalar]) -> Closure:
        """The same loop with other numbers."""
        first, second, axes = (Place(x.link, x.X.map(f)) for x in (self.first, self.second, self.axes))
        mode = None if self.mode is None else f(self.mode)
        return replace(self, first=first, second=second, axes=axes, mode=mode, signs=tuple(map(f, self.signs)))


@dataclass(frozen=True)
class Follower:
    """A coupling: tree coordinate `iq` (rate `iv`) equals `value`, an expression over the symbols q[k] and parameters."""

    name: str
    iq: int
    iv: int
    value: Scalar


@dataclass(frozen=True)
class Cut:
    """A robot cut open, in one form of its parameters.

    start:    tree positions at which everything is closed, in numbers
    actuated: indices in v of joints with motors
    driven:   how many degrees of freedom they determine; all of them where no motor is named
    counting: per loop, where the file's rounding makes equations contradict each other: which count; empty: all
    drives:   joints that would determine all, the motors among them first
    """

    tree: Tree
    closures: tuple[Closure, ...]
    followers: tuple[Follower, ...]
    coordinates: Coordinates
    actuated: tuple[int, ...]
    start: tuple[float, ...]
    parameters: tuple[Parameter, ...] = ()
    driven: int = 0
    drives: tuple[str, ...] = ()
    counting: tuple[Counting, ...] = ()
